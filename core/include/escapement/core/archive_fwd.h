// SPDX-License-Identifier: MIT
// The name of the class that states are saved to and loaded from (archive.h), for headers that only pass it
// on.
#pragma once

namespace escapement {

class Archive;

}  // namespace escapement
