package FastProcesses "Parts that come to rest at once (Zimmer 2013 and 2014)"
  function s "A monotone function with two corners"
    input Real a;
    output Real y;
  algorithm
    if a < -1 then
      y := a/4 - 3/4;
    elseif a > 1 then
      y := a/4 + 3/4;
    else
      y := a;
    end if;
  end s;

  model Reaction "a is at its equilibrium at once"
    parameter Real THETA = 1;
    Real x(start = 1, fixed = true), y(start = 0, fixed = true), a;
  equation
    der(x) = y;
    der(y) = -0.1*a - 0.4*y;
    THETA*der(a) = 10*x - s(a);
    annotation(experiment(StopTime = 20));
  end Reaction;

  connector Pin
    Real v(unit = "V");
    flow Real i(unit = "A");
  end Pin;

  partial model OnePort
    Pin p, n;
    Real v(unit = "V"), i(unit = "A");
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
  end OnePort;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Resistor
    extends OnePort;
    parameter Real R(unit = "Ohm");
  equation
    v = R*i;
  end Resistor;

  model Capacitor
    extends OnePort(v(start = 0));
    parameter Real C(unit = "F");
  equation
    i = C*der(v);
  end Capacitor;

  model StepCurrent
    extends OnePort;
    parameter Real I(unit = "A");
  equation
    i = if time < 0 then 0 else I;
  end StepCurrent;

  model Diode "Exponential, straight above Maxexp, with a resistance beside it"
    extends OnePort;
    parameter Real Ids(unit = "A") = 1e-6, Vt(unit = "V") = 0.04, Maxexp = 15, R(unit = "Ohm") = 1e8;
  equation
    i = smooth(1, if v/Vt > Maxexp then Ids*(exp(Maxexp)*(1 + v/Vt - Maxexp) - 1) + v/R
      else Ids*(exp(v/Vt) - 1) + v/R);
  end Diode;

  model Circuit "Four diodes before a large resistor"
    Ground ground;
    StepCurrent stepCurrent(I = 1);
    Capacitor C1(C = 1e-4, v(fixed = true));
    Resistor R1(R = 1000);
    Diode D1(Ids = 1e-9, Maxexp = 40), D2(Ids = 1e-9, Maxexp = 40), D3(Ids = 1e-9, Maxexp = 40),
      diode(Ids = 1e-9, Maxexp = 40);
  equation
    connect(C1.n, ground.p);
    connect(stepCurrent.p, ground.p);
    connect(R1.n, ground.p);
    connect(stepCurrent.n, C1.p);
    connect(C1.p, D1.p);
    connect(C1.p, D2.n);
    connect(D2.p, D3.p);
    connect(D1.n, D3.p);
    connect(D3.n, diode.p);
    connect(diode.n, R1.p);
    annotation(experiment(StopTime = 1, Tolerance = 1e-6));
  end Circuit;

  model StrayCircuit "With a parasitic capacitance before the resistor"
    extends Circuit;
    Capacitor Cp(C = 1e-12, v(fixed = true));
  equation
    connect(Cp.n, ground.p);
    connect(diode.n, Cp.p);
  end StrayCircuit;

  model FastCircuit "The same, said to be infinitely fast by a modifier"
    parameter Real THETA = 1;
    extends Circuit;
    Capacitor Cp(C = 1e-12*THETA);
  equation
    connect(Cp.n, ground.p);
    connect(diode.n, Cp.p);
  end FastCircuit;
end FastProcesses;
