// The benchmark EventStates of a separated simulation of continuous parts and events (figure 2 there): all right
// sides change where |sin(2 pi f time)| passes 0.99, four times in a period. So there are 4 f events in a second.
model EventStates
  constant Real pi = 3.14159265358979323846;
  constant Real frequency = 1000;
  parameter Integer states = 100, auxiliaries = 100;
  Real y[states](each start = 0, each fixed = true), z[auxiliaries], x;
equation
  x = sin(2*pi*frequency*time);
  if abs(x) >= 0.99 then
    for i in 1:states loop
      der(y[i]) = sin(2*pi*frequency*time);
      z[i] = sin(time);
    end for;
  else
    for i in 1:states loop
      der(y[i]) = cos(2*pi*frequency*time);
      z[i] = cos(time);
    end for;
  end if;
end EventStates;
