// SPDX-License-Identifier: MIT
// Which scenario is better: what was compared, the verdict on each, and the intervals that it rests on.
import type { Drawing } from './chart';
import type { ComparedScenario, Comparison, ScenarioResults } from './data';
import { h } from './dom';
import { optionalText, percentText, unitOf } from './format';
import { intervalsOption, type IntervalRow } from './intervals';
import { scrolled, spreadCell, tableOfRows, valueCell } from './rows';

const ROW_HEIGHT = 30;
const AXIS_HEIGHT = 44;
const MOST_ROWS = 60;

const GOOD = new Set(['may be best', 'chosen', 'differs']);
const OUT = new Set(['not the best']);

function titleOf({ response, method, goal, base }: Comparison): string {
  switch (method) {
    case 'paired':
      return `${response}: differences from ${base}`;
    case 'best':
      return `${response}: distance to the best of the others, ${goal} mean`;
    case 'screening':
      return `${response}: which cannot have the ${goal} mean`;
    case 'select':
      return `${response}: the ${goal} mean`;
  }
}

// One sentence for a reader in a hurry.
function verdictOf({ method, scenarios, base, goal }: Comparison): string {
  const named = (verdict: string) => scenarios.filter((s) => s.verdict === verdict).map((s) => s.scenario);
  const list = (names: string[]) =>
    names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
  if (method === 'select') return named('chosen').length > 0 ? `Chosen: ${list(named('chosen'))}.` : '';
  if (method === 'paired') {
    const differ = named('differs');
    return differ.length > 0
      ? `${list(differ)} ${differ.length > 1 ? 'differ' : 'differs'} from ${base}.`
      : `No scenario was seen to differ from ${base}.`;
  }
  const best = named('may be best');
  const out = named('not the best').length;
  if (best.length === 1) return `${best[0]} has the ${goal} mean.`;
  return `${list(best)} may have the ${goal} mean; ${out === 0 ? 'none is' : `${out} ${out > 1 ? 'are' : 'is'}`} screened out.`;
}

function intervalRows({ method, scenarios }: Comparison): IntervalRow[] {
  return scenarios.flatMap((s): IntervalRow[] => {
    if (method === 'paired' && s.difference != null && s.halfWidth != null) {
      const around = (half: number): [number, number] => [s.difference! - half, s.difference! + half];
      const [low, high] = around(s.halfWidth);
      const outer = s.independentHalfWidth != null ? around(s.independentHalfWidth) : null;
      return [{ label: s.scenario, low, high, middle: s.difference, outer, strong: s.verdict === 'differs' }];
    }
    if (method === 'best' && s.lower != null && s.upper != null)
      return [
        {
          label: s.scenario,
          low: s.lower,
          high: s.upper,
          middle: null,
          outer: null,
          strong: GOOD.has(s.verdict),
        },
      ];
    return [];
  });
}

function row(s: ComparedScenario, method: Comparison['method']): HTMLElement {
  return h(
    'tr',
    { 'data-scenario': s.scenario, class: OUT.has(s.verdict) ? 'out' : undefined },
    h('th', { scope: 'row' }, s.scenario),
    valueCell('mean', s.mean),
    ...(method === 'paired'
      ? [
          valueCell('difference', s.difference),
          spreadCell('halfWidth', s.halfWidth),
          spreadCell('independentHalfWidth', s.independentHalfWidth),
        ]
      : []),
    ...(method === 'best' ? [valueCell('lower', s.lower), valueCell('upper', s.upper)] : []),
    h('td', { class: GOOD.has(s.verdict) ? 'verdict good' : 'verdict' }, s.verdict),
  );
}

export function comparisonOf(results: ScenarioResults, drawing: Drawing): HTMLElement | null {
  const comparison = results.comparison;
  if (!comparison) return null;
  const { method, confidence, replications, missing, scenarios, anova } = comparison;
  const unit = unitOf(comparison.response, results.timeUnit);
  const sure = `${percentText(confidence, confidence * 100 === Math.round(confidence * 100) ? 0 : 1)} confidence`;
  const basis =
    method === 'select'
      ? `${replications} replications at most, ${sure}; means closer than ${optionalText(comparison.indifference)} count as equal.`
      : `${replications} replications of each scenario; ${sure} that all statements hold together.`;
  const titles: Record<Comparison['method'], string[]> = {
    paired: ['Difference', 'Half width', 'If independent'],
    best: ['Lower', 'Upper'],
    screening: [],
    select: [],
  };
  const rows = intervalRows(comparison).slice(0, MOST_ROWS);
  return h(
    'section',
    { class: 'category comparison', 'aria-labelledby': 'comparison' },
    h('h2', { id: 'comparison' }, 'Comparison'),
    h('p', { class: 'lead' }, missing ? `No verdict: ${missing}` : verdictOf(comparison)),
    h('p', { class: 'note' }, `${titleOf(comparison)}. ${basis}`),
    anova?.p != null &&
      h(
        'p',
        { class: 'note' },
        `Are all means equal? Welch's F(${optionalText(anova.numeratorDegrees)}, ${optionalText(anova.denominatorDegrees)}) = ${optionalText(anova.f)}, p ${anova.p < 1e-4 ? '< 0.0001' : `= ${optionalText(anova.p)}`}.`,
      ),
    scenarios.length > 0 &&
      scrolled(
        'Comparison, table',
        tableOfRows(
          titleOf(comparison),
          ['Scenario', 'Mean', ...titles[method], 'Verdict'],
          scenarios.map((s) => row(s, method)),
        ),
      ),
    rows.length > 0 &&
      h(
        'div',
        { class: 'plots wide' },
        h(
          'figure',
          {},
          h('figcaption', {}, h('span', { class: 'what' }, titleOf(comparison), unit && ` (${unit})`)),
          drawing.place(
            'intervals',
            rows.length * ROW_HEIGHT + AXIS_HEIGHT,
            `${titleOf(comparison)}, as intervals`,
            () => intervalsOption(rows, unit),
          ),
          method === 'paired' &&
            h(
              'p',
              { class: 'note' },
              'Thin: what independent random numbers would give. Intervals that leave zero out tell a difference.',
            ),
          method === 'best' &&
            h('p', { class: 'note' }, 'An interval that ends at zero on the bad side means: not the best.'),
        ),
      ),
  );
}
