#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The sources are in the form of .clang-format, as clang-format 14 reads it; skipped (77) where there is another one
# or none, since versions differ in what they make of the same file.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
for tool in clang-format-14 clang-format; do
  command -v $tool > /dev/null || continue
  [[ $($tool --version) =~ version\ 14\. ]] || continue
  find core atomic coupled libraries bridges tests examples -name node_modules -prune -o \
    \( -name '*.h' -o -name '*.cpp' \) -print0 | xargs -0 -r $tool --dry-run -Werror ||
    { echo "./run format mends what is told above."; exit 1; }
  echo "all sources are in form"
  exit 0
done
echo "skipped: there is no clang-format 14 here (./run setup --all installs it)"
exit 77
