// SPDX-License-Identifier: MIT
// How often which value was observed, with the average marked.
import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemParams } from 'echarts';
import { ACCENT, MEAN, niceInterval, tooltip, valueAxis, type Option } from './chart';
import type { Entry, Histogram } from './data';
import { numberText } from './format';

const MOST_BINS = 48;

// Neighbours in pairs until there are few enough; pairs begin at multiples of the doubled width.
export function coarser({ origin, width, counts, nonFinite }: Histogram): Histogram {
  if (counts.length <= MOST_BINS) return { origin, width, counts, nonFinite };
  const odd = Math.abs(Math.round(origin / width)) % 2;
  const merged: number[] = [];
  counts.forEach((count, i) => {
    const to = (i + odd) >> 1;
    merged[to] = (merged[to] ?? 0) + count;
  });
  return coarser({ origin: origin - odd * width, width: 2 * width, counts: merged, nonFinite });
}

// Counts are whole: so are their ticks.
const wholeInterval = (tallest: number) => ({ interval: Math.max(1, niceInterval(tallest, 3)) });

// One and the same value, observed again and again, lies in bins too narrow to be seen; it gets a bar of its own.
export function visible(histogram: Histogram): Histogram {
  const { origin, width, counts, nonFinite } = histogram;
  const span = counts.length * width;
  if (span > 1e-9 * Math.max(Math.abs(origin), Math.abs(origin + span)) && span > 1e-300) return histogram;
  const middle = Math.abs(origin) < 1e-300 ? 0 : origin;
  const reach = middle === 0 ? 1 : 0.1 * Math.abs(middle);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return { origin: middle - reach / 20, width: reach / 10, counts: [total], nonFinite };
}

// Bars as [from, to, height].
export const barSeries = (
  bars: number[][],
  style: { fill: string; stroke?: string; lineWidth?: number },
) => ({
  type: 'custom' as const,
  data: bars,
  encode: { x: [0, 1], y: 2 },
  renderItem: (_: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI) => {
    const [x0, top] = api.coord([api.value(0), api.value(2)]) as [number, number];
    const [x1, bottom] = api.coord([api.value(1), 0]) as [number, number];
    const gap = x1 - x0 > 6 ? 1 : 0;
    return {
      type: 'rect' as const,
      shape: { x: x0, y: top, width: x1 - x0 - gap, height: bottom - top },
      style,
      emphasisDisabled: true,
    };
  },
});

export function histogramOption(entry: Entry, histogram: Histogram): Option {
  const { origin, width, counts } = coarser(visible(histogram));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const bars = counts.map((count, i) => [origin + i * width, origin + (i + 1) * width, count]);
  const average = entry.statistic.average ?? null;
  const lone = counts.length === 1 ? 4.5 * width : 0; // room on both sides of a single bar
  const [low, high] = [origin - lone, origin + counts.length * width + lone];
  const tallest = Math.max(...counts, 1);
  const across = valueAxis(low, high, entry.unit, 5);
  return {
    grid: { left: 8, right: 12, top: 10, bottom: entry.unit ? 20 : 4, containLabel: true },
    tooltip: {
      ...tooltip('item'),
      formatter: (p) => {
        const [from, to, count] = (p as { value: number[] }).value as [number, number, number];
        return `${numberText(from)} to ${numberText(to)}: <b>${count}</b> (${((100 * count) / total).toFixed(1)} %)`;
      },
    },
    // The end of the last bin is no round number and would crowd the last one that is.
    xAxis: { ...across, axisLabel: { ...across.axisLabel, showMaxLabel: false } },
    yAxis: {
      ...valueAxis(0, tallest * 1.05, '', 3),
      ...wholeInterval(tallest),
      axisLine: { show: false },
      axisTick: { show: false },
    },
    series: [
      barSeries(bars, { fill: ACCENT }),
      {
        type: 'custom',
        silent: true,
        data: average === null ? [] : [[average]],
        encode: { x: 0 },
        renderItem: (_, api) => {
          const [x, bottom] = api.coord([api.value(0), 0]) as [number, number];
          const [, top] = api.coord([api.value(0), tallest * 1.05]) as [number, number];
          return {
            type: 'line',
            shape: { x1: x, y1: bottom, x2: x, y2: top },
            style: { stroke: MEAN, lineWidth: 2, fill: 'none' },
          };
        },
      },
    ],
  };
}
