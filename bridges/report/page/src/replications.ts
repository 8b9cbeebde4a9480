// SPDX-License-Identifier: MIT
// The averages of a statistic's replications as a box plot; beneath it their mean and its 95 % confidence interval.
import { boxesOption } from './boxes';
import type { Option } from './chart';
import type { Entry } from './data';

export function replicationsOption(entry: Entry, values: (number | null)[]): Option {
  const { average = null, halfWidth = null } = entry.statistic;
  return boxesOption([{ label: entry.label, values, mean: average, halfWidth }], entry.unit, false);
}
