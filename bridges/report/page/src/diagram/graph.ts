// SPDX-License-Identifier: MIT
// The model as a graph to be drawn: boxes within boxes, their ports, and the ways that entities and messages take.
import type { Outline, PlaybackData, UsedElement } from '../data';

export interface Box {
  path: string; // dotted; that of the whole model is empty
  name: string;
  type: string; // empty: a coupled model
  size: number; // components within, at all depths
  closed: boolean; // a coupled model that is drawn as one box
  uses: UsedElement[];
  inputs: string[];
  outputs: string[];
  boxes: Box[];
  edges: Edge[];
}

// Between ports of boxes within one box, or of that box itself (its own path).
export interface Edge {
  id: string;
  from: End;
  to: End;
  seen: boolean; // no coupling: taken by entities of the trace
}

export interface End {
  path: string;
  port: string; // empty: the box as a whole
}

const MOST_OPEN = 40; // components

export const joined = (outer: string, name: string): string => (outer ? `${outer}.${name}` : name);

function endOf(outer: string, text: string): End {
  const dot = text.indexOf('.');
  return dot < 0
    ? { path: outer, port: text }
    : { path: joined(outer, text.slice(0, dot)), port: text.slice(dot + 1) };
}

const addOnce = (list: string[], name: string): void => {
  if (!list.includes(name)) list.push(name);
};

const sizeOf = ({ components = [] }: Outline): number =>
  components.reduce((sum, component) => sum + 1 + sizeOf(component), 0);

// A leaf tells no ports: those that are coupled are drawn, in the order of the couplings.
function boxOf(outline: Outline, path: string, closed: Set<string>): Box {
  const box: Box = {
    path,
    name: outline.name,
    type: outline.components ? '' : (outline.type ?? ''),
    size: sizeOf(outline),
    closed: closed.has(path),
    uses: outline.uses ?? [],
    inputs: [...(outline.inputs ?? [])],
    outputs: [...(outline.outputs ?? [])],
    boxes: [],
    edges: [],
  };
  if (box.closed) return box;
  box.boxes = (outline.components ?? []).map((component) =>
    boxOf(component, joined(path, component.name), closed),
  );
  const inner = new Map(box.boxes.map((one) => [one.path, one]));
  box.edges = (outline.couplings ?? []).map(([from, to], i) => {
    const edge = { id: `${path}/${i}`, from: endOf(path, from), to: endOf(path, to), seen: false };
    const [source, target] = [inner.get(edge.from.path), inner.get(edge.to.path)];
    if (source?.type) addOnce(source.outputs, edge.from.port);
    if (target?.type) addOnce(target.inputs, edge.to.port);
    return edge;
  });
  return box;
}

export function boxesOf(box: Box): Box[] {
  return [box, ...box.boxes.flatMap(boxesOf)];
}

// From leaf to leaf: the edges one after another.
export interface Way {
  from: End;
  to: End;
  edges: Edge[];
}

const keyOf = ({ path, port }: End): string => `${path}:${port}`;

export class Graph {
  readonly root: Box;
  readonly boxes = new Map<string, Box>();
  readonly ways: Way[] = [];
  private readonly waysFrom = new Map<string, Way[]>();

  constructor(outline: Outline, closed: Set<string>, playback?: PlaybackData) {
    this.root = boxOf(outline, '', closed);
    for (const box of boxesOf(this.root)) this.boxes.set(box.path, box);
    this.findWays();
    if (playback) this.addSeenWays(playback);
  }

  isLeaf(path: string): boolean {
    return (this.boxes.get(path)?.boxes.length ?? 1) === 0;
  }

  // The box that shows the component: itself, or the closed one around it.
  shown(path: string): string {
    let shown = path;
    while (shown && !this.boxes.has(shown)) shown = shown.slice(0, Math.max(shown.lastIndexOf('.'), 0));
    return shown;
  }

  from(path: string): Way[] {
    return this.waysFrom.get(path) ?? [];
  }

  private add(way: Way): void {
    this.ways.push(way);
    const list = this.waysFrom.get(way.from.path);
    if (list) list.push(way);
    else this.waysFrom.set(way.from.path, [way]);
  }

  private findWays(): void {
    const next = new Map<string, Edge[]>();
    for (const box of this.boxes.values())
      for (const edge of box.edges) {
        const list = next.get(keyOf(edge.from));
        if (list) list.push(edge);
        else next.set(keyOf(edge.from), [edge]);
      }
    const follow = (edges: Edge[]): void => {
      const end = edges[edges.length - 1]!.to;
      if (this.isLeaf(end.path)) this.add({ from: edges[0]!.from, to: end, edges });
      else for (const edge of next.get(keyOf(end)) ?? []) if (!edges.includes(edge)) follow([...edges, edge]);
    };
    for (const [, edges] of next)
      for (const edge of edges) if (edge.from.path && this.isLeaf(edge.from.path)) follow([edge]);
  }

  // Routes to stations and the like have no coupling; the trace shows where they led.
  private addSeenWays({ places, entity, place }: PlaybackData): void {
    const last = new Map<number, number>();
    const known = new Set(this.ways.map((way) => `${way.from.path}>${way.to.path}`));
    entity.forEach((number, i) => {
      if (number === 0) return;
      const before = last.get(number);
      last.set(number, place[i]!);
      if (before === undefined) return;
      const [from, to] = [this.shown(places[before]!), this.shown(places[place[i]!]!)];
      if (!from || !to || from === to || known.has(`${from}>${to}`)) return;
      known.add(`${from}>${to}`);
      const ends = { from: { path: from, port: '' }, to: { path: to, port: '' } };
      const edge = { id: `seen/${known.size}`, ...ends, seen: true };
      this.root.edges.push(edge);
      this.add({ ...ends, edges: [edge] });
    });
  }
}

// The coupled models that are drawn closed at first: those of the outermost model, when there is much to draw.
export function closedAtFirst(outline: Outline): Set<string> {
  const coupled = (outline.components ?? []).filter((component) => component.components);
  return new Set(sizeOf(outline) > MOST_OPEN ? coupled.map(({ name }) => name) : []);
}
