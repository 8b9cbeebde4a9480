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
