model Tank "A tank that is filled, and tells when it is full"
  parameter Real area(unit = "m2") = 1;
  parameter Real limit(unit = "m") = 3 "where it is full";
  input Real inflow(unit = "m3/s");
  Real level(unit = "m", start = 0, fixed = true);
  output Boolean full;
equation
  area*der(level) = inflow;
  full = level >= limit;
  annotation(experiment(StopTime = 10));
end Tank;
