// SPDX-License-Identifier: MIT
#include "code_generator.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace escapement::native::internal {
namespace {

using equations::Operation;
using equations::Tape;
using Unary = double (*)(double);
using Binary = double (*)(double, double);

Unary unary_of(Operation operation) {
  switch (operation) {
    case Operation::kExp:
      return &std::exp;
    case Operation::kLog:
      return &std::log;
    case Operation::kLog10:
      return &std::log10;
    case Operation::kSin:
      return &std::sin;
    case Operation::kCos:
      return &std::cos;
    case Operation::kTan:
      return &std::tan;
    case Operation::kAsin:
      return &std::asin;
    case Operation::kAcos:
      return &std::acos;
    case Operation::kAtan:
      return &std::atan;
    case Operation::kSinh:
      return &std::sinh;
    case Operation::kCosh:
      return &std::cosh;
    case Operation::kTanh:
      return &std::tanh;
    case Operation::kFloor:
      return &std::floor;
    case Operation::kCeil:
      return &std::ceil;
    default:
      return nullptr;
  }
}

Binary binary_of(Operation operation) {
  switch (operation) {
    case Operation::kPower:
      return &std::pow;
    case Operation::kAtan2:
      return &std::atan2;
    case Operation::kBitXor:
      return &equations::bit_xor;
    default:
      return nullptr;
  }
}

LLVMRealPredicate predicate_of(Operation operation) {
  switch (operation) {
    case Operation::kLess:
      return LLVMRealOLT;
    case Operation::kLessEqual:
      return LLVMRealOLE;
    case Operation::kGreater:
      return LLVMRealOGT;
    case Operation::kGreaterEqual:
      return LLVMRealOGE;
    case Operation::kEqual:
      return LLVMRealOEQ;
    default:
      return LLVMRealUNE;
  }
}

std::vector<Register> registers_of(const Tape& tape) {
  std::vector<Register> registers(tape.registers());
  for (const Tape::Constant& one : tape.constants()) {
    registers[one.place].kind = Register::Kind::kConstant;
    registers[one.place].constant = one.value;
  }
  for (const Tape::Load& one : tape.loads()) {
    registers[one.place].kind = one.is_time ? Register::Kind::kTime : Register::Kind::kVariable;
    registers[one.place].variable = one.variable;
  }
  for (std::size_t i = 0; i < tape.code().size(); ++i) {
    const Tape::Instruction& at = tape.code()[i];
    const auto piece = static_cast<std::uint32_t>(i / kOperationsPerPiece);
    registers[at.result].variable = piece;
    for (const std::uint32_t argument : {at.a, at.b, at.c})
      if (registers[argument].kind == Register::Kind::kOperation && registers[argument].variable != piece)
        registers[argument].shared = true;
  }
  for (std::uint32_t r = 0; r < tape.result_places().size(); ++r)
    registers[tape.result_places()[r]].results.push_back(r);
  return registers;
}

class Generator {
 public:
  Generator(const Llvm& llvm, LLVMContextRef context)
      : llvm_(llvm),
        context_(context),
        real_(llvm.DoubleTypeInContext(context)),
        index_(llvm.Int64TypeInContext(context)),
        pointer_(llvm.PointerType(real_, 0)),
        module_(llvm.ModuleCreateWithNameInContext("equations", context)),
        builder_(llvm.CreateBuilderInContext(context)) {
    LLVMTypeRef parameters[] = {pointer_, real_, pointer_, pointer_};
    piece_ = llvm.FunctionType(llvm.VoidTypeInContext(context), parameters, 4, 0);
    LLVMTypeRef reals[] = {real_, real_};
    unary_ = llvm.FunctionType(real_, reals, 1, 0);
    binary_ = llvm.FunctionType(real_, reals, 2, 0);
    zero_ = llvm.ConstReal(real_, 0);
    one_ = llvm.ConstReal(real_, 1);
    unwinds_not_ = attribute("nounwind");
    alone_ = attribute("noalias");
  }
  Generator(const Generator&) = delete;
  Generator& operator=(const Generator&) = delete;
  ~Generator() { llvm_.DisposeBuilder(builder_); }

  LLVMModuleRef run(std::span<const Stretch> stretches, const std::string& table) {
    std::vector<LLVMValueRef> functions;
    for (const Stretch& stretch : stretches) functions.push_back(function(stretch, functions.size()));
    const LLVMTypeRef pointer = llvm_.PointerType(piece_, 0);
    const LLVMTypeRef row = llvm_.ArrayType(pointer, static_cast<unsigned>(functions.size()));
    const LLVMValueRef global = llvm_.AddGlobal(module_, row, table.c_str());
    llvm_.SetInitializer(
        global, llvm_.ConstArray(pointer, functions.data(), static_cast<unsigned>(functions.size())));
    llvm_.SetGlobalConstant(global, 1);
    return module_;
  }

