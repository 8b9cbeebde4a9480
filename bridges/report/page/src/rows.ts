// SPDX-License-Identifier: MIT
// Parts of tables; every number carries its full value in data-value.
import { h } from './dom';
import { optionalText, spreadText } from './format';

export function valueCell(
  key: string,
  value: number | null | undefined,
  text = optionalText(value),
): HTMLTableCellElement {
  const known = value == null ? undefined : String(value);
  return h('td', { 'data-key': key, 'data-value': known, title: known }, text);
}

export const spreadCell = (key: string, value: number | null | undefined): HTMLTableCellElement =>
  valueCell(key, value, value == null ? undefined : spreadText(value));

export const headRow = (titles: string[]): HTMLTableRowElement =>
  h('tr', {}, ...titles.map((title) => h('th', { scope: 'col' }, title)));

export function tableOfRows(caption: string, titles: string[], rows: HTMLElement[]): HTMLTableElement {
  return h(
    'table',
    {},
    h('caption', { class: 'unseen' }, caption),
    h('thead', {}, headRow(titles)),
    h('tbody', {}, ...rows),
  );
}

// Narrow screens scroll the table, not the page; a scrolling region must take the focus to be scrolled by keys.
export function scrolled(told: string, table: HTMLElement): HTMLElement {
  return h('div', { class: 'scroll', role: 'region', 'aria-label': told, tabindex: 0 }, table);
}
