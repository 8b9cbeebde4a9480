// SPDX-License-Identifier: MIT
// Where classes come from: files given by name and directories that hold libraries (Modelica 3.6,
// chapter 13.4). Nothing is read before somebody asks for it.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ast.h"
#include "parser.h"
#include "reporter.h"

namespace escapement::modelica {

class Library {
 public:
  explicit Library(Reporter& reporter) : reporter_(reporter) {}

  // A directory is searched as an entry of MODELICAPATH is, or is itself a library when it holds a
  // package.mo.
  void add_directory(const std::filesystem::path& directory);
  // Reads a file and adds its classes at the place that its `within` names. Throws InputError when it cannot
  // be read.
  void add_file(const std::filesystem::path& path);
  void add_text(const std::string& name, std::string text);

  // A class without an enclosing one, or null.
  const ast::Class* top_level(std::string_view name);
  // A class that a package keeps in a file of its own: in its directory, or in a file whose `within` names
  // it.
  const ast::Class* stored_child(const ast::Class* package, std::string_view name);
  // The names of such children, those of package.order first; for who walks a whole package.
  std::vector<std::string> stored_children(const ast::Class* package);

  // The classes of the files that add_file and add_text read, as dotted names, for messages and for a
  // default.
  const std::vector<std::string>& given_classes() const { return given_; }
  std::string searched() const;

 private:
  const ast::Class* load(const std::filesystem::path& path, std::string_view name, const std::string& within);
  void add_tree(SourceFile& file);
  const ast::Class* in_directory(const std::filesystem::path& directory, std::string_view name,
                                 const std::string& within);

  struct Package {
    std::string full_name;
    std::filesystem::path directory;  // empty: none
    std::unordered_map<std::string_view, const ast::Class*> children;
    bool has_children = false;
  };

  Reporter& reporter_;
  std::vector<std::filesystem::path> directories_;
  std::vector<std::filesystem::path> roots_;  // directories that are libraries themselves
  std::vector<std::unique_ptr<SourceFile>> files_;
  std::unordered_map<std::string_view, const ast::Class*> top_;
  std::unordered_map<const ast::Class*, Package> packages_;
  std::map<std::string, std::vector<const ast::Class*>, std::less<>>
      by_within_;  // files given with a `within`
  std::vector<std::string> given_;
};

}  // namespace escapement::modelica
