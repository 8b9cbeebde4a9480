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

// The x with the least |a x - b|, in the first rows of b, by a = Q R (Golub and Van Loan 2013, section 5.3).
void least_squares(Columns& a, Columns& b) {
  const auto m = static_cast<sunindextype>(a.rows), n = static_cast<sunindextype>(a.columns);
  if (m < n)
    throw ForeignFault("dgelsy of a matrix of " + std::to_string(m) + " rows and " + std::to_string(n) +
                       " columns; it is supported where there are at least as many rows");
  std::vector<double> beta(a.columns), work(a.rows), unit(a.columns), q(a.rows);
  SUNDlsMat_denseGEQRF(a.column.data(), m, n, beta.data(), work.data());
  double largest = 0;
  for (std::size_t j = 0; j < a.columns; ++j) largest = std::max(largest, std::abs(a.column[j][j]));
  constexpr double kDependent = 1e-13;
  for (std::size_t j = 0; j < a.columns; ++j)
    if (!(std::abs(a.column[j][j]) > kDependent * largest))
      throw ForeignFault("dgelsy of a matrix whose column " + std::to_string(j + 1) +
                         " depends on those before it; it is supported where they are independent");
  std::vector<double> projected(b.columns * a.columns);
  for (std::size_t j = 0; j < a.columns; ++j) {
    std::fill(unit.begin(), unit.end(), 0.0);
    unit[j] = 1;
    SUNDlsMat_denseORMQR(a.column.data(), m, n, beta.data(), unit.data(), q.data(), work.data());
    for (std::size_t k = 0; k < b.columns; ++k)
      for (std::size_t i = 0; i < a.rows; ++i) projected[k * a.columns + j] += q[i] * b.column[k][i];
  }
  for (std::size_t k = 0; k < b.columns; ++k) {
    for (std::size_t i = a.columns; i-- > 0;) {
      double sum = projected[k * a.columns + i];
      for (std::size_t j = i + 1; j < a.columns; ++j) sum -= a.column[j][i] * b.column[k][j];
      b.column[k][i] = sum / a.column[i][i];
    }
    std::fill(b.column[k] + a.columns, b.column[k] + b.rows, 0.0);
  }
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
  // m, n, nrhs, A, lda, B, ldb, jpvt, rcond, rank, work, lwork, info
  if (call.name == "dgelsy" && call.arguments.size() == 13) {
    Columns a(call.arguments[3]), b(call.arguments[5]);
    least_squares(a, b);
    call.outputs.emplace_back(5, b.value(is_vector(call.arguments[5])));
    call.outputs.emplace_back(9, Value::integer(static_cast<double>(a.columns)));
    call.outputs.emplace_back(12, Value::integer(0));
    return true;
  }
  return false;
}

}  // namespace escapement::modelica
