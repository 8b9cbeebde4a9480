// SPDX-License-Identifier: MIT
// Keeps pointers to blocks and elements in an archive; all of them are identified as Member (world.h).
#pragma once

#include "escapement/core/archive.h"
#include "escapement/siman/block.h"

namespace escapement::siman {

template <class M>
void member_reference(Archive& archive, M*& pointer) {
  Member* member = pointer;
  archive.reference(member);
  pointer = dynamic_cast<M*>(member);
  if (member != nullptr && pointer == nullptr)
    throw ArchiveError("the saved state refers to '" + member->path() + "', which is of another kind here");
}

}  // namespace escapement::siman
