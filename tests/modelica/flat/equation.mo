// Equations and algorithms (Modelica 3.6, chapters 8 and 11).
model Ball
  parameter Real e = 0.8;
  Real h(start = 1, fixed = true), v;
  discrete Real hits(start = 0, fixed = true);
initial equation
  v = 0;
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -e * pre(v));
    hits = pre(hits) + 1;
  end when;
  annotation(experiment(StopTime = 3, Tolerance = 1e-6));
end Ball;

// A condition of parameters chooses once; one that changes stays.
model Choice
  parameter Boolean linear = true;
  Real y, z;
equation
  if linear then
    y = time;
  else
    y = time ^ 2;
  end if;
  if time > 1 then
    z = 1;
  else
    z = 2;
  end if;
end Choice;

// Loops stay indexed; `end` and a missing range come from the array.
model Loops
  Real x[3], s;
equation
  for k loop
    x[k] = k * time;
  end for;
  s = x[end] + sum(x[j] for j in 1:2);
end Loops;

model Steps
  Integer n;
  Real total;
algorithm
  n := 0;
  total := 0;
  while n < 3 loop
    n := n + 1;
    if n == 2 then
      total := total + 0.5;
    end if;
  end while;
end Steps;
