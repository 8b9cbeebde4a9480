// SPDX-License-Identifier: MIT
#include "escapement/arena/read_write.h"

namespace escapement::arena {

ReadWrite::ReadWrite(std::string name, siman::Read::Options options) : Module(std::move(name)) {
  auto& read = block<siman::Read>("Read", std::move(options));
  entry(read.in);
  exit(read.out);
  exit(read.end_of_file, "endOfFile");
}

ReadWrite::ReadWrite(std::string name, siman::Write::Options options) : Module(std::move(name)) {
  auto& write = block<siman::Write>("Write", std::move(options));
  entry(write.in);
  exit(write.out);
}

registry::ComponentType ReadWrite::descriptor() {
  using namespace registry;
  ComponentType type = siman::Read::descriptor();
  const ComponentType write = siman::Write::descriptor();
  type.name = type.parameters.name = "arena.ReadWrite";
  type.doc = "ReadWrite: reads a row of a file into attributes and variables, or writes one.";
  type.composition = "siman.Read or siman.Write";
  for (Field& field : type.parameters.fields)
    if (field.name == "assignments") {
      field.required = false;
      field.doc = "reads: " + field.doc;
    } else {
      field.doc = "the file that is read or written";
    }
  for (const Field& field : write.parameters.fields)
    if (field.name != "file") {
      type.parameters.fields.push_back(field);
      type.parameters.fields.back().required = false;
      if (field.name == "columns") type.parameters.fields.back().doc = "writes: " + field.doc;
    }
  type.parameters.check = [](const Value& v, std::vector<Diagnostic>& out) {
    if ((v.find("assignments") == nullptr) == (v.find("columns") == nullptr))
      out.push_back({v.where(), "a ReadWrite reads or writes",
                     "give \"assignments\" to read, or \"columns\" to write"});
  };
  type.ports_of = [](const Value& v) {
    std::vector<PortInfo> ports = {entity_in(), entity_out()};
    if (v.find("columns") == nullptr)
      ports.push_back({"endOfFile", false, "entity", "entities that found no more rows", true});
    return ports;
  };
  return type;
}

std::unique_ptr<ReadWrite> ReadWrite::make(const std::string& name, const registry::Arguments& arguments) {
  if (arguments.has("columns"))
    return std::make_unique<ReadWrite>(name, siman::Write::options_from(arguments));
  return std::make_unique<ReadWrite>(name, siman::Read::options_from(arguments));
}

AdjustVariable::AdjustVariable(std::string name, siman::Adjust::Options options) : Module(std::move(name)) {
  auto& adjust = block<siman::Adjust>("Adjust", std::move(options));
  entry(adjust.in);
  exit(adjust.out);
}

registry::ComponentType AdjustVariable::descriptor() {
  registry::ComponentType type = siman::Adjust::descriptor();
  type.name = type.parameters.name = "arena.AdjustVariable";
  type.doc = "Adjust Variable: a variable moves to a value at a rate; the entity is held until it is there.";
  type.composition = "siman.Adjust";
  return type;
}

}  // namespace escapement::arena
