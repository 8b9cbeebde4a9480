// SPDX-License-Identifier: MIT
// Welch's plot (Welch, in Lavenberg: Computer Performance Modeling Handbook, 1983): the course of a response averaged over
// replications, smoothed, with the warm-up that MSER-5 proposes.
import type { Drawing } from './chart';
import { courseOption } from './course';
import type { WelchCourse } from './data';
import { h } from './dom';
import { numberText, optionalText } from './format';

const HEIGHT = 190;

function card(course: WelchCourse, timeUnit: string, drawing: Drawing): HTMLElement {
  const { time: times, average, smoothed } = course.welch;
  const { warmup = null } = course;
  const proposal = warmup === null ? 'too short to tell' : `warm-up ${numberText(warmup)} ${timeUnit}`;
  const name = course.scenario ? `${course.scenario}: ${course.response}` : course.response;
  return h(
    'figure',
    { 'data-name': name, 'data-warmup': warmup === null ? undefined : String(warmup) },
    h('figcaption', {}, h('span', { class: 'what' }, name), h('span', { class: 'figures' }, proposal)),
    drawing.place('welch', HEIGHT, `${name} averaged over replications, over time; ${proposal}`, () =>
      courseOption({
        times,
        values: times.map((_, i) => smoothed[i] ?? null),
        start: 0,
        end: times[times.length - 1] ?? 1,
        timeUnit,
        faint: average,
        shaded: warmup ?? 0,
        cut: warmup,
        level: course.mean ?? null,
        fromZero: true,
        tip: (i) =>
          `${numberText(times[i] ?? 0)} ${timeUnit}<br>smoothed <b>${optionalText(smoothed[i])}</b>, average ${optionalText(average[i])}`,
      }),
    ),
  );
}

export function coursesOf(
  { steadyState }: { steadyState?: WelchCourse[] },
  timeUnit: string,
  drawing: Drawing,
): HTMLElement | null {
  const shown = (steadyState ?? []).filter(({ welch }) => welch.time.length > 1);
  if (shown.length === 0) return null;
  return h(
    'section',
    { class: 'category', 'aria-labelledby': 'warmup' },
    h('h2', { id: 'warmup' }, 'Warm-up'),
    h(
      'p',
      { class: 'note' },
      'Averages over the replications (thin) and their moving average; shaded is the warm-up that MSER-5 proposes, dashed the mean of one run from the warm-up of the study on.',
    ),
    h('div', { class: 'plots full' }, ...shown.map((course) => card(course, timeUnit, drawing))),
  );
}
