// Models of many kinds. Each is run by classical and by quantised solvers (one_flag_test.cpp), to the stop
// time of its annotation.
package OneFlag
  model Decay
    Real x(start = 1, fixed = true);
  equation
    der(x) = -x;
  end Decay;

  model Oscillator
    parameter Real w = 3;
    Real x(start = 1, fixed = true), v(start = 0, fixed = true), energy;
  equation
    der(x) = v;
    der(v) = -w^2*x;
    energy = v^2/2 + w^2*x^2/2;
    annotation(experiment(StopTime = 2));
  end Oscillator;

  model VanDerPol
    parameter Real mu = 2;
    Real x(start = 2, fixed = true), y(start = 0, fixed = true);
  equation
    der(x) = y;
    der(y) = mu*(1 - x^2)*y - x;
    annotation(experiment(StopTime = 5));
  end VanDerPol;

  model Chain "An array of equations, with ends of their own"
    parameter Integer n = 6;
    Real T[n](each start = 0, each fixed = true), total;
  equation
    der(T[1]) = 4*(1 - T[1]) + 4*(T[2] - T[1]);
    for i in 2:n - 1 loop
      der(T[i]) = 4*(T[i - 1] - 2*T[i] + T[i + 1]);
    end for;
    der(T[n]) = 4*(T[n - 1] - T[n]);
    total = sum(T);
    annotation(experiment(StopTime = 3));
  end Chain;

  model Stiff
    Real x1(start = 0, fixed = true), x2(start = 20, fixed = true);
  equation
    der(x1) = 0.01*x2;
    der(x2) = -100*x1 - 100*x2 + 2020;
    annotation(experiment(StopTime = 10));
  end Stiff;

  model Robertson "Reactions of very different speed; the third by conservation"
    Real a(start = 1, fixed = true), b(start = 0, fixed = true, nominal = 1e-4), c;
  equation
    der(a) = -0.04*a + 1e4*b*c;
    der(b) = 0.04*a - 1e4*b*c - 3e7*b^2;
    a + b + c = 1;
    annotation(experiment(StopTime = 10));
  end Robertson;

  connector Pin
    Real v;
    flow Real i;
  end Pin;
  partial model TwoPin
    Pin p, n;
    Real v, i;
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
  end TwoPin;
  model Resistor
    extends TwoPin;
    parameter Real R = 1;
  equation
    v = R*i;
  end Resistor;
  model Capacitor
    extends TwoPin;
    parameter Real C = 1;
  equation
    C*der(v) = i;
  end Capacitor;
  model Inductor
    extends TwoPin;
    parameter Real L = 1;
  equation
    L*der(i) = v;
  end Inductor;
  model SineVoltage
    extends TwoPin;
    parameter Real V = 1, w = 1;
  equation
    v = V*sin(w*time);
  end SineVoltage;
  model Constant
    extends TwoPin;
    parameter Real V = 1;
  equation
    v = V;
  end Constant;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model IdealDiode
    extends TwoPin;
    parameter Real Ron = 1e-3, Goff = 1e-3;
    Boolean off(start = true);
  protected
    Real s(start = 0);
  equation
    off = s < 0;
    v = s*(if off then 1 else Ron);
    i = s*(if off then Goff else 1);
  end IdealDiode;
  model ExponentialDiode
    extends TwoPin;
  equation
    i = 1e-6*(exp(v/0.1) - 1);
  end ExponentialDiode;

  model Ladder "A circuit with a block of linear equations"
    Constant s(V = 10);
    Resistor r1(R = 2), r2(R = 3), r3(R = 6);
    Capacitor c(C = 0.5, v(start = 0, fixed = true));
    Ground g;
  equation
    connect(s.p, r1.p);
    connect(r1.n, r2.p);
    connect(r1.n, r3.p);
    connect(r3.n, c.p);
    connect(r2.n, g.p);
    connect(c.n, g.p);
    connect(s.n, g.p);
    annotation(experiment(StopTime = 2));
  end Ladder;

  model Resonance
    SineVoltage s(V = 1, w = 2);
    Resistor r(R = 0.5);
    Inductor l(L = 1, i(start = 0, fixed = true));
    Capacitor c(C = 0.25, v(start = 0, fixed = true));
    Ground g;
  equation
    connect(s.p, r.p);
    connect(r.n, l.p);
    connect(l.n, c.p);
    connect(c.n, g.p);
    connect(s.n, g.p);
    annotation(experiment(StopTime = 6));
  end Resonance;

  model Rectifier "Ideal diodes: conditions within a block"
    SineVoltage s(V = 2, w = 5);
    Resistor r(R = 0.1), load(R = 5);
    IdealDiode d;
    Capacitor c(C = 0.5, v(start = 0, fixed = true));
    Ground g;
  equation
    connect(s.p, r.p);
    connect(r.n, d.p);
    connect(d.n, c.p);
    connect(d.n, load.p);
    connect(c.n, g.p);
    connect(load.n, g.p);
    connect(s.n, g.p);
    annotation(experiment(StopTime = 4));
  end Rectifier;

  model Clipper "A nonlinear block in a circuit"
    SineVoltage s(V = 2, w = 5);
    Resistor r(R = 1), load(R = 5);
    ExponentialDiode d;
    Capacitor c(C = 0.5, v(start = 0, fixed = true));
    Ground g;
  equation
    connect(s.p, r.p);
    connect(r.n, d.p);
    connect(d.n, c.p);
    connect(c.p, load.p);
    connect(c.n, g.p);
    connect(load.n, g.p);
    connect(s.n, g.p);
    annotation(experiment(StopTime = 2));
  end Clipper;

  model Implicit "z is told by a nonlinear equation"
    Real x(start = 2, fixed = true), z(start = 1);
  equation
    der(x) = -z;
    z + z^3 = x;
    annotation(experiment(StopTime = 2));
  end Implicit;

  model TwoUnknowns
    Real x(start = 1, fixed = true), y(start = 1), z(start = 1);
  equation
    der(x) = y - z;
    y^2 + z = 2 + x;
    y + z^3 = 2;
    annotation(experiment(StopTime = 1));
  end TwoUnknowns;

  model Inertias "A constraint between states: one of them is no state any more"
    Real w1(start = 1, fixed = true), w2, t;
  equation
    2*der(w1) = 1 - t;
    3*der(w2) = t;
    w1 = 2*w2;
    annotation(experiment(StopTime = 2));
  end Inertias;

  model Pendulum "A constraint of index 3: states are chosen, and chosen anew"
    Real x(start = 0.8, fixed = true), y(start = -0.6), vx, vy(start = 0, fixed = true), F;
  equation
    der(x) = vx;
    der(y) = vy;
    der(vx) = -F*x;
    der(vy) = -F*y - 9.81;
    x^2 + y^2 = 1;
    annotation(experiment(StopTime = 2));
  end Pendulum;

  model Ball
    Real h(start = 1, fixed = true), v(start = 0, fixed = true);
    Integer n(start = 0, fixed = true);
  equation
    der(h) = v;
    der(v) = -9.81;
    when h <= 0 then
      reinit(v, -0.7*pre(v));
      n = pre(n) + 1;
    end when;
    annotation(experiment(StopTime = 2));
  end Ball;

  model Thermostat
    Real T(start = 15, fixed = true);
    Boolean on(start = true, fixed = true);
  equation
    der(T) = (if on then 2 else 0) - 0.05*(T - 10);
    on = if pre(on) then T < 21 else T <= 19;
    annotation(experiment(StopTime = 20));
  end Thermostat;

  model Whens "elsewhen, and several conditions"
    Real x(start = 0, fixed = true);
    Integer s(start = 0, fixed = true), c(start = 0, fixed = true);
  equation
    der(x) = 1;
    when x > 1 then
      s = 1;
    elsewhen x > 2 then
      s = 2;
    elsewhen x > 3 then
      s = 3;
    end when;
    when {x > 0.3, x > 1.7, sample(0.5, 1)} then
      c = pre(c) + 1;
    end when;
    annotation(experiment(StopTime = 2.8));
  end Whens;

  model Sampled "A controller that acts ten times a second"
    Real x(start = 1, fixed = true);
    discrete Real u(start = 0, fixed = true);
  equation
    der(x) = u - 0.2*x;
    when sample(0, 0.1) then
      u = -2*x;
    end when;
    annotation(experiment(StopTime = 1.95));
  end Sampled;

  model EdgeAndChange
    Real x(start = 0, fixed = true), y(start = 1, fixed = true);
    Boolean high(start = false, fixed = true);
    Integer rises(start = 0, fixed = true), changes(start = 0, fixed = true);
  equation
    der(x) = 6*y;
    der(y) = -6*x;
    high = x > 0.5;
    when edge(high) then
      rises = pre(rises) + 1;
    end when;
    when change(high) then
      changes = pre(changes) + 1;
    end when;
    annotation(experiment(StopTime = 3));
  end EdgeAndChange;

  model Modes
    type Mode = enumeration(rest, up, down);
    Mode m(start = Mode.rest, fixed = true);
    Real x(start = 0, fixed = true);
  equation
    der(x) = if m == Mode.up then 1 elseif m == Mode.down then -0.5 else 0;
    when time > 0.5 then
      m = Mode.up;
    elsewhen x > 1 then
      m = Mode.down;
    end when;
    annotation(experiment(StopTime = 3));
  end Modes;

  model Functions "A function with a branch and a loop"
    function saturated
      input Real u;
      output Real y;
    algorithm
      if u > 0.5 then
        y := 0.5 + 0.1*(u - 0.5);
      elseif u < -0.5 then
        y := -0.5 + 0.1*(u + 0.5);
      else
        y := u;
      end if;
    end saturated;
    function series
      input Real u;
      output Real y;
    algorithm
      y := 0;
      for i in 1:4 loop
        y := y*u + 1/i;
      end for;
    end series;
    Real x(start = -1, fixed = true), a(start = 0, fixed = true), b(start = 0, fixed = true);
  equation
    der(x) = 1;
    der(a) = saturated(x);
    der(b) = series(x);
    annotation(experiment(StopTime = 2.5));
  end Functions;

  model Corners "abs, sign, min, max, and relations that are no events"
    Real x(start = -1, fixed = true), v[7](each start = 0, each fixed = true);
  equation
    der(x) = 1;
    der(v[1]) = abs(x);
    der(v[2]) = max(x, 0.2);
    der(v[3]) = min(x, sin(3*time));
    der(v[4]) = sign(x - 0.1)*2 + 1;
    der(v[5]) = noEvent(if x > 0.3 then 1 else 0);
    der(v[6]) = smooth(0, noEvent(if x > 0 then x else 0));
    der(v[7]) = noEvent(if time > 1.2 then x else 1);
    annotation(experiment(StopTime = 2));
  end Corners;

  model CornersOfTime
    Real v(start = 0, fixed = true), w(start = 0, fixed = true);
  equation
    der(v) = abs(sin(6*time));
    der(w) = if sin(6*time) > 0.5 then 1 else -1;
    annotation(experiment(StopTime = 2));
  end CornersOfTime;

  model CornersInCrossings "What a condition compares has a corner itself"
    Real x(start = -2, fixed = true);
    Integer n(start = 0, fixed = true);
  equation
    der(x) = 1;
    when abs(x) > 1 then
      n = pre(n) + 1;
    elsewhen max(x, 0.5) > 0.75 then
      n = pre(n) + 10;
    end when;
    annotation(experiment(StopTime = 4));
  end CornersInCrossings;

  model CornersInLoops "Within equations that are solved together"
    Real x(start = -1, fixed = true), v(start = 0, fixed = true), z, u;
  equation
    der(x) = 1;
    der(v) = z + u;
    2*z + abs(z) + z^3 = x;
    u + 0.5*u^3 = noEvent(if x > 0.3 then 1.5 else 0);
    annotation(experiment(StopTime = 2));
  end CornersInLoops;

  model Draining "A root that ends where the level is 0"
    Real h(start = 1, fixed = true), g(start = 1, fixed = true), k(start = 1, fixed = true);
  equation
    der(h) = if h > 0 then -sqrt(h) else 0;
    der(g) = -sqrt(max(g, 0));
    der(k) = noEvent(if k > 0 then -sqrt(k) else 0);
    annotation(experiment(StopTime = 3));
  end Draining;

  model Tanks "Flow both ways by a smooth root of the difference"
    Real a(start = 1, fixed = true), b(start = 0, fixed = true), flow_;
  equation
    flow_ = (a - b)/sqrt(abs(a - b) + 0.01);
    der(a) = 0.3*sin(2*time) - flow_;
    der(b) = flow_ - 0.2*b;
    annotation(experiment(StopTime = 4));
  end Tanks;

  model Steps "floor, mod and integer"
    Real x(start = 0, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true);
    Integer k;
  equation
    der(x) = 1;
    der(y) = mod(x, 0.3);
    der(z) = floor(2*x) - ceil(x);
    k = integer(3*x);
    annotation(experiment(StopTime = 1.9));
  end Steps;

  model Saw
    Real x(start = 0, fixed = true), y = mod(time, 0.3);
  equation
    der(x) = y;
  end Saw;

  model Friction "Slides to a stop and stays there"
    Real x(start = 0, fixed = true), v(start = 1, fixed = true);
    Boolean sliding(start = true, fixed = true);
  equation
    der(x) = v;
    der(v) = if sliding then -1 else 0;
    sliding = pre(sliding) and v > 0;
    when not sliding then
      reinit(v, 0);
    end when;
    annotation(experiment(StopTime = 2));
  end Friction;

  model Backlash "Contact by a stiff spring, at either end of a gap"
    Real x(start = 0, fixed = true), v(start = 2, fixed = true), f;
  equation
    der(x) = v;
    der(v) = -f;
    f = if x > 0.5 then 1000*(x - 0.5) + 2*v elseif x < -0.5 then 1000*(x + 0.5) + 2*v else 0;
    annotation(experiment(StopTime = 2));
  end Backlash;

  model Semi
    Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  equation
    der(x) = -1;
    der(y) = semiLinear(x, 2, 5);
    annotation(experiment(StopTime = 2));
  end Semi;

  model Initial "Equations of the beginning"
    parameter Real p(fixed = false);
    Real x, y;
  initial equation
    der(x) = 0;
    y = 2;
    p = 3*y;
  equation
    der(x) = -x + y;
    der(y) = -y + 0.1*p;
    annotation(experiment(StopTime = 1));
  end Initial;

  record Point
    Real x, y;
  end Point;
  model Records
    Point p(x(start = 1, fixed = true), y(start = 0, fixed = true)), q;
  equation
    der(p.x) = -p.y;
    der(p.y) = p.x;
    q = Point(2*p.x, p.y + 1);
    annotation(experiment(StopTime = 1));
  end Records;

  model Matrices
    parameter Real A[2, 2] = {{0, 1}, {-4, -0.5}};
    Real x[2](start = {1, 0}, each fixed = true);
  equation
    der(x) = A*x;
    annotation(experiment(StopTime = 3));
  end Matrices;

  model Algorithm
    Real x(start = 0, fixed = true), y;
    Integer k(start = 0, fixed = true);
  algorithm
    y := 1;
    for i in 1:3 loop
      y := y*(1 + 0.1*i*x);
    end for;
    when y > 2 then
      k := k + 1;
    end when;
  equation
    der(x) = 1/y;
    annotation(experiment(StopTime = 3));
  end Algorithm;

  model Fast "An infinitely fast process"
    parameter Real THETA = 1;
    Real x(start = 1, fixed = true), y(start = 0, fixed = true), a;
  equation
    der(x) = y;
    der(y) = -0.1*a - 0.4*y;
    THETA*der(a) = 10*x - a;
    annotation(experiment(StopTime = 3));
  end Fast;

  model Ends
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
    when x > 0.75 then
      terminate("far enough");
    end when;
    annotation(experiment(StopTime = 2));
  end Ends;

  model Nothing "No state at all"
    Real y = sin(time);
    Integer n(start = 0, fixed = true);
  equation
    when y > 0.5 then
      n = pre(n) + 1;
    end when;
    annotation(experiment(StopTime = 2));
  end Nothing;

  model ReadsItsDerivative "a sensor of a rate, and an event that reads it"
    Real x(start = 1, fixed = true), rate, y(start = 0, fixed = true);
    discrete Real slow(start = 0, fixed = true);
  equation
    der(x) = -2*x + time;
    rate = der(x) + 1;
    der(y) = rate;
    when rate > 0.5 then
      slow = time;
    end when;
    annotation(experiment(StopTime = 2));
  end ReadsItsDerivative;

  model Delayed
    Real x = time^2, y(start = 0, fixed = true);
  equation
    der(y) = delay(x, 0.5);
    annotation(experiment(StopTime = 2));
  end Delayed;

  model Accumulates "Infinitely many bounces before a time"
    Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  equation
    der(h) = v;
    der(v) = -9.81;
    when h <= 0 then
      reinit(v, -0.7*pre(v));
    end when;
    annotation(experiment(StopTime = 4));
  end Accumulates;

  model Chatters
    Real x(start = 1, fixed = true);
  equation
    der(x) = if x > 0 then -1 else 1;
    annotation(experiment(StopTime = 2));
  end Chatters;

  model ChattersUnseen
    Real x(start = 1, fixed = true);
  equation
    der(x) = noEvent(if x > 0 then -1 else 1);
    annotation(experiment(StopTime = 2));
  end ChattersUnseen;

  model Guarded "A quotient whose guard may be a rounding error ahead of it: i is solved for, and 0 at first"
    Real i, L, Psi(start = 0, fixed = true);
  equation
    L = noEvent(if abs(i) > 2.220446049250313e-14 then abs(Psi/i) else abs(Psi/2.220446049250313e-14));
    Psi = i - 0.1*tanh(i);
    der(Psi) = sin(time) - 0.1*i;
    annotation(experiment(StopTime = 2));
  end Guarded;

  model Fails
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
    assert(x < 0.5, "x is too large");
  end Fails;

  model Escapes "No value beyond the end of its root"
    Real x(start = 1, fixed = true);
  equation
    der(x) = -1 - 0.001*sqrt(x - 0.5);
  end Escapes;
end OneFlag;
