// SPDX-License-Identifier: MIT
// The diagram as SVG: boxes that can be chosen by mouse and keyboard, edges, names of ports.
import { s } from '../dom';
import { percentText } from '../format';
import { shortened } from '../measure';
import type { Box, Edge, Graph } from './graph';
import { signOf } from './icons';
import {
  HEAD_HEIGHT,
  ICON_ROOM,
  kindOf,
  labelled,
  NAME,
  portId,
  type Loads,
  type Placed,
  type Point,
  type Rect,
} from './layout';

const CORNER = 6;
export const MARGIN = 12;

// Straight pieces with rounded corners.
export function pathText(points: Point[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  let text = `M${first.x} ${first.y}`;
  rest.forEach((point, i) => {
    const next = rest[i + 1];
    if (!next) {
      text += `L${point.x} ${point.y}`;
      return;
    }
    const before = rest[i - 1] ?? first;
    const room = Math.min(CORNER, distance(before, point) / 2, distance(point, next) / 2);
    const [a, b] = [towards(point, before, room), towards(point, next, room)];
    text += `L${a.x} ${a.y}Q${point.x} ${point.y} ${b.x} ${b.y}`;
  });
  return text;
}

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

function towards(from: Point, to: Point, length: number): Point {
  const whole = distance(from, to) || 1;
  return { x: from.x + ((to.x - from.x) * length) / whole, y: from.y + ((to.y - from.y) * length) / whole };
}

const at = (rect: Rect): string => `translate(${rect.x} ${rect.y})`;

// What does not fit is in the title.
const fitting = (name: string, width: number): string => shortened(name, width, NAME.size, NAME.weight);

function leaf(box: Box, rect: Rect, load: number | undefined): SVGElement[] {
  const middle = rect.height / 2;
  const parts: SVGElement[] = [
    s('rect', { class: 'body', width: rect.width, height: rect.height, rx: 7 }),
    s('path', { class: 'sign', d: signOf(box.type), transform: `translate(11 ${middle - 10})` }),
    s('text', { class: 'name', x: ICON_ROOM, y: middle - 3 }, fitting(box.name, rect.width - ICON_ROOM - 4)),
    s('text', { class: 'type', x: ICON_ROOM, y: middle + 12 }, kindOf(box)),
  ];
  if (load === undefined) return parts;
  const width = (rect.width - 2) * Math.min(Math.max(load, 0), 1);
  return [
    ...parts,
    s(
      'text',
      { class: 'load', x: rect.width - 8, y: middle + 12, 'text-anchor': 'end' },
      percentText(load, 0),
    ),
    s('rect', { class: 'free', x: 1, y: rect.height - 5, width: rect.width - 2, height: 4 }),
    s('rect', { class: 'busy', x: 1, y: rect.height - 5, width, height: 4 }),
  ];
}

function frame(box: Box, rect: Rect): SVGElement[] {
  return [
    s('rect', { class: 'body', width: rect.width, height: rect.height, rx: 9 }),
    s('path', { class: 'sign', d: signOf(''), transform: 'translate(10 6) scale(0.8)' }),
    s('text', { class: 'name', x: 32, y: HEAD_HEIGHT - 6 }, fitting(box.name, rect.width - 36)),
  ];
}

function portNames(box: Box, placed: Placed, rect: Rect): SVGElement[] {
  const nested = box.boxes.length > 0;
  const side = (ports: string[], output: boolean) =>
    (nested ? ports : labelled(ports)).flatMap((port) => {
      const place = placed.ports.get(portId({ path: box.path, port }, output));
      if (!place) return [];
      // Within a coupled model, but outside of a leaf, whose room is taken by its own name.
      const outward = output !== nested;
      const x = place.x - rect.x + (outward ? 5 : -5);
      return [
        s(
          'text',
          { class: 'port', x, y: place.y - rect.y - 3, 'text-anchor': outward ? 'start' : 'end' },
          port,
        ),
      ];
    });
  return [...side(box.inputs, false), ...side(box.outputs, true)];
}

export interface Drawn {
  svg: SVGSVGElement;
  groups: Map<string, SVGGElement>; // of boxes, by path
  edges: Map<string, SVGPathElement>;
  tokens: SVGGElement; // above everything: what moves
}

export function drawn(graph: Graph, placed: Placed, loads: Loads, told: (box: Box) => string): Drawn {
  const groups = new Map<string, SVGGElement>();
  const edges = new Map<string, SVGPathElement>();
  const frames = s('g', { class: 'frames' });
  const lines = s('g', { class: 'edges' });
  const leaves = s('g', { class: 'leaves' });
  const labels = s('g', { class: 'ports', 'aria-hidden': 'true' });
  const ends = (edge: Edge) => `${edge.from.path || graph.root.name} to ${edge.to.path || graph.root.name}`;
  for (const box of graph.boxes.values()) {
    for (const edge of box.edges) {
      const points = placed.edges.get(edge.id);
      if (!points || points.length < 2) continue;
      const arrow = graph.isLeaf(edge.to.path) ? 'url(#arrow)' : undefined;
      const line = s('path', {
        class: edge.seen ? 'edge seen' : 'edge',
        d: pathText(points),
        'marker-end': arrow,
        'data-from': edge.from.path,
        'data-to': edge.to.path,
      });
      line.append(s('title', {}, ends(edge)));
      edges.set(edge.id, line);
      lines.append(line);
    }
    const rect = placed.boxes.get(box.path);
    if (!rect) continue;
    const nested = box.boxes.length > 0;
    const group = s(
      'g',
      {
        class: nested ? 'box coupled' : box.closed ? 'box leaf closed' : 'box leaf',
        transform: at(rect),
        role: 'button',
        tabindex: 0,
        'aria-pressed': 'false',
        'aria-label': told(box),
        'data-path': box.path,
      },
      s('title', {}, told(box)),
      ...(nested ? frame(box, rect) : leaf(box, rect, loads.get(box.path))),
    );
    groups.set(box.path, group);
    (nested ? frames : leaves).append(group);
    const names = portNames(box, placed, rect);
    if (names.length > 0) labels.append(s('g', { transform: at(rect) }, ...names));
  }
  const tokens = s('g', { class: 'tokens', 'aria-hidden': 'true' });
  const svg = s(
    'svg',
    {
      class: 'flow-drawing',
      role: 'group',
      'aria-label': 'Flow diagram',
      viewBox: `${-MARGIN} ${-MARGIN} ${placed.width + 2 * MARGIN} ${placed.height + 2 * MARGIN}`,
    },
    s(
      'defs',
      {},
      s(
        'marker',
        {
          id: 'arrow',
          viewBox: '0 0 8 8',
          refX: 7,
          refY: 4,
          markerWidth: 9,
          markerHeight: 9,
          markerUnits: 'userSpaceOnUse',
          orient: 'auto',
        },
        s('path', { d: 'M0 0 L8 4 L0 8 Z' }),
      ),
    ),
    frames,
    lines,
    leaves,
    labels,
    tokens,
  );
  return { svg, groups, edges, tokens };
}
