model SpringyStairs "A ball that hops down stairs of springs"
  parameter Real g(unit = "m/s2") = 9.8, drag(unit = "1/s") = 0.1 "of mass 1";
  parameter Real k(unit = "N/m") = 1e6 "stiffness of a stair", damping(unit = "N.s/m") = 30;
  Real x(unit = "m", start = 0.575, fixed = true), w(unit = "m/s", start = 0.5, fixed = true);
  Real y(unit = "m", start = 10.5, fixed = true), v(unit = "m/s", start = 0, fixed = true);
  discrete Real stair(unit = "m", start = 10, fixed = true) "height of the stair below the ball";
  Boolean contact = y < stair;
  discrete Integer stairs(start = 0, fixed = true) "that it has passed";
equation
  der(x) = w;
  der(w) = -drag*w;
  der(y) = v;
  der(v) = -g - drag*v - (if contact then k*(y - stair) + damping*v else 0);
  when x > 11 - pre(stair) then
    stair = pre(stair) - 1;
    stairs = pre(stairs) + 1;
  end when;
  annotation(experiment(StopTime = 30));
end SpringyStairs;
