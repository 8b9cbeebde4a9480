// SPDX-License-Identifier: MIT
// Entities and messages moving through the diagram: play, pause, pace and a slider for the time.
import type { PlaybackData } from '../data';
import { h, s } from '../dom';
import { numberText } from '../format';
import { distance, type Drawn } from './drawing';
import type { Graph } from './graph';
import type { Placed, Point } from './layout';
import { entitiesOf, messagesOf, tokenAt, type Entity, type Message } from './moves';

const TRAVEL_SECONDS = 0.45;
// The pace that is chosen at first: so many events a second, but not too long for the whole.
const EVENTS_A_SECOND = 2;
const MOST_SECONDS = 300;
const RADIUS = 4.5;
const GAP = 10; // between entities that rest in a block
const TINTS = 6; // the kinds that have a colour of their own (style.css)
const STEPS = 1000; // of the slider

interface Trail {
  points: Point[];
  length: number;
}

function trailOf(points: Point[]): Trail {
  let length = 0;
  points.forEach((point, i) => (length += i > 0 ? distance(points[i - 1]!, point) : 0));
  return { points, length };
}

function along({ points, length }: Trail, part: number): Point {
  let left = part * length;
  for (let i = 1; i < points.length; ++i) {
    const [a, b] = [points[i - 1]!, points[i]!];
    const piece = distance(a, b);
    if (left <= piece && piece > 0)
      return { x: a.x + ((b.x - a.x) * left) / piece, y: a.y + ((b.y - a.y) * left) / piece };
    left -= piece;
  }
  return points[points.length - 1] ?? { x: 0, y: 0 };
}

// 1, 2 and 5 times powers of ten, around a value.
function pacesAround(value: number): number[] {
  const power = Math.floor(Math.log10(value));
  return [-2, -1, 0, 1, 2].flatMap((p) => [1, 2, 5].map((factor) => factor * 10 ** (power + p)));
}

export class Playback {
  readonly controls: HTMLElement;
  private readonly entities: Entity[];
  private readonly messages: Message[];
  private readonly trails = new Map<string, Trail>();
  private readonly begin: number;
  private readonly end: number;
  private readonly slider: HTMLInputElement;
  private readonly clock: HTMLElement;
  private readonly button: HTMLButtonElement;
  private time: number;
  private pace: number;
  private frame = 0;

  constructor(
    private readonly data: PlaybackData,
    private readonly graph: Graph,
    private readonly placed: Placed,
    private readonly drawn: Drawn,
    private readonly timeUnit: string,
  ) {
    this.entities = entitiesOf(data, graph);
    this.messages = messagesOf(data);
    for (const way of graph.ways) {
      const points = way.edges.flatMap((edge) => placed.edges.get(edge.id) ?? []);
      if (points.length > 1) this.trails.set(`${way.from.path}>${way.to.path}`, trailOf(points));
    }
    this.begin = 0;
    this.end = data.time[data.time.length - 1] ?? 0;
    this.time = this.begin;
    const wanted =
      this.end > 0 ? Math.max((this.end * EVENTS_A_SECOND) / data.time.length, this.end / MOST_SECONDS) : 1;
    const paces = pacesAround(wanted);
    this.pace = paces.reduce((best, pace) =>
      Math.abs(Math.log(pace / wanted)) < Math.abs(Math.log(best / wanted)) ? pace : best,
    );
    this.button = h('button', { type: 'button', class: 'play' });
    this.button.addEventListener('click', () => (this.frame ? this.pause() : this.play()));
    this.slider = h('input', { type: 'range', min: 0, max: STEPS, value: 0, step: 1, 'aria-label': 'Time' });
    this.slider.addEventListener('input', () => this.show((this.end * Number(this.slider.value)) / STEPS));
    this.clock = h('output', { class: 'clock' });
    const speed = h(
      'select',
      { 'aria-label': 'Speed' },
      ...paces.map((pace) => h('option', { value: pace }, `${Number(pace.toPrecision(3))} ${timeUnit}/s`)),
    );
    speed.value = String(this.pace);
    speed.addEventListener('change', () => {
      this.pace = Number(speed.value);
      this.show(this.time);
    });
    this.controls = h(
      'div',
      { class: 'playback', role: 'group', 'aria-label': 'Playback' },
      this.button,
      this.slider,
      this.clock,
      h('label', { class: 'speed' }, 'Speed ', speed),
    );
    this.label();
    this.show(this.begin);
  }

