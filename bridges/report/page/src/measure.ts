// SPDX-License-Identifier: MIT
// How wide a text will be, in the page's own letters.

const pen = document.createElement('canvas').getContext('2d');
const LETTER = 0.62; // of the size, where there is no canvas
let family = '';

export function textWidth(text: string, size: number, weight = 400): number {
  if (!pen) return text.length * size * LETTER;
  family ||= getComputedStyle(document.body).fontFamily;
  pen.font = `${weight} ${size}px ${family}`;
  return pen.measureText(text).width;
}

export const widest = (texts: string[], size: number, weight = 400): number =>
  texts.reduce((most, text) => Math.max(most, textWidth(text, size, weight)), 0);

// The beginning of a text that is too wide, with an ellipsis.
export function shortened(text: string, width: number, size: number, weight = 400): string {
  if (textWidth(text, size, weight) <= width) return text;
  let most = text.length - 1;
  while (most > 1 && textWidth(`${text.slice(0, most)}…`, size, weight) > width) --most;
  return `${text.slice(0, most)}…`;
}
