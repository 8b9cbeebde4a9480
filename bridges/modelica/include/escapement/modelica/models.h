// SPDX-License-Identifier: MIT
// Classes made ready to run, each once: reading a library takes longer than most simulations of one of its
// models.
//
// Parameters are set by modification, as `model M = Class(p = 3)` does it, so that what depends on them
// (other parameters, sizes, conditional components) follows.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "escapement/modelica/front_end.h"
#include "escapement/modelica/translate.h"

namespace escapement::modelica {

struct ClassRequest {
  Source source;
  std::string class_name;  // empty: the only class of the files
  // "r1.R" and a Modelica expression; names without subscripts, as FlatModel::variables has them. Attributes
  // are named as "x.start".
  std::vector<std::pair<std::string, std::string>> modifiers{};
};

struct PreparedClass {
  std::shared_ptr<const FlatModel> flat;
  Translated translated;
};

class PreparedClasses {
 public:
  // Throws InputError with all faults of the class. May be called from several threads; files are read when a
  // request comes for the first time.
  std::shared_ptr<const PreparedClass> get(const ClassRequest& request);
  // The class as the front end gives it.
  std::shared_ptr<const FlatModel> flat(const ClassRequest& request);
  // Those that get() has made so far, in no order that means anything.
  std::vector<std::shared_ptr<const PreparedClass>> all();

 private:
  std::shared_ptr<const FlatModel> flat_locked(const ClassRequest& request);
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const FlatModel>> flat_;
  std::map<std::string, std::shared_ptr<const PreparedClass>> prepared_;
};

// "r1(R = 10), x(start = 2)": the modifiers as the arguments of a modification.
std::string modification_text(const std::vector<std::pair<std::string, std::string>>& modifiers);

}  // namespace escapement::modelica
