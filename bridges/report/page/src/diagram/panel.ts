// SPDX-License-Identifier: MIT
// What is known of one block: its type, what it uses, and the statistics of it and of its elements.
import { entriesOf, type Entry, type ReportData } from '../data';
import { h } from '../dom';
import { entriesTable } from '../tables';
import type { Box } from './graph';
import { kindOf } from './layout';

const within = (name: string, path: string): boolean => name === path || name.startsWith(`${path}.`);

// All statistics of the block, then those of the elements that it uses.
export function entriesOfBox(data: ReportData, box: Box): Entry[] {
  const all = data.sections.flatMap((section) => section.groups.flatMap((group) => entriesOf(data, group)));
  if (!box.path) return all;
  const own = all.filter((entry) => within(entry.statistic.name, box.path));
  const used = all.filter(
    (entry) => !own.includes(entry) && box.uses.some(({ path }) => within(entry.statistic.name, path)),
  );
  return [...own, ...used];
}

export function panelOf(
  data: ReportData,
  box: Box,
  hasPlots: (entry: Entry) => boolean,
  close: () => void,
  toggle: (() => void) | null, // shows or hides what is inside
): HTMLElement {
  const entries = entriesOfBox(data, box);
  const button = h(
    'button',
    { type: 'button', class: 'close', 'aria-label': 'Close', title: 'Close (Esc)' },
    '×',
  );
  button.addEventListener('click', close);
  const inside = h(
    'button',
    { type: 'button', class: 'inside' },
    box.closed ? 'Show what is inside' : 'Hide what is inside',
  );
  if (toggle) inside.addEventListener('click', toggle);
  const bySection = new Map<string, string[]>();
  for (const { path, section } of box.uses) bySection.set(section, [...(bySection.get(section) ?? []), path]);
  const facts = [
    ['Type', box.type || `coupled model of ${kindOf(box)}`],
    ...[...bySection].map(([section, paths]) => [`Uses of ${section}`, paths.join(', ')]),
  ];
  return h(
    'div',
    { class: 'panel', 'data-path': box.path },
    h('div', { class: 'panel-head' }, h('h3', {}, box.path), toggle && inside, button),
    h(
      'dl',
      { class: 'facts' },
      ...facts.map(([name, text]) => h('div', {}, h('dt', {}, name!), h('dd', {}, text!))),
    ),
    entries.length > 0
      ? h('div', { class: 'scroll' }, entriesTable(data, entries, `Statistics of ${box.path}`, hasPlots))
      : h('p', { class: 'note' }, 'No statistics were collected here.'),
  );
}
