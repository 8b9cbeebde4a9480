// SPDX-License-Identifier: MIT
// Intervals over rows, with a line at zero: differences of scenarios, distances to the best.
import { ACCENT, MEAN, MUTED, paddedRange, rowAxis, tooltip, valueAxis, type Option } from './chart';
import { escaped } from './dom';
import { numberText } from './format';

export interface IntervalRow {
  label: string;
  low: number;
  high: number;
  middle: number | null;
  outer: [number, number] | null; // a wider one, thin: what it would be otherwise
  strong: boolean; // it tells something
}

type Point = [number, number];

export function intervalsOption(rows: IntervalRow[], unit: string): Option {
  const [low, high] = paddedRange([0, ...rows.flatMap((row) => [row.low, row.high, ...(row.outer ?? [])])]);
  const at = (row: number) => rows.length - row - 0.5;
  const side = rowAxis(rows.map((row) => row.label));
  return {
    grid: { left: side.left, right: 16, top: 4, bottom: unit ? 40 : 24 },
    tooltip: {
      ...tooltip('item'),
      formatter: (p) => {
        const row = rows[(p as { dataIndex: number }).dataIndex]!;
        return `${escaped(row.label)}: <b>${numberText(row.low)}</b> to <b>${numberText(row.high)}</b>`;
      },
    },
    xAxis: valueAxis(low, high, unit, 5),
    yAxis: side.axis,
    series: [
      {
        type: 'custom',
        silent: true,
        data: [[0]],
        encode: { x: 0 },
        renderItem: (_, api) => {
          const [x, y1] = api.coord([0, 0]) as Point;
          const [, y2] = api.coord([0, rows.length]) as Point;
          return {
            type: 'line',
            shape: { x1: x, y1, x2: x, y2 },
            style: { stroke: MUTED, lineWidth: 1, lineDash: [3, 3], fill: 'none' },
          };
        },
      },
      {
        type: 'custom',
        data: rows.map((row, i) => [row.low, at(i), i]),
        encode: { x: 0, y: 1 },
        renderItem: (_, api) => {
          const i = api.value(2) as number;
          const row = rows[i]!;
          const place = (x: number) => api.coord([x, at(i)]) as Point;
          const stroke = row.strong ? MEAN : ACCENT;
          const piece = (a: number, b: number, lineWidth: number, opacity = 1) => {
            const [[x1, y], [x2]] = [place(a), place(b)];
            return {
              type: 'line' as const,
              shape: { x1, y1: y, x2, y2: y },
              style: { stroke, lineWidth, opacity, fill: 'none' },
            };
          };
          const cap = (value: number) => {
            const [x, y] = place(value);
            return {
              type: 'line' as const,
              shape: { x1: x, y1: y - 5, x2: x, y2: y + 5 },
              style: { stroke, lineWidth: 2, fill: 'none' },
            };
          };
          const children = [
            ...(row.outer ? [piece(row.outer[0], row.outer[1], 1, 0.7)] : []),
            piece(row.low, row.high, 3),
            cap(row.low),
            cap(row.high),
          ];
          if (row.middle === null) return { type: 'group', children };
          const [cx, cy] = place(row.middle);
          return {
            type: 'group',
            children: [...children, { type: 'circle', shape: { cx, cy, r: 4.5 }, style: { fill: stroke } }],
          };
        },
      },
    ],
  };
}
