// SPDX-License-Identifier: MIT
// What all pages have in common: the heading, what went wrong, the index at the side.
import { Drawing } from './chart';
import type { Failure } from './data';
import { h, type Child } from './dom';
import { filterBox } from './filter';

export interface Heading {
  title: string;
  description?: string;
  facts: [string, string][];
}

interface Troubled {
  interrupted?: boolean;
  failures?: (Failure & { scenario?: string })[];
  timeUnit: string;
}

const MOST_FAILURES = 20; // of one model they are much alike

export const lengthText = (length: number | null, unit: string): string =>
  length === null ? 'until no event is left' : `${length} ${unit}`;
export const warmupText = (warmup: number, unit: string): string =>
  warmup === 0 ? 'none' : `${warmup} ${unit}`;

// `basis` says what the figures are made from.
export function troublesOf(
  { interrupted, failures = [], timeUnit }: Troubled,
  basis: string,
): HTMLElement | null {
  if (!interrupted && failures.length === 0) return null;
  const shown = failures.slice(0, MOST_FAILURES).map((f) => {
    const who = `${f.scenario ? `Scenario ${f.scenario}, replication` : 'Replication'} ${f.replication}`;
    const where = f.modelPath && ` in ${f.modelPath}`;
    return h('li', {}, `${who} failed at time ${f.clock ?? '–'} ${timeUnit}${where}: ${f.message}`);
  });
  const more = failures.length - shown.length;
  return h(
    'div',
    { class: 'trouble', role: 'alert' },
    h('p', {}, `${interrupted ? 'Interrupted' : 'Failed'}: ${basis}`),
    shown.length > 0 && h('ul', {}, ...shown, more > 0 && h('li', {}, `${more} more failed.`)),
  );
}

export class Shell {
  readonly main = h('main', { id: 'main' });
  readonly drawing = new Drawing();
  private readonly index = h('ul', {});

  constructor({ title, description, facts }: Heading) {
    this.main.append(
      h(
        'header',
        {},
        h('h1', {}, title),
        description && h('p', { class: 'description' }, description),
        h(
          'dl',
          { class: 'facts' },
          ...facts.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
        ),
      ),
    );
  }

  add(...parts: Child[]): void {
    for (const part of parts) if (part) this.main.append(part);
  }

  // A part that the index leads to.
  addIndexed(id: string, title: string, part: HTMLElement | null, count?: number): void {
    if (!part) return;
    this.index.append(
      h(
        'li',
        {},
        h(
          'a',
          { href: `#${id}` },
          title.replace(/\./g, '.\u200b'), // long names break at their dots
          count !== undefined && h('span', { class: 'count' }, String(count)),
        ),
      ),
    );
    this.main.append(part);
  }

  show(filtered: boolean): void {
    const side = h(
      'nav',
      { class: 'side', 'aria-label': 'Contents' },
      filtered && filterBox(this.main),
      this.index,
    );
    document.body.append(h('a', { class: 'skip', href: '#main' }, 'Skip to the results'), side, this.main);
    this.drawing.start();
  }
}
