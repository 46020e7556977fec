import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdit } from './mask-edit.ts';
import { halfWidth } from '../form/input-method.ts';
import { maskPattern } from './mask-pattern.ts';
import {
  MASK_PRESETS,
  type Mask,
  parseEntered,
  isComplete,
  formatStored,
  formatShown,
  takeSigns,
} from './mask-text.ts';

const bare = (mask: Mask) => ({ mask, fill: null });
const filled = (mask: Mask) => ({ mask, fill: '_' });

describe('maskPattern', () => {
  it.each([
    ['#', '0', '0'],
    ['#', '9', '9'],
    ['#', 'a', ''],
    ['#', '-', ''],
    ['#', '３', '3'],
    ['#', '三', ''],
    ['S', 'a', 'a'],
    ['S', 'Z', 'Z'],
    ['S', '1', ''],
    ['S', 'é', ''],
    ['S', 'あ', ''],
    ['S', 'ａ', 'a'],
    ['N', 'a', 'a'],
    ['N', '1', '1'],
    ['N', '_', ''],
    ['A', 'a', 'A'],
    ['A', 'B', 'B'],
    ['A', '1', ''],
    ['a', 'B', 'b'],
    ['a', '1', ''],
    ['X', 'a', 'A'],
    ['X', '1', '1'],
    ['X', '-', ''],
    ['x', 'A', 'a'],
    ['x', '1', '1'],
    ['x', '-', ''],
    ['\\#', '1', ''],
    ['\\A1', 'x', ''],
    ['Q', 'Q', ''],
  ])('%s takes of %j: %j', (mask, sign, taken) => expect(parseEntered(mask, sign)).toBe(taken));

  it('treats a character after a backslash as literal, and every other character too', () => {
    expect(
      maskPattern('\\##-\\\\').map((slot) => (slot.kind === 'fixed' ? slot.sign : 'entry')),
    ).toEqual(['#', 'entry', '-', '\\']);
  });

  it.each([
    ['１２：３０', '12:30'],
    ['Ａ－１', 'A-1'],
    ['ｱ', 'ア'],
    ['03ー1234—5678', '03-1234-5678'],
    ['　', ' '],
  ])('written full width are taken half width: %j', (text, half) =>
    expect(halfWidth(text)).toBe(half),
  );
});

describe('formatShown and parseEntered', () => {
  it.each<[Mask, string, string, string, string]>([
    [MASK_PRESETS.date, '', '', '____/__/__', ''],
    [MASK_PRESETS.date, '202', '202', '202_/__/__', '202'],
    [MASK_PRESETS.date, '2026', '2026/', '2026/__/__', '2026'],
    [MASK_PRESETS.date, '20261', '2026/1', '2026/1_/__', '2026/1'],
    [MASK_PRESETS.date, '20261121', '2026/11/21', '2026/11/21', '2026/11/21'],
    [
      MASK_PRESETS.datetime,
      '202611210905',
      '2026/11/21 09:05',
      '2026/11/21 09:05',
      '2026/11/21 09:05',
    ],
    [MASK_PRESETS.time, '09', '09:', '09:__', '09'],
    [MASK_PRESETS.fulltime, '090530', '09:05:30', '09:05:30', '09:05:30'],
    [
      MASK_PRESETS.card,
      '4111111111111111',
      '4111 1111 1111 1111',
      '4111 1111 1111 1111',
      '4111 1111 1111 1111',
    ],
    [MASK_PRESETS.phone, '09012345678', '090-1234-5678', '090-1234-5678', '090-1234-5678'],
    [MASK_PRESETS.phone, '0312345678', '03-1234-5678', '03-1234-5678', '03-1234-5678'],
    [MASK_PRESETS.phone, '0451234567', '045-123-4567', '045-123-4567', '045-123-4567'],
    [MASK_PRESETS.phone, '0120123456', '0120-123-456', '0120-123-456', '0120-123-456'],
    [MASK_PRESETS.phone, '0800123456', '0800-123-456', '0800-123-456', '0800-123-456'],
    [MASK_PRESETS.phone, '08012345678', '080-1234-5678', '080-1234-5678', '080-1234-5678'],
    ['(##) ##', '1', '(1', '(1_) __', '(1'],
    ['(##) ##', '12', '(12) ', '(12) __', '(12'],
    ['## %', '5', '5', '5_ %', '5'],
    ['## %', '50', '50 %', '50 %', '50 %'],
    ['+81 ##', '90', '+81 90', '+81 90', '+81 90'],
    ['A-####', 'A1042', 'A-1042', 'A-1042', 'A-1042'],
  ])('the mask %s formats and parses %j', (mask, entered, shown, withFill, kept) => {
    expect([
      formatShown(bare(mask), entered),
      formatShown(filled(mask), entered),
      formatStored(mask, entered),
    ]).toEqual([shown, withFill, kept]);
  });

  it.each<[Mask, string, string]>([
    [MASK_PRESETS.date, '2026-11-21', '20261121'],
    [MASK_PRESETS.date, '2026/11/21', '20261121'],
    [MASK_PRESETS.date, '２０２６／１１／２１', '20261121'],
    [MASK_PRESETS.date, '202611219999', '20261121'],
    ['+81 ## ####', '+81 90 1234', '901234'],
    ['A-####', 'a-1042', 'A1042'],
    ['A-####', 'a1042', 'A1042'],
    [MASK_PRESETS.card, '4111-1111-1111-1111', '4111111111111111'],
    [MASK_PRESETS.phone, '０３ー１２３４ー５６７８', '0312345678'],
    [MASK_PRESETS.phone, '090 1234 5678', '09012345678'],
    [MASK_PRESETS.time, 'x', ''],
    ['', 'x', ''],
  ])('%s takes of %j: %j', (mask, text, entered) => expect(parseEntered(mask, text)).toBe(entered));

  it('parseEntered reverses formatShown for every mask and all input', () => {
    const masks = fc.constantFrom<Mask>(
      ...Object.values(MASK_PRESETS),
      'A-####',
      '(##) ##',
      'xx:XX',
      'aSN#',
      '## %',
    );
    fc.assert(
      fc.property(masks, fc.string({ maxLength: 24 }), (mask, text) => {
        const entered = takeSigns(mask, text);
        expect(parseEntered(mask, formatStored(mask, entered))).toBe(entered);
        expect(takeSigns(mask, entered)).toBe(entered);
        if (isComplete(mask, entered))
          expect(formatShown(filled(mask), entered)).not.toContain('_');
      }),
    );
  });
});

