// SPDX-License-Identifier: MIT
// The page of an experiment: the comparison of its scenarios, then each response by scenario.
import { boxesOption } from './boxes';
import { comparisonOf } from './comparison';
import type { ResponseTable, ScenarioMean, ScenarioResults } from './data';
import { h, type Child } from './dom';
import { unitOf } from './format';
import { scrolled, spreadCell, tableOfRows, valueCell } from './rows';
import { lengthText, Shell, troublesOf, warmupText } from './shell';
import { coursesOf } from './welch';

const ROW_HEIGHT = 44;
const AXIS_HEIGHT = 44;
const MOST_ROWS = 40; // of one plot

const idOf = (name: string): string => `response-${name.replace(/[^A-Za-z0-9_.]/g, '_')}`;

function row(response: string, mean: ScenarioMean): HTMLElement {
  const half =
    mean.halfWidth === null && mean.halfWidthReason
      ? h('td', { class: 'reason', 'data-key': 'halfWidth' }, mean.halfWidthReason)
      : spreadCell('halfWidth', mean.halfWidth);
  return h(
    'tr',
    { 'data-name': `${response} ${mean.scenario}`, 'data-scenario': mean.scenario },
    h('th', { scope: 'row' }, mean.scenario),
    valueCell('average', mean.average),
    half,
    valueCell('minimum', mean.minimum),
    valueCell('maximum', mean.maximum),
    valueCell('replications', mean.replications),
  );
}

function plot(response: ResponseTable, results: ScenarioResults, shell: Shell): Child {
  const unit = unitOf(response.name, results.timeUnit);
  const rows = response.scenarios.filter((mean) => mean.average !== null).slice(0, MOST_ROWS);
  if (rows.length === 0) return h('p', { class: 'note' }, 'No replication has a value.');
  const told = `${response.name} by scenario: replications as box plots, means with 95 % intervals`;
  const height = rows.length * ROW_HEIGHT + AXIS_HEIGHT;
  const left = response.scenarios.length - rows.length;
  return h(
    'div',
    { class: 'plots wide' },
    h(
      'figure',
      { 'data-name': response.name },
      h(
        'figcaption',
        {},
        h('span', { class: 'what' }, response.name, unit && ` (${unit})`),
        left > 0 && h('span', { class: 'owner' }, `${rows.length} of ${response.scenarios.length} scenarios`),
      ),
      shell.drawing.place('boxes', height, told, () =>
        boxesOption(
          rows.map(({ scenario, values = [], average, halfWidth }) => ({
            label: scenario,
            values,
            mean: average,
            halfWidth,
          })),
          unit,
          true,
        ),
      ),
    ),
  );
}

export function experimentPage(results: ScenarioResults): void {
  const { timeUnit, scenarios, failures = [] } = results;
  const shell = new Shell({
    title: results.model || 'Experiment report',
    description: results.description,
    facts: [
      ['Scenarios', String(scenarios.length)],
      ['Length', lengthText(results.length, timeUnit)],
      ['Warm-up', warmupText(results.warmup, timeUnit)],
      ['Seed', String(results.seed)],
      ...(results.antithetic ? [['Antithetic', 'pairs of replications'] as [string, string]] : []),
      ...(results.control ? [['Control', results.control] as [string, string]] : []),
      ...(results.randomNumbers ? [['Random numbers', results.randomNumbers] as [string, string]] : []),
    ],
  });
  const lost = failures.length > 0 ? `${failures.length} replications failed; ` : '';
  shell.add(troublesOf(results, `${lost}the figures are of what was finished.`));
  shell.addIndexed('comparison', 'Comparison', comparisonOf(results, shell.drawing));
  const swatch = (kind: string, text: string) =>
    h('span', { class: 'key' }, h('span', { class: `swatch ${kind}`, 'aria-hidden': 'true' }), text);
  shell.add(
    h(
      'p',
      { class: 'legend' },
      swatch('mean', 'mean and its 95 % confidence interval'),
      swatch(
        'accent',
        'replications: a dot each; box from quartile to quartile, median, whiskers to 1.5 boxes',
      ),
    ),
  );
  for (const response of results.responses) {
    const id = idOf(response.name);
    const table = tableOfRows(
      `${response.name} by scenario`,
      ['Scenario', 'Average', 'Half width', 'Minimum', 'Maximum', 'Replications'],
      response.scenarios.map((mean) => row(response.name, mean)),
    );
    const section = h(
      'section',
      { class: 'category', 'aria-labelledby': id },
      h('h2', { id }, response.name),
      scrolled(`${response.name}, table`, table),
      plot(response, results, shell),
    );
    shell.addIndexed(id, response.name, section);
  }
  shell.addIndexed('warmup', 'Warm-up', coursesOf(results, timeUnit, shell.drawing));
  shell.show(results.responses.length > 1);
}
