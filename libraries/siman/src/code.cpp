// SPDX-License-Identifier: MIT
#include "escapement/siman/code.h"

#include <algorithm>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"
#include "escapement/siman/attribute.h"
#include "escapement/siman/delay.h"
#include "escapement/siman/detach.h"
#include "escapement/siman/entity_type.h"
#include "escapement/siman/preempt.h"
#include "escapement/siman/process_host.h"
#include "escapement/siman/release.h"
#include "escapement/siman/scan.h"
#include "escapement/siman/signal.h"
#include "scope_nodes.h"

namespace escapement::siman {
namespace {

// What a call of seize() says comes before what its handle declares.
expressions::Expression units_of_call(expressions::Expression declared) {
  const double units = declared.constant().value_or(1);
  return {read_node([units](const EntityFrame& frame) {
            const Context* context = frame.entity->context;
            return context == nullptr ? units : context->units(units);
          }),
          to_text(units)};
}

expressions::Expression priority_of_call(expressions::Expression declared) {
  const double priority = declared.constant().value_or(1);
  return {read_node([priority](const EntityFrame& frame) {
            const Context* context = frame.entity->context;
            return context == nullptr ? priority : context->priority(priority);
          }),
          to_text(priority)};
}

}  // namespace

// Where entities come in.
class Code::Run final : public Block {
 public:
  Run(std::string name, Code& code) : Block(std::move(name)), code_(code) {}
  Entry in{*this, "in"};
  Exit out{*this, "out", true};
  void bind(Binder& binder) override { code_.bind(*this, binder); }
  void check_links() override {
    for (const Seizing* seizing : code_.seizings_) {
      seizing->seize_->add_queue(*seizing->queue_);
      seizing->queue_->add_hold(*seizing->seize_);
    }
    code_.link_transfers();
  }
  Block* enter(Entity& entity) override {
    const bool started = entity.context != nullptr && entity.context->code_ == &code_ &&
                         !entity.context->suspended_ && entity.context->process_.done();
    return code_.drive(started ? *entity.context : code_.open(entity));
  }
  // A patience has ended (K6).
  void due(Entity* entity) override {
    entity->event = Entity::kNoEvent;
    Context& context = *entity->context;
    context.stop_waiting();
    context.result_ = Context::Result::kTimeOver;
    host().move(*entity, code_.resume_block());
  }
  void archive(Archive& archive) override {
    archive.refuse(code_, "it runs coroutines, which have no form outside of memory",
                   "run without checkpoints, or write the process as blocks");
  }

 private:
  Code& code_;
};

// Where entities come that have what they waited for.
class Code::Resume final : public Block {
 public:
  Resume(std::string name, Code& code) : Block(std::move(name)), code_(code) {}
  Entry in{*this, "in"};
  Block* enter(Entity& entity) override { return code_.drive(*entity.context); }
  void archive(Archive&) override {}

