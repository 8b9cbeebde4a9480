// SPDX-License-Identifier: MIT
// What all plots share: the parts of ECharts in use, axes, colours, and when a plot is drawn.
//
// Colours are CSS variables: the SVG follows a change between light, dark and paper without being drawn anew.
import { CustomChart, LineChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { init, use, type ComposeOption, type EChartsType } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { CustomSeriesOption, LineSeriesOption } from 'echarts/charts';
import type { GridComponentOption, TooltipComponentOption } from 'echarts/components';
import { h } from './dom';
import { tickText } from './format';
import { shortened, widest } from './measure';

use([CustomChart, LineChart, GridComponent, TooltipComponent, SVGRenderer]);

export type Option = ComposeOption<
  CustomSeriesOption | LineSeriesOption | GridComponentOption | TooltipComponentOption
>;

export const INK = 'var(--ink)';
export const MUTED = 'var(--muted)';
export const ACCENT = 'var(--accent)';
export const BAND = 'var(--band)';
export const MEAN = 'var(--mean)';
export const SHADE = 'var(--shade)';

const FONT = { fontFamily: 'inherit', fontSize: 11, color: MUTED };

export function valueAxis(min: number, max: number, name = '', splitNumber = 4) {
  return {
    type: 'value' as const,
    min,
    max,
    splitNumber,
    name,
    nameLocation: 'middle' as const,
    nameGap: 20,
    nameTextStyle: FONT,
    axisLine: { show: true, onZero: false, lineStyle: { color: 'var(--rule)' } },
    axisTick: { show: true, lineStyle: { color: 'var(--rule)' } },
    splitLine: { show: false },
    // The ends of a range taken from data are seldom round: their labels would stand beside the round ones.
    axisLabel: {
      ...FONT,
      hideOverlap: true,
      formatter: tickText,
      showMinLabel: isRound(min),
      showMaxLabel: isRound(max),
    },
  };
}

const ROW_LABEL = 12; // size of letters
const MOST_LABEL = 200;

// The axis of a plot with a row for each label, from top to bottom: rows are from 0 to labels.length, the last one at 0.
// With it goes the room at the left that the labels take.
export function rowAxis(labels: string[]) {
  const width = Math.min(widest(labels, ROW_LABEL) + 4, MOST_LABEL);
  const axis = {
    type: 'value' as const,
    min: 0,
    max: labels.length,
    interval: 0.5,
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: false },
    axisLabel: {
      fontFamily: 'inherit',
      fontSize: ROW_LABEL,
      color: INK,
      margin: 10,
      formatter: (at: number) =>
        at % 1 === 0 ? '' : shortened(labels[labels.length - at - 0.5] ?? '', MOST_LABEL, ROW_LABEL),
    },
  };
  return { axis, left: width + 18 };
}

const isRound = (value: number): boolean => Number.isInteger(value) && Math.abs(value) < 1e6;

// 1, 2 or 5 times a power of ten, about `parts` of them in the range.
export function niceInterval(range: number, parts: number): number {
  const power = 10 ** Math.floor(Math.log10(range / parts));
  return power * ([1, 2, 5].find((factor) => factor * power * parts >= range * 0.8) ?? 10);
}

// A range around the values with a little air, also when they are all the same.
export function paddedRange(values: number[], air = 0.06): [number, number] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const pad = high > low ? (high - low) * air : Math.max(Math.abs(high) * 0.05, 0.5);
  return [low - pad, high + pad];
}

export const tooltip = (trigger: 'axis' | 'item') => ({
  trigger,
  confine: true,
  className: 'tip',
  backgroundColor: 'var(--paper)',
  borderColor: 'var(--rule)',
  padding: [4, 8],
  textStyle: { fontFamily: 'inherit', fontSize: 12, color: INK },
  axisPointer: { lineStyle: { color: MUTED, type: 'dotted' as const } },
});

const TURN_MS = 30;

// Plots wait until they come near the window or the browser has nothing else to do: a page of some hundred
// plots opens at once.
export class Drawing {
  private readonly waiting = new Map<Element, () => void>();
  private readonly drawn = new Map<Element, EChartsType>();
  private readonly near = new IntersectionObserver(
    (entries) => entries.forEach((entry) => entry.isIntersecting && this.draw(entry.target)),
    { rootMargin: '400px' },
  );
  private readonly sized = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) {
      if (contentRect.width > 0 && !this.printing) this.drawn.get(target)?.resize();
    }
  });
  private printing = false;

  constructor() {
    addEventListener('beforeprint', () => {
      for (const element of [...this.waiting.keys()]) this.draw(element);
      this.scalable(true);
    });
    addEventListener('afterprint', () => this.scalable(false));
  }

  place(kind: string, height: number, description: string, option: () => Option): HTMLElement {
    const element = h('div', {
      class: `plot ${kind}`,
      'data-plot': kind,
      role: 'img',
      'aria-label': description,
    });
    element.style.height = `${height}px`;
    this.waiting.set(element, () => {
      const chart = init(element, null, { renderer: 'svg', height });
      chart.setOption({ animation: false, ...option() });
      this.drawn.set(element, chart);
      this.sized.observe(element);
      element.dataset.drawn = 'true';
    });
    return element;
  }

  // To be called once the plots are in the document.
  start(): void {
    for (const element of this.waiting.keys()) this.near.observe(element);
    const later = (work: () => void) =>
      'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 500 }) : setTimeout(work, 16);
    const next = () => {
      const end = performance.now() + TURN_MS;
      for (const element of [...this.waiting.keys()]) {
        this.draw(element);
        if (performance.now() > end) break;
      }
      if (this.waiting.size > 0) later(next);
      else document.documentElement.dataset.plots = 'drawn';
    };
    later(next);
  }

  private draw(element: Element): void {
    const work = this.waiting.get(element);
    this.waiting.delete(element);
    this.near.unobserve(element);
    work?.();
  }

  // Paper has other widths than the window: the style sheet scales what is drawn instead of drawing it anew.
  private scalable(printing: boolean): void {
    this.printing = printing;
    for (const [element, chart] of this.drawn) {
      const svg = element.querySelector('svg');
      if (printing) svg?.setAttribute('viewBox', `0 0 ${chart.getWidth()} ${chart.getHeight()}`);
      else svg?.removeAttribute('viewBox');
    }
  }
}
