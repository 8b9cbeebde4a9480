// Modifications, outermost first (Modelica 3.6, 7.2), redeclaration (7.3), inheritance, conditional components.
package Parts
  model Spring
    parameter Real c(unit = "N/m") = 1;
    parameter Real s0 = 0.5;
    Real s(start = s0);
    Real f = c * (s - s0);
  end Spring;
  model Stiff
    extends Spring(c = 1000);
  end Stiff;
  partial model Law
    Real u;
    Real y;
  end Law;
  model Linear
    extends Law;
    parameter Real k = 2;
  equation
    y = k * u;
  end Linear;
  model Square
    extends Law;
  equation
    y = u ^ 2;
  end Square;
  model Plant
    replaceable Linear law(k = 3) constrainedby Law;
    Real x = time;
  equation
    law.u = x;
  end Plant;
  type Length = Real(unit = "m", min = 0);
end Parts;

// s0 is 0.25 by the use, c 2000 by the use, which is further out than 1000 of Stiff.
model Outermost
  Parts.Stiff spring(s0 = 0.25, c = 2000);
equation
  spring.s = time;
end Outermost;

// The redeclared law has no k: k = 3 belongs to the declaration, and the constraining clause has no modification.
model Redeclared
  Parts.Plant plant(redeclare Parts.Square law);
end Redeclared;

model Absent
  parameter Boolean wanted = false;
  Parts.Spring first(s = 1) if wanted;
  Parts.Spring second(s = 2) if not wanted;
end Absent;

model Surround
  model Part
    outer Real temperature;
    Real twice = 2 * temperature;
  end Part;
  inner Real temperature = 300;
  Part a;
end Surround;

model Attributes
  Parts.Length l(max = 10, start = 1);
  constant Integer n = 2;
  final parameter Real p[n] = {1, 2};
equation
  der(l) = p[1];
end Attributes;
