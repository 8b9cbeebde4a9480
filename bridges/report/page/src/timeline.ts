// SPDX-License-Identifier: MIT
// A statistic over time in the first replication: its mean within each step, the band between the least and the
// greatest value, the warm-up shaded, and the average over all replications dashed.
import type { Option } from './chart';
import { courseOption } from './course';
import type { Entry, Series } from './data';
import { numberText, optionalText } from './format';

export function timelineOption(entry: Entry, series: Series, warmup: number, timeUnit: string): Option {
  const at = (step: number) => series.start + step * series.step;
  return courseOption({
    times: series.average.map((_, i) => at(i + 0.5)),
    values: series.average,
    start: series.start,
    end: at(series.average.length),
    timeUnit,
    band: { low: series.minimum, high: series.maximum },
    shaded: warmup,
    level: entry.statistic.average ?? null,
    fromZero: true,
    tip: (i) =>
      `${numberText(at(i))} to ${numberText(at(i + 1))} ${timeUnit}<br>mean <b>${optionalText(series.average[i])}</b>, ${optionalText(series.minimum[i])} to ${optionalText(series.maximum[i])}`,
  });
}
