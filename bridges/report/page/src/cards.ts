// SPDX-License-Identifier: MIT
// One card per statistic that has something to plot; cards of one category form a grid.
import { entriesOf, type Entry, type ReportData, type Section } from './data';
import type { Drawing } from './chart';
import { h } from './dom';
import { optionalText, spreadText } from './format';
import { histogramOption } from './histogram';
import { replicationsOption } from './replications';
import { timelineOption } from './timeline';

const PLOT_HEIGHT = 150;
const STRIP_HEIGHT = 62;
const UNIT_HEIGHT = 12; // the unit under the axis

const hasHistogram = ({ statistic: { histogram } }: Entry): boolean =>
  (histogram?.counts.some((count) => count > 0) ?? false) && histogram!.width > 0;
const hasSeries = ({ statistic: { series } }: Entry): boolean =>
  series?.average.some((value) => value !== null) ?? false;
const hasReplications = ({ statistic: { replicationAverages } }: Entry): boolean =>
  (replicationAverages?.filter((value) => value !== null).length ?? 0) > 1;

export const hasMain = (entry: Entry): boolean => hasHistogram(entry) || hasSeries(entry);
export const hasPlots = (entry: Entry): boolean => hasMain(entry) || hasReplications(entry);

function figures({ statistic, unit }: Entry): string {
  const spread = statistic.halfWidth == null ? '' : ` ${spreadText(statistic.halfWidth)}`;
  return `${optionalText(statistic.average)}${spread}${unit && ` ${unit}`}`;
}

function card(data: ReportData, section: Section, entry: Entry, drawing: Drawing): HTMLElement {
  const { statistic, owner, label, index } = entry;
  const { warmup, timeUnit } = data.results;
  const told = `${statistic.name}, average ${figures(entry)}`;
  const range = `from ${optionalText(statistic.minimum)} to ${optionalText(statistic.maximum)}`;
  return h(
    'figure',
    { id: `plots-${index}`, 'data-name': statistic.name, tabindex: -1 },
    h(
      'figcaption',
      {},
      owner !== section.title && h('span', { class: 'owner' }, owner),
      h('span', { class: 'what' }, label),
      h('span', { class: 'figures' }, figures(entry)),
    ),
    hasHistogram(entry) &&
      drawing.place('histogram', PLOT_HEIGHT, `Histogram of ${told}, ${range}`, () =>
        histogramOption(entry, statistic.histogram!),
      ),
    hasSeries(entry) &&
      drawing.place('timeline', PLOT_HEIGHT, `${told}, over time in the first replication, ${range}`, () =>
        timelineOption(entry, statistic.series!, warmup, timeUnit),
      ),
    hasReplications(entry) &&
      drawing.place(
        'replications',
        STRIP_HEIGHT + (entry.unit ? UNIT_HEIGHT : 0),
        `Averages of the replications of ${told}`,
        () => replicationsOption(entry, statistic.replicationAverages!),
      ),
  );
}

export function cardsOf(data: ReportData, section: Section, drawing: Drawing): HTMLElement[] {
  const entries = section.groups.flatMap((group) => entriesOf(data, group));
  const grid = (kind: string, chosen: Entry[]) =>
    chosen.length > 0
      ? [h('div', { class: `plots ${kind}` }, ...chosen.map((entry) => card(data, section, entry, drawing)))]
      : [];
  return [
    ...grid('full', entries.filter(hasMain)),
    ...grid(
      'strips',
      entries.filter((entry) => hasPlots(entry) && !hasMain(entry)),
    ),
  ];
}
