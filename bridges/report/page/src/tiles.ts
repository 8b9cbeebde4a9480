// SPDX-License-Identifier: MIT
// What a reader wants first: what went in and out, how long it took, how busy the resources were.
import type { ReportData, Statistic } from './data';
import { h } from './dom';
import { numberText, percentText, spreadText } from './format';

const MOST_BARS = 12;
const MOST_TYPES = 2;
const UTILIZATION = '.InstantaneousUtilization';

function tile(title: string, statistic: Statistic | undefined, unit = ''): HTMLElement | null {
  if (!statistic || statistic.average == null) return null;

  return h(
    'div',
    { class: 'tile' },
    h('dt', {}, title),
    h(
      'dd',
      { 'data-name': statistic.name, 'data-value': String(statistic.average) },
      h('span', { class: 'figure' }, numberText(statistic.average)),
      unit && ` ${unit}`,
      statistic.halfWidth ? h('span', { class: 'spread' }, spreadText(statistic.halfWidth)) : null,
    ),
  );
}

function bars(statistics: Statistic[]): HTMLElement | null {
  const busy = statistics
    .filter((s) => s.name.endsWith(UTILIZATION) && s.average != null)
    .sort((a, b) => b.average! - a.average!);
  if (busy.length === 0) return null;
  const rows = busy.slice(0, MOST_BARS).map((s) => {
    const share = Math.min(Math.max(s.average!, 0), 1);
    const fill = h('span', { class: 'fill' });
    fill.style.width = `${100 * share}%`;
    const spread = s.halfWidth ? `± ${percentText(s.halfWidth)}` : '';
    return h(
      'li',
      {},
      h('span', { class: 'who' }, s.name.slice(0, -UTILIZATION.length)),
      h('span', { class: 'bar', 'aria-hidden': 'true' }, fill),
      h(
        'span',
        { class: 'share', 'data-name': s.name, 'data-value': String(s.average) },
        percentText(s.average!),
      ),
      h('span', { class: 'spread' }, spread),
    );
  });
  const more = busy.length - rows.length;
  return h(
    'div',
    { class: 'utilization' },
    h('h3', {}, 'Utilization'),
    h('ul', {}, ...rows),
    more > 0 && h('p', { class: 'note' }, `The ${rows.length} busiest; ${more} more under Resources.`),
  );
}

export function summaryOf(data: ReportData): HTMLElement | null {
  const { statistics, timeUnit } = data.results;
  const named = (name: string) => statistics.find((s) => s.name === name);
  const types = data.sections.find((s) => s.category === 'entity')?.groups.slice(0, MOST_TYPES) ?? [];
  const queue = statistics
    .filter((s) => s.name.endsWith('.WaitingTime') && s.average != null)
    .reduce<Statistic | undefined>(
      (worst, s) => (worst && worst.average! >= s.average! ? worst : s),
      undefined,
    );
  const tiles = [
    tile('Number in', named('System.NumberIn')),
    tile('Number out', named('System.NumberOut')),
    ...types.map(({ owner }) => tile(`${owner}: time in system`, named(`${owner}.TotalTime`), timeUnit)),
    queue && tile(`Longest wait: ${queue.name.slice(0, -'.WaitingTime'.length)}`, queue, timeUnit),
  ].filter((t): t is HTMLElement => Boolean(t));
  const utilization = bars(statistics);
  if (tiles.length === 0 && !utilization) return null;
  return h(
    'section',
    { class: 'summary', 'aria-labelledby': 'summary' },
    h('h2', { id: 'summary', class: 'unseen' }, 'Summary'),
    tiles.length > 0 && h('dl', { class: 'tiles' }, ...tiles),
    utilization,
  );
}
