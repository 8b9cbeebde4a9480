// SPDX-License-Identifier: MIT
#include "register_transfer.h"

#include "fields.h"

#include "escapement/siman/access.h"
#include "escapement/siman/activity_area.h"
#include "escapement/siman/allocate.h"
#include "escapement/siman/capture.h"
#include "escapement/siman/convey.h"
#include "escapement/siman/conveyor.h"
#include "escapement/siman/distances.h"
#include "escapement/siman/guide_network.h"
#include "escapement/siman/pick_station.h"
#include "escapement/siman/route.h"
#include "escapement/siman/segments.h"
#include "escapement/siman/sequence.h"
#include "escapement/siman/station.h"
#include "escapement/siman/station_element.h"
#include "escapement/siman/transport.h"
#include "escapement/siman/transporter.h"

namespace escapement::siman {
namespace {

using registry::Arguments;

// Registers a type whose constructor takes the options that its options_from() reads.
template <class C>
void add_with_options(registry::Registry& registry) {
  registry.add(
      with_report(C::descriptor()),
      [](const std::string& name, const Arguments& a, registry::Environment&) -> std::unique_ptr<Component> {
        return reported(std::make_unique<C>(name, C::options_from(a)), a);
      });
}

}  // namespace

void register_transfer(registry::Registry& r) {
  const auto optional = [](const Arguments& a, const char* field) {
    return a.has(field) ? reference_from(a, field) : Reference();
  };
  r.add(with_report(ActivityArea::descriptor()),
        [optional](const std::string& name, const Arguments& a,
                   registry::Environment&) -> std::unique_ptr<Component> {
          return reported(std::make_unique<ActivityArea>(name, optional(a, "parent")), a);
        });
  r.add(with_report(StationElement::descriptor()),
        [optional](const std::string& name, const Arguments& a,
                   registry::Environment&) -> std::unique_ptr<Component> {
          return reported(std::make_unique<StationElement>(name, optional(a, "intersection"),
                                                           optional(a, "activityArea")),
                          a);
        });
  add_with_options<Intersection>(r);
  add_with_options<NetworkLink>(r);
  add_with_options<GuideNetwork>(r);
  r.add(
      Sequence::descriptor(),
      [](const std::string& name, const Arguments& a, registry::Environment&) -> std::unique_ptr<Component> {
        return std::make_unique<Sequence>(name, Sequence::steps_from(a));
      });
  add_with_options<StationBlock>(r);
  add_with_options<RouteBlock>(r);
  add_with_options<PickStation>(r);
  add_with_options<Segments>(r);
  add_with_options<Conveyor>(r);
  add_with_options<Access>(r);
  add_with_options<Convey>(r);
  add_with_options<ExitConveyor>(r);
  add_with_options<StartConveyor>(r);
  add_with_options<StopConveyor>(r);
  add_with_options<Distances>(r);
  add_with_options<Transporter>(r);
  for (const bool request : {false, true})
    r.add(request ? Allocate::request_descriptor() : Allocate::descriptor(),
          [request](const std::string& name, const Arguments& a,
                    registry::Environment&) -> std::unique_ptr<Component> {
            return std::make_unique<Allocate>(name, Allocate::options_from(a, request, "PreferredOrder"));
          });
  add_with_options<Move>(r);
  add_with_options<Transport>(r);
  add_with_options<Free>(r);
  add_with_options<Halt>(r);
  add_with_options<Activate>(r);
  add_with_options<Redirect>(r);
  add_with_options<Capture>(r);
  add_with_options<Relinquish>(r);
}

}  // namespace escapement::siman