 private:
  LLVMAttributeRef attribute(const std::string& name) const {
    return llvm_.CreateEnumAttribute(context_, llvm_.GetEnumAttributeKindForName(name.data(), name.size()),
                                     0);
  }

  LLVMValueRef function(const Stretch& stretch, std::size_t number) {
    const std::string name = "piece" + std::to_string(number);
    const LLVMValueRef made = llvm_.AddFunction(module_, name.c_str(), piece_);
    llvm_.SetLinkage(made, LLVMInternalLinkage);
    llvm_.AddAttributeAtIndex(made, static_cast<LLVMAttributeIndex>(LLVMAttributeFunctionIndex),
                              unwinds_not_);
    for (const LLVMAttributeIndex parameter : {1U, 3U, 4U})  // values, work, results
      llvm_.AddAttributeAtIndex(made, parameter, alone_);
    values_ = llvm_.GetParam(made, 0);
    time_ = llvm_.GetParam(made, 1);
    work_ = llvm_.GetParam(made, 2);
    results_ = llvm_.GetParam(made, 3);
    registers_ = stretch.registers.get();
    known_.clear();
    llvm_.PositionBuilderAtEnd(builder_, llvm_.AppendBasicBlockInContext(context_, made, ""));
    for (std::size_t i = stretch.begin; i < stretch.end; ++i) {
      const Tape::Instruction& at = stretch.tape->code()[i];
      const LLVMValueRef value = operation(at);
      known_[at.result] = value;
      const Register& place = (*registers_)[at.result];
      if (place.shared) store(value, work_, at.result);
      for (const std::uint32_t result : place.results) store(value, results_, result);
    }
    // Results that are no operations: numbers, variables, time.
    if (stretch.end == stretch.tape->code().size())
      for (std::uint32_t result = 0; result < stretch.tape->results(); ++result) {
        const std::uint32_t place = stretch.tape->result_places()[result];
        if ((*registers_)[place].kind != Register::Kind::kOperation) store(at(place), results_, result);
      }
    llvm_.BuildRetVoid(builder_);
    return made;
  }

  LLVMValueRef address(LLVMValueRef array, std::uint64_t i) {
    LLVMValueRef index = llvm_.ConstInt(index_, i, 0);
    return llvm_.BuildGEP2(builder_, real_, array, &index, 1, "");
  }
  LLVMValueRef load(LLVMValueRef array, std::uint64_t i) {
    return llvm_.BuildLoad2(builder_, real_, address(array, i), "");
  }
  void store(LLVMValueRef value, LLVMValueRef array, std::uint64_t i) {
    llvm_.BuildStore(builder_, value, address(array, i));
  }

  LLVMValueRef at(std::uint32_t i) {
    const auto found = known_.find(i);
    if (found != known_.end()) return found->second;
    const Register& place = (*registers_)[i];
    LLVMValueRef value = time_;
    switch (place.kind) {
      case Register::Kind::kConstant:
        value = llvm_.ConstReal(real_, place.constant);
        break;
      case Register::Kind::kVariable:
        value = load(values_, place.variable);
        break;
      case Register::Kind::kTime:
        break;
      case Register::Kind::kOperation:
        value = load(work_, i);
        break;
    }
    known_.emplace(i, value);
    return value;
  }

  LLVMValueRef call(LLVMTypeRef type, std::uint64_t callee_address, LLVMValueRef a,
                    LLVMValueRef b = nullptr) {
    LLVMValueRef arguments[] = {a, b};
    const LLVMValueRef callee =
        llvm_.ConstIntToPtr(llvm_.ConstInt(index_, callee_address, 0), llvm_.PointerType(type, 0));
    return llvm_.BuildCall2(builder_, type, callee, arguments, b == nullptr ? 1 : 2, "");
  }
  LLVMValueRef intrinsic(const std::string& name, LLVMValueRef a) {
    LLVMTypeRef type = real_;
    const LLVMValueRef callee =
        llvm_.GetIntrinsicDeclaration(module_, llvm_.LookupIntrinsicID(name.data(), name.size()), &type, 1);
    return llvm_.BuildCall2(builder_, unary_, callee, &a, 1, "");
  }
  LLVMValueRef compare(LLVMRealPredicate predicate, LLVMValueRef a, LLVMValueRef b) {
    return llvm_.BuildFCmp(builder_, predicate, a, b, "");
  }
  LLVMValueRef choose(LLVMValueRef condition, LLVMValueRef a, LLVMValueRef b) {
    return llvm_.BuildSelect(builder_, condition, a, b, "");
  }
  LLVMValueRef is_true(LLVMValueRef a) { return compare(LLVMRealUNE, a, zero_); }
  LLVMValueRef truth(LLVMValueRef condition) { return choose(condition, one_, zero_); }

