// SPDX-License-Identifier: MIT
// Builds the page from the data that it carries.
import { cardsOf, hasPlots } from './cards';
import { Drawing } from './chart';
import { readData, type ReportData, type Results } from './data';
import { h } from './dom';
import { filterBox } from './filter';
import { summaryOf } from './tiles';
import { tableOf } from './tables';
import { trajectoriesOf } from './trajectories';
import './style.css';

function runFacts(results: Results): HTMLElement {
  const unit = results.timeUnit;
  const facts: [string, string][] = [
    ['Replications', String(results.replications)],
    ['Length', results.length === null ? 'until no event is left' : `${results.length} ${unit}`],
    ['Warm-up', results.warmup === 0 ? 'none' : `${results.warmup} ${unit}`],
    ['Seed', String(results.seed)],
  ];
  return h(
    'dl',
    { class: 'facts' },
    ...facts.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
  );
}

function troubles(results: Results): HTMLElement | null {
  const failures = results.failures ?? [];
  if (!results.interrupted && failures.length === 0) return null;
  const basis = results.completed > 0 ? 'those' : 'what was collected until then';
  const what = results.interrupted ? 'Interrupted' : 'Failed';
  const finished = `${results.completed} of ${results.replications} replications finished`;
  const lead = `${what}: ${finished}; the figures are of ${basis}.`;
  const items = failures.map((f) =>
    h(
      'li',
      {},
      `Replication ${f.replication} failed at time ${f.clock ?? '–'} ${results.timeUnit}${f.modelPath && ` in ${f.modelPath}`}: ${f.message}`,
    ),
  );
  return h(
    'div',
    { class: 'trouble', role: 'alert' },
    h('p', {}, lead),
    items.length > 0 && h('ul', {}, ...items),
  );
}

function legend(results: Results): HTMLElement {
  const swatch = (kind: string, text: string) =>
    h('span', { class: 'key' }, h('span', { class: `swatch ${kind}`, 'aria-hidden': 'true' }), text);
  return h(
    'p',
    { class: 'legend' },
    swatch('mean', results.completed > 1 ? 'average and its 95 % confidence interval' : 'average'),
    swatch('accent', results.completed > 1 ? 'observations; one dot a replication' : 'observations'),
    swatch('band', 'least to greatest within a step of time'),
    results.warmup > 0 && swatch('shade', 'warm-up'),
    results.replications > 1 && h('span', {}, 'Over time: the first replication.'),
  );
}

function build(data: ReportData): void {
  const { results, sections } = data;
  const drawing = new Drawing();
  const main = h('main', { id: 'main' });
  const index = h('ul', {});
  main.append(
    h(
      'header',
      {},
      h('h1', {}, results.model || 'Simulation report'),
      results.description && h('p', { class: 'description' }, results.description),
      runFacts(results),
    ),
  );
  for (const part of [troubles(results), summaryOf(data)]) if (part) main.append(part);
  if (sections.length === 0) main.append(h('p', { class: 'note' }, 'No statistics were collected.'));
  else main.append(legend(results));
  for (const section of sections) {
    const id = `category-${section.category}`;
    const count = section.groups.reduce((sum, group) => sum + group.members.length, 0);
    index.append(
      h('li', {}, h('a', { href: `#${id}` }, section.title, h('span', { class: 'count' }, String(count)))),
    );
    main.append(
      h(
        'section',
        { class: 'category', 'aria-labelledby': id },
        h('h2', { id }, section.title),
        tableOf(data, section, hasPlots),
        ...cardsOf(data, section, drawing),
      ),
    );
  }
  const trajectories = trajectoriesOf(results, drawing);
  if (trajectories) {
    index.append(h('li', {}, h('a', { href: '#trajectories' }, 'Trajectories')));
    main.append(trajectories);
  }
  if (data.source) {
    index.append(h('li', {}, h('a', { href: '#source' }, 'Model')));
    main.append(
      h(
        'section',
        { class: 'source', 'aria-labelledby': 'source' },
        h('h2', { id: 'source' }, 'Model'),
        h('pre', { tabindex: 0 }, data.source),
      ),
    );
  }
  const side = h(
    'nav',
    { class: 'side', 'aria-label': 'Contents' },
    sections.length > 0 && filterBox(main),
    index,
  );
  document.body.append(h('a', { class: 'skip', href: '#main' }, 'Skip to the results'), side, main);
  drawing.start();
}

build(readData());
