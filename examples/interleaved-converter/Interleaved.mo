model Interleaved "A buck converter of four branches that take turns"
  parameter Real C = 1e-4, L = 1e-4, R = 10, U = 24, T = 1e-4;
  parameter Real on = 1e-5, off = 1e5;
  Real uC(start = 0, fixed = true), iL[4](each start = 0, each fixed = true);
  discrete Real Rs[4](each start = off, each fixed = true), Rd[4](each start = off, each fixed = true);
equation
  C*der(uC) = sum(iL) - uC/R;
  for i in 1:4 loop
    L*der(iL[i]) = (U/Rs[i] - iL[i])*Rs[i]*Rd[i]/(Rs[i] + Rd[i]) - uC;
    when sample((i - 1)*T/4 + 0.01*T, T) then
      Rs[i] = on;
      Rd[i] = off;
    elsewhen sample((i - 1)*T/4 + 0.135*T, T) then
      Rs[i] = off;
      Rd[i] = on;
    elsewhen iL[i] < 0 then
      Rs[i] = pre(Rs[i]);
      Rd[i] = off;
    end when;
  end for;
  annotation(experiment(StopTime = 0.01));
end Interleaved;
