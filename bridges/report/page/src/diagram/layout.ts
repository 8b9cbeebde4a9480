// SPDX-License-Identifier: MIT
// Places boxes and edges with elkjs (layered layout, flow from left to right), in a worker, so that the page can be read
// meanwhile.
import ELK, { type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk-api';
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
const ICON_ROOM = 40;
const LOAD_ROOM = 42;
const NAME_SIZE = 7.1; // of a letter
const TYPE_SIZE = 5.6;

export const portId = (end: End, output: boolean): string => `${end.path}${output ? '>' : '<'}${end.port}`;

export type Loads = Map<string, number>; // the share of time that a box is busy, by path

function leafWidth(box: Box, loads: Loads): number {
  const second = box.type.length * TYPE_SIZE + (loads.has(box.path) ? LOAD_ROOM : 0);
  return Math.max(96, ICON_ROOM + Math.max(box.name.length * NAME_SIZE, second) + 8);
}

// Of ports that a reader must tell apart.
export const labelled = (ports: string[]): string[] => (ports.length > 1 ? ports : []);

const textWidth = (texts: string[]): number => Math.max(0, ...texts.map((text) => text.length * TYPE_SIZE));

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
  'elk.layered.wrapping.strategy': 'MULTI_EDGE',
  'elk.layered.wrapping.additionalEdgeSpacing': '14',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '9',
  'elk.spacing.nodeNode': '22',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '9',
  'elk.spacing.componentComponent': '28',
  'elk.separateConnectedComponents': 'true',
  'elk.aspectRatio': '1.9',
};

// Network simplex aligns best, and takes ten times as long for some hundred boxes.
const MOST_WITH_CARE = 80;
const CAREFUL = { 'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX' };
const QUICK = { 'elk.layered.nodePlacement.strategy': 'LINEAR_SEGMENTS', 'elk.layered.thoroughness': '2' };

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
      'elk.padding': `[top=${HEAD_HEIGHT + 14},left=${18 + textWidth(box.inputs)},bottom=16,right=${18 + textWidth(box.outputs)}]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${40 + box.name.length * NAME_SIZE}, 60)`,
    },
  };
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
  const leaves = [...graph.boxes.values()].filter((box) => box.type);
  const side = (of: (box: Box) => string[]) => textWidth(leaves.flatMap((box) => labelled(of(box))));
  return String(Math.min(30 + side((box) => box.outputs) + side((box) => box.inputs), 140));
}

// Throws when the browser lacks workers or what inflates them.
export async function placed(graph: Graph, loads: Loads, program: string): Promise<Placed> {
  const url = URL.createObjectURL(new Blob([await inflated(program)], { type: 'text/javascript' }));
  const elk = new ELK({ algorithms: ['layered'], workerFactory: () => new Worker(url) });
  try {
    // A model's own ports on the outside are of no use to a reader: the outermost has none.
    const layoutOptions = {
      ...OPTIONS,
      ...(graph.boxes.size > MOST_WITH_CARE ? QUICK : CAREFUL),
      'elk.layered.spacing.nodeNodeBetweenLayers': layerGap(graph),
    };
    const root = await elk.layout({ id: 'root', layoutOptions, ...inside(graph.root, loads) });
    return collected(root);
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
