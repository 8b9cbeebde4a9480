// SPDX-License-Identifier: MIT
// Shows only the statistics whose name holds all the words typed.
import { h } from './dom';

export function filterBox(main: HTMLElement): HTMLElement {
  const input = h('input', {
    type: 'search',
    id: 'filter',
    placeholder: 'Filter statistics',
    autocomplete: 'off',
    'aria-describedby': 'found',
  });
  const found = h('p', { id: 'found', role: 'status', class: 'note' });
  const apply = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    const fits = (element: HTMLElement) => {
      const name = (element.dataset.name ?? '').toLowerCase();
      return words.every((word) => name.includes(word));
    };
    for (const section of main.querySelectorAll<HTMLElement>('section.category')) {
      for (const element of section.querySelectorAll<HTMLElement>('tr[data-name], figure[data-name]'))
        element.hidden = !fits(element);
      for (const body of section.querySelectorAll<HTMLElement>('tbody'))
        body.hidden = !body.querySelector('tr[data-name]:not([hidden])');
      for (const grid of section.querySelectorAll<HTMLElement>('.plots'))
        grid.hidden = !grid.querySelector('figure:not([hidden])');
      const rows = section.querySelectorAll('tr[data-name]:not([hidden])').length;
      section.hidden = rows === 0;
      shown += rows;
    }
    found.textContent =
      words.length === 0 ? '' : shown === 0 ? 'No statistic has this name.' : `${shown} shown`;
  };
  input.addEventListener('input', apply);
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && document.activeElement !== input) {
      event.preventDefault();
      input.focus();
    }
  });
  return h(
    'div',
    { class: 'filter', role: 'search' },
    h('label', { for: 'filter', class: 'unseen' }, 'Filter statistics by name'),
    input,
    found,
  );
}
