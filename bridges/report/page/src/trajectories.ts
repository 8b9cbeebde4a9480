// SPDX-License-Identifier: MIT
// Variables of continuous parts over time: a line each, and a mark at the time axis for each event.
import { ACCENT, MEAN, MUTED, paddedRange, tooltip, valueAxis, type Drawing, type Option } from './chart';
import type { Results, Trajectories, TrajectoryVariable } from './data';
import { h } from './dom';
import { numberText, optionalText } from './format';

const HEIGHT = 170;
const MARK_HEIGHT = 7;
const MOST_MARKS = 400; // more would be a bar

type Point = [number, number];

function option(trajectories: Trajectories, variable: TrajectoryVariable, timeUnit: string): Option {
  const { time, events } = trajectories;
  const values = variable.values.filter((v): v is number => v !== null);
  const [low, high] = paddedRange(values.length > 0 ? values : [0, 1]);
  const marks = events.length <= MOST_MARKS ? events : [];
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
        return `${numberText(time[i] ?? 0)} ${timeUnit}<br><b>${optionalText(variable.values[i])}</b> ${variable.unit}`;
      },
    },
    xAxis: valueAxis(time[0] ?? 0, time[time.length - 1] ?? 1, timeUnit, 5),
    yAxis: { ...valueAxis(low, high, '', 3), axisLine: { show: false }, axisTick: { show: false } },
    series: [
      {
        type: 'line',
        data: time.map((t, i) => [t, variable.values[i] ?? null]),
        showSymbol: false,
        lineStyle: { color: ACCENT, width: 1.5 },
        itemStyle: { color: ACCENT },
        emphasis: { disabled: true },
      },
      {
        type: 'custom',
        silent: true,
        data: marks.map((t) => [t]),
        encode: { x: 0 },
        renderItem: (_, api) => {
          const [x, y] = api.coord([api.value(0), low]) as Point;
          return {
            type: 'line',
            shape: { x1: x, y1: y, x2: x, y2: y - MARK_HEIGHT },
            style: { stroke: MEAN, lineWidth: 1, fill: 'none' },
          };
        },
      },
    ],
  };
}

// The section of the page, or nothing for a model without continuous parts.
export function trajectoriesOf(results: Results, drawing: Drawing): HTMLElement | null {
  const trajectories = results.trajectories;
  if (!trajectories || trajectories.variables.length === 0) return null;
  const { solver } = results;
  const facts = solver
    ? `Solver ${solver.name}, tolerance ${optionalText(solver.tolerance)}: ${solver.steps} steps, ${solver.rejected} rejected, ${solver.evaluations} evaluations, ${solver.events} events, ${solver.restarts} restarts. `
    : '';
  const figures = trajectories.variables.map((variable) => {
    const last = variable.values[variable.values.length - 1];
    const unit = variable.unit && ` ${variable.unit}`;
    return h(
      'figure',
      { 'data-name': variable.name },
      h(
        'figcaption',
        {},
        h('span', { class: 'what' }, variable.name),
        h('span', { class: 'figures' }, `${optionalText(last)}${unit} at the end`),
      ),
      drawing.place('trajectory', HEIGHT, `${variable.name} over time, ${optionalText(last)}${unit} at the end`, () =>
        option(trajectories, variable, results.timeUnit),
      ),
    );
  });
  return h(
    'section',
    { class: 'category', 'aria-labelledby': 'trajectories' },
    h('h2', { id: 'trajectories' }, 'Trajectories'),
    h(
      'p',
      { class: 'note', style: `color: ${MUTED}` },
      `${facts}${trajectories.events.length} events in the first replication, each marked at the time axis.`,
    ),
    h('div', { class: 'plots full' }, ...figures),
  );
}