 private:
  Code& code_;
};

// Conditions of processes, each its own.
class Code::Until final : public Scan {
 public:
  explicit Until(std::string name) : Scan(std::move(name), {}) {}
  void bind(Binder& /*binder*/) override { look_at_every_event(); }
  bool look() override {
    for (const QueueElement* queue : queues())
      for (Entity* entity = first_in(*queue); entity != nullptr; entity = next_in(*queue, *entity)) {
        count_evaluation();
        if (!entity->context->condition_holds()) continue;
        give_up(*entity);
        let_go(*entity, out);
        return true;
      }
    return false;
  }
};

// A Seize or a Preempt whose units and priority are those of the call.
template <class B>
class Code::Following final : public B {
 public:
  using B::B;
  void bind(Binder& binder) override {
    B::bind(binder);
    this->wrap(units_of_call, priority_of_call);
  }
};

Code::Code(std::string name, Context::Body body)
    : Coupled(std::move(name)),
      in(add_input<EntityHandle>("in")),
      out(add_output<EntityHandle>("out")),
      body_(std::move(body)) {
  const auto inner = [](auto& block) -> auto& {
    block.speak_for_module();
    return block;
  };
  queue_ = &add<QueueElement>("Queue");
  run_ = &inner(add<Run>("Run", *this));
  main_ = run_;
  resume_ = &inner(add<Resume>("Resume", *this));
  delay_ = &inner(add<Delay>("Delay", Delay::Options{0.0}));
  until_ = &inner(add<Until>("Until"));
  wait_ = &inner(add<Wait>("Wait", Wait::Options{0.0}));
  hold_ = &inner(add<Detach>("Hold"));
  couple(in, run_->in);
  couple(run_->out, out);
  couple(delay_->out, resume_->in);
  couple(until_->out, resume_->in);
  couple(wait_->out, resume_->in);
}

Code::~Code() = default;

Process Code::run(Context& context) {
  if (!body_) throw BuildError("'" + path() + "' has nothing to run; override run(), or give it a body");
  return body_(context);
}

Block* Code::resume_block() const {
  return resume_;
}

Entry& Code::resume_entry() const {
  return resume_->in;
}

void Code::add_seize(Seizing& seizing) {
  seizings_.push_back(&seizing);
  std::vector<ResourceUnits> resources;
  for (const Seizing::Unit& unit : seizing.units_) resources.push_back({unit.resource, unit.units});
  const std::string name = "Seize" + std::to_string(seizings_.size());
  if (seizing.options_.preempt) {
    if (resources.size() != 1)
      throw BuildError("'" + path() + "' is to preempt " + std::to_string(resources.size()) +
                       " resources at once; preempt one at a time");
    seizing.seize_ =
        &add<Following<Preempt>>(name, Preempt::Options{resources.front(), seizing.options_.priority});
  } else {
    seizing.seize_ = &add<Following<Seize>>(name, Seize::Options{resources, seizing.options_.priority});
  }
  seizing.seize_->speak_for_module();
  couple(seizing.seize_->out, resume_->in);
}

void Code::bind(Member& member, Binder& binder) {
  binder.use_all();  // processes reach each other
  for (Seizing* seizing : seizings_) {
    for (const Seizing::Unit& unit : seizing->units_)
      seizing->resources_.push_back(dynamic_cast<Resource*>(
          Binder::find_any(*seizing->seize_, unit.resource)));  // faults: in its bind()
    seizing->queue_ = queue_;
    if (!seizing->options_.queue.empty())
      seizing->queue_ = binder.find<QueueElement>(member, seizing->options_.queue, "queue");
  }
  for (Formula* formula : formulas_)
    formula->expression_ = binder.compile_required(member, formula->name_, formula->text_, {.time = true});
  for (EntityField* field : fields_)
    if (const auto* attribute = binder.find<Attribute>(member, field->name_, "attribute"))
      field->slot_ = attribute->slot();
  bind_transfers(member, binder);
  for (HoldBlock* hold :
       {static_cast<HoldBlock*>(until_), static_cast<HoldBlock*>(wait_), static_cast<HoldBlock*>(hold_)}) {
    hold->add_queue(*queue_);
    queue_->add_hold(*hold);
  }
}

Context& Code::open(Entity& entity, Context::Body body) {
  if (entity.context != nullptr) entity.context->abandon();  // K8
  if (free_.empty()) free_.push_back(&contexts_.emplace_back(*this));
  Context& context = *free_.back();
  free_.pop_back();
  context.entity_ = &entity;
  context.body_ = std::move(body);
  ++context.number_;
  entity.context = &context;
  return context;
}

void Code::close(Context& context) {
  context.entity_->context = nullptr;
  context.entity_ = nullptr;
  context.process_ = {};
  context.suspended_ = {};
  context.body_ = nullptr;
  context.condition_ = nullptr;
  context.unit_of_ = nullptr;
  context.on_way_ = false;
  free_.push_back(&context);
}

// Lets it go on until it waits or ends; answers where its entity goes on.
Block* Code::drive(Context& context) {
  if (!context.suspended_ && context.process_.done()) {
    context.process_ = context.body_ ? context.body_(context) : run(context);
    context.suspended_ = context.process_.handle();
  }
  std::exchange(context.suspended_, {}).resume();
  if (!context.process_.done()) return nullptr;
  Entity& entity = *context.entity_;
  const Process ended = std::move(context.process_);
  const bool forked = static_cast<bool>(context.body_);
  close(context);
  ended.rethrow();
  if (!forked) return run_->out.leave(entity);
  run_->world().destroy(entity, run_->now(), true);
  return nullptr;
}

Seizing::Seizing(Code& code, const std::vector<Unit>& units, Options options)
    : units_(units), options_(std::move(options)) {
  code.add_seize(*this);
}

Formula::Formula(Code& code, std::string name, ExpressionText text)
    : name_(std::move(name)), text_(std::move(text)) {
  code.formulas_.push_back(this);
}

EntityField::EntityField(Code& code, std::string name) : name_(std::move(name)) {
  code.fields_.push_back(this);
}

bool ProcessHandle::ended() const {
  return context_ == nullptr || context_->number_ != number_ || context_->entity_ == nullptr;
}

Waiting&& Waiting::within(double time) && {
  if (!(time >= 0))
    context_.fail("a process waits within " + to_text(time) + "; it must be a time of 0 or more");
  Entity& entity = context_.entity();
  if (!in_line_)
    context_.fail(
        "within() limits a wait in a queue, and a delay or a way is none; make a delay as long as it "
        "is to be");
  if (!over_ && entity.queue != nullptr && time < kInfinity)
    entity.event = context_.code_->run_->host().schedule(context_.now() + time, EventClass::kDelayEnd,
                                                         *context_.code_->run_, &entity);
  return std::move(*this);
}

void Waiting::await_suspend(std::coroutine_handle<> handle) const noexcept {
  context_.suspended_ = handle;
}

bool Waiting::await_resume() const {
  const Context::Result result = std::exchange(context_.result_, Context::Result::kDone);
  if (result == Context::Result::kInterrupted) throw Interrupted(context_.interruption_);
  return result == Context::Result::kDone;
}

std::optional<Interruption> Waiting::OrInterrupted::await_resume() const {
  Context& context = waiting.context_;
  const Context::Result result = std::exchange(context.result_, Context::Result::kDone);
  if (result != Context::Result::kInterrupted) return std::nullopt;
  return context.interruption_;
}

Time Context::now() const {
  return code_->run_->now();
}

void Context::fail(const std::string& message) const {
  code_->run_->host().fail(*code_->run_, message);
}

double Context::value(const Formula& formula) const {
  EntityFrame frame(entity_);
  return formula.expression_.evaluate_checked(frame);
}

// As Queue::enter().
bool Context::wait_in(HoldBlock& hold, QueueElement& queue) {
  if (hold.may_pass(*entity_, queue)) {
    queue.pass_through();
    return hold.pass(*entity_) != nullptr;  // a unit may have to come first
  }
  queue.join(*entity_);
  if (hold.wait(*entity_, queue)) return hold.next() != nullptr;
  queue.observe();
  return false;
}

Waiting Context::seize(Seizing& seizing, Call call) {
  call_ = call;
  return {*this, wait_in(*seizing.seize_, *seizing.queue_)};
}

Waiting Context::delay(double duration, Category category) {
  if (!(duration >= 0 && duration < kInfinity))
    fail("a delay is " + to_text(duration) + "; it must be a finite time of 0 or more");
  code_->delay_->begin(*entity_, duration, category);
  return {*this, false, false};
}

Waiting Context::wait(double signal) {
  code_->queue_->join(*entity_);
  code_->wait_->begin(*entity_, signal);
  code_->queue_->observe();
  return {*this, false};
}

Waiting Context::until(std::function<bool()> condition) {
  if (condition()) return {*this, true};
  condition_ = std::move(condition);
  code_->queue_->join(*entity_);
  code_->until_->wait(*entity_, *code_->queue_);
  code_->queue_->observe();
  return {*this, false};
}

Waiting Context::hold() {
  return {*this, wait_in(*code_->hold_, *code_->queue_)};
}

void Context::release(Seizing& seizing, std::optional<double> units) {
  for (std::size_t i = 0; i < seizing.resources_.size(); ++i) {
    const double count = i == 0 ? units.value_or(seizing.units_[i].units) : seizing.units_[i].units;
    if (!is_unit_count(count))
      fail("a process releases " + to_text(count) + " units of resource '" + seizing.resources_[i]->path() +
           "'; it must be a whole number of 1 or more");
    seizing.resources_[i]->give_back(*entity_, count, *code_->run_);
  }
  for (Resource* resource : seizing.resources_) resource->allocate();
  for (Resource* resource : seizing.resources_) resource->settle();
}

double Context::signal(double code, double limit) {
  return give_signal(code_->run_->world(), code, limit, *entity_);
}

bool Context::waits() const {
  return entity_ != nullptr && suspended_ && (entity_->delay != nullptr || entity_->queue != nullptr);
}

void Context::stop_waiting() {
  if (entity_->delay != nullptr) {
    if (entity_->event != Entity::kNoEvent) entity_->delay->suspend(*entity_);
    interruption_.remaining = entity_->remaining;
    entity_->delay->let_go(*entity_);
  } else {
    interruption_.remaining = 0;
    take_from_queue(*entity_);
  }
}

bool Context::interrupt(const ProcessHandle& process, double cause) {
  if (process.ended() || !process.context_->waits()) return false;
  Context& other = *process.context_;
  Entity& entity = *other.entity_;
  if (entity.delay != nullptr && entity.event != Entity::kNoEvent && entity.due == now()) return false;
  other.stop_waiting();
  other.interruption_.cause = cause;
  other.result_ = Result::kInterrupted;
  code_->run_->host().make_ready(entity, other.code_->resume_);
  return true;
}

bool Context::resume(const ProcessHandle& process) {
  if (process.ended()) return false;
  Context& other = *process.context_;
  if (other.entity_->queue == nullptr || other.entity_->waits_for != other.code_->hold_) return false;
  take_from_queue(*other.entity_);
  code_->run_->host().make_ready(*other.entity_, other.code_->resume_);
  return true;
}

ProcessHandle Context::start(Code& code) {
  Entity& entity = code_->run_->world().create(*entity_->type, now());
  Context& context = code.open(entity);
  code_->run_->host().make_ready(entity, code.run_);
  return context.self();
}

ProcessHandle Context::start(Body body) {
  Entity& entity = code_->run_->world().create(*entity_->type, now());
  Context& context = code_->open(entity, std::move(body));
  code_->run_->host().make_ready(entity, code_->run_);
  return context.self();
}

void Context::abandon() {
  code_->close(*this);
}

}  // namespace escapement::siman
