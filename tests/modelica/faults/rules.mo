// Each class of this file is flattened on its own; its description is a part of the message that must come.
model ChangingInteger "which changes without an event, for an argument does"
  function f
    input Real x;
    output Integer n;
  algorithm
    n := integer(x);
  end f;
  Integer n = f(time);
end ChangingInteger;
model ChangingBoolean "call it in a when, with discrete arguments, or keep the value in a Real"
  function f
    input Real x;
    output Boolean b;
  algorithm
    b := x > 1;
  end f;
  Boolean b;
equation
  b = f(time);
end ChangingBoolean;
model WholeNumber "an Integer variable is to be a value of type Real"
  Integer n;
equation
  n = 1.5;
end WholeNumber;
model WholeInWhen "the two sides of the assignment are of types Integer and Real"
  Integer n(start = 0);
equation
  when time > 1 then
    n = time;
  end when;
end WholeInWhen;
model TwoConstructors "both take these arguments"
  operator record R
    Real x;
    encapsulated operator 'constructor'
      import TwoConstructors.R;
      function one
        input Integer i;
        output R r(x = i);
      algorithm
      end one;
      function other
        input Integer i;
        output R r(x = 2*i);
      algorithm
      end other;
    end 'constructor';
  end R;
  R r = R(1);
end TwoConstructors;
model ConstructorOfTwo "has 2 outputs"
  operator record R
    Real x;
    encapsulated operator 'constructor'
      import ConstructorOfTwo.R;
      function one
        input Integer i;
        output R r;
        output R s;
      algorithm
      end one;
    end 'constructor';
  end R;
  R r = R(1);
end ConstructorOfTwo;
model ClassOfFunction "the class 'ClassOfFunction.g' is the function 'f'"
  function f
    input Real x;
    output Real y;
  algorithm
    y := x;
  end f;
  class g = f;
  Real x = g(2.0);
end ClassOfFunction;
model ElementByElement "only functions of one output work element by element; use a loop"
  function f
    input Real x;
    output Real a, b;
  algorithm
    a := x;
    b := -x;
  end f;
  Real a[2], b[2];
equation
  (a, b) = f({1.0, 2.0});
end ElementByElement;
model OuterPart "the outer 'r' is declared as 'OuterPart.R', which has no 'b'"
  partial record R
    Real a;
  end R;
  record S
    extends R;
    Real b;
  end S;
  model A
    outer R r;
    Real y = r.b;
  end A;
  inner S r(a = 1, b = 2);
  A a;
end OuterPart;
model MissingInner "does not fit the outer"
  model A
    outer Real t;
    Real y = t;
  end A;
  model B
    outer P t;
    Real y = t.x;
    record P
      Real x;
    end P;
  end B;
  A a;
  B b;
end MissingInner;
model BlockWithFlow "'e' of the connector 'b.c' of a block is neither input nor output"
  connector C
    Real e;
    flow Real f;
  end C;
  block B
    C c;
  equation
    c.e = 1;
  end B;
  B b;
end BlockWithFlow;
model Type "did you mean 'Real'?"
  Rael x = 1;
end Type;
model WithoutEquation "1 of these has no equation: 'b.u', 'b.y'"
  model A
    Real u, y;
  equation
    y = u;
  end A;
  A a, b;
equation
  a.u = 1;
end WithoutEquation;
model LeftOver "1 of these equations is left over: c = 2 (line "
  parameter Real c = 1;
  Real x;
equation
  c = 2;
  x = c;
end LeftOver;