  get note(): string {
    const { cut, time } = this.data;
    if (!cut) return 'The first replication, from its trace.';
    return `The first ${time.length} events of the first replication, until ${numberText(this.end)} ${this.timeUnit}.`;
  }

  legend(): HTMLElement | false {
    const { kinds } = this.data;
    if (kinds.length === 0) return false;
    return h(
      'span',
      { class: 'kinds' },
      ...kinds.map((kind, i) =>
        h(
          'span',
          { class: 'key' },
          h('span', { class: `swatch round tint${i % TINTS}`, 'aria-hidden': 'true' }),
          kind,
        ),
      ),
    );
  }

  private label(): void {
    const playing = this.frame !== 0;
    this.button.textContent = playing ? '❚❚ Pause' : '▶ Play';
    this.button.setAttribute('aria-pressed', String(playing));
  }

  private play(): void {
    if (this.time >= this.end) this.time = this.begin;
    let before = performance.now();
    const step = (now: number) => {
      this.show(Math.min(this.time + ((now - before) / 1000) * this.pace, this.end));
      before = now;
      if (this.time < this.end) this.frame = requestAnimationFrame(step);
      else this.pause();
    };
    this.frame = requestAnimationFrame(step);
    this.label();
  }

  stop(): void {
    if (this.frame) this.pause();
  }

  private pause(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.label();
  }

  private show(time: number): void {
    this.time = time;
    this.clock.textContent = `${this.clockText(time)} ${this.timeUnit}`;
    this.slider.value = String(this.end > 0 ? Math.round((STEPS * time) / this.end) : 0);
    this.slider.setAttribute('aria-valuetext', this.clock.textContent);
    const travel = TRAVEL_SECONDS * this.pace;
    const resting = new Map<string, Token[]>();
    const dots: SVGElement[] = [];
    for (const entity of this.entities) {
      const token = tokenAt(entity, time, travel);
      if (!token) continue;
      if (token.place) {
        const list = resting.get(token.place);
        if (list) list.push(token);
        else resting.set(token.place, [token]);
      } else dots.push(this.dot(this.between(token.from, token.to, token.part), token.kind, token.entity));
    }
    for (const [place, tokens] of resting) dots.push(...this.rest(place, tokens));
    for (const message of this.messages) {
      if (message.time > time) break;
      if (time < message.time + travel) dots.push(...this.send(message, (time - message.time) / travel));
    }
    this.drawn.tokens.replaceChildren(...dots);
  }

  // As many digits as the slider can tell apart.
  private clockText(time: number): string {
    const digits = Math.max(0, Math.ceil(-Math.log10(this.end / STEPS || 1)));
    return time.toFixed(Math.min(digits, 9));
  }

  private dot({ x, y }: Point, kind: number, entity: number): SVGElement {
    return s('circle', {
      class: `token tint${kind % TINTS}`,
      cx: x,
      cy: y,
      r: RADIUS,
      'data-entity': entity,
    });
  }

  private between(from: string, to: string, part: number): Point {
    const trail = this.trails.get(`${from}>${to}`);
    if (trail) return along(trail, part);
    const middle = (path: string): Point => {
      const box = this.placed.boxes.get(path);
      return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : { x: 0, y: 0 };
    };
    return along(trailOf([middle(from), middle(to)]), part);
  }

  // Side by side above the upper edge of the block; how many there are, when there is no room for all.
  private rest(place: string, tokens: Token[]): SVGElement[] {
    const box = this.placed.boxes.get(place);
    if (!box) return [];
    const room = Math.max(1, Math.floor((box.width - 2 * RADIUS) / GAP));
    const shown = tokens.length > room ? Math.max(1, room - 3) : tokens.length;
    const right = box.x + box.width - RADIUS - 2;
    const dots = tokens
      .slice(0, shown)
      .map(({ kind, entity }, i) => this.dot({ x: right - i * GAP, y: box.y }, kind, entity));
    if (shown < tokens.length)
      dots.push(s('text', { class: 'crowd', x: box.x + 4, y: box.y - 3 }, `${tokens.length} here`));
    return dots;
  }

  private send({ place, port }: Message, part: number): SVGElement[] {
    return this.graph
      .from(place)
      .filter((way) => way.from.port === port)
      .map((way) => this.between(way.from.path, way.to.path, part))
      .map(({ x, y }) =>
        s('path', {
          class: 'token message',
          d: `M${x - 5} ${y} L${x} ${y - 5} L${x + 5} ${y} L${x} ${y + 5} Z`,
        }),
      );
  }
}

type Token = NonNullable<ReturnType<typeof tokenAt>>;
