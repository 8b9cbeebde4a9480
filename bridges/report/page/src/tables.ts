// SPDX-License-Identifier: MIT
// The overview of one category as a table; every number carries its full value in data-value.
import { entriesOf, type Entry, type ReportData, type Section, type Statistic } from './data';
import { h } from './dom';
import { numberText, optionalText } from './format';

interface Column {
  key: 'average' | 'halfWidth' | 'minimumAverage' | 'maximumAverage' | 'minimum' | 'maximum' | 'observations';
  title: string;
}

export function columnsFor(data: ReportData): Column[] {
  const several: Column[] = [
    { key: 'minimumAverage', title: 'Min. average' },
    { key: 'maximumAverage', title: 'Max. average' },
  ];
  return [
    { key: 'average', title: 'Average' },
    { key: 'halfWidth', title: 'Half width' },
    ...(data.results.completed > 1 ? several : []),
    { key: 'minimum', title: 'Minimum' },
    { key: 'maximum', title: 'Maximum' },
    { key: 'observations', title: 'Count' },
  ];
}

function cell(statistic: Statistic, { key }: Column): HTMLTableCellElement {
  // A counter's observations are its count, which the average tells.
  if (!(key in statistic) || (key === 'observations' && statistic.kind === 'counter')) return h('td');
  const value = statistic[key];
  const known = value !== null && value !== undefined;
  const attributes = { 'data-key': key, 'data-value': known ? String(value) : undefined, title: known ? String(value) : undefined };
  if (key === 'halfWidth' && !known && statistic.halfWidthReason) {
    return h('td', { ...attributes, class: 'reason' }, statistic.halfWidthReason);
  }
  return h('td', attributes, key === 'halfWidth' && known ? `± ${numberText(value)}` : optionalText(value));
}

function row(entry: Entry, columns: Column[], hasPlots: boolean): HTMLTableRowElement {
  const label = entry.unit ? `${entry.label} (${entry.unit})` : entry.label;
  const head = hasPlots ? h('a', { href: `#plots-${entry.index}` }, label) : label;
  return h(
    'tr',
    { 'data-name': entry.statistic.name },
    h('th', { scope: 'row' }, head),
    ...columns.map((column) => cell(entry.statistic, column)),
  );
}

export function tableOf(data: ReportData, section: Section, hasPlots: (entry: Entry) => boolean): HTMLElement {
  const columns = columnsFor(data);
  const head = h('tr', {}, h('th', { scope: 'col' }, 'Statistic'), ...columns.map((c) => h('th', { scope: 'col' }, c.title)));
  const bodies = section.groups.map((group) => {
    const headed = section.category !== 'system' && group.owner !== '';
    const owner = headed && h('tr', { class: 'owner' }, h('th', { scope: 'rowgroup', colspan: columns.length + 1 }, group.owner));
    const rows = entriesOf(data, group).map((entry) => row(entry, columns, hasPlots(entry)));
    return h('tbody', { class: headed ? 'headed' : undefined }, owner, ...rows);
  });
  const table = h('table', {}, h('caption', { class: 'unseen' }, `${section.title}: statistics`), h('thead', {}, head), ...bodies);
  // Narrow screens scroll the table, not the page; a scrolling region must take the focus to be scrolled by keys.
  return h('div', { class: 'scroll', role: 'region', 'aria-label': `${section.title}, table`, tabindex: 0 }, table);
}
