// SPDX-License-Identifier: MIT
#include "calls_in_place.h"

#include <algorithm>

namespace escapement::qss_solver {

CallsInPlace::CallsInPlace(Plan& plan, std::span<const Piece> pieces, std::span<const Call* const> calls) {
  std::size_t registers = 0;
  for (const Code& code : plan.codes) registers = std::max(registers, code.tape.registers());
  scratch_.resize(1 + registers);
  struct Ends {
    std::size_t moving, code, results;
  };
  std::vector<Ends> ends;
  std::vector<const double*> place;  // where each register of a tape is
  for (const Call* const call : calls) {
    const Code& code = plan.codes[call->code];
    const Lean& tape = code.tape;
    const std::uint32_t* const slots = plan.arguments.data() + call->first_argument;
    double* const registers_of = scratch_.data() + 1;
    place.clear();
    for (std::size_t r = 0; r < tape.registers(); ++r) place.push_back(registers_of + r);
    for (std::uint32_t s = 0; s < code.variables; ++s) {
      const Piece& piece = pieces[slots[s]];
      if (plan.is_held(slots[s]))
        place[s] = &piece.c[0];
      else
        moving_.push_back({&piece, registers_of + s});
    }
    for (std::uint32_t k = 0; k < code.constants; ++k) place[code.variables + k] = call->constants + k;
    place[code.variables + code.constants] = scratch_.data();
    if (code.on_time) moving_.push_back({&kTime, scratch_.data()});
    for (const equations::Tape::Constant& number : tape.constants()) place[number.place] = &number.value;
    for (const equations::Tape::Instruction& at : tape.code())
      code_.push_back({place[at.a], place[at.b], place[at.c], registers_of + at.result, at.operation});
    for (const std::uint32_t result : tape.result_places()) results_.push_back(place[result]);
    ends.push_back({moving_.size(), code_.size(), results_.size()});
  }
  Ends begin{0, 0, 0};
  for (const Ends& end : ends) {
    calls_.push_back({moving_.data() + begin.moving, moving_.data() + end.moving, code_.data() + begin.code,
                      code_.data() + end.code, results_.data() + begin.results});
    begin = end;
  }
}

double CallsInPlace::rate(std::size_t number, double t) {
  const One& one = calls_[number];
  const double before = **one.results;
  for (const Moving* moving = one.moving; moving != one.moving_end; ++moving) {
    const Piece& p = *moving->piece;
    const double e = t - p.since;
    *moving->to += p.c[1] + e * (2 * p.c[2] + 3 * e * p.c[3]);
  }
  for (const Instruction* at = one.code; at != one.code_end; ++at) *at->result = computed(*at);
  return **one.results - before;
}

}  // namespace escapement::qss_solver
