// Connections (Modelica 3.6, chapter 9): potentials are equal, flows sum up to zero, what is not connected is zero.
connector Pin
  Real v;
  flow Real i;
end Pin;

connector Signal = input Real;
connector Result = output Real;

model Resistor
  Pin p, n;
  parameter Real R = 1;
equation
  p.v - n.v = R * p.i;
  0 = p.i + n.i;
end Resistor;

// One set of three inside connectors, one open end: its flow is zero.
model Star
  Resistor a, b, c;
equation
  connect(a.p, b.p);
  connect(a.p, c.p);
  connect(b.n, c.n);
end Star;

// An array of resistors stays one; inside of Chain, p and n are outside connectors, so their flows count negative.
model Chain
  parameter Integer n = 2;
  Pin first, last;
  Resistor r[n](R = {10, 20});
equation
  connect(first, r[1].p);
  for k in 1:n - 1 loop
    connect(r[k].n, r[k + 1].p);
  end for;
  connect(r[n].n, last);
end Chain;

model Gain
  Signal u;
  Result y;
  parameter Real k = 1;
equation
  y = k * u;
end Gain;

model Signals
  Gain g[2](each k = 3);
  Result y;
equation
  g[1].u = time;
  connect(g[1].y, g[2].u);
  connect(g[2].y, y);
end Signals;
