// SPDX-License-Identifier: MIT
// Arrivals read from a CSV file, or a table of an SQLite file: each row is an entity, one column its time of
// arrival, others its attributes.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "escapement/registry/arguments.h"
#include "escapement/registry/descriptor.h"

namespace escapement::siman {

class Attribute;
class Binder;
class Member;

struct CsvArrivals {
  std::string file;   // relative to the study; "${NAME}" stands for an environment variable
  std::string table;  // of an SQLite file; empty: the only one
  std::string time;   // column of the arrival time
  std::string unit;   // of that column; empty: the study's unit
  // Attribute and the column that fills it; or the difference of two columns: "end_min - start_min".
  std::vector<std::pair<std::string, std::string>> attributes;
  std::map<std::string, std::string> where;  // column and the text that a row must have there to count
  // For columns of text: which number each text stands for.
  std::map<std::string, double> codes;
  SourceLocation location, time_location;

  static registry::Record record();
  static CsvArrivals from(const registry::Arguments& arguments);
};

// The rows that count, in order of time; rows of one time in the order of the file.
struct ArrivalTable {
  std::vector<double> times;
  std::vector<Attribute*> attributes;
  std::vector<double> values;  // by rows
};

// Reads the file for a member; faults (no such file, no such column with the nearest name, a cell that is no
// number with file and line) go to the binder and give an empty table.
ArrivalTable read_arrivals(const CsvArrivals& arrivals, Member& member, Binder& binder);

}  // namespace escapement::siman
