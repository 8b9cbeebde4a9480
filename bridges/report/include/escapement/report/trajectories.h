// SPDX-License-Identifier: MIT
// Trajectories of continuous parts as files.
//
// trajectories.csv: a header line, time and then the variables; a row for each point of the grid, two rows
// (before, after) at each event. Numbers are the shortest that read back as the same double.
//
// trajectories.mat: MATLAB 4 in the layout that result browsers of Modelica tools read (Dymola, OpenModelica,
// DyMat): char matrices Aclass, name, description, integers dataInfo, doubles data_1 (what is constant: first
// and last time) and data_2 (what varies: a row for each instant). It is "binTrans": names and data are
// stored transposed. The first name is time.
#pragma once

#include <string>

#include "escapement/continuous/recorder.h"

namespace escapement::report {

std::string trajectories_csv(const continuous::Trajectory& trajectory);

// Throws InputError when the file cannot be written.
void write_trajectories_mat(const continuous::Trajectory& trajectory, const std::string& time_unit,
                            const std::string& path);

}  // namespace escapement::report
