// SPDX-License-Identifier: MIT
// Where every entity is at a moment of the playback: a pure function of the trace, the time and the pace.
//
// An entity takes no time from block to block; for the eye each move lasts `travel` of the model's time. Moves of one
// entity at one instant share a travel, three at most, so that a long way through blocks that take no time is seen but
// does not lag behind.
import type { PlaybackData } from '../data';
import type { Graph } from './graph';

export interface Leg {
  start: number; // of the event, in the model's time
  from: string; // empty: it appears
  to: string;
  kind: number;
}

export interface Entity {
  number: number;
  legs: Leg[];
  ends: boolean; // the last block lets it go
}

export interface Token {
  kind: number;
  entity: number;
  place: string; // where it rests, or
  from: string; // between which blocks it moves,
  to: string;
  part: number; // and how much of the way is behind it
}

export interface Message {
  time: number;
  place: string;
  port: string;
}

const TOGETHER = 3; // travels that moves of one instant take at most

export function entitiesOf(data: PlaybackData, graph: Graph): Entity[] {
  const entities = new Map<number, Entity>();
  data.entity.forEach((number, i) => {
    if (number === 0) return;
    const to = graph.shown(data.places[data.place[i]!]!);
    if (!to) return;
    const entity = entities.get(number) ?? { number, legs: [], ends: false };
    entities.set(number, entity);
    const last = entity.legs[entity.legs.length - 1];
    if (last?.to === to) return; // within a closed box
    entity.legs.push({ start: data.time[i]!, from: last?.to ?? '', to, kind: data.kind[i]! });
  });
  const outOf = new Map<string, string[]>();
  for (const way of graph.ways) outOf.set(way.to.path, [...(outOf.get(way.to.path) ?? []), way.from.path]);
  for (const entity of entities.values()) {
    const first = entity.legs[0]!;
    // A block without inputs before the first one is where it was made.
    const makers = (outOf.get(first.to) ?? []).filter(
      (path) => !outOf.has(path) && !graph.boxes.get(path)?.closed,
    );
    if (makers.length === 1) first.from = makers[0]!;
    entity.ends = graph.from(entity.legs[entity.legs.length - 1]!.to).length === 0;
  }
  return [...entities.values()];
}

export function messagesOf(data: PlaybackData): Message[] {
  return data.entity.flatMap((number, i) =>
    number === 0
      ? [{ time: data.time[i]!, place: data.places[data.place[i]!]!, port: data.ports[data.kind[i]!]! }]
      : [],
  );
}

// Nothing before it appears and after it is gone.
export function tokenAt({ number, legs, ends }: Entity, time: number, travel: number): Token | null {
  if (time < legs[0]!.start) return null;
  let free = -Infinity; // when the move before is done
  let shown: Token | null = null;
  for (let i = 0; i < legs.length;) {
    const { start } = legs[i]!;
    if (start > time) return shown;
    let next = i;
    while (next < legs.length && legs[next]!.start === start) ++next;
    const each = (travel * Math.min(next - i, TOGETHER)) / (next - i);
    for (; i < next; ++i) {
      const { from, to, kind } = legs[i]!;
      const begin = Math.max(start, free);
      free = from ? begin + each : begin;
      if (time < begin) return shown;
      if (time < free)
        return { kind, entity: number, place: '', from, to, part: (time - begin) / (free - begin) };
      shown = { kind, entity: number, place: to, from: '', to: '', part: 0 };
    }
  }
  return ends ? null : shown;
}
