// SPDX-License-Identifier: MIT
// The page of a fit: the table of distributions, the histogram of the data with their densities, a Q-Q plot of each.
import {
  ACCENT,
  BAND,
  MEAN,
  MUTED,
  niceInterval,
  paddedRange,
  tooltip,
  valueAxis,
  type Option,
} from './chart';
import type { Fit, FitData, Histogram } from './data';
import { h } from './dom';
import { numberText } from './format';
import { scrolled, tableOfRows, valueCell } from './rows';
import { Shell } from './shell';

const PLOT_HEIGHT = 210;
const QQ_HEIGHT = 200;

type Point = [number, number];
type Bins = Pick<Histogram, 'origin' | 'width' | 'counts'>;

function densityOption(histogram: Bins, curve: Point[], column: string): Option {
  const { origin, width, counts } = histogram;
  const total = counts.reduce((sum, count) => sum + count, 0) || 1;
  const bars = counts.map((count, i) => [
    origin + i * width,
    origin + (i + 1) * width,
    count / (total * width),
  ]);
  const tallest = Math.max(...bars.map((bar) => bar[2]!), ...curve.map(([, y]) => y));
  // A density that goes to infinity at its end would flatten the rest.
  const top = Math.min(tallest, 2.5 * Math.max(...bars.map((bar) => bar[2]!))) * 1.05 || 1;
  const low = origin;
  const high = origin + counts.length * width;
  const across = valueAxis(low, high, column, 5);
  return {
    grid: { left: 8, right: 12, top: 10, bottom: 20, containLabel: true },
    tooltip: {
      ...tooltip('item'),
      formatter: (p) => {
        const i = (p as { dataIndex: number }).dataIndex;
        const [from, to] = bars[i] as [number, number];
        return `${numberText(from)} to ${numberText(to)}: <b>${counts[i]}</b>`;
      },
    },
    xAxis: { ...across, axisLabel: { ...across.axisLabel, showMaxLabel: false } },
    yAxis: {
      ...valueAxis(0, top, '', 3),
      interval: niceInterval(top, 3),
      axisLine: { show: false },
      axisTick: { show: false },
    },
    series: [
      {
        type: 'custom',
        data: bars,
        encode: { x: [0, 1], y: 2 },
        renderItem: (_, api) => {
          const [x0, y0] = api.coord([api.value(0), api.value(2)]) as Point;
          const [x1, bottom] = api.coord([api.value(1), 0]) as Point;
          const gap = x1 - x0 > 6 ? 1 : 0;
          return {
            type: 'rect',
            shape: { x: x0, y: y0, width: x1 - x0 - gap, height: bottom - y0 },
            style: { fill: BAND, stroke: ACCENT, lineWidth: 0.5 },
            emphasisDisabled: true,
          };
        },
      },
      {
        type: 'line',
        data: curve.filter(([x, y]) => x >= low && x <= high && y <= top),
        silent: true,
        showSymbol: false,
        lineStyle: { color: MEAN, width: 2 },
        itemStyle: { color: MEAN },
        emphasis: { disabled: true },
      },
    ],
  };
}

function qqOption(pairs: Point[], column: string): Option {
  const [low, high] = paddedRange(pairs.flat());
  return {
    grid: { left: 8, right: 12, top: 10, bottom: 20, containLabel: true },
    tooltip: {
      ...tooltip('item'),
      formatter: (p) => {
        const [x, y] = (p as { value: number[] }).value as Point;
        return `distribution ${numberText(x)}, data <b>${numberText(y)}</b>`;
      },
    },
    xAxis: valueAxis(low, high, column, 4),
    yAxis: { ...valueAxis(low, high, '', 4), axisLine: { show: false }, axisTick: { show: false } },
    series: [
      {
        type: 'custom',
        silent: true,
        data: [[low]],
        encode: { x: 0 },
        renderItem: (_, api) => {
          const [x1, y1] = api.coord([low, low]) as Point;
          const [x2, y2] = api.coord([high, high]) as Point;
          return {
            type: 'line',
            shape: { x1, y1, x2, y2 },
            style: { stroke: MUTED, lineWidth: 1, fill: 'none' },
          };
        },
      },
      {
        type: 'custom',
        data: pairs,
        encode: { x: 0, y: 1 },
        renderItem: (_, api) => {
          const [cx, cy] = api.coord([api.value(0), api.value(1)]) as Point;
          return {
            type: 'circle',
            shape: { cx, cy, r: 2.5 },
            style: { fill: ACCENT, opacity: 0.7 },
            emphasisDisabled: true,
          };
        },
      },
    ],
  };
}

