// SPDX-License-Identifier: MIT
// Variables of continuous parts over time: a line each, and a mark at the time axis for each event.
import { MUTED, type Drawing, type Option } from './chart';
import { courseOption } from './course';
import type { Results, Trajectories, TrajectoryVariable } from './data';
import { escaped, h } from './dom';
import { numberText, optionalText } from './format';

const HEIGHT = 170;

function option(trajectories: Trajectories, variable: TrajectoryVariable, timeUnit: string): Option {
  const { time, events } = trajectories;
  return courseOption({
    times: time,
    values: variable.values,
    start: time[0] ?? 0,
    end: time[time.length - 1] ?? 1,
    timeUnit,
    marks: events,
    tip: (i) =>
      `${numberText(time[i] ?? 0)} ${timeUnit}<br><b>${optionalText(variable.values[i])}</b> ${escaped(variable.unit)}`,
  });
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
      drawing.place(
        'trajectory',
        HEIGHT,
        `${variable.name} over time, ${optionalText(last)}${unit} at the end`,
        () => option(trajectories, variable, results.timeUnit),
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
