// SPDX-License-Identifier: MIT
// The section of the page with the flow diagram: drawn once its layout is there, each block opens its statistics.
import type { Entry, Outline, ReportData, Statistic } from '../data';
import { h } from '../dom';
import { numberText, percentText } from '../format';
import { drawn } from './drawing';
import { closedAtFirst, Graph, type Box } from './graph';
import { kindOf, placed, type Loads } from './layout';
import { panelOf } from './panel';
import { Playback } from './playback';
import { View } from './view';

const UTILIZATION = '.InstantaneousUtilization';
const QUEUE = '.NumberInQueue';

const ownStatistic = (statistics: Map<string, Statistic>, name: string): number | null =>
  statistics.get(name)?.average ?? null;

// The busiest resource that a block uses.
function loadsOf(graph: Graph, statistics: Map<string, Statistic>): Loads {
  const loads: Loads = new Map();
  for (const box of graph.boxes.values()) {
    const busy = box.uses
      .map(({ path }) => ownStatistic(statistics, path + UTILIZATION))
      .filter((value): value is number => value !== null);
    if (busy.length > 0) loads.set(box.path, Math.max(...busy));
  }
  return loads;
}

function toldOf(box: Box, loads: Loads, statistics: Map<string, Statistic>): string {
  const load = loads.get(box.path);
  const queue = ownStatistic(statistics, `${box.path}.Queue${QUEUE}`);
  return [
    `${box.path}, ${box.type || `coupled model of ${kindOf(box)}`}`,
    load !== undefined && `busiest resource ${percentText(load)} busy`,
    queue !== null && `${numberText(queue)} waiting on average`,
  ]
    .filter(Boolean)
    .join(', ');
}

async function draw(
  data: ReportData,
  model: Outline,
  place: HTMLElement,
  hasPlots: (entry: Entry) => boolean,
  closed: Set<string>,
  chosenAtFirst = '',
): Promise<void> {
  const program = document.getElementById('escapement-layout')?.textContent ?? '';
  if (!program) throw new Error('the page was written without the program that lays it out');
  const graph = new Graph(model, closed, data.playback);
  const statistics = new Map(data.results.statistics.map((statistic) => [statistic.name, statistic]));
  const loads = loadsOf(graph, statistics);
  const layout = await placed(graph, loads, program, place.clientWidth || 1000);
  const drawing = drawn(graph, layout, loads, (box) => toldOf(box, loads, statistics));
  const view = new View(drawing.svg, layout);
  const panel = h('div', { class: 'panel-place', 'aria-live': 'polite' });
  let chosen = '';

  const mark = (path: string, on: boolean) => {
    drawing.groups.get(path)?.setAttribute('aria-pressed', String(on));
    for (const line of drawing.edges.values())
      if (line.dataset.from === path || line.dataset.to === path) line.classList.toggle('near', on);
  };
  const close = () => {
    const before = drawing.groups.get(chosen);
    mark(chosen, false);
    chosen = '';
    panel.replaceChildren();
    before?.focus();
  };
  const choose = (path: string) => {
    if (path === chosen) return close();
    mark(chosen, false);
    chosen = path;
    mark(path, true);
    const box = graph.boxes.get(path)!;
    panel.replaceChildren(panelOf(data, box, hasPlots, close, box.type ? null : () => toggle(path)));
  };
  // Drawn anew, as another graph.
  const toggle = (path: string) => {
    const next = new Set(closed);
    if (!next.delete(path)) next.add(path);
    playback?.stop();
    draw(data, model, place, hasPlots, next, path).catch((error: unknown) => fail(place, error));
  };
  const pathOf = (event: Event) =>
    (event.target as Element).closest<SVGGElement>('[data-path]')?.dataset.path;

  drawing.svg.addEventListener('click', (event) => {
    const path = pathOf(event);
    if (path) choose(path);
  });
  drawing.svg.addEventListener('keydown', (event) => {
    const path = pathOf(event);
    if (!path || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    choose(path);
  });
  drawing.svg.addEventListener('focusin', (event) => {
    const rect = layout.boxes.get(pathOf(event) ?? '');
    if (rect) view.reveal(rect);
  });
  const frame = h('div', { class: 'diagram' }, drawing.svg);
  frame.addEventListener('keydown', (event) => event.key === 'Escape' && chosen && close());
  panel.addEventListener('keydown', (event) => event.key === 'Escape' && close());
  const playback =
    data.playback && new Playback(data.playback, graph, layout, drawing, data.results.timeUnit);
  place.replaceChildren(
    frame,
    h('div', { class: 'controls' }, playback?.controls, view.buttons),
    ...(playback ? [h('p', { class: 'note played' }, playback.note, playback.legend())] : []),
    panel,
  );
  view.fit();
  if (chosenAtFirst) {
    choose(chosenAtFirst);
    drawing.groups.get(chosenAtFirst)?.focus({ preventScroll: true });
  }
}

function fail(place: HTMLElement, error: unknown): void {
  const why = error instanceof Error ? error.message : String(error);
  place.replaceChildren(h('p', { class: 'note' }, `No diagram: ${why}.`));
}

// One component and no coupling: where it has trajectories it is a Modelica class that is run.
function standsAlone({ components = [], couplings = [] }: Outline): boolean {
  return components.length === 1 && couplings.length === 0 && (components[0]!.components ?? []).length === 0;
}

// Nothing for a page without a model, or of equations only.
export function flowOf(data: ReportData, hasPlots: (entry: Entry) => boolean): HTMLElement | null {
  const { model, modelSize } = data;
  const done = (how: string) => (document.documentElement.dataset.diagram = how);
  const components = model?.components ?? [];
  const equationsOnly = model && data.results.trajectories && standsAlone(model);
  if (!modelSize && (components.length === 0 || equationsOnly)) {
    done('none');
    return null;
  }
  const place = h('div', {}, h('p', { class: 'note', role: 'status' }, 'The diagram is being laid out …'));
  const hint = 'Choose a block to see its statistics. The bar at its foot tells how busy its resources are.';
  const section = h(
    'section',
    { class: 'flow', 'aria-labelledby': 'flow' },
    h('h2', { id: 'flow' }, 'Flow'),
    !modelSize && h('p', { class: 'note hint' }, hint),
    place,
  );
  if (!model) {
    place.replaceChildren(
      h('p', { class: 'note' }, `The model has ${modelSize} components, too many for a diagram.`),
    );
    done('none');
    return section;
  }
  draw(data, model, place, hasPlots, closedAtFirst(model)).then(
    () => done('drawn'),
    (error: unknown) => {
      fail(place, error);
      done('failed');
    },
  );
  return section;
}
