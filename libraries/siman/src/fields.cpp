// SPDX-License-Identifier: MIT
#include "fields.h"

#include "escapement/siman/block.h"
#include "escapement/siman/entity_type.h"

namespace escapement::siman {

registry::PortInfo entity_in(std::string doc) {
  return {"in", true, "entity", std::move(doc)};
}
registry::PortInfo entity_out(std::string doc) {
  return {"out", false, "entity", std::move(doc)};
}

registry::Field stream_field() {
  return registry::integer("stream").at_least(1).because(
      "pins the stream that this component's variates draw from, by number; each source of randomness "
      "has a stream of its own when absent");
}

std::optional<std::uint64_t> stream_from(const registry::Arguments& arguments) {
  if (!arguments.has("stream")) return std::nullopt;
  return static_cast<std::uint64_t>(arguments.integer("stream", 1));
}

registry::Field allocation_field() {
  return registry::choice("allocation", category_names())
      .by_default("VA")
      .because(
          "the category that the time is charged to: value added, non-value added, transfer, wait or other");
}

registry::Field exits_field(const std::string& doc) {
  return registry::list("exits", registry::string("exit")).must().because("names of the ports " + doc);
}

registry::Field report_field() {
  return registry::boolean("report").by_default("true").because(
      "whether its statistics stand in the results; expressions may read them all the same");
}

registry::ComponentType with_report(registry::ComponentType type) {
  const bool own = !type.section.empty() && !type.statistics.empty() && !type.statistics[0].suffix.empty();
  if (own && type.parameters.find("report") == nullptr) type.parameters.fields.push_back(report_field());
  return type;
}

std::unique_ptr<Component> reported(std::unique_ptr<Component> made, const registry::Arguments& arguments) {
  if (arguments.has("report"))
    if (auto* member = dynamic_cast<Member*>(made.get()))
      member->set_reported(arguments.boolean("report", true));
  return made;
}

std::vector<std::string> exits_from(const registry::Arguments& arguments) {
  return arguments.strings("exits");
}

std::function<std::vector<registry::PortInfo>(const registry::Value&)> ports_with_exits(
    std::vector<registry::PortInfo> ports, std::string doc) {
  return [ports = std::move(ports), doc = std::move(doc)](const registry::Value& v) {
    std::vector<registry::PortInfo> all = ports;
    if (const registry::Value* exits = v.find("exits"))
      for (const registry::Value& exit : exits->items()) all.push_back({exit.text(), false, "entity", doc});
    return all;
  };
}

}  // namespace escapement::siman
