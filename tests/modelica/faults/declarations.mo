// Each class of this file is flattened on its own; its description is a part of the message that must come.
model UnknownType "there is no class 'Reel'"
  Reel x = 1;
end UnknownType;
model UnknownVariable "there is no variable or class 'xx' here"
  Real x = 1;
  Real y = xx;
end UnknownVariable;
model Twice "'x' is declared twice in 'Twice'"
  Real x = 1;
  Real x = 2;
end Twice;
model Reserved "'Real' is a name of the language and declared anew"
  Integer Real = 1;
end Reserved;
model PartialPart "'p' is of the partial class 'PartialPart.P'"
  partial model P
    Real x = 1;
  end P;
  P p;
end PartialPart;
model UnknownModifier "has no element 'b' to modify"
  model M
    Real a = 1;
  end M;
  M m(b = 2);
end UnknownModifier;
model TwiceModified "'a' is modified twice in one list"
  model M
    Real a = 1;
  end M;
  M m(a = 2, a = 3);
end TwiceModified;
model FinalModified "'a' is final and cannot be modified"
  model M
    final parameter Real a = 1;
  end M;
  M m(a = 2);
end FinalModified;
model ProtectedModified "'a' is protected and cannot be modified from outside"
  model M
  protected
    parameter Real a = 1;
  end M;
  M m(a = 2);
end ProtectedModified;
model ProtectedUsed "'m.a' is protected in 'ProtectedUsed.M'"
  model M
  protected
    Real a = 1;
  end M;
  M m;
  Real x = m.a;
end ProtectedUsed;
model NotReplaceable "'a' is not replaceable"
  model M
    Real a = 1;
  end M;
  M m(redeclare Real a = 2);
end NotReplaceable;
model Misfit "it lacks the component 'y'"
  model A
    Real x = 1;
  end A;
  model B
    Real x = 1;
    Real y = 1;
  end B;
  model C
    replaceable B b;
  end C;
  C c(redeclare A b);
end Misfit;
model WrongBase "the model 'WrongBase' inherits from the function 'f'"
  function f
    output Real y = 1;
  end f;
  extends f;
end WrongBase;
model Circle "contains or extends itself"
  Circle inside;
end Circle;
model Parameters "the parameter 'p' has a value that changes in the simulation"
  parameter Real p = time;
end Parameters;
model SelfValue "depends on itself"
  parameter Real p = 2 * q;
  parameter Real q = p;
end SelfValue;
model NoEach "is one for all elements of an array, and 'each' does not say so"
  Real x[3](start = 1);
equation
  der(x) = {1, 2, 3};
end NoEach;
model WrongAttribute "which has no attribute 'unit'"
  Integer n(unit = "m") = 1;
end WrongAttribute;
model WrongAttributeType "the attribute 'fixed' of 'x' cannot be of type Real"
  Real x(fixed = 1.0) = 1;
end WrongAttributeType;
model OpenSize "the size of 'x' is open (':') and no value tells it"
  Real x[:];
end OpenSize;
model NegativeSize "a size of 'x' is -1"
  parameter Integer n = -1;
  Real x[n];
end NegativeSize;
model UnknownSize "the size of 'x' is not known before the simulation"
  Integer n = integer(time);
  Real x[n];
end UnknownSize;
model NoInner "the inner 'g' does not fit the outer 'p.g'"
  model P
    outer Integer g;
  end P;
  inner Real g = 1;
  P p;
end NoInner;
model Conditional "uses a conditional component"
  Real x = 1 if true;
  Real y = x;
end Conditional;
model NoConstant "belongs to the enclosing class"
  parameter Real p = 1;
  model M
    Real x = p;
  end M;
  M m;
end NoConstant;
model ConstantWithout "the constant 'c' has no value"
  constant Real c;
end ConstantWithout;
model DiscreteWithout "the discrete variable 'd' is set by no when"
  discrete Real d = 1;
end DiscreteWithout;
model TooFew "has 1 equations for 2 unknowns: 1 too few"
  Real x, y;
equation
  x = y;
end TooFew;
model TooMany "has 2 equations for 1 unknowns: 1 too many"
  Real x = 1;
equation
  x = 2;
end TooMany;
model Literals "the literal 'a' is there twice"
  type E = enumeration(a, a);
  E e = E.a;
end Literals;
