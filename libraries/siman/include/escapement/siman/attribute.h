// SPDX-License-Identifier: MIT
// A user attribute (ATTRIBUTES): one number that every entity carries, or one text (texts.h).
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "escapement/registry/arguments.h"
#include "escapement/registry/descriptor.h"
#include "escapement/siman/block.h"

namespace escapement::siman {

class Attribute : public Member {
 public:
  explicit Attribute(std::string name, double initial = 0) : Member(std::move(name)), initial_(initial) {}
  // A text.
  Attribute(std::string name, std::string initial) : Member(std::move(name)), text_(std::move(initial)) {}
  static registry::ComponentType descriptor();
  static std::unique_ptr<Attribute> from(const std::string& name, const registry::Arguments& arguments);

  double initial() const { return initial_; }
  bool is_text() const { return text_.has_value(); }
  const std::string& initial_text() const { return *text_; }
  std::size_t slot() const { return slot_; }
  void set_slot(std::size_t slot) { slot_ = slot; }
  void archive(Archive&) override {}

 private:
  double initial_ = 0;
  std::optional<std::string> text_;
  std::size_t slot_ = 0;
};

// The fields by which attributes and variables are made texts: "dataType" and "text", the first of these, and
// what does not go together.
std::vector<registry::Field> text_fields(registry::Field text);
void check_text_fields(const registry::Value& value, std::vector<Diagnostic>& out);
bool is_text(const registry::Arguments& arguments);

}  // namespace escapement::siman
