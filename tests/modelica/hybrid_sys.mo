// The example hybridSys of Sanz, Urquia and Casella 2014: a loop of three phases, each of which counts its
// activations, beside one continuous equation that feels only the end. The start at time 1 sets off 14 passes
// of event iteration; at their end the loops have counted to Niter.
model HybridSys
  function first
    input Real x;
    output Real y = x;
  algorithm
  end first;
  function second
    input Real a, b;
    output Real y;
  algorithm
    y := a + b;
  end second;

  parameter Integer Niter = 4;
  Boolean phase_Start(start = true), phase_Loop1(start = false), phase_Loop2(start = false);
  Boolean phase_Loop3(start = false), phase_End(start = false);
  Real x_Start(start = 0), x_Loop1(start = 0), x_Loop2(start = 0), x_Loop3(start = 0), x_End(start = 0);
  Boolean startCondition(start = false), endCondition(start = false);
  Boolean loopCondition1(start = false), loopCondition2(start = false), loopCondition3(start = false);
  Real x1(start = 10, fixed = true), x2;
equation
  der(x1) = -first(x1);
  x2 = second(x1, x_End);
  startCondition = time > 1;
  loopCondition1 = pre(x_Loop1) < Niter + 1;
  loopCondition2 = pre(x_Loop2) < Niter + 1;
  loopCondition3 = pre(x_Loop3) < Niter;
  endCondition = not loopCondition3;
  phase_Start = pre(phase_Start) and not startCondition;
  phase_Loop1 = pre(phase_Start) and startCondition or pre(phase_Loop3) and loopCondition3
    or pre(phase_Loop1) and not loopCondition1;
  phase_Loop2 = pre(phase_Loop1) and loopCondition1 or pre(phase_Loop2) and not loopCondition2;
  phase_Loop3 = pre(phase_Loop2) and loopCondition2 or pre(phase_Loop3) and not (loopCondition3 or endCondition);
  phase_End = pre(phase_Loop3) and endCondition;
  when phase_Start then
    x_Start = pre(x_Start) + 1;
  end when;
  when phase_Loop1 then
    x_Loop1 = pre(x_Loop1) + 1;
  end when;
  when phase_Loop2 then
    x_Loop2 = pre(x_Loop2) + 1;
  end when;
  when phase_Loop3 then
    x_Loop3 = pre(x_Loop3) + 1;
  end when;
  when phase_End then
    x_End = pre(x_End) + 1;
  end when;
  annotation(experiment(StopTime = 2));
end HybridSys;
