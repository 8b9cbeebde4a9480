package Drives "A direct-current drive with a flywheel, put together from parts"
  connector Pin
    Real v(unit = "V");
    flow Real i(unit = "A");
  end Pin;

  connector Flange
    Real phi(unit = "rad");
    flow Real tau(unit = "N.m");
  end Flange;

  partial model Source "A voltage against ground"
    Pin p;
  end Source;

  model Battery "Always the same voltage"
    extends Source;
    parameter Real V(unit = "V") = 24;
  equation
    p.v = V;
  end Battery;

  model Amplifier "A voltage that is given from outside"
    extends Source;
    input Real V(unit = "V");
  equation
    p.v = V;
  end Amplifier;

  partial model TwoPin
    Pin p, n;
    Real v(unit = "V") = p.v - n.v;
    Real i(unit = "A") = p.i;
  equation
    p.i + n.i = 0;
  end TwoPin;

  model Resistor
    extends TwoPin;
    parameter Real R(unit = "Ohm", min = 0) = 0.5;
  equation
    v = R*i;
  end Resistor;

  model Inductor
    extends TwoPin(i(start = 0, fixed = true));
    parameter Real L(unit = "H") = 0.01;
  equation
    v = L*der(i);
  end Inductor;

  model Machine "Turns current into torque, the other end of the winding is at ground"
    parameter Real k(unit = "V.s/rad") = 0.3;
    Pin p;
    Flange shaft;
    Real w(unit = "rad/s") = der(shaft.phi);
  equation
    p.v = k*w;
    shaft.tau = -k*p.i;
  end Machine;

  model Flywheel
    parameter Real J(unit = "kg.m2") = 0.0225;
    Flange a, b;
    Real phi(unit = "rad", start = 0, fixed = true) = a.phi;
    Real w(unit = "rad/s", start = 0, fixed = true) = der(phi);
  equation
    b.phi = phi;
    J*der(w) = a.tau + b.tau;
  end Flywheel;

  model Load "A torque that brakes, given from outside"
    input Real torque(unit = "N.m") = 0;
    Flange a;
  equation
    a.tau = torque;
  end Load;

  model Start "Switched on at rest, nothing to drive"
    replaceable Battery source constrainedby Source;
    Resistor resistor;
    Inductor inductor;
    Machine machine;
    Flywheel wheel;
  equation
    connect(source.p, resistor.p);
    connect(resistor.n, inductor.p);
    connect(inductor.n, machine.p);
    connect(machine.shaft, wheel.a);
    annotation(experiment(StopTime = 1, Tolerance = 1e-8));
  end Start;

  model Stamp "At full speed, loaded from outside, tells when it gets slow"
    extends Start(wheel(w(start = 80)));
    parameter Real limit(unit = "rad/s") = 60;
    input Real torque(unit = "N.m", start = 0);
    output Boolean slow = wheel.w < limit;
    Load load(torque = torque);
  equation
    connect(wheel.b, load.a);
  end Stamp;

  model Governed "A controller that looks at the speed a hundred times a second"
    extends Start(redeclare Amplifier source(V = voltage));
    parameter Real target(unit = "rad/s") = 50;
    discrete Real voltage(unit = "V", start = 0, fixed = true);
    discrete Real sum(unit = "rad", start = 0, fixed = true);
  equation
    when sample(0, 0.01) then
      sum = pre(sum) + 0.01*(target - wheel.w);
      voltage = min(24, 0.5*(target - wheel.w) + 2*sum);
    end when;
  end Governed;
end Drives;
