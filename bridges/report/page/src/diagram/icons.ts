// SPDX-License-Identifier: MIT
// What a block does, as a sign of 20 by 20: told from the last word of its type, "arena.Process" by "Process". A type
// that no sign is known for gets a box with ports.

const SIGNS: [RegExp, string][] = [
  [/^(Create|Source|Generator|Arrive)/, 'M4 4 L15 10 L4 16 Z'],
  [/^(Dispose|Sink|Depart)/, 'M4 4 H16 V16 H4 Z M7 7 L13 13 M13 7 L7 13'],
  [/^(Decide|Branch|Select|Choice)/, 'M10 2 L18 10 L10 18 L2 10 Z'],
  [/^(Process|Server|Processor)/, 'M10 5 A5 5 0 1 1 9.9 5 M10 1 V5 M10 15 V19 M1 10 H5 M15 10 H19'],
  [/^(Seize|Request|Allocate|Access|Preempt|Capture)/, 'M3 10 H13 M9 6 L13 10 L9 14 M16 4 V16'],
  [/^(Release|Free|Exit|Relinquish)/, 'M17 10 H7 M11 6 L7 10 L11 14 M4 4 V16'],
  [/^(Delay|Hold|Wait|Queue|Match)/, 'M5 3 H15 M5 17 H15 M6 3 C6 9 14 11 14 17 M14 3 C14 9 6 11 6 17'],
  [/^(Assign|Alter|Adjust)/, 'M4 8 H16 M4 12 H16'],
  [/^(Batch|Group|Combine|Pickup|Insert)/, 'M3 4 L11 10 L3 16 M3 10 H11 M11 10 H18'],
  [/^(Separate|Split|Duplicate|Copy|Dropoff)/, 'M2 10 H9 M9 10 L17 4 M9 10 H17 M9 10 L17 16'],
  [
    /^(Record|Count|Tally|Write|Read|File|Observe|Transducer)/,
    'M4 17 V10 M8 17 V6 M12 17 V12 M16 17 V3 M2 17 H18',
  ],
  [/^(Station|Enter|Leave)/, 'M10 18 C4 11 4 9 4 8 A6 6 0 0 1 16 8 C16 9 16 11 10 18 M10 6 A2 2 0 1 1 9.9 6'],
  [
    /^(Route|Transport|Move|Convey|PickStation|Redirect)/,
    'M2 14 H12 V5 H2 Z M12 8 H16 L18 11 V14 H12 M6 14 V17 M15 14 V17',
  ],
  [
    /^(Signal|Send|Start|Stop|Halt|Activate|Detect)/,
    'M10 10 L10 17 M6 8 A5 5 0 0 1 14 8 M3 6 A9 9 0 0 1 17 6',
  ],
  [/^(ode|Integrator|Level|Network|Modelica)/i, 'M2 10 C5 0 7 0 10 10 S15 20 18 10'],
];

const OTHER = 'M5 4 H15 V16 H5 Z M1 8 H5 M1 12 H5 M15 10 H19';
const COUPLED = 'M2 3 H18 V17 H2 Z M4 8 H8 V12 H4 Z M12 8 H16 V12 H12 Z M8 10 H12';

export function signOf(type: string): string {
  if (!type) return COUPLED;
  const word = type.slice(type.lastIndexOf('.') + 1);
  return SIGNS.find(([pattern]) => pattern.test(word))?.[1] ?? OTHER;
}
