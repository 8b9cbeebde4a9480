// SPDX-License-Identifier: MIT
#include <sundials/sundials_dense.h>

#include <algorithm>
#include <cmath>

#include "foreign.h"

namespace escapement::modelica {
namespace {

// A matrix by columns, as LAPACK and SUNDIALS have it.
struct Columns {
  std::size_t rows = 0, columns = 0;
  std::vector<double> data{};
  std::vector<double*> column{};

  explicit Columns(const Value& value)
      : rows(value.parts.size()),
        columns(rows == 0 ? 0 : std::max<std::size_t>(1, value.parts[0].parts.size())) {
    data.resize(rows * columns);
    for (std::size_t j = 0; j < columns; ++j) {
      column.push_back(data.data() + j * rows);
      for (std::size_t i = 0; i < rows; ++i)
        column[j][i] = value.parts[i].is_array() ? value.parts[i].parts[j].number : value.parts[i].number;
    }
  }
  Columns(const Columns&) = delete;
  Columns& operator=(const Columns&) = delete;
  Value value(bool vector) const {
    std::vector<Value> lines;
    for (std::size_t i = 0; i < rows; ++i) {
      std::vector<Value> line;
      for (std::size_t j = 0; j < columns; ++j) line.push_back(Value::real(column[j][i]));
      lines.push_back(vector ? line.front() : Value::array(std::move(line)));
    }
    return Value::array(std::move(lines));
  }
};

using Pivots = std::vector<sunindextype>;

// The factors of a square matrix in its place; the number of the pivot that is 0, or 0.
double factorise(Columns& a, Pivots& pivots) {
  pivots.assign(a.columns, 0);
  return static_cast<double>(SUNDlsMat_denseGETRF(a.column.data(), static_cast<sunindextype>(a.rows),
                                                  static_cast<sunindextype>(a.columns), pivots.data()));
}

Value pivots_of(const Pivots& pivots) {  // LAPACK counts from 1
  std::vector<Value> parts;
  for (const sunindextype pivot : pivots) parts.push_back(Value::integer(static_cast<double>(pivot) + 1));
  return Value::array(std::move(parts));
}

Pivots pivots_of(const Value& value) {
  Pivots pivots;
  for (const Value& part : value.parts) pivots.push_back(static_cast<sunindextype>(part.number) - 1);
  return pivots;
}

void solve(Columns& factors, Pivots& pivots, Columns& right) {
  for (double* const column : right.column)
    SUNDlsMat_denseGETRS(factors.column.data(), static_cast<sunindextype>(factors.rows), pivots.data(),
                         column);
}

bool is_vector(const Value& value) {
  return !value.parts.empty() && !value.parts[0].is_array();
}

void check_square(const ForeignCall& call, const Columns& a) {
  if (a.rows != a.columns)
    throw ForeignFault(std::string(call.name) + " of a matrix of " + std::to_string(a.rows) + " rows and " +
                       std::to_string(a.columns) + " columns");
}

}  // namespace

bool run_foreign_matrix(ForeignCall& call) {
  if (call.name == "dgesv" && call.arguments.size() == 8) {  // n, nrhs, A, lda, ipiv, B, ldb, info
    Columns a(call.arguments[2]), b(call.arguments[5]);
    check_square(call, a);
    Pivots pivots;
    const double info = a.rows == 0 ? 0 : factorise(a, pivots);
    if (info == 0 && a.rows > 0) solve(a, pivots, b);
    call.outputs.emplace_back(2, a.value(false));
    call.outputs.emplace_back(4, pivots_of(pivots));
    call.outputs.emplace_back(5, b.value(is_vector(call.arguments[5])));
    call.outputs.emplace_back(7, Value::integer(info));
    return true;
  }
  if (call.name == "dgetrf" && call.arguments.size() == 6) {  // m, n, A, lda, ipiv, info
    Columns a(call.arguments[2]);
    if (a.rows < a.columns) throw ForeignFault("dgetrf of a matrix with more columns than rows");
    Pivots pivots;
    const double info = a.rows == 0 ? 0 : factorise(a, pivots);
    call.outputs.emplace_back(2, a.value(false));
    call.outputs.emplace_back(4, pivots_of(pivots));
    call.outputs.emplace_back(5, Value::integer(info));
    return true;
  }
  if (call.name == "dgetrs" && call.arguments.size() == 9) {  // trans, n, nrhs, LU, lda, ipiv, B, ldb, info
    if (call.text(0) != "N") return false;
    Columns factors(call.arguments[3]), b(call.arguments[6]);
    check_square(call, factors);
    Pivots pivots = pivots_of(call.arguments[5]);
    solve(factors, pivots, b);
    call.outputs.emplace_back(6, b.value(is_vector(call.arguments[6])));
    call.outputs.emplace_back(8, Value::integer(0));
    return true;
  }
  if (call.name == "dgetri" && call.arguments.size() == 7) {  // n, LU, lda, ipiv, work, lwork, info
    Columns factors(call.arguments[1]), inverse(call.arguments[1]);
    check_square(call, factors);
    Pivots pivots = pivots_of(call.arguments[3]);
    for (std::size_t j = 0; j < inverse.columns; ++j)
      for (std::size_t i = 0; i < inverse.rows; ++i) inverse.column[j][i] = i == j ? 1 : 0;
    solve(factors, pivots, inverse);
    call.outputs.emplace_back(1, inverse.value(false));
    call.outputs.emplace_back(6, Value::integer(0));
    return true;
  }
  return false;
}

}  // namespace escapement::modelica
