// SPDX-License-Identifier: MIT
#include <sys/ioctl.h>
#include <unistd.h>

#include <iostream>

#include "escapement/cli/program.h"

int main(int argc, char** argv) {
  escapement::cli::Terminal terminal{std::cout, std::cerr};
  terminal.interactive = isatty(STDERR_FILENO) == 1;
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) terminal.width = size.ws_col;
  return escapement::cli::run_program({argv + 1, argv + argc}, terminal);
}
