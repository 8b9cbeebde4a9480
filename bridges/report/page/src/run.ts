// SPDX-License-Identifier: MIT
// The page of a run: diagram, tables and plots of every statistic.
import { cardsOf, hasPlots } from './cards';
import type { ReportData, Results } from './data';
import { flowOf } from './diagram/section';
import { h } from './dom';
import { lengthText, Shell, troublesOf, warmupText } from './shell';
import { tableOf } from './tables';
import { summaryOf } from './tiles';
import { trajectoriesOf } from './trajectories';
import { coursesOf } from './welch';

function legend(results: Results): HTMLElement {
  const swatch = (kind: string, text: string) =>
    h('span', { class: 'key' }, h('span', { class: `swatch ${kind}`, 'aria-hidden': 'true' }), text);
  return h(
    'p',
    { class: 'legend' },
    swatch('mean', results.completed > 1 ? 'average and its 95 % confidence interval' : 'average'),
    swatch(
      'accent',
      results.completed > 1
        ? 'observations; replications as dots and a box from quartile to quartile'
        : 'observations',
    ),
    swatch('band', 'least to greatest within a step of time'),
    results.warmup > 0 && swatch('shade', 'warm-up'),
    results.replications > 1 && h('span', {}, 'Over time: the first replication.'),
  );
}

export function runPage(data: ReportData): void {
  const { results, sections } = data;
  const { timeUnit, completed, replications } = results;
  const shell = new Shell({
    title: results.model || 'Simulation report',
    description: results.description,
    facts: [
      ['Replications', String(replications)],
      ['Length', lengthText(results.length, timeUnit)],
      ['Warm-up', warmupText(results.warmup, timeUnit)],
      ['Seed', String(results.seed)],
    ],
  });
  const basis = completed > 0 ? 'those' : 'what was collected until then';
  shell.add(
    troublesOf(
      results,
      `${completed} of ${replications} replications finished; the figures are of ${basis}.`,
    ),
    summaryOf(data),
  );
  shell.addIndexed('flow', 'Flow', flowOf(data, hasPlots));
  if (sections.length > 0) shell.add(legend(results));
  else if (!results.trajectories) shell.add(h('p', { class: 'note' }, 'No statistics were collected.'));
  for (const section of sections) {
    const id = `category-${section.category}`;
    const count = section.groups.reduce((sum, group) => sum + group.members.length, 0);
    const part = h(
      'section',
      { class: 'category', 'aria-labelledby': id },
      h('h2', { id }, section.title),
      tableOf(data, section, hasPlots),
      ...cardsOf(data, section, shell.drawing),
    );
    shell.addIndexed(id, section.title, part, count);
  }
  shell.addIndexed('trajectories', 'Trajectories', trajectoriesOf(results, shell.drawing));
  shell.addIndexed('warmup', 'Warm-up', coursesOf(results, timeUnit, shell.drawing));
  if (data.source) {
    const source = h(
      'section',
      { class: 'source', 'aria-labelledby': 'source' },
      h('h2', { id: 'source' }, 'Model'),
      h('pre', { tabindex: 0 }, data.source),
    );
    shell.addIndexed('source', 'Model', source);
  }
  shell.show(sections.length > 0);
}
