// SPDX-License-Identifier: MIT
// Box plots over rows: a dot for each value, a box from quartile to quartile with the median, whiskers to the farthest
// values within 1.5 box lengths (Tukey, "Exploratory Data Analysis", 1977); beneath it a mean with its interval.
import { ACCENT, BAND, MEAN, MUTED, paddedRange, rowAxis, tooltip, valueAxis, type Option } from './chart';
import { escaped } from './dom';
import { numberText } from './format';

export interface BoxRow {
  label: string;
  values: (number | null)[]; // of each replication
  mean: number | null;
  halfWidth: number | null;
}

const LEAST_FOR_A_BOX = 5; // fewer values are seen better one by one
const BOX_AT = 0.64; // heights within a row, 0 at its foot
const BOX_HALF = 0.15;
const MEAN_AT = 0.22;
const MOST_DOTS = 200; // of one row

type Point = [number, number];

// By linear interpolation between order statistics, the median included in both halves (R's type 7).
export function quantile(sorted: number[], share: number): number {
  const place = share * (sorted.length - 1);
  const low = Math.floor(place);
  const [a, b] = [sorted[low]!, sorted[Math.min(low + 1, sorted.length - 1)]!];
  return a + (b - a) * (place - low);
}

export interface FiveNumbers {
  low: number;
  first: number;
  median: number;
  third: number;
  high: number;
}

export function fiveNumbers(values: number[]): FiveNumbers | null {
  if (values.length < LEAST_FOR_A_BOX) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const [first, median, third] = [0.25, 0.5, 0.75].map((share) => quantile(sorted, share)) as [
    number,
    number,
    number,
  ];
  const reach = 1.5 * (third - first);
  const within = sorted.filter((value) => value >= first - reach && value <= third + reach);
  return { low: within[0]!, first, median, third, high: within[within.length - 1]! };
}

const line = (a: Point, b: Point, stroke: string, lineWidth = 1.5) => ({
  type: 'line' as const,
  shape: { x1: a[0], y1: a[1], x2: b[0], y2: b[1] },
  style: { stroke, lineWidth, fill: 'none' },
});

// Rows from top to bottom. With labels they stand at the left.
export function boxesOption(rows: BoxRow[], unit: string, labels: boolean): Option {
  const known = rows.map(({ values }) => values.filter((value): value is number => value !== null));
  const summaries = known.map(fiveNumbers);
  const foot = (row: number) => rows.length - 1 - row;
  const dots = rows.flatMap(({ values }, row) =>
    values
      .slice(0, MOST_DOTS)
      .flatMap((value, i) => (value === null ? [] : [[value, foot(row) + BOX_AT, i + 1, row]])),
  );
  const ends = rows.flatMap(({ mean, halfWidth }) =>
    mean === null ? [] : [mean - (halfWidth ?? 0), mean + (halfWidth ?? 0)],
  );
  const [low, high] = paddedRange([...known.flat(), ...ends]);
  const side = rowAxis(rows.map((row) => row.label));
  return {
    grid: labels
      ? { left: side.left, right: 16, top: 4, bottom: unit ? 40 : 24 }
      : { left: 12, right: 14, top: 2, bottom: unit ? 20 : 4, containLabel: true },
    tooltip: {
      ...tooltip('item'),
      formatter: (p) => {
        const [value, , replication, row] = (p as { value: number[] }).value as [
          number,
          number,
          number,
          number,
        ];
        const of = labels ? `${escaped(rows[row]!.label)}, replication` : 'Replication';
        return `${of} ${replication}: <b>${numberText(value)}</b>`;
      },
    },
    xAxis: valueAxis(low, high, unit, 5),
    yAxis: labels ? side.axis : { type: 'value', min: 0, max: rows.length, show: false },
    series: [
      {
        type: 'custom',
        silent: true,
        data: summaries.flatMap((summary, row) => (summary ? [[row]] : [])),
        encode: {},
        renderItem: (_, api) => {
          const row = api.value(0) as number;
          const { low: l, first, median, third, high: h } = summaries[row]!;
          const y = foot(row) + BOX_AT;
          const at = (x: number, dy = 0) => api.coord([x, y + dy]) as Point;
          const [x0, top] = at(first, BOX_HALF);
          const [x1, bottom] = at(third, -BOX_HALF);
          return {
            type: 'group',
            children: [
              line(at(l), at(first), MUTED),
              line(at(third), at(h), MUTED),
              line(at(l, BOX_HALF / 2), at(l, -BOX_HALF / 2), MUTED),
              line(at(h, BOX_HALF / 2), at(h, -BOX_HALF / 2), MUTED),
              {
                type: 'rect',
                shape: { x: x0, y: top, width: Math.max(x1 - x0, 1), height: bottom - top },
                style: { fill: BAND, stroke: ACCENT, lineWidth: 1 },
              },
              line(at(median, BOX_HALF), at(median, -BOX_HALF), ACCENT, 2),
            ],
          };
        },
      },
      {
        type: 'custom',
        data: dots,
        encode: { x: 0, y: 1 },
        renderItem: (_, api) => {
          const row = api.value(3) as number;
          const [cx, cy] = api.coord([api.value(0), api.value(1)]) as Point;
          return {
            type: 'circle',
            shape: { cx, cy, r: summaries[row] ? 2.5 : 4 },
            style: { fill: ACCENT, opacity: 0.65 },
            emphasisDisabled: true,
          };
        },
      },
      {
        type: 'custom',
        silent: true,
        data: rows.flatMap(({ mean }, row) => (mean === null ? [] : [[row]])),
        encode: {},
        renderItem: (_, api) => {
          const row = api.value(0) as number;
          const { mean, halfWidth } = rows[row]!;
          const at = (x: number) => api.coord([x, foot(row) + MEAN_AT]) as Point;
          const [cx, cy] = at(mean!);
          const half = halfWidth ?? 0;
          const [a, b] = [at(mean! - half), at(mean! + half)];
          const cap = ([x, y]: Point) => line([x, y - 3], [x, y + 3], MEAN, 2);
          return {
            type: 'group',
            children: [
              ...(halfWidth === null ? [] : [line(a, b, MEAN, 2), cap(a), cap(b)]),
              { type: 'circle', shape: { cx, cy, r: 3.5 }, style: { fill: MEAN } },
            ],
          };
        },
      },
    ],
  };
}
