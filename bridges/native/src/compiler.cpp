// SPDX-License-Identifier: MIT
#include "escapement/native/compiler.h"

#include <condition_variable>
#include <deque>
#include <thread>
#include <unordered_map>
#include <utility>

#include "code.h"

namespace escapement::native {

using equations::Program;
using internal::Code;
using internal::Level;
using internal::Machine;

namespace {

// Operations whose code is kept for equal programs to come, when nobody runs it any more.
constexpr std::size_t kKeptOperations = 300000;

}  // namespace

class Compiler::Impl : public std::enable_shared_from_this<Impl> {
 public:
  explicit Impl(CompilerOptions options) : options_(options) {}
  ~Impl() = default;

  void prepare(std::span<Program* const> programs, bool at_once) {
    std::vector<std::shared_ptr<Code>> fresh;
    {
      const std::lock_guard lock(mutex_);
      for (Program* program : programs) {
        if (program->results() == 0) continue;
        ++counters_.programs;
        auto& known = known_[internal::bytes_of(program->tape())];
        std::shared_ptr<Code> code = known.lock();
        if (code == nullptr) {
          code = std::make_shared<Code>(
              program->tape(), options_.improve ? options_.improve_after : equations::NativeCode::kNever,
              asker());
          known = code;
        } else {
          ++counters_.shared;
        }
        if (at_once && code->claim()) fresh.push_back(code);
        keep(code);
        program->take(std::move(code));
      }
    }
    if (!fresh.empty()) translate(fresh, Level::kQuick);
  }

  void wait() {
    std::unique_lock lock(mutex_);
    idle_.wait(lock, [this] { return jobs_.empty() && !busy_; });
  }

  void stop() {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
      jobs_.clear();
    }
    wanted_.notify_all();
    if (thread_.joinable()) thread_.join();
  }

  CompilerCounters counters() const {
    const std::lock_guard lock(mutex_);
    return counters_;
  }

 private:
  struct Job {
    std::shared_ptr<Code> code;
    Level level = Level::kQuick;
  };

  // Null where LLVM is of no use.
  std::shared_ptr<Machine> machine() {
    const std::lock_guard lock(machine_mutex_);
    if (machine_ != nullptr || refused_) return machine_;
    const internal::Llvm* llvm = internal::load_llvm();
    try {
      if (llvm != nullptr) machine_ = std::make_shared<Machine>(*llvm);
    } catch (const internal::Refusal&) {  // counted where it is missed
    }
    refused_ = machine_ == nullptr;
    return machine_;
  }

  Code::Ask asker() {
    return [weak = weak_from_this()](std::shared_ptr<Code> code, Level level) {
      if (const auto self = weak.lock()) self->put({std::move(code), level});
    };
  }

  // The last ones that were asked for; under the lock.
  void keep(const std::shared_ptr<Code>& code) {
    kept_.push_back(code);
    kept_operations_ += code->tape().code().size();
    while (kept_operations_ > kKeptOperations && kept_.size() > 1) {
      kept_operations_ -= kept_.front()->tape().code().size();
      kept_.pop_front();
    }
    if (known_.size() > 2 * kept_.size() + 1000)
      std::erase_if(known_, [](const auto& one) { return one.second.expired(); });
  }

  void translate(const std::vector<std::shared_ptr<Code>>& codes, Level level) {
    const std::shared_ptr<Machine> by = machine();
    bool fine = by != nullptr;
    try {
      if (fine) internal::translate(*by, codes, level, stop_);
    } catch (const internal::Refusal&) {
      fine = false;
    }
    const std::lock_guard lock(mutex_);
    if (!fine) counters_.failures += codes.size();
    if (fine && level == Level::kThorough) counters_.improved += codes.size();
  }

  void put(Job job) {
    {
      const std::lock_guard lock(mutex_);
      if (stop_) return;
      jobs_.push_back(std::move(job));
      if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
    }
    wanted_.notify_one();
  }

  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      wanted_.wait(lock, [this] { return stop_ || !jobs_.empty(); });
      if (stop_) return;
      const Job job = std::move(jobs_.front());
      jobs_.pop_front();
      busy_ = true;
      lock.unlock();
      translate({job.code}, job.level);
      lock.lock();
      busy_ = false;
      if (jobs_.empty()) idle_.notify_all();
    }
  }

  const CompilerOptions options_;
  std::mutex machine_mutex_;
  std::shared_ptr<Machine> machine_;
  bool refused_ = false;
  mutable std::mutex mutex_;                                    // of all that follows
  std::unordered_map<std::string, std::weak_ptr<Code>> known_;  // by what their tapes are made of
  std::deque<std::shared_ptr<Code>> kept_;
  std::size_t kept_operations_ = 0;
  CompilerCounters counters_;
  std::deque<Job> jobs_;
  bool busy_ = false;
  std::atomic<bool> stop_{false};
  std::condition_variable wanted_, idle_;
  std::thread thread_;
};

Compiler::Compiler(CompilerOptions options) : impl_(std::make_shared<Impl>(options)) {}
Compiler::~Compiler() {
  impl_->stop();
}
void Compiler::prepare(std::span<Program* const> programs, bool at_once) {
  impl_->prepare(programs, at_once);
}
void Compiler::wait() {
  impl_->wait();
}
CompilerCounters Compiler::counters() const {
  return impl_->counters();
}

bool available() {
  return internal::load_llvm() != nullptr;
}
std::string description() {
  std::string reason;
  return internal::load_llvm(&reason) != nullptr ? internal::llvm_version() : reason;
}

}  // namespace escapement::native
