// SPDX-License-Identifier: MIT
#include "escapement/core/component.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "escapement/core/error.h"
#include "escapement/core/port.h"

namespace escapement {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

void check_name(const std::string& name) {
  bool good = !name.empty() && is_letter(name.front());
  for (char c : name) good = good && (is_letter(c) || (c >= '0' && c <= '9'));
  if (!good)
    throw BuildError(
        "'" + name +
        "' is no name for a component: letters, digits and '_' are allowed, and the first is no digit");
}

}  // namespace

Component::Component(std::string name) : name_(std::move(name)) {
  check_name(name_);
}

Component::~Component() = default;

std::string Component::path() const {
  std::vector<const Component*> chain;
  for (const Component* c = this; c->parent_ != nullptr; c = c->parent_) chain.push_back(c);
  if (chain.empty()) return name_;
  std::string out;
  for (auto c = chain.rbegin(); c != chain.rend(); ++c) {
    if (!out.empty()) out += '.';
    out += (*c)->name_;
  }
  return out;
}

PortBase* Component::first_port() const {
  return last_port_ == nullptr ? nullptr : last_port_->next_;
}

PortBase* Component::find_port(std::string_view name) const {
  for (PortBase* port = first_port(); port != nullptr; port = port->next())
    if (port->name() == name) return port;
  return nullptr;
}

bool path_less(std::string_view a, std::string_view b) {
  // '.' compares below every character of a name, which makes the order component by component.
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    const int left = x == '.' ? -1 : static_cast<unsigned char>(x);
    const int right = y == '.' ? -1 : static_cast<unsigned char>(y);
    return left < right;
  });
}

}  // namespace escapement
