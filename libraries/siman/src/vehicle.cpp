// SPDX-License-Identifier: MIT
#include "vehicle.h"

#include <algorithm>

#include "escapement/core/archive.h"
#include "escapement/core/error.h"
#include "escapement/siman/member_reference.h"
#include "escapement/siman/process_host.h"

namespace escapement::siman {
namespace {

bool contains(const std::vector<GuideNetwork::Zone>& zones, GuideNetwork::Zone zone) {
  return std::find(zones.begin(), zones.end(), zone) != zones.end();
}

}  // namespace

std::string Vehicle::name() const {
  return "unit " + std::to_string(unit_ + 1) + " of '" + owner_->path() + "'";
}

std::uint64_t Vehicle::captor() const {
  return owner_->units()[unit_].holder;
}

double Vehicle::distance(Zone to) const {
  return network().distance(front_, to);
}

void Vehicle::place() {
  const GuideNetwork::ZoneInfo& info = network().zone(front_.zone);
  std::size_t zones = 1;  // G7
  if (info.on_link()) zones = std::min(guide().zones, info.number);
  for (std::size_t i = zones; i-- > 0;) {
    const Zone zone = front_.zone - static_cast<Zone>(i);
    if (const Vehicle* other = traffic().holder(zone))
      owner_->host().fail(*owner_, name() + " is to stand in " + network().name_of(zone) +
                                       " at first, where " + other->name() +
                                       " stands; give each a place of its own");
    traffic().take(*this, zone, front_.heading);
    held_.push_back(zone);
  }
}

bool Vehicle::send(Zone to, double velocity, Entity& entity, Block& block) {
  choose_way(to, block);
  if (way_.empty()) return false;
  velocity_ = velocity;
  credit_ = network().is_dead_end(front_.zone) ? guide().length : 0;
  entity_ = &entity;
  block_ = &block;
  setting_out_ = true;
  proceed();
  traffic().serve();
  setting_out_ = false;
  return under_way();
}

bool Vehicle::redirect(Zone to, const Member& by) {
  if (!under_way()) return false;
  if (claimed_ == 0) {
    traffic().leave_line(*this);
    asked_ = owner_->world().next_order();
    choose_way(to, by);
    proceed();
  } else {
    const std::size_t last = next_ + claimed_ - 1;
    const Zone before = last > 0 ? way_[last - 1] : front_.zone;
    const auto way = network().way({way_[last], network().heading_into(before, way_[last])}, to);
    if (!way) owner_->fail_no_way(name(), way_[last], to, by);
    way_.resize(last + 1);
    way_.insert(way_.end(), way->zones.begin(), way->zones.end());
  }
  traffic().serve();
  return true;
}

// G2. A vehicle in several zones that turns back goes on with its other end first.
void Vehicle::choose_way(Zone to, const Member& by) {
  std::optional<GuideNetwork::Way> way = network().way(front_, to);
  if (held_.size() > 1) {
    if (way && !way->zones.empty() && contains(held_, way->zones.front())) way.reset();
    const bool two_way = std::all_of(held_.begin(), held_.end(), [this](Zone zone) {
      const GuideNetwork::ZoneInfo& info = network().zone(zone);
      return !info.on_link() || network().links()[info.link]->two_way();
    });
    const Place rear{held_.front(), network().heading_into(held_[1], held_.front())};
    std::optional<GuideNetwork::Way> back;
    if (two_way) back = network().way(rear, to);
    if (back && !back->zones.empty() && contains(held_, back->zones.front())) back.reset();
    if (back && (!way || back->length < way->length)) {
      std::reverse(held_.begin(), held_.end());
      front_ = rear;
      way = std::move(back);
    }
  }
  if (!way) owner_->fail_no_way(name(), front_.zone, to, by);
  way_ = std::move(way->zones);
  next_ = 0;
}

void Vehicle::proceed() {
  while (next_ < way_.size()) {
    claim();
    if (claimed_ == 0) {
      speed_ = 0;
      if (!blocked_) {
        asked_ = owner_->world().next_order();
        traffic().count_blocked(1);
      }
      blocked_ = true;
      return traffic().stand(*this, hindrance_);
    }
    if (begin_zone()) return;
    end_zone();
  }
  come();
}

// G3, and G6 for those ahead.
void Vehicle::claim() {
  double enough = 0, beyond = 0;
  if (guide().deceleration < kInfinity) {
    const double most = limit(next_);
    enough = most * most / (2 * guide().deceleration);
  }
  for (std::size_t i = 1; i < claimed_; ++i) beyond += length(next_ + i);
  while (next_ + claimed_ < way_.size() && (claimed_ == 0 || beyond < enough)) {
    const std::size_t step = next_ + claimed_;
    const Zone before = step > 0 ? way_[step - 1] : front_.zone;
    const int heading = network().heading_into(before, way_[step]);
    hindrance_ = traffic().hindrance(*this, way_[step], heading);
    if (hindrance_) return;
    traffic().take(*this, way_[step], heading);
    held_.push_back(way_[step]);
    if (claimed_ > 0) beyond += length(step);
    ++claimed_;
  }
}

// Answers false when it is at the end of the zone now.
bool Vehicle::begin_zone() {
  if (blocked_) {
    blocked_ = false;
    traffic().count_blocked(-1);
  }
  const double credited = std::min(credit_, length(next_)), way = length(next_) - credited;
  credit_ -= credited;
  if (guide().control == ZoneControl::kStart) give_up_rear(guide().zones - 1);
  const double now = owner_->now(), most = limit(next_), last = due_;
  const bool gives_up = guide().control == ZoneControl::kDistance && guide().distance < way;
  double gives_up_at = now;
  if (guide().acceleration == kInfinity && guide().deceleration == kInfinity) {
    if (pace_ != most || last != now) since_ = now, run_ = 0, pace_ = most;  // NOLINT: one thought
    gives_up_at = since_ + (run_ + guide().distance) / pace_;
    run_ += way;
    due_ = since_ + run_ / pace_;
  } else if (way > 0) {
    const Motion motion =
        Motion::fastest(way, speed_, exit_velocity(), most, guide().acceleration, guide().deceleration);
    if (gives_up) gives_up_at = now + motion.time_at(guide().distance);
    due_ = now + motion.duration();
    speed_ = motion.exit;
  }
  if (way == 0) return false;
  gives_up_ = gives_up;
  if (gives_up) owner_->host().schedule(gives_up_at, EventClass::kDelayEnd, *owner_, entity_);
  owner_->host().schedule(due_, EventClass::kDelayEnd, *owner_, entity_);
  return true;
}

void Vehicle::end_zone() {
  const Zone zone = way_[next_];
  front_ = {zone, network().heading_into(front_.zone, zone)};
  --claimed_;
  ++next_;
  if (guide().control != ZoneControl::kStart) give_up_rear(guide().zones);
}

void Vehicle::come() {
  way_.clear();
  next_ = 0;
  speed_ = 0;
  Entity& entity = *std::exchange(entity_, nullptr);
  Block& block = *std::exchange(block_, nullptr);
  if (!setting_out_) owner_->host().make_ready(entity, dynamic_cast<UnitUser&>(block).came(entity));
}

void Vehicle::due() {
  if (gives_up_) {
    gives_up_ = false;
    give_up_rear(guide().zones - 1);
  } else {
    end_zone();
    proceed();
  }
  traffic().serve();
}

void Vehicle::go_on() {
  traffic().leave_line(*this);
  proceed();
}

void Vehicle::give_up_rear(std::size_t keep) {
  while (held_.size() - claimed_ > keep) {
    traffic().give_up(held_.front());
    held_.erase(held_.begin());
  }
}

double Vehicle::limit(std::size_t step) const {
  const double velocity = velocity_ * network().zone(way_[step]).velocity_factor;
  return turns_in(step) ? velocity * guide().turning_factor : velocity;
}

bool Vehicle::turns_in(std::size_t step) const {
  const GuideNetwork::ZoneInfo& here = network().zone(way_[step]);
  if (here.on_link() || step + 1 == way_.size() || guide().turning_factor == 1) return false;
  const Zone from = step > 0 ? way_[step - 1] : front_.zone, to = way_[step + 1];
  const GuideNetwork::ZoneInfo &old = network().zone(from), &next = network().zone(to);
  if (!old.on_link() || !next.on_link()) return false;
  const NetworkLink &in = *network().links()[old.link], &out = *network().links()[next.link];
  const bool forward_in = network().end_of(old.link) == way_[step];
  const bool forward_out = network().begin_of(next.link) == way_[step];
  const std::optional<double> coming = forward_in ? in.direction_at_end(1) : in.direction_at_begin(-1);
  const std::optional<double> going = forward_out ? out.direction_at_begin(1) : out.direction_at_end(-1);
  return coming && going && std::abs(std::remainder(*going - *coming, 360)) > 1e-9;
}

// G6: from where it can stop at the end of its zones.
double Vehicle::exit_velocity() const {
  const double d = guide().deceleration;
  if (d == kInfinity)
    return next_ + 1 < way_.size() ? std::min(limit(next_), limit(next_ + 1)) : limit(next_);
  double velocity = 0;
  for (std::size_t i = next_ + claimed_ - 1; i > next_; --i)
    velocity = std::min({std::sqrt(velocity * velocity + 2 * d * length(i)), limit(i), limit(i - 1)});
  return velocity;
}

void Vehicle::archive(Archive& archive) {
  archive(front_, held_, claimed_, way_, next_, velocity_, speed_, credit_, since_, run_, pace_, due_,
          gives_up_, blocked_, asked_, hindrance_);
  archive.reference(entity_);
  member_reference(archive, block_);
}

}  // namespace escapement::siman
