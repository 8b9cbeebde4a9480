// SPDX-License-Identifier: MIT
// Places boxes and edges with elkjs (layered layout, flow from left to right), in a worker, so that the page can be read
// meanwhile.
import ELK, { type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk-api';
import { textWidth, widest } from '../measure';
import type { Box, End, Graph } from './graph';

export interface Point {
  x: number;
  y: number;
}

export interface Rect extends Point {
  width: number;
  height: number;
}

export interface Placed {
  width: number;
  height: number;
  boxes: Map<string, Rect>;
  ports: Map<string, Point>; // by portId
  edges: Map<string, Point[]>;
}

export const LEAF_HEIGHT = 46;
export const HEAD_HEIGHT = 24; // of a coupled model
export const ICON_ROOM = 40;
const LOAD_ROOM = 44;
const AIR = 10;
const MOST_NAME = 220;
const MOST_GAP = 110;
export const NAME = { size: 12.5, weight: 600 }; // of letters, as in style.css
export const SMALL = 10;

export const portId = (end: End, output: boolean): string => `${end.path}${output ? '>' : '<'}${end.port}`;

export type Loads = Map<string, number>; // the share of time that a box is busy, by path

// The second line of a box.
export const kindOf = (box: Box): string =>
  box.type || (box.size === 1 ? '1 component' : `${box.size} components`);

function leafWidth(box: Box, loads: Loads): number {
  const name = Math.min(textWidth(box.name, NAME.size, NAME.weight), MOST_NAME);
  const second = textWidth(kindOf(box), SMALL) + (loads.has(box.path) ? LOAD_ROOM : 0);
  return Math.max(96, ICON_ROOM + Math.max(name, second) + AIR);
}

// Of ports that a reader must tell apart.
export const labelled = (ports: string[]): string[] => (ports.length > 1 ? ports : []);

// An end of an edge of `outer`: an input of the model itself is where its own edges begin.
function endId(outer: Box, end: End, source: boolean): string {
  if (!end.port) return end.path;
  return portId(end, end.path === outer.path ? !source : source);
}

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '9',
  'elk.spacing.nodeNode': '22',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '9',
  'elk.spacing.componentComponent': '28',
  'elk.separateConnectedComponents': 'true',
  'elk.aspectRatio': '1.8',
};

// Network simplex aligns best, and takes ten times as long for some hundred boxes.
const MOST_WITH_CARE = 80;
const CAREFUL = { 'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX' };
const QUICK = { 'elk.layered.nodePlacement.strategy': 'LINEAR_SEGMENTS', 'elk.layered.thoroughness': '2' };

// Back to the left where the flow would run out of the page.
const WRAPPED = {
  'elk.layered.wrapping.strategy': 'MULTI_EDGE',
  'elk.layered.wrapping.additionalEdgeSpacing': '14',
};
const READABLE = 0.85; // of the natural size

function nodeOf(box: Box, loads: Loads): ElkNode {
  const side = (ports: string[], output: boolean) =>
    ports.map((port, i) => ({
      id: portId({ path: box.path, port }, output),
      width: 1,
      height: 1,
      layoutOptions: {
        'elk.port.side': output ? 'EAST' : 'WEST',
        'elk.port.index': String(output ? i : ports.length - i),
      },
    }));
  const leaf = box.boxes.length === 0;
  const node: ElkNode = {
    id: box.path,
    ports: [...side(box.inputs, false), ...side(box.outputs, true)],
    layoutOptions: { 'elk.portConstraints': leaf ? 'FIXED_ORDER' : 'FIXED_SIDE' },
  };
  const ports = Math.max(box.inputs.length, box.outputs.length);
  if (leaf) return { ...node, width: leafWidth(box, loads), height: Math.max(LEAF_HEIGHT, 14 * (ports + 1)) };
  return {
    ...node,
    ...inside(box, loads),
    layoutOptions: {
      ...node.layoutOptions,
      'elk.padding': `[top=${HEAD_HEIGHT + 14},left=${18 + rim(box, false)},bottom=16,right=${18 + rim(box, true)}]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${ICON_ROOM + textWidth(box.name, NAME.size, NAME.weight) + AIR}, 60)`,
    },
  };
}

