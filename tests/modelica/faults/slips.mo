// Each class of this file is flattened on its own; its description is a part of the message that must come.
model WhenInComponent "the when sets 'part.x' of 'part', which is a model"
  model Part
    discrete Real x;
  end Part;
  Part part;
equation
  when sample(0, 1) then
    part.x = 1;
  end when;
end WhenInComponent;
model SourcesByTheWay "two sources of one signal, joined by connections"
  connector In = input Real;
  connector Out = output Real;
  block Hall
    block Part
      Out y;
      In u;
    end Part;
    Part part;
    In u = 1;
  equation
    connect(u, part.u);
    connect(part.u, part.y);
  end Hall;
  Hall hall;
end SourcesByTheWay;
model OddOrientation "has 6 flows and 5 potentials"
  type Matrix = Real[3, 3];
  type Turn
    extends Matrix;
    function equalityConstraint
      input Turn a, b;
      output Real residue[3] = {a[1, 1], a[2, 2], b[1, 1]};
    algorithm
    end equalityConstraint;
  end Turn;
  connector Frame
    Real r[2];
    Turn R;
    flow Real f[3], t[3];
  end Frame;
  Frame frame(r = {1, 2}, R = identity(3));
equation
  Connections.root(frame.R);
end OddOrientation;
model NoInnerFits "nobody declares it, and another outer one of that name is of"
  record Cold
    Real T = 200;
  end Cold;
  record Hot
    Real T = 400;
  end Hot;
  model First
    outer Cold place;
  end First;
  model Second
    outer Hot place;
  end Second;
  First first;
  Second second;
end NoInnerFits;
model FunctionOfComponent "is looked up in the component 'inner_one' of a class"
  class Outside
    class Inside
      class Core
        function f
          input Real x;
          output Real y = x;
        algorithm
        end f;
      end Core;
      constant Core inner_one;
    end Inside;
  end Outside;
  Outside outside;
  Real x = outside.Inside.inner_one.f(4);
end FunctionOfComponent;
model AroundAnOperatorRecord "which declares the operator record 'Number'"
  package Numbers
    operator record Number
      Real x;
    end Number;
  end Numbers;
  package More
    extends Numbers;
    constant Real one = 1;
  end More;
  Real x = More.one;
end AroundAnOperatorRecord;
model OtherDimensions "it has 1 dimension and not 2"
  type Three = Real[3];
  type TwoByThree = Real[2, 3];
  replaceable Three x[2] = {{1, 2, 3}, {4, 5, 6}} constrainedby TwoByThree;
end OtherDimensions;
model ExtendedTwice "was redeclared before, without 'replaceable'"
  model First
    replaceable model Part
      Real x = 1;
    end Part;
  end First;
  model Second
    extends First;
    redeclare model extends Part
      Real y = 2;
    end Part;
  end Second;
  extends Second;
  redeclare model extends Part
    Real z = 3;
  end Part;
  Part part;
end ExtendedTwice;
model Quotient "did you mean 'der(x)'?"
  Real x(start = 1);
equation
  dx/dt = -x;
end Quotient;
model NoLibrary "name one with --library DIR, or in MODELICAPATH"
  Modelica.Electrical.Analog.Basic.Resistor r;
end NoLibrary;
model BusGetsAValue "'x' of the expandable connector 'bus' gets a value by a modification"
  expandable connector Bus
    Real x;
  end Bus;
  connector Out = output Real;
  Out y = 1;
  Bus bus(x = 1);
equation
  connect(y, bus.x);
end BusGetsAValue;
