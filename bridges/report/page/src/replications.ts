// SPDX-License-Identifier: MIT
// One dot for each replication's average; beneath them their mean and its 95 % confidence interval.
import { ACCENT, MEAN, paddedRange, tooltip, valueAxis, type Option } from './chart';
import type { Entry } from './data';
import { numberText } from './format';

const DOTS = 0.62; // heights within the strip, 0 at its foot
const INTERVAL = 0.2;

export function replicationsOption(entry: Entry, averages: (number | null)[]): Option {
  const { average = null, halfWidth = null } = entry.statistic;
  const dots = averages.flatMap((value, i) => (value === null ? [] : [[value, DOTS, i + 1]]));
  const half = halfWidth ?? 0;
  const ends = average === null ? [] : [average - half, average + half];
  const [low, high] = paddedRange([...dots.map((dot) => dot[0]!), ...ends]);
  return {
    grid: { left: 12, right: 14, top: 2, bottom: entry.unit ? 20 : 4, containLabel: true },
    tooltip: {
      ...tooltip('item'),
      formatter: (p) => {
        const [value, , replication] = (p as { value: number[] }).value as [number, number, number];
        return `Replication ${replication}: <b>${numberText(value)}</b>`;
      },
    },
    xAxis: valueAxis(low, high, entry.unit, 5),
    yAxis: { type: 'value', min: 0, max: 1, show: false },
    series: [
      {
        type: 'custom',
        data: dots,
        encode: { x: 0, y: 1 },
        renderItem: (_, api) => {
          const [cx, cy] = api.coord([api.value(0), api.value(1)]) as [number, number];
          return {
            type: 'circle',
            shape: { cx, cy, r: 4 },
            style: { fill: ACCENT, opacity: 0.65 },
            emphasisDisabled: true,
          };
        },
      },
      {
        type: 'custom',
        silent: true,
        data: average === null ? [] : [[average]],
        encode: { x: 0 },
        renderItem: (_, api) => {
          const [x, y] = api.coord([average!, INTERVAL]) as [number, number];
          const [x1] = api.coord([average! - half, INTERVAL]) as [number, number];
          const [x2] = api.coord([average! + half, INTERVAL]) as [number, number];
          const stroke = { stroke: MEAN, lineWidth: 2, fill: 'none' };
          const line = (a: number, b: number, c: number, d: number) => ({
            type: 'line' as const,
            shape: { x1: a, y1: b, x2: c, y2: d },
            style: stroke,
          });
          const caps =
            halfWidth === null
              ? []
              : [line(x1, y, x2, y), line(x1, y - 3, x1, y + 3), line(x2, y - 3, x2, y + 3)];
          return {
            type: 'group',
            children: [...caps, { type: 'circle', shape: { cx: x, cy: y, r: 3.5 }, style: { fill: MEAN } }],
          };
        },
      },
    ],
  };
}
