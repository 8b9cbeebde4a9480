#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# ./run on machines that lack things. Every machine here is a folder of stand-in programs that is all of PATH: they
# tell a version, and apt-get notes what it is asked for. Nothing is installed.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# program NAME TEXT: a stand-in that prints TEXT whatever it is asked.
program() {
  printf '#!/bin/sh\necho "%s"\n' "$2" > "$work/bin/$1"
  chmod +x "$work/bin/$1"
}

# compiler VERSION: a stand-in for g++ that finds headers in the tree's include only.
compiler() {
  cat > "$work/bin/g++" << GXX
#!/bin/sh
[ "\$1" != -dumpfullversion ] || { echo $1 && exit 0; }
header=\$(sed -n 's/.*<\(.*\)>.*/\1/p')
[ -e "$work/tree/include/\$header" ]
GXX
  chmod +x "$work/bin/g++"
}

# A fresh copy of the tree's ./run and a machine that has everything.
machine() {
  rm -rf "$work/bin" "$work/tree"
  mkdir -p "$work/bin" "$work/tree/include"
  cp "$here/../../run" "$here/../../CMakePresets.json" "$work/tree/"
  local tool header
  for tool in bash env dirname sort head tail tr cat cp mkdir rm grep sed paste nproc; do
    ln -s "$(command -v $tool)" "$work/bin/$tool"
  done
  compiler 12.2.0
  program cmake "cmake version 3.25.1"
  program ninja 1.11.1
  program node v18.20.4
  program npm 9.2.0
  program mpicxx "g++ 12.2.0"
  program mpirun "mpirun (Open MPI) 4.1.4"
  program id 0
  for header in csv.h nlohmann/json.hpp spdlog/spdlog.h CLI/CLI.hpp cereal/cereal.hpp sqlite3.h boost/version.hpp gtest/gtest.h gmock/gmock.h \
    benchmark/benchmark.h cvode/cvode.h matio.h suitesparse/btf.h nlopt.h; do
    mkdir -p "$(dirname "$work/tree/include/$header")"
    : > "$work/tree/include/$header"
  done
  # apt-get notes its arguments, and "installs" by copying what stands in the folder debian.
  mkdir "$work/bin/debian"
  cat > "$work/bin/apt-get" << 'APT'
#!/bin/sh
echo "apt-get $*" >> "${0%/*}/asked"
case " $* " in *" install "*) cp "${0%/*}"/debian/* "${0%/*}"/ 2> /dev/null ;; esac
[ ! -e "${0%/*}/broken" ] || { echo "E: Unable to locate package"; exit 100; }
APT
  chmod +x "$work/bin/apt-get"
  : > "$work/bin/asked"
}

# expect NAME CODE [TEXT...]: the last `go` left that exit code, and its output holds each text.
go() {
  code=0
  output=$(env -i PATH="$work/bin" "$work/tree/run" "$@" 2>&1 < /dev/null) || code=$?
  output+=$'\n'$(cat "$work/bin/asked")
}
expect() {
  local name=$1 wanted=$2 text good=yes
  shift 2
  [ "$code" = "$wanted" ] || { good=no && echo "$name: exit code $code, expected $wanted"; }
  for text in "$@"; do
    case $text in
      '!'*) [[ $output != *"${text#!}"* ]] || { good=no && echo "$name: the output has '${text#!}'"; } ;;
      *) [[ $output == *"$text"* ]] || { good=no && echo "$name: the output lacks '$text'"; } ;;
    esac
  done
  if [ $good = yes ]; then
    passed=$((passed + 1))
  else
    printf 'its output was:\n%s\n' "$output"
    failed=$((failed + 1))
  fi
}

machine
go help
expect "help names every command" 0 setup build demo test bench format lint sanitize coverage '!Installing'
go
expect "no command is help" 0 "./run COMMAND"
go tset
expect "an unknown command" 2 "there is no command 'tset'" "./run help"
go setup --al
expect "an unknown option of setup" 2 "setup takes --all or --list, not '--al'"
go build --preset relaese
expect "an unknown preset" 2 "there is no preset 'relaese'; presets are asan bench coverage dev release tsan"
go build --preset
expect "a preset without name" 2 "--preset needs a name"
go build -DX=1
expect "an option of CMake without --" 2 "after --, options for CMake; not '-DX=1'"
go demo here
expect "demo with an argument" 2 "demo takes no arguments, not 'here'"
go sanitize memory
expect "an unknown sanitizer" 2 "sanitize takes address or thread, not 'memory'"
go lint --some
expect "an unknown option of lint" 2 "lint takes --all or nothing, not '--some'"
go format x
expect "format with an argument" 2 "format takes no arguments, not 'x'"
go setup
expect "nothing is missing" 0 '!apt-get' '!Installing'
go setup --list
expect "the list of packages" 0 "libboost-dev" "nlohmann-json3-dev"

machine
rm "$work/bin/ninja"
program debian/ninja 1.11.1
go setup
expect "a program is missing" 0 "Installing from Debian: ninja-build" "apt-get update" \
  "install -y --no-install-recommends ninja-build" '!cmake'

machine
rm "$work/tree/include/CLI/CLI.hpp"
go setup
expect "a header is missing and stays so" 1 "libcli11-dev (command line): CLI/CLI.hpp is absent"

machine
program node v16.13.0
go setup
expect "an older node hides Debian's" 1 "Installing from Debian: nodejs" \
  "node 18.19 or later is needed, this is 16.13.0" "earlier in PATH"

machine
program node v20.20.2
compiler 13.1.0
go setup
expect "newer programs than Debian's will do" 0 '!apt-get'

machine
mv "$work/bin/node" "$work/bin/nodejs"
go setup
expect "node by Debian's old name" 0 '!apt-get'

machine
compiler 11.4.0
: > "$work/bin/broken"
go setup
expect "apt-get fails" 1 "apt-get could not install: g++" "E: Unable to locate package" "build/logs/setup.log"

machine
rm "$work/bin/ninja" "$work/bin/apt-get"
go setup
expect "no apt-get" 1 "there is no apt-get here" "ninja-build (runs the build): ninja 1.10 is absent"

machine
rm "$work/bin/ninja"
program id 1000
go setup
expect "neither root nor sudo" 1 "there is no sudo" "As root: apt-get install ninja-build" '!apt-get update'

machine
rm "$work/bin/ninja"
program id 1000
program debian/ninja 1.11.1
printf '#!/bin/sh\n[ "$1" != -n ] || shift\necho "sudo $*" >> "${0%%/*}/asked"\nexec "$@"\n' > "$work/bin/sudo"
chmod +x "$work/bin/sudo"
go setup
expect "sudo where not root" 0 "sudo env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get install"

machine
: > "$work/bin/broken"
go setup --all
expect "extra tools that cannot be had are no failure" 0 "clang-format could not be installed" "will be skipped"

machine
program cmake "cmake version 3.25.1"
printf '#!/bin/sh\ncase $1 in --version) echo 3.25.1 ;; *) echo "CMake Error: no" && exit 1 ;; esac\n' > "$work/bin/cmake"
go build
expect "a configuration that fails shows why" 1 "CMake Error: no" "could not configure build/release"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