  LLVMValueRef operation(const Tape::Instruction& instruction) {
    const auto a = [&] { return at(instruction.a); };
    const auto b = [&] { return at(instruction.b); };
    if (const Unary one = unary_of(instruction.operation))
      return call(unary_, reinterpret_cast<std::uintptr_t>(one), a());
    if (const Binary two = binary_of(instruction.operation)) {
      const LLVMValueRef left = a();
      return call(binary_, reinterpret_cast<std::uintptr_t>(two), left, b());
    }
    const LLVMValueRef x = a();
    switch (instruction.operation) {
      case Operation::kAdd:
        return llvm_.BuildFAdd(builder_, x, b(), "");
      case Operation::kSubtract:
        return llvm_.BuildFSub(builder_, x, b(), "");
      case Operation::kMultiply:
        return llvm_.BuildFMul(builder_, x, b(), "");
      case Operation::kDivide:
        return llvm_.BuildFDiv(builder_, x, b(), "");
      case Operation::kNegate:
        return llvm_.BuildFNeg(builder_, x, "");
      case Operation::kAbs:
        return intrinsic("llvm.fabs", x);
      case Operation::kSqrt:
        return intrinsic("llvm.sqrt", x);
      case Operation::kSign: {
        const LLVMValueRef below = choose(compare(LLVMRealOLT, x, zero_), llvm_.ConstReal(real_, -1), zero_);
        return choose(compare(LLVMRealOGT, x, zero_), one_, below);
      }
      case Operation::kMin: {
        const LLVMValueRef y = b();
        return choose(compare(LLVMRealOLT, y, x), y, x);
      }
      case Operation::kMax: {
        const LLVMValueRef y = b();
        return choose(compare(LLVMRealOGT, y, x), y, x);
      }
      case Operation::kMod: {  // x - floor(x / y) y
        const LLVMValueRef y = b();
        const LLVMValueRef whole = call(unary_, reinterpret_cast<std::uintptr_t>(unary_of(Operation::kFloor)),
                                        llvm_.BuildFDiv(builder_, x, y, ""));
        return llvm_.BuildFSub(builder_, x, llvm_.BuildFMul(builder_, whole, y, ""), "");
      }
      case Operation::kAnd: {
        const LLVMValueRef left = is_true(x);
        return truth(llvm_.BuildAnd(builder_, left, is_true(b()), ""));
      }
      case Operation::kOr: {
        const LLVMValueRef left = is_true(x);
        return truth(llvm_.BuildOr(builder_, left, is_true(b()), ""));
      }
      case Operation::kNot:
        return truth(compare(LLVMRealOEQ, x, zero_));
      case Operation::kIf: {
        const LLVMValueRef yes = b();
        return choose(is_true(x), yes, at(instruction.c));
      }
      case Operation::kNoEvent:
        return x;
      default:  // relations
        return truth(compare(predicate_of(instruction.operation), x, b()));
    }
  }

  const Llvm& llvm_;
  LLVMContextRef context_;
  LLVMTypeRef real_, index_, pointer_, piece_ = nullptr, unary_ = nullptr, binary_ = nullptr;
  LLVMModuleRef module_;
  LLVMBuilderRef builder_;
  LLVMValueRef zero_ = nullptr, one_ = nullptr;
  LLVMAttributeRef unwinds_not_ = nullptr, alone_ = nullptr;
  LLVMValueRef values_ = nullptr, time_ = nullptr, work_ = nullptr, results_ = nullptr;
  const std::vector<Register>* registers_ = nullptr;
  std::unordered_map<std::uint32_t, LLVMValueRef> known_;  // in this piece
};

}  // namespace

std::vector<Stretch> stretches_of(const Tape& tape) {
  std::vector<Stretch> found;
  const auto registers = std::make_shared<const std::vector<Register>>(registers_of(tape));
  std::size_t begin = 0;
  do {
    const std::size_t end = std::min(begin + kOperationsPerPiece, tape.code().size());
    found.push_back({&tape, registers, begin, end});
    begin = end;
  } while (begin < tape.code().size());
  return found;
}

LLVMModuleRef generate(const Llvm& llvm, LLVMContextRef context, std::span<const Stretch> stretches,
                       const std::string& table) {
  return Generator(llvm, context).run(stretches, table);
}

}  // namespace escapement::native::internal