const curveOf = (fit: Fit, places: number[]): Point[] =>
  (fit.density ?? []).flatMap((value, i): Point[] =>
    value === null || places[i] === undefined ? [] : [[places[i], value]],
  );

function row(fit: Fit): HTMLElement {
  const p = fit.chiSquareP;
  return h(
    'tr',
    { 'data-name': fit.expression },
    h('th', { scope: 'row' }, h('code', {}, fit.expression)),
    valueCell('aic', fit.aic),
    valueCell('kolmogorovSmirnov', fit.kolmogorovSmirnov),
    valueCell('andersonDarling', fit.andersonDarling),
    valueCell('chiSquare', fit.chiSquare),
    valueCell('chiSquareP', p, p !== null && p < 1e-4 ? '< 0.0001' : undefined),
  );
}

export function fitPage(title: string, data: FitData): void {
  const { column = title, observations, fits } = data;
  const shell = new Shell({
    title,
    facts: [
      ['Column', column],
      ['Observations', String(observations ?? '–')],
    ],
  });
  const histogram = data.data?.histogram;
  const table = tableOfRows(
    'Distributions, the best first',
    ['Expression', 'AIC', 'KS', 'A-squared', 'Chi-square', 'p'],
    fits.map(row),
  );
  const best = fits[0];
  const section = h(
    'section',
    { class: 'category', 'aria-labelledby': 'fits' },
    h('h2', { id: 'fits' }, 'Distributions'),
    best && h('p', { class: 'lead' }, 'The best: ', h('code', {}, best.expression)),
    scrolled('Distributions, table', table),
    data.empirical &&
      h(
        'p',
        { class: 'note after' },
        'The data as they are, if none of these will do: ',
        h('code', {}, data.empirical),
      ),
  );
  shell.addIndexed('fits', 'Distributions', section);
  const figures = fits.map((fit) => {
    const curve = curveOf(fit, data.data?.x ?? []);
    const pairs = (fit.quantiles ?? []).filter((pair): pair is Point => pair.every(Number.isFinite));
    return h(
      'figure',
      { 'data-name': fit.expression },
      h('figcaption', {}, h('span', { class: 'what' }, fit.expression)),
      histogram &&
        shell.drawing.place(
          'density',
          PLOT_HEIGHT,
          `Histogram of ${column} with the density of ${fit.expression}`,
          () => densityOption(histogram, curve, column),
        ),
      pairs.length > 0 &&
        shell.drawing.place(
          'quantiles',
          QQ_HEIGHT,
          `Quantiles of ${column} against those of ${fit.expression}`,
          () => qqOption(pairs, column),
        ),
    );
  });
  const plots = h(
    'section',
    { class: 'category', 'aria-labelledby': 'plots' },
    h('h2', { id: 'plots' }, 'Densities and quantiles'),
    h(
      'p',
      { class: 'note' },
      'Above: the data as a histogram of area 1 and the density of the distribution. Below: quantiles of the distribution across, of the data upwards; points near the line mean a good fit.',
    ),
    h('div', { class: 'plots full' }, ...figures),
  );
  if (histogram || fits.some((fit) => fit.quantiles)) shell.addIndexed('plots', 'Plots', plots);
  shell.show(false);
}
