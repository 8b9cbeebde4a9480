// SPDX-License-Identifier: MIT
// Carries out structural change (structure_change.h) on a tree of models and on the network that it was
// flattened to.
//
//   E1  All operations are done to the tree and to the graph of ports, in order; when one cannot be done, all
//       are undone and the run fails in the model that asked for it.
//   E2  Sources whose messages go other ways now: the outputs of models, and inputs of the root, from which a
//       changed coupling is reached; found by going back from it. The outputs of new models too.
//   E3  From each of them couplings are followed to their ends, as in flattening; what flattening would
//   refuse
//       is refused here, with E1's undoing.
//   E4  The network is changed: models leave, models come with a place in path order, routes are laid.
//   E5  New models start.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "escapement/core/mailbox.h"
#include "escapement/core/network_editor.h"
#include "path_order.h"
#include "port_graph.h"
#include "tree_edit.h"

namespace escapement {

class DynamicStructure final : public StructureService {
 public:
  explicit DynamicStructure(Component& root) : root_(root) {}
  void apply(const std::vector<std::unique_ptr<StructureRequest>>& requests, NetworkEditor& editor) override;

 private:
  using Id = NetworkEditor::Id;
  struct Ends {
    PortBase* source;
    std::vector<PortBase*> inputs, root_outputs;
  };

  void prepare(const NetworkEditor& editor);
  std::vector<PortBase*> sources(const TreeEdit& edit) const;
  Ends follow(PortBase& source) const;
  void check(const Ends& ends) const;
  std::vector<Ends> new_routes(const TreeEdit& edit) const;
  std::vector<Ends> mail_routes(const TreeEdit& edit) const;
  void share_stores();
  void commit(const TreeEdit& edit, const std::vector<Ends>& routes, NetworkEditor& editor);
  void note_mail_ports(const Dynamics& model);
  Id leaf_before(const Dynamics& model, const NetworkEditor& editor);
  Id last_leaf(Component& component);

  Component& root_;
  bool ready_ = false;
  PortGraph graph_;
  ChildOrder children_;
  std::unique_ptr<PathOrder> order_;
  std::unordered_map<const Dynamics*, Id> ids_;  // looked up only, never walked
  std::vector<MailAddress*> addresses_;
  std::vector<MailboxShare*> shares_;
};

}  // namespace escapement
