// SPDX-License-Identifier: MIT
// A value over time in the first replication: its mean within each step, the band between the least and the
// greatest value, the warm-up shaded, and the average over all replications dashed.
import {
  ACCENT,
  BAND,
  MEAN,
  niceInterval,
  paddedRange,
  SHADE,
  tooltip,
  valueAxis,
  type Option,
} from './chart';
import type { Entry, Series } from './data';
import { numberText } from './format';

type Point = [number, number];

// The band as polygons; a step without a value ends one.
function bands(times: number[], series: Series): number[][] {
  const runs: number[][] = [];
  let run: number[] = [];
  times.forEach((_, i) => {
    if (series.minimum[i] == null || series.maximum[i] == null) {
      if (run.length > 0) runs.push(run);
      run = [];
    } else {
      run.push(i);
    }
  });
  if (run.length > 0) runs.push(run);
  return runs;
}

export function timelineOption(entry: Entry, series: Series, warmup: number, timeUnit: string): Option {
  const end = series.start + series.step * series.average.length;
  const times = series.average.map((_, i) => series.start + (i + 0.5) * series.step);
  const values = [...series.minimum, ...series.maximum, entry.statistic.average].filter(
    (v): v is number => v != null,
  );
  const [padLow, high] = paddedRange(values.length > 0 ? values : [0, 1]);
  const low = Math.min(...values) >= 0 ? 0 : padLow; // what is never negative stands on zero
  const runs = bands(times, series);
  const shaded = warmup > series.start ? [[series.start, Math.min(warmup, end)]] : [];
  const average = entry.statistic.average ?? null;
  return {
    grid: { left: 8, right: 14, top: 10, bottom: 20, containLabel: true },
    tooltip: {
      ...tooltip('axis'),
      formatter: (p) => {
        const point = (p as unknown as { seriesType: string; dataIndex: number }[]).find(
          (q) => q.seriesType === 'line',
        );
        if (!point) return '';
        const i = point.dataIndex;
        const text = (v: number | null | undefined) => (v == null ? '–' : numberText(v));
        return `${numberText(series.start + i * series.step)} to ${numberText(series.start + (i + 1) * series.step)} ${timeUnit}<br>mean <b>${text(series.average[i])}</b>, ${text(series.minimum[i])} to ${text(series.maximum[i])}`;
      },
    },
    xAxis: valueAxis(series.start, end, timeUnit, 5),
    yAxis: {
      ...valueAxis(low, high, '', 3),
      interval: low === 0 ? niceInterval(high, 3) : undefined,
      axisLine: { show: false },
      axisTick: { show: false },
    },
    series: [
      {
        type: 'custom',
        silent: true,
        data: shaded,
        encode: { x: [0, 1] },
        renderItem: (_, api) => {
          const [x0, top] = api.coord([api.value(0), high]) as Point;
          const [x1, bottom] = api.coord([api.value(1), low]) as Point;
          return {
            type: 'rect',
            shape: { x: x0, y: top, width: x1 - x0, height: bottom - top },
            style: { fill: SHADE },
          };
        },
      },
      {
        type: 'custom',
        silent: true,
        data: runs.map((_, i) => [i]),
        encode: {},
        renderItem: (params, api) => {
          const run = runs[params.dataIndex] ?? [];
          const edge = (of: (number | null)[]) => run.map((i) => api.coord([times[i]!, of[i]!]) as Point);
          return {
            type: 'polygon',
            shape: { points: [...edge(series.maximum), ...edge(series.minimum).reverse()] },
            style: { fill: BAND },
          };
        },
      },
      {
        type: 'line',
        data: times.map((time, i) => [time, series.average[i] ?? null]),
        showSymbol: false,
        lineStyle: { color: ACCENT, width: 1.5 },
        itemStyle: { color: ACCENT },
        emphasis: { disabled: true },
      },
      {
        type: 'custom',
        silent: true,
        data: average === null ? [] : [[average]],
        encode: { y: 0 },
        renderItem: (_, api) => {
          const [x1, y] = api.coord([series.start, api.value(0)]) as Point;
          const [x2] = api.coord([end, api.value(0)]) as Point;
          return {
            type: 'line',
            shape: { x1, y1: y, x2, y2: y },
            style: { stroke: MEAN, lineWidth: 1.5, lineDash: [5, 4], fill: 'none' },
          };
        },
      },
    ],
  };
}