/** A field as a browser edits it: `|` is the caret, `[ ]` the selection. */
function step(
  mask: Mask,
  fill: boolean,
  pads: boolean,
  field: string,
  act: (text: string, from: number, to: number) => [string, number, boolean?],
): string {
  const from = field.search(/[|[]/);
  const to = field.includes(']') ? field.indexOf(']') - 1 : from;
  const text = field.replace(/[|[\]]/g, '');
  const shape = fill ? filled(mask) : bare(mask);
  const entered = parseEntered(mask, text.replaceAll('_', ''));
  expect(formatShown(shape, entered)).toBe(text);
  const [after, caret, forward = false] = act(text, from, to);
  const edited = applyEdit(shape, pads, entered, { text: after, caret, forward });
  const shown = formatShown(shape, edited.entered);
  return `${shown.slice(0, edited.caret)}|${shown.slice(edited.caret)}`;
}

const insert =
  (put: string) =>
  (text: string, from: number, to: number): [string, number] => [
    text.slice(0, from) + put + text.slice(to),
    from + put.length,
  ];
const back = (text: string, from: number, to: number): [string, number] =>
  from === to
    ? [text.slice(0, Math.max(0, from - 1)) + text.slice(from), Math.max(0, from - 1)]
    : [text.slice(0, from) + text.slice(to), from];
const forth = (text: string, from: number, to: number): [string, number, boolean] => [
  text.slice(0, from) + text.slice(from === to ? from + 1 : to),
  from,
  true,
];

const { date, time, phone } = MASK_PRESETS;

describe('applyEdit', () => {
  it.each<[string, Mask, string, ReturnType<typeof insert> | typeof back | typeof forth, string]>([
    ['typing', date, '|', insert('2'), '2|'],
    ['typing the last sign of a group', date, '202|', insert('6'), '2026/|'],
    ['typing the fixed sign that stands there already', date, '2026/|', insert('/'), '2026/|'],
    ['typing what the mask does not take', date, '2026/|', insert('x'), '2026/|'],
    ['typing behind the end', date, '2026/11/21|', insert('9'), '2026/11/21|'],
    ['typing in the middle', date, '20|26/11/', insert('9'), '209|2/61/1'],
    ['typing before a fixed sign', date, '2026|/11/21', insert('0'), '2026/0|1/12'],
    ['typing full width', date, '2026/|', insert('１'), '2026/1|'],
    ['typing over a selection', date, '2026/[11]/21', insert('1'), '2026/1|2/1'],
    ['typing over everything', date, '[2026/11/21]', insert('3'), '3|'],
    ['closing a month early', date, '2026/1|', insert('/'), '2026/01/|'],
    ['closing an hour early', time, '9|', insert(':'), '09:|'],
    ['closing a year early', date, '202|', insert('/'), '202|'],
    ['deleting back', date, '2026/11|/2', back, '2026/1|2/'],
    ['deleting back at the end', date, '2026/11/|', back, '2026/1|'],
    ['deleting back over a fixed sign', date, '2026/|11/2', back, '202|1/12/'],
    ['deleting back at the start', date, '|2026/', back, '|2026/'],
    ['deleting forward', date, '2|026/11/', forth, '2|261/1'],
    ['deleting forward over a fixed sign', date, '2026|/11/2', forth, '2026|/12/'],
    ['deleting a selection', date, '20[26/1]1/21', back, '20|12/1'],
    ['deleting everything', date, '[2026/11/21]', back, '|'],
    ['pasting a day', date, '|', insert('2026-11-21'), '2026/11/21|'],
    ['pasting a day with single digits', date, '|', insert('2026-1-5'), '2026/01/05|'],
    ['pasting the beginning of a day', date, '|', insert('2026-1'), '2026/1|'],
    ['pasting a time with single digits', time, '|', insert('9:05'), '09:05|'],
    ['pasting a day in Japanese', date, '|', insert('2026年1月5日'), '2026/01/05|'],
    ['pasting over everything', date, '[2026/11/21]', insert('1999/12/31'), '1999/12/31|'],
    ['pasting in the middle', date, '2026/|21/', insert('11'), '2026/11/|21'],
    ['pasting too much', time, '|', insert('12:34:56'), '12:34|'],
    ['typing a digit that is there already', phone, '090-11|', insert('1'), '090-111|'],
    ['typing so that the mask changes', phone, '0|', insert('3'), '03-|'],
    ['deleting so that the mask changes', phone, '03-|', back, '0|'],
    ['pasting a number', phone, '|', insert('０９０－１２３４－５６７８'), '090-1234-5678|'],
    ['typing into a mask with fixed signs first', '(##) ##', '|', insert('1'), '(1|'],
    [
      'pasting the whole with its fixed digits',
      '+81 ## ####',
      '|',
      insert('+81 90 1234'),
      '+81 90 1234|',
    ],
    ['typing the last before fixed signs at the end', '## %', '5|', insert('0'), '50 %|'],
  ])('%s (mask %s) edits %s', (_, mask, before, act, after) =>
    expect(step(mask, false, mask === date || mask === time, before, act)).toBe(after),
  );

  it.each<[string, Mask, string, ReturnType<typeof insert> | typeof back | typeof forth, string]>([
    ['typing', date, '|____/__/__', insert('2'), '2|___/__/__'],
    ['typing at the end', date, '2026/__/__|', insert('1'), '2026/1|_/__'],
    ['typing between', date, '2026/|__/__', insert('1'), '2026/1|_/__'],
    ['deleting back', date, '2026/1|_/__', back, '2026|/__/__'],
    ['deleting back at the end', date, '2026/1_/__|', back, '2026|/__/__'],
    ['deleting everything', date, '[2026/11/21]', back, '|____/__/__'],
    ['pasting', date, '[____/__/__]', insert('2026/11/21'), '2026/11/21|'],
  ])('handles %s with placeholders: %s %s', (_, mask, before, act, after) =>
    expect(step(mask, true, true, before, act)).toBe(after),
  );

  it('closes groups early for dates and times only', () =>
    expect(step('##-##', false, false, '9|', insert('-'))).toBe('9|'));

  it('accepts a text that the browser replaced as a whole', () => {
    expect(
      applyEdit(bare(date), true, '20261121', { text: '1999/01/31', caret: 3, forward: false }),
    ).toEqual({ entered: '19990131', caret: 10 });
  });

  it('keeps the caret inside and the entered characters valid after any step', () => {
    const masks = fc.constantFrom<Mask>(
      ...Object.values(MASK_PRESETS),
      'A-####',
      '(##) ##',
      '## %',
    );
    fc.assert(
      fc.property(
        masks,
        fc.boolean(),
        fc.string({ maxLength: 20 }),
        fc.string({ maxLength: 6 }),
        fc.nat(20),
        fc.nat(20),
        fc.boolean(),
        (mask, fill, text, put, one, other, pads) => {
          const shape = fill ? filled(mask) : bare(mask);
          const entered = takeSigns(mask, text);
          const shown = formatShown(shape, entered);
          const [from, to] = [
            Math.min(one, other, shown.length),
            Math.min(Math.max(one, other), shown.length),
          ];
          const [after, caret] = insert(put)(shown, from, to);
          const edited = applyEdit(shape, pads, entered, { text: after, caret, forward: false });
          expect(takeSigns(mask, edited.entered)).toBe(edited.entered);
          expect(edited.caret).toBeGreaterThanOrEqual(0);
          expect(edited.caret).toBeLessThanOrEqual(formatShown(shape, edited.entered).length);
        },
      ),
    );
  });
});
