// Each class of this file is flattened on its own; its description is a part of the message that must come.
model WhenInWhen "a when-equation stands inside of another"
  discrete Real x;
equation
  when time > 1 then
    when time > 2 then
      x = 1;
    end when;
  end when;
end WhenInWhen;
model ReinitOutside "reinit() stands outside of a when"
  Real x(start = 0);
equation
  der(x) = 1;
  reinit(x, 0);
end ReinitOutside;
model WhenLeft "an equation in a when has an expression on its left side"
  discrete Real x;
equation
  when time > 1 then
    2 * x = 1;
  end when;
end WhenLeft;
model IfWithoutElse "an if-equation has 1 equations and no else"
  Real x;
equation
  if time > 1 then
    x = 1;
  end if;
end IfWithoutElse;
model IfUneven "the branches of an if-equation have 1 and 2 equations"
  Real x, y;
equation
  if time > 1 then
    x = 1;
  else
    x = 2;
    y = 1;
  end if;
end IfUneven;
model AssignParameter "'p' is a parameter and is assigned to"
  parameter Real p = 1;
algorithm
  p := 2;
end AssignParameter;
model AssignInput "the input 'a' is assigned to"
  function f
    input Real a;
    output Real y;
  algorithm
    a := 1;
    y := a;
  end f;
  Real x = f(1);
end AssignInput;
model AssignIterator "the iterator 'i' is assigned to"
  Real x;
algorithm
  for i in 1:3 loop
    i := 2;
    x := i;
  end for;
end AssignIterator;
model RangeChanges "the range of 'i' changes in the simulation"
  Integer n = integer(time);
  Real x[3];
equation
  for i in 1:n loop
    x[i] = 1;
  end for;
end RangeChanges;
model BreakOutside "'break' stands outside of a loop"
  Real x;
algorithm
  x := 1;
  break;
end BreakOutside;
model NeverHolds "an assert can never hold: no way"
  Real x = 1;
equation
  assert(false, "no way");
end NeverHolds;
model FunctionEquation "the function 'FunctionEquation.f' has equations"
  function f
    input Real a;
    output Real y;
  equation
    y = a;
  end f;
  Real x = f(1);
end FunctionEquation;
model PublicLocal "is public and neither input nor output"
  function f
    input Real a;
    Real b;
    output Real y;
  algorithm
    b := a;
    y := b;
  end f;
  Real x = f(1);
end PublicLocal;
model DerInFunction "der() stands in a function"
  function f
    input Real a;
    output Real y;
  algorithm
    y := der(a);
  end f;
  Real x = f(time);
end DerInFunction;
model ManyOutputs "has 1 outputs, and 2 variables are to take them"
  function f
    input Real a;
    output Real y;
  algorithm
    y := a;
  end f;
  Real x, z;
equation
  (x, z) = f(1);
end ManyOutputs;
