// SPDX-License-Identifier: MIT
// A value over time, as all plots over time show it: a line, and around it what the reader needs to judge it.
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

const MARK_HEIGHT = 7;
const MOST_MARKS = 400; // more would be a bar

type Point = [number, number];
type Values = (number | null)[];

export interface Course {
  times: number[];
  values: Values;
  start: number;
  end: number;
  timeUnit: string;
  tip: (index: number) => string; // HTML: texts of a study are to be escaped
  band?: { low: Values; high: Values }; // at the same times
  faint?: Values; // a thinner line behind, at the same times
  shaded?: number; // the time until which the background is shaded: the warm-up
  level?: number | null; // dashed
  marks?: number[]; // times of events, at the axis
  cut?: number | null; // a time that is marked by a line from top to bottom
  fromZero?: boolean; // what is never negative stands on zero
}

// Stretches of the band without a gap, as places in times.
function stretches({ low, high }: { low: Values; high: Values }): number[][] {
  const all: number[][] = [];
  low.forEach((value, i) => {
    if (value == null || high[i] == null) return;
    const last = all[all.length - 1];
    if (last && last[last.length - 1] === i - 1) last.push(i);
    else all.push([i]);
  });
  return all;
}

const stroke = (color: string, lineDash?: number[]) => ({
  stroke: color,
  lineWidth: 1.5,
  fill: 'none',
  lineDash,
});

export function courseOption(course: Course): Option {
  const { times, values, start, end, timeUnit, band, level = null, shaded = start, cut = null } = course;
  const known = [
    ...values,
    ...(course.faint ?? []),
    ...(band ? [...band.low, ...band.high] : []),
    level,
  ].filter((v): v is number => v != null);
  const [padLow, high] = paddedRange(known.length > 0 ? known : [0, 1]);
  const low = course.fromZero && known.every((v) => v >= 0) ? 0 : padLow;
  const runs = band ? stretches(band) : [];
  const marks = (course.marks ?? []).length <= MOST_MARKS ? (course.marks ?? []) : [];
  return {
    grid: { left: 8, right: 14, top: 10, bottom: 20, containLabel: true },
    tooltip: {
      ...tooltip('axis'),
      formatter: (p) => {
        const points = p as unknown as { seriesType: string; dataIndex: number }[];
        const point = points.filter((q) => q.seriesType === 'line').pop();
        return point ? course.tip(point.dataIndex) : '';
      },
    },
    xAxis: valueAxis(start, end, timeUnit, 5),
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
        data: shaded > start ? [[start, Math.min(shaded, end)]] : [],
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
          const edge = (of: Values) => run.map((i) => api.coord([times[i]!, of[i]!]) as Point);
          return {
            type: 'polygon',
            shape: { points: [...edge(band!.high), ...edge(band!.low).reverse()] },
            style: { fill: BAND },
          };
        },
      },
      ...(course.faint
        ? [
            {
              type: 'line' as const,
              data: times.map((time, i) => [time, course.faint![i] ?? null]),
              silent: true,
              showSymbol: false,
              lineStyle: { color: BAND, width: 1 },
              emphasis: { disabled: true },
            },
          ]
        : []),
      {
        type: 'line',
        data: times.map((time, i) => [time, values[i] ?? null]),
        showSymbol: false,
        lineStyle: { color: ACCENT, width: 1.5 },
        itemStyle: { color: ACCENT },
        emphasis: { disabled: true },
      },
      {
        type: 'custom',
        silent: true,
        data: level === null ? [] : [[level]],
        encode: { y: 0 },
        renderItem: (_, api) => {
          const [x1, y] = api.coord([start, api.value(0)]) as Point;
          const [x2] = api.coord([end, api.value(0)]) as Point;
          return { type: 'line', shape: { x1, y1: y, x2, y2: y }, style: stroke(MEAN, [5, 4]) };
        },
      },
      {
        type: 'custom',
        silent: true,
        data: [...marks.map((t) => [t, 0]), ...(cut === null ? [] : [[cut, 1]])],
        encode: { x: 0 },
        renderItem: (_, api) => {
          const [x, y1] = api.coord([api.value(0), low]) as Point;
          const [, top] = api.coord([api.value(0), high]) as Point;
          const whole = api.value(1) === 1;
          return {
            type: 'line',
            shape: { x1: x, y1, x2: x, y2: whole ? top : y1 - MARK_HEIGHT },
            style: whole ? stroke(MEAN, [2, 3]) : { ...stroke(MEAN), lineWidth: 1 },
          };
        },
      },
    ],
  };
}
