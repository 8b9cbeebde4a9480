// SPDX-License-Identifier: MIT
// The overview of one category as a table; every number carries its full value in data-value.
import { entriesOf, type Entry, type ReportData, type Section, type Statistic } from './data';
import { h } from './dom';
import { optionalText, spreadText } from './format';
import { headRow, scrolled, tableOfRows } from './rows';

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
  const attributes = {
    'data-key': key,
    'data-value': known ? String(value) : undefined,
    title: known ? String(value) : undefined,
  };
  if (key === 'halfWidth' && !known && statistic.halfWidthReason) {
    return h('td', { ...attributes, class: 'reason' }, statistic.halfWidthReason);
  }
  return h('td', attributes, key === 'halfWidth' && known ? spreadText(value) : optionalText(value));
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

// Each category of a frequency; its share of the time also as a bar.
function frequencyTable(data: ReportData, section: Section): HTMLTableElement {
  const titles = [
    'Category',
    'Visits',
    `Average time (${data.results.timeUnit})`,
    'Standard %',
    'Restricted %',
    'Share of time',
  ];
  const number = (key: string, value: number | null | undefined) =>
    value === undefined
      ? h('td')
      : h(
          'td',
          { 'data-key': key, 'data-value': value === null ? undefined : String(value) },
          optionalText(value),
        );
  const bodies = section.groups
    .flatMap((group) => entriesOf(data, group))
    .map(({ statistic, label }) => {
      const rows = (statistic.categories ?? []).map((category) => {
        const fill = h('span', { class: 'fill' });
        fill.style.width = `${category.standardPercent ?? 0}%`;
        return h(
          'tr',
          { 'data-name': statistic.name },
          h('th', { scope: 'row' }, category.name),
          number('visits', category.visits),
          number('averageTime', category.averageTime),
          number('standardPercent', category.standardPercent),
          number('restrictedPercent', category.restrictedPercent),
          h('td', { class: 'wide' }, h('span', { class: 'bar', 'aria-hidden': 'true' }, fill)),
        );
      });
      const owner = h(
        'tr',
        { class: 'owner' },
        h('th', { scope: 'rowgroup', colspan: titles.length }, label),
      );
      return h('tbody', { class: 'headed' }, owner, ...rows);
    });
  return h(
    'table',
    {},
    h('caption', { class: 'unseen' }, `${section.title}: categories`),
    h('thead', {}, headRow(titles)),
    ...bodies,
  );
}

function valueTable(
  data: ReportData,
  section: Section,
  hasPlots: (entry: Entry) => boolean,
): HTMLTableElement {
  const columns = columnsFor(data);
  const head = headRow(['Statistic', ...columns.map((column) => column.title)]);
  const bodies = section.groups.map((group) => {
    const headed = section.category !== 'system' && group.owner !== '';
    const owner =
      headed &&
      h('tr', { class: 'owner' }, h('th', { scope: 'rowgroup', colspan: columns.length + 1 }, group.owner));
    const rows = entriesOf(data, group).map((entry) => row(entry, columns, hasPlots(entry)));
    return h('tbody', { class: headed ? 'headed' : undefined }, owner, ...rows);
  });
  return h(
    'table',
    {},
    h('caption', { class: 'unseen' }, `${section.title}: statistics`),
    h('thead', {}, head),
    ...bodies,
  );
}

// Statistics of several owners, each with its whole name.
export function entriesTable(
  data: ReportData,
  entries: Entry[],
  caption: string,
  hasPlots: (entry: Entry) => boolean,
): HTMLTableElement {
  const columns = columnsFor(data).filter((column) => entries.some((e) => column.key in e.statistic));
  const frequency = (entry: Entry) => entry.statistic.kind === 'frequency';
  const rows = entries
    .filter((entry) => !frequency(entry))
    .map((entry) => row({ ...entry, label: entry.statistic.name }, columns, hasPlots(entry)));
  return tableOfRows(caption, ['Statistic', ...columns.map((column) => column.title)], rows);
}

export function tableOf(
  data: ReportData,
  section: Section,
  hasPlots: (entry: Entry) => boolean,
): HTMLElement {
  const table =
    section.category === 'frequency' ? frequencyTable(data, section) : valueTable(data, section, hasPlots);
  return scrolled(`${section.title}, table`, table);
}
