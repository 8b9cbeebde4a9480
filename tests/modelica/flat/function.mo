// Functions and records (Modelica 3.6, chapter 12), arrays (chapter 10).
package F
  function mean "of a vector"
    input Real v[:];
    input Real weight = 1 / size(v, 1);
    output Real y;
  algorithm
    y := weight * sum(v);
  end mean;
  function split
    input Real x;
    output Real whole;
    output Real rest;
  algorithm
    whole := floor(x);
    rest := x - whole;
  end split;
  record Point
    Real x;
    Real y = 0;
  end Point;
  record Pair
    Real x;
    Real y;
  end Pair;
end F;

// The default of weight is worked out with the size of the argument.
model Calls
  Real m = F.mean({time, 2, 3});
  Real whole, rest;
equation
  (whole, rest) = F.split(time);
end Calls;

// Records are taken apart; p.y has the default of its record. Records with the same elements fit each other.
model Records
  F.Point p = F.Point(x = time);
  F.Pair q[2];
  Real sizes[2] = size(fill(0, 4, 5));
equation
  q[1] = p;
  q[2].x = 1;
  q[2].y = p.y;
end Records;

model Matrices
  parameter Real A[2, 2] = [1, 2; 3, 4];
  Real x[2], y[2] = A * x;
  Real z = x * y;
equation
  x = {time, 1};
end Matrices;
