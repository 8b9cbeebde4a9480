// Each class of this file is flattened on its own; its description is a part of the message that must come.
model AddBoolean "'+' is applied to values of types Real and Boolean"
  Real x = 1.0 + true;
end AddBoolean;
model NotNumber "'not' is applied to a value of type Real"
  Boolean b = not 1.0;
end NotNumber;
model Sizes "the two sides of the equation are of types Real[3] and Real[2]"
  Real x[3], y[2] = {1, 2};
equation
  x = y;
end Sizes;
model AddScalar "use .+ or .- to add a scalar to each element"
  Real x[2] = {1, 2} + 1;
end AddScalar;
model InnerSizes "the inner sizes must agree"
  Real x = {1, 2, 3} * {1, 2};
end InnerSizes;
model Subscript "the subscript 4 is outside of 1 to 3"
  Real x[3] = {1, 2, 3};
  Real y = x[4];
end Subscript;
model TooManySubscripts "has 1 dimensions and 2 subscripts"
  Real x[3] = {1, 2, 3};
  Real y = x[1, 1];
end TooManySubscripts;
model RealSubscript "a subscript is of type Real"
  Real x[3] = {1, 2, 3};
  Real y = x[1.5];
end RealSubscript;
model MixedArray "an array has elements of types Integer and Boolean"
  Real x[2] = {1, true};
end MixedArray;
model Branches "the branches of an if-expression are of types Real and Boolean"
  Real x = if time > 1 then 1.0 else false;
end Branches;
model IfCondition "the condition of an if-expression is of type Real"
  Real x = if time then 1 else 2;
end IfCondition;
model EqualReals "two Reals are compared by '==' outside of a function"
  Boolean b = time == 1;
end EqualReals;
model NoFunction "there is no function 'sine'"
  Real x = sine(1);
end NoFunction;
model TooManyArguments "sin() takes 1 arguments and gets 2"
  Real x = sin(1, 2);
end TooManyArguments;
model LacksArgument "lacks the input 'b', which has no default"
  function f
    input Real a;
    input Real b;
    output Real y = a + b;
  end f;
  Real x = f(1);
end LacksArgument;
model UnknownArgument "has no input 'c'"
  function f
    input Real a;
    output Real y = a;
  end f;
  Real x = f(c = 1);
end UnknownArgument;
model WrongArgument "is of type Real and gets a value of type String"
  function f
    input Real a;
    output Real y = a;
  end f;
  Real x = f("1");
end WrongArgument;
model DerInteger "der() is applied to a value of type Integer"
  Integer n = 1;
  Real x = der(n);
end DerInteger;
model PreContinuous "pre(), edge() or change() of the continuous variable 'x' stands outside of a when"
  Real x = time;
  Real y = pre(x);
end PreContinuous;
model PreExpression "pre() is applied to an expression"
  Integer n = 1;
  Integer m = pre(n + 1);
end PreExpression;
model SampleVariable "an argument of sample() changes in the simulation"
  Boolean b = sample(time, 1);
end SampleVariable;
model Domain "this has no value: acos() of 2"
  Real x = acos(2.0);
end Domain;
model SizeDimension "size() of dimension 3 of a value of type Real[2]"
  Real x[2] = {1, 2};
  Integer n = size(x, 3);
end SizeDimension;
model Clocked "not supported yet"
  Clock c = Clock(1);
end Clocked;
