// Each class of this file is flattened on its own; its description is a part of the message that must come.
model NoConnector "is a model and no connector"
  model M
    Real x = 1;
  end M;
  M a, b;
equation
  connect(a, b);
end NoConnector;
model OtherElements "only the first has 'v'"
  connector A
    Real v;
    flow Real i;
  end A;
  connector B
    Real u;
    flow Real i;
  end B;
  A a;
  B b;
equation
  connect(a, b);
end OtherElements;
model FlowAndPotential "only one of them is a flow"
  connector A
    Real v;
    flow Real i;
  end A;
  connector B
    flow Real v;
    Real i;
  end B;
  A a;
  B b;
equation
  connect(a, b);
end FlowAndPotential;
model OtherSizes "both sides need one size"
  connector A
    Real v;
    flow Real i;
  end A;
  A a[2], b[3];
equation
  connect(a, b);
end OtherSizes;
model TwoSources "connect() joins two sources of a signal, 'a.y' and 'b.y'"
  connector Result = output Real;
  model M
    Result y = 1;
  end M;
  M a, b;
equation
  connect(a.y, b.y);
end TwoSources;
model Uneven "has 1 flows and 2 potentials"
  connector A
    Real v, w;
    flow Real i;
  end A;
  A a;
end Uneven;
model LoneStream "is a stream outside of a connector"
  stream Real h = 1;
end LoneStream;
model InWhen "connect() stands in a when"
  connector A
    Real v;
    flow Real i;
  end A;
  A a, b;
equation
  when time > 1 then
    connect(a, b);
  end when;
end InWhen;
model ChangingConnection "connect() depends on a condition that changes in the simulation"
  connector A
    Real v;
    flow Real i;
  end A;
  A a, b;
equation
  if time > 1 then
    connect(a, b);
  end if;
end ChangingConnection;
model PrefixTwice "has a prefix input, output, flow or stream, and so has its class or an element of it"
  connector A
    Real v;
    flow Real i;
  end A;
  connector B
    flow A a;
    Real v, w;
  end B;
  B b;
end PrefixTwice;

model PartWithTooFew "'loose' (Loose, line 118): 2 equations for 3 unknowns, 1 too few"
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Loose
    Pin p, n;
    Real v;
  equation
    v = p.v - n.v;
    p.i + n.i = 0;
  end Loose;
  block Gain
    input Real u;
    output Real y;
  equation
    y = 2 * u;
  end Gain;
  Loose loose;
  Gain gain(u = time);
end PartWithTooFew;

model PartsInArray "'rows' (Loose, line 134): 6 equations for 9 unknowns, 3 too few"
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Loose
    Pin p, n;
    Real v;
  equation
    v = p.v - n.v;
    p.i + n.i = 0;
  end Loose;
  Loose rows[3];
end PartsInArray;

model PartWithTooMany "'greedy' (Greedy, line 144): 2 equations for 1 unknown, 1 too many"
  block Greedy
    output Real y;
  equation
    y = time;
    y = 1;
  end Greedy;
  Greedy greedy;
end PartWithTooMany;

model InputThatNobodyGives "the model itself (InputThatNobodyGives, line 147): 0 equations for 1 unknown, 1 too few"
  block Gain
    input Real u;
    output Real y;
  equation
    y = 2 * u;
  end Gain;
  Gain gain;
end InputThatNobodyGives;

model InputsJoined "each component is balanced by itself, so it lies in the connections"
  connector RealInput = input Real;
  block Gain
    RealInput u;
    output Real y;
  equation
    y = 2 * u;
  end Gain;
  Gain a, b;
equation
  connect(a.u, b.u);
end InputsJoined;

model RootInWhen "Connections.root() stands in a when or an algorithm"
  Real a;
equation
  when time > 1 then
    Connections.root(a);
  end when;
end RootInWhen;

model DirectionTwice "'c' has a prefix input, output, flow or stream, and so has its class or an element of it"
  connector C
    Real e;
    flow Real f;
    input Real x;
  end C;
  connector D = output C;
  D c(e = 1, x = 2);
end DirectionTwice;

model TimeInConnector "'time' is not known inside of a connector"
  connector C
    Real x = time;
    flow Real f;
  end C;
  C c;
end TimeInConnector;
