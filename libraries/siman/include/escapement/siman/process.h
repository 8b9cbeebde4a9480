// SPDX-License-Identifier: MIT
// The type of coroutines that are processes (code.h): what run(Context&) returns.
//
// A process may await another: `co_await unload(c);` where unload() is a coroutine that returns Process, too.
// It runs to its end within the same entity; exceptions come out of the await. Coroutines keep references to
// their arguments: what is passed by reference must outlive them, as the Context does. A lambda's captures
// live as long as the lambda, so give lambdas to a Code, which keeps them, and call none that is about to
// end.
#pragma once

#include <coroutine>
#include <exception>
#include <utility>

namespace escapement::siman {

class [[nodiscard]] Process {
 public:
  struct promise_type;
  using Handle = std::coroutine_handle<promise_type>;

  // At its end the one that awaits it goes on.
  struct End {
    bool await_ready() const noexcept { return false; }
    std::coroutine_handle<> await_suspend(Handle ended) const noexcept {
      const std::coroutine_handle<> next = ended.promise().awaiting;
      return next ? next : std::noop_coroutine();
    }
    void await_resume() const noexcept {}
  };
  struct promise_type {
    std::coroutine_handle<> awaiting{};
    std::exception_ptr failure{};
    Process get_return_object() { return Process(Handle::from_promise(*this)); }
    std::suspend_always initial_suspend() const noexcept { return {}; }
    End final_suspend() const noexcept { return {}; }
    void return_void() const noexcept {}
    void unhandled_exception() noexcept { failure = std::current_exception(); }
  };

  Process() = default;
  explicit Process(Handle handle) : handle_(handle) {}
  Process(Process&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
  Process& operator=(Process&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Process() {
    if (handle_) handle_.destroy();
  }

  std::coroutine_handle<> handle() const { return handle_; }
  bool done() const { return !handle_ || handle_.done(); }
  // After its end: throws what came out of it.
  void rethrow() const {
    if (handle_.promise().failure) std::rethrow_exception(handle_.promise().failure);
  }

  // Awaiting a process.
  bool await_ready() const noexcept { return done(); }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> awaiting) const noexcept {
    handle_.promise().awaiting = awaiting;
    return handle_;
  }
  void await_resume() const { rethrow(); }

 private:
  Handle handle_{};
};

}  // namespace escapement::siman
