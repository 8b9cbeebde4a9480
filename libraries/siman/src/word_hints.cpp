// SPDX-License-Identifier: MIT
// Words of Arena's expressions (Rockwell Automation, Arena Variables Guide) that are not there, with what
// does their work: a search for a near name would lead astray.
#include "escapement/expressions/errors.h"
#include "statistic_words.h"

namespace escapement::siman {
namespace {

struct Hint {
  const char* word;
  const char* instead;
};

constexpr Hint kHints[] = {
    {"ED", "name the distribution under \"expressions\" and use that name"},
    {"TF", "use a variable with \"rows\" for a table; CONT interpolates"},
    {"UF", "functions of one's own are \"expressions\", or DEVS models in C++"},
    {"UR", "functions of one's own are \"expressions\", or DEVS models in C++"},
    {"P", "use a variable with \"rows\", or name the numbers in \"variables\""},
    {"V", "use the variable's name, with subscripts for an array: name(2)"},
    {"A", "use the attribute's name"},
    {"S", "use the level's name"},
    {"D", "use the rate's name"},
    {"X", "use the variable's name"},
    {"ResBusyTime", "write DAVG(R.NumberBusy) * DTPD(R.NumberBusy)"},
    {"ResIdleTime", "the section \"frequencies\" with \"resource\" tells times by state: FRQTIM(F, Idle)"},
    {"ResFailTime", "the section \"frequencies\" with \"resource\" tells times by state: FRQTIM(F, Failed)"},
    {"ResInactTime",
     "the section \"frequencies\" with \"resource\" tells times by state: FRQTIM(F, Inactive)"},
    {"ResBusyCost", "write OVALUE(R.BusyCost)"},
    {"ResIdleCost", "write OVALUE(R.IdleCost)"},
    {"ResUseCost", "write OVALUE(R.UsageCost)"},
    {"ResCostRate", "costs are parameters of the resource; keep a changing one in a variable"},
    {"ResIdleRate", "costs are parameters of the resource; keep a changing one in a variable"},
    {"IRF", "write STATE(R) == FAILED"},
    {"LR", "write NR(R); the units in use of all resources are their sum"},
    {"NUMENT", "write the sum of EntitiesWIP(type) over the types"},
    {"NUMREP", "write NREP for the number of this replication, MREP for how many there are"},
    {"FIRSTINCAL", "the event list cannot be read"},
    {"NEXTINCAL", "the event list cannot be read"},
    {"TFILE", "a tally's \"file\" is a parameter of it"},
    {"DFILE", "a time-persistent statistic's \"file\" is a parameter of it"},
    {"TSUM", "write TAVG(T) * TNUM(T)"},
    {"StrCompare", "write a == b or a <> b; texts have no order"},
    {"StrFormat", "Str(x) gives the shortest text of a number; siman.Write writes rows of a file"},
    {"StrLen", "texts are compared by == and <>, and made and read as numbers by Str and Val"},
    {"Mid", "texts are compared by == and <>, and made and read as numbers by Str and Val"},
    {"Chr", "texts are compared by == and <>, and made and read as numbers by Str and Val"},
    {"Eval", "name the expression under \"expressions\" and use that name"},
    {"Entity.TotalTime", "write TNOW - Entity.CreateTime"},
    {"Entity.TotalCost",
     "write Entity.VACost + Entity.NVACost + Entity.WaitCost + Entity.TranCost + Entity.OtherCost"},
    {"TRUE", "write 1"},
    {"FALSE", "write 0"},
};

}  // namespace

std::string_view instead_of_word(std::string_view word) {
  for (const Hint& hint : kHints)
    if (expressions::equal_ignoring_case(word, hint.word)) return hint.instead;
  return {};
}

}  // namespace escapement::siman
