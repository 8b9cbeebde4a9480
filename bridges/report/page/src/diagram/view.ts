// SPDX-License-Identifier: MIT
// Which part of a drawing is seen: the whole at first, nearer by buttons or by wheel with Ctrl, moved by dragging.
import { h } from '../dom';
import { MARGIN } from './drawing';
import type { Placed, Rect } from './layout';

const MOST_HEIGHT = 620; // pixels
const LEAST_HEIGHT = 130;
const STEP = 1.3;
const NEAREST = 2.5; // pixels for one unit of the drawing
const DRAG = 4; // pixels before a click is a drag

export class View {
  private readonly whole: Rect;
  private seen: Rect;
  readonly buttons: HTMLElement;

  constructor(
    private readonly svg: SVGSVGElement,
    placed: Placed,
  ) {
    this.whole = {
      x: -MARGIN,
      y: -MARGIN,
      width: placed.width + 2 * MARGIN,
      height: placed.height + 2 * MARGIN,
    };
    this.seen = { ...this.whole };
    const button = (text: string, told: string, work: () => void) => {
      const element = h('button', { type: 'button', 'aria-label': told, title: told }, text);
      element.addEventListener('click', work);
      return element;
    };
    this.buttons = h(
      'div',
      { class: 'zoom' },
      button('+', 'Nearer', () => this.zoom(1 / STEP)),
      button('−', 'Farther', () => this.zoom(STEP)),
      button('Whole', 'Show the whole diagram', () => this.showAll()),
    );
    this.listen();
    addEventListener('beforeprint', () => this.showAll());
  }

  // To be called once it stands in the document, whose width it fills.
  fit(): void {
    const width = this.svg.clientWidth || 900;
    const natural = (this.whole.height * width) / this.whole.width;
    const height = Math.min(Math.max(natural, LEAST_HEIGHT), MOST_HEIGHT, this.whole.height * 1.15);
    this.svg.style.height = `${Math.max(height, LEAST_HEIGHT)}px`;
    this.showAll();
  }

  showAll(): void {
    this.show(this.whole);
  }

  // Moves the view when the box is not within it: a choice by keyboard must be seen.
  reveal(box: Rect): void {
    const { x, y, width, height } = this.seen;
    const inside =
      box.x >= x && box.y >= y && box.x + box.width <= x + width && box.y + box.height <= y + height;
    if (inside) return;
    this.show({
      x: box.x + box.width / 2 - width / 2,
      y: box.y + box.height / 2 - height / 2,
      width,
      height,
    });
  }

  private show(rect: Rect): void {
    this.seen = { ...rect };
    this.svg.setAttribute('viewBox', `${rect.x} ${rect.y} ${rect.width} ${rect.height}`);
  }

  // The drawing's units in a pixel.
  private get unit(): number {
    const { clientWidth, clientHeight } = this.svg;
    return Math.max(this.seen.width / (clientWidth || 1), this.seen.height / (clientHeight || 1));
  }

  private zoom(factor: number, at?: { x: number; y: number }): void {
    const { x, y, width, height } = this.seen;
    const least = width / this.unit / NEAREST || width;
    const next = Math.min(Math.max(width * factor, least), this.whole.width * 1.5);
    const scale = next / width;
    const center = at ?? { x: x + width / 2, y: y + height / 2 };
    this.show({
      x: center.x - (center.x - x) * scale,
      y: center.y - (center.y - y) * scale,
      width: next,
      height: height * scale,
    });
  }

  private listen(): void {
    const { svg } = this;
    svg.addEventListener(
      'wheel',
      (event) => {
        if (!event.ctrlKey) return; // the page scrolls
        event.preventDefault();
        const box = svg.getBoundingClientRect();
        const { unit, seen } = this;
        const left = (box.width * unit - seen.width) / 2;
        const top = (box.height * unit - seen.height) / 2;
        this.zoom(event.deltaY > 0 ? STEP : 1 / STEP, {
          x: seen.x - left + (event.clientX - box.left) * unit,
          y: seen.y - top + (event.clientY - box.top) * unit,
        });
      },
      { passive: false },
    );
    let grip: { x: number; y: number; seen: Rect } | null = null;
    let dragged = false;
    svg.addEventListener('pointerdown', (event) => {
      grip = { x: event.clientX, y: event.clientY, seen: { ...this.seen } };
      dragged = false;
    });
    svg.addEventListener('pointermove', (event) => {
      if (!grip) return;
      const [dx, dy] = [event.clientX - grip.x, event.clientY - grip.y];
      if (!dragged && Math.hypot(dx, dy) > DRAG) {
        dragged = true;
        svg.setPointerCapture(event.pointerId); // from now on it is no click on a box
      }
      if (dragged)
        this.show({ ...grip.seen, x: grip.seen.x - dx * this.unit, y: grip.seen.y - dy * this.unit });
    });
    for (const end of ['pointerup', 'pointercancel', 'pointerleave'] as const)
      svg.addEventListener(end, () => (grip = null));
    svg.addEventListener('click', (event) => dragged && event.stopPropagation(), { capture: true });
  }
}