// Between the rim of a coupled model and what is inside: the names of its own ports, and of those within.
function rim(box: Box, outputs: boolean): number {
  const of = (one: Box) => (outputs ? one.outputs : one.inputs);
  return (
    widest(of(box), SMALL) +
    widest(
      box.boxes.filter((one) => one.boxes.length === 0).flatMap((one) => labelled(of(one))),
      SMALL,
    )
  );
}

function inside(box: Box, loads: Loads): Pick<ElkNode, 'children' | 'edges'> {
  const drawn = box.edges.filter((edge) => edge.from.path && edge.to.path);
  const edges: ElkExtendedEdge[] = drawn.map((edge) => ({
    id: edge.id,
    sources: [endId(box, edge.from, true)],
    targets: [endId(box, edge.to, false)],
  }));
  return { children: box.boxes.map((inner) => nodeOf(inner, loads)), edges };
}

async function inflated(text: string): Promise<string> {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).text();
}

// Between layers there must be room for the names of ports on both sides.
function layerGap(graph: Graph): string {
  const leaves = [...graph.boxes.values()].filter((box) => box.boxes.length === 0);
  const side = (of: (box: Box) => string[]) =>
    widest(
      leaves.flatMap((box) => labelled(of(box))),
      SMALL,
    );
  return String(Math.min(30 + side((box) => box.outputs) + side((box) => box.inputs), MOST_GAP));
}

// `width` is that of the page, in pixels. Throws when the browser lacks workers or what inflates them.
export async function placed(graph: Graph, loads: Loads, program: string, width: number): Promise<Placed> {
  const url = URL.createObjectURL(new Blob([await inflated(program)], { type: 'text/javascript' }));
  const elk = new ELK({ algorithms: ['layered'], workerFactory: () => new Worker(url) });
  try {
    const many = graph.boxes.size > MOST_WITH_CARE;
    const layoutOptions = {
      ...OPTIONS,
      ...(many ? QUICK : CAREFUL),
      'elk.layered.spacing.nodeNodeBetweenLayers': layerGap(graph),
    };
    const layout = (more: Record<string, string>): Promise<ElkNode> =>
      elk.layout({ id: 'root', layoutOptions: { ...layoutOptions, ...more }, ...inside(graph.root, loads) });
    const straight = many ? null : await layout({});
    const fits = straight && (straight.width ?? 0) * READABLE <= width;
    return collected(fits ? straight : await layout(WRAPPED));
  } finally {
    elk.terminateWorker();
    URL.revokeObjectURL(url);
  }
}

// All places from the outermost corner. The ends of an edge are told from the model that holds it.
function collected(root: ElkNode): Placed {
  const result: Placed = {
    width: root.width ?? 0,
    height: root.height ?? 0,
    boxes: new Map(),
    ports: new Map(),
    edges: new Map(),
  };
  const containers = new Map<string, Point>([['root', { x: 0, y: 0 }]]);
  const edges: [ElkExtendedEdge, string][] = [];
  const visit = (node: ElkNode, at: Point): void => {
    for (const edge of node.edges ?? []) edges.push([edge as ElkExtendedEdge, node.id]);
    for (const child of node.children ?? []) {
      const corner = { x: at.x + (child.x ?? 0), y: at.y + (child.y ?? 0) };
      result.boxes.set(child.id, { ...corner, width: child.width ?? 0, height: child.height ?? 0 });
      containers.set(child.id, corner);
      for (const port of child.ports ?? [])
        result.ports.set(port.id, { x: corner.x + (port.x ?? 0), y: corner.y + (port.y ?? 0) });
      visit(child, corner);
    }
  };
  visit(root, { x: 0, y: 0 });
  for (const [edge, holder] of edges) {
    const container = (edge as { container?: string }).container ?? holder;
    const origin = containers.get(container) ?? { x: 0, y: 0 };
    const points = (edge.sections ?? []).flatMap((section) => [
      section.startPoint,
      ...(section.bendPoints ?? []),
      section.endPoint,
    ]);
    result.edges.set(
      edge.id,
      points.map(({ x, y }) => ({ x: x + origin.x, y: y + origin.y })),
    );
  }
  return result;
}
