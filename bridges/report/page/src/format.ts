// SPDX-License-Identifier: MIT
// Numbers as a person wants to read them, by the rule of number_text.h.

export const VALUE_DIGITS = 4;
export const HALF_WIDTH_DIGITS = 3;

export function numberText(value: number, digits = VALUE_DIGITS): string {
  if (!Number.isFinite(value)) return 'n/a';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e15) return value.toFixed(0);
  if (size >= 1e7 || size < 1e-4) {
    const [mantissa, exponent = '+0'] = value.toExponential(digits - 1).split('e');
    return `${mantissa}e${exponent.replace(/^([+-])(\d)$/, '$10$2')}`;
  }
  return value.toFixed(Math.max(digits - 1 - Math.floor(Math.log10(size)), 0));
}

export const optionalText = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : numberText(value);

export const spreadText = (halfWidth: number): string => `± ${numberText(halfWidth, HALF_WIDTH_DIGITS)}`;

// A tick of an axis: as short as its distance to the next tick allows.
export function tickText(value: number): string {
  return Math.abs(value) >= 1e6
    ? value.toExponential(1).replace('e+', 'e')
    : String(Number(value.toPrecision(6)));
}

export const percentText = (fraction: number, digits = 1): string => `${(100 * fraction).toFixed(digits)} %`;

// The time unit, where a statistic's name says that it is a time.
export const unitOf = (name: string, timeUnit: string): string =>
  /(^|\.)(Waiting|VA|NVA|Tran|Wait|Other|Total)Time$/.test(name) ? timeUnit : '';
