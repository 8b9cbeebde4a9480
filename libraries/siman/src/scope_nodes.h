// SPDX-License-Identifier: MIT
// Nodes of expressions that read the state of a process model.
#pragma once

#include <utility>

#include "escapement/expressions/expression.h"
#include "escapement/siman/binder.h"
#include "escapement/siman/entity.h"

namespace escapement::siman {

// A node that computes its value by a function object of the frame's entity (nullptr where none is at hand).
template <class Read>
class ReadNode final : public expressions::Node {
 public:
  explicit ReadNode(Read read) : read_(std::move(read)) {}
  double evaluate(expressions::Frame& frame) const override {
    return read_(static_cast<EntityFrame&>(frame));
  }

 private:
  Read read_;
};

template <class Read>
expressions::NodePtr read_node(Read read) {
  return std::make_unique<ReadNode<Read>>(std::move(read));
}

// An attribute of the frame's entity. Known by its type to nodes that read attributes themselves.
class AttributeNode final : public expressions::Node {
 public:
  explicit AttributeNode(std::size_t slot) : slot_(slot) {}
  double evaluate(expressions::Frame& frame) const override {
    return static_cast<EntityFrame&>(frame).entity->attributes[slot_];
  }
  std::size_t slot() const { return slot_; }

 private:
  std::size_t slot_;
};

// What the node inside gives, which stands for a text.
class TextNode final : public expressions::Node {
 public:
  explicit TextNode(expressions::NodePtr inside) : inside_(std::move(inside)) {}
  double evaluate(expressions::Frame& frame) const override { return inside_->evaluate(frame); }
  bool is_text() const override { return true; }

 private:
  expressions::NodePtr inside_;
};

}  // namespace escapement::siman
