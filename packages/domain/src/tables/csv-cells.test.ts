import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACCESS_LEVELS } from '../access/access-level.ts';
import { DEVICE_CONNECTIONS } from '../collections/device.ts';
import { SEXES } from '../collections/room.ts';
import { ACCESS_LEVEL_WORDS } from '../locales/access-level-words.ts';
import { CSV_CHOICE_WORDS } from '../locales/csv-words.ts';
import { plainNumber, readCell } from './csv-cells.ts';

const seeded = { seed: 20_261_122, numRuns: 60 };
/** Digits and signs in full width, as typed on a Japanese keyboard. */
const wide = (text: string): string =>
  text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));

describe('readCell for dates', () => {
  const day = fc
    .date({
      min: new Date('1900-01-01T00:00:00Z'),
      max: new Date('2199-12-31T00:00:00Z'),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString().slice(0, 10));

  it('every notation with the year first gives the ISO date', () => {
    fc.assert(
      fc.property(day, (iso) => {
        const [year = '', month = '', date = ''] = iso.split('-');
        const written = [
          iso,
          `${year}/${Number(month)}/${Number(date)}`,
          `${year}.${month}.${date}`,
          `${year}${month}${date}`,
          `${year}年${Number(month)}月${Number(date)}日`,
        ];
        const texts = [...written, ...written.map(wide), ...written.map((one) => ` ${one} `)];
        expect(texts.map((text) => readCell(text, 'date'))).toEqual(texts.map(() => iso));
      }),
      seeded,
    );
  });

  it.each([
    '2026-02-29',
    '2100-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '26/1/5',
    '1/5/2026',
    '2026-1',
    '2026年1月',
    '202611',
    '2026/11-22/3',
    '令和8年1月5日',
    '',
  ])('a text that is not a date stays unchanged: %s', (text) => {
    expect(readCell(text, 'date')).toBe(text);
  });

  it('29 February of a leap year is a date', () =>
    expect([readCell('2028/2/29', 'date'), readCell('2000-02-29', 'date')]).toEqual([
      '2028-02-29',
      '2000-02-29',
    ]));
});

describe('readCell for moments', () => {
  it.each<[string, string]>([
    ['2026-01-05T22:05', '2026-01-05T22:05:00'],
    ['2026-01-05T22:05:09.123Z', '2026-01-05T22:05:09Z'],
    ['2026/1/5 0:00', '2026-01-05T00:00:00'],
    ['20260105 23:59:59', '2026-01-05T23:59:59'],
    ['2026年1月5日 7:05', '2026-01-05T07:05:00'],
    ['2026-01-05 22:05+09:00', '2026-01-05T22:05:00+09:00'],
    ['2026-01-05 22:05-0330', '2026-01-05T22:05:00-03:30'],
    ['２０２６／１／５　２２：０５', '2026-01-05T22:05:00'],
    ['7:05', '07:05:00'],
    ['23:59:59', '23:59:59'],
  ])('%s becomes %s', (text, expected) => {
    expect(readCell(text, 'moment')).toBe(expected);
  });

  it.each([
    '24:00',
    '7:5',
    '12:60',
    '22:05Z',
    '2026-02-30 22:05',
    '2026-01-05',
    '2026-01-05 22',
    '2026-01-05 22:05 x',
    '2026-01-05 10:05 PM',
    'T22:05',
    '',
  ])('a cell of another form stays unchanged: "%s"', (text) => {
    expect(readCell(text, 'moment')).toBe(text);
  });
});

describe('numbers', () => {
  const decimal = fc
    .tuple(fc.boolean(), fc.nat(9_999_999), fc.option(fc.nat(999)))
    .map(([isNegative, whole, part]) => ({
      isNegative,
      whole,
      part: part === null ? '' : String(part).padStart(3, '0'),
    }));
  const grouped = (whole: number, sign: string): string =>
    String(whole).replaceAll(/\B(?=(\d{3})+$)/g, sign);

  it('decimal points and commas give the same number, with or without thousands separators', () => {
    fc.assert(
      fc.property(decimal, ({ isNegative, whole, part }) => {
        const minus = isNegative ? '-' : '';
        const value = Number(`${minus}${whole}${part === '' ? '' : `.${part}`}`);
        const commas = [
          `${minus}${whole}${part === '' ? '' : `,${part}`}`,
          `${minus}${grouped(whole, '.')}${part === '' ? '' : `,${part}`}`,
        ];
        expect(
          [...commas, ...commas.map(wide)].map((text) =>
            readCell(plainNumber(text, 'comma'), 'number'),
          ),
        ).toEqual([value, value, value, value]);
        const points = [
          `${minus}${whole}${part === '' ? '' : `.${part}`}`,
          `${minus}${grouped(whole, ',')}${part === '' ? '' : `.${part}`}`,
        ];
        expect(
          [...points, ...points.map(wide)].map((text) =>
            readCell(plainNumber(text, 'point'), 'number'),
          ),
        ).toEqual([value, value, value, value]);
      }),
      seeded,
    );
  });

  it.each([
    '',
    '-',
    '.',
    '1,2,3',
    '1.2.3',
    '12,34',
    '1e3',
    '0x10',
    'Infinity',
    'NaN',
    '12 kg',
    '１２回',
    '--1',
  ])('a cell of another form stays unchanged: "%s"', (text) => {
    expect(readCell(plainNumber(text, 'point'), 'number')).toBe(text);
  });

  it.each([
    ['1.234.567', 1_234_567],
    ['1234,5', 1234.5],
    ['+0,5', 0.5],
    [',5', ',5'],
    ['1.23,4', '1.23,4'],
    ['1,2,3', '1,2,3'],
  ])('%s with decimal comma becomes %s', (text, expected) => {
    expect(readCell(plainNumber(text, 'comma'), 'number')).toBe(expected);
  });
});

describe('readCell for choices', () => {
  it('a choice matches its name and every label, in any width and case', () => {
    for (const [form, names, words] of [
      ['sex', SEXES, CSV_CHOICE_WORDS.sex],
      ['connection', DEVICE_CONNECTIONS, CSV_CHOICE_WORDS.connection],
    ] as const) {
      // Object.entries loses the key type.
      for (const [name, known] of Object.entries(words) as [string, readonly string[]][]) {
        for (const word of [name, ...known])
          for (const text of [word, word.toUpperCase(), wide(word), ` ${word} `])
            expect(readCell(text, form), text).toBe(name);
      }
      expect(Object.keys(words).toSorted()).toEqual([...names].toSorted());
    }
  });

  it('a level matches its number and its labels in both languages', () => {
    // Object.entries loses the key type; the keys are exactly the names of levels.
    for (const [name, level] of Object.entries(ACCESS_LEVELS) as [
      keyof typeof ACCESS_LEVELS,
      number,
    ][]) {
      for (const text of [
        name,
        ACCESS_LEVEL_WORDS.ja[name],
        ACCESS_LEVEL_WORDS.en[name].toUpperCase(),
        String(level),
        wide(String(level)),
        ...(CSV_CHOICE_WORDS.level[name] ?? []),
      ])
        expect(readCell(text, 'level'), text).toBe(level);
    }
    expect([readCell('1000', 'level'), readCell('-1', 'level'), readCell('', 'level')]).toEqual([
      '1000',
      '-1',
      '',
    ]);
  });
});

describe('readCell for tags', () => {
  it('tags are split at separators, trimmed, and empty ones dropped', () => {
    const label = fc.string({
      unit: fc.constantFrom('転', '倒', 'a', 'B', '1', '-'),
      minLength: 1,
      maxLength: 6,
    });
    const sign = fc.constantFrom(',', '、', ';', '；', '|', ' , ', '、、', ', ;');
    fc.assert(
      fc.property(fc.array(fc.tuple(label, sign), { maxLength: 8 }), (parts) => {
        expect(readCell(parts.map(([text, after]) => `${text}${after}`).join(''), 'tags')).toEqual(
          parts.map(([text]) => text),
        );
      }),
      seeded,
    );
  });
});
