import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainNumber, readCell } from './csv-cells.ts';
import { CSV_FIELDS, CSV_KINDS, type CsvForm } from './csv-kinds.ts';
import { readCsvRow } from './csv-row.ts';
import { CSV_COLUMN_WORDS } from '../locales/csv-words.ts';

const codes = (reading: ReturnType<typeof readCsvRow>) =>
  reading.ok ? [] : reading.issues.map(({ field, code }) => `${field} ${code}`);

describe('readCell', () => {
  it.each<[CsvForm, string, unknown]>([
    ['number', '１２．５', 12.5],
    ['number', '-3', -3],
    ['number', 'twelve', 'twelve'],
    ['number', '1e5', '1e5'],
    ['date', '2026/1/5', '2026-01-05'],
    ['date', '20260105', '2026-01-05'],
    ['date', '2026年1月5日', '2026-01-05'],
    ['date', '2026-02-30', '2026-02-30'],
    ['date', '5.1.2026', '5.1.2026'],
    ['moment', '2026/01/05 7:05', '2026-01-05T07:05:00'],
    ['moment', '2026-01-05T22:05:09+0900', '2026-01-05T22:05:09+09:00'],
    ['moment', '22:05', '22:05:00'],
    ['moment', '25:00', '25:00'],
    ['tags', '転倒注意、夜間; a|b', ['転倒注意', '夜間', 'a', 'b']],
    ['level', '管理ユーザー', 3],
    ['level', 'General staff', 2],
    ['level', '４', 4],
    ['level', '部長', '部長'],
    ['sex', '女性', 'female'],
    ['sex', 'M', 'male'],
    ['sex', '猫', '猫'],
    ['connection', 'ブルートゥース', 'bluetooth'],
  ])('a %s cell "%s" becomes %j', (form, text, value) => {
    expect(readCell(text, form)).toEqual(value);
  });

  it.each([
    ['1.234,5', 'comma', '1234.5'],
    ['36,6', 'comma', '36.6'],
    ['1,234.5', 'point', '1234.5'],
    ['36,6', 'point', '36,6'],
    ['12', 'comma', '12'],
    ['a,b', 'comma', 'a,b'],
  ] as const)('plainNumber rewrites %s with a decimal %s as %s', (text, sign, plain) => {
    expect(plainNumber(text, sign)).toBe(plain);
  });
});

describe('readCsvRow', () => {
  it('a room line becomes its fields, without empty cells', () => {
    expect(
      readCsvRow('room', {
        name: ' ２０１ ',
        tags: 'a、b',
        capacity: '２',
        occupantSex: '女',
        building: '',
      }),
    ).toEqual({
      ok: true,
      row: { name: '２０１', tags: ['a', 'b'], capacity: 2, occupantSex: 'female' },
      key: '201',
    });
  });

  it('every invalid field has an issue', () => {
    expect(
      codes(
        readCsvRow('room', {
          name: '',
          capacity: '0',
          occupantBirthYear: '昭和',
          floor: 'x'.repeat(21),
        }),
      ),
    ).toEqual([
      'name value-required',
      'floor string-at-most',
      'capacity number-at-least',
      'occupantBirthYear type-wrong',
    ]);
    expect(
      codes(readCsvRow('device', { serial: '-A', typeCode: 'bed', connection: 'thread' })),
    ).toEqual(['serial format-regex', 'connection choice-wrong']);
    expect(
      codes(readCsvRow('device', { serial: 'A', typeCode: 'bed', connection: 'file' })),
    ).toEqual(['connection choice-wrong']);
    expect(
      codes(readCsvRow('staff', { staffName: 'a', email: 'nobody', accessLevel: '7' })),
    ).toEqual(['email format-email', 'accessLevel value-wrong']);
    expect(codes(readCsvRow('minute', { roomName: '201', time: 'soon' }))).toEqual([
      'time format-datetime',
    ]);
    expect(codes(readCsvRow('minute', { roomName: '201', time: '2026-01-05 22:00' }))).toEqual([
      'heartRate value-required',
    ]);
  });

  it('line breaks and control characters are allowed in notes only', () => {
    expect(
      codes(
        readCsvRow('room', {
          name: '20\r\n1',
          building: 'a\u0007b',
          tags: 'x\u2028y',
          occupantNote: 'a\r\nb',
        }),
      ),
    ).toEqual(['name line-broken', 'building line-broken', 'tags line-broken']);
    expect(readCsvRow('room', { name: '201', occupantNote: 'a\r\nb' })).toMatchObject({ ok: true });
  });

  it('a night line dates its times and rejects more sleep than time', () => {
    const night = { roomName: '201', night: '2026/11/20', from: '22:10', to: '6:05' };
    expect(readCsvRow('night', night)).toMatchObject({
      ok: true,
      row: { from: '2026-11-20T22:10:00', to: '2026-11-21T06:05:00' },
      key: '201\n2026-11-20',
    });
    expect(readCsvRow('night', { ...night, from: '0:30' })).toMatchObject({
      ok: true,
      row: { from: '2026-11-21T00:30:00' },
    });
    expect(codes(readCsvRow('night', { ...night, to: '2026/11/20 21:00' }))).toEqual([
      'to value-wrong',
    ]);
    // The times are valid; only their night is unknown.
    expect(codes(readCsvRow('night', { ...night, night: 'yesterday' }))).toEqual([
      'night format-date',
    ]);
    expect(codes(readCsvRow('night', { ...night, night: 'yesterday', to: 'late' }))).toEqual([
      'night format-date',
      'to format-datetime',
    ]);
    expect(codes(readCsvRow('night', { ...night, TST: '600' }))).toEqual(['TST number-at-most']);
  });

  it('random cells never throw or pass invalid values', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CSV_KINDS),
        fc.array(fc.string({ unit: 'grapheme' }), { minLength: 15, maxLength: 15 }),
        (kind, texts) => {
          const reading = readCsvRow(
            kind,
            Object.fromEntries(
              CSV_FIELDS[kind].map(({ name }, index) => [name, texts[index] ?? '']),
            ),
          );
          if (!reading.ok) expect(reading.issues.length).toBeGreaterThan(0);
        },
      ),
      { seed: 20_261_122, numRuns: 300 },
    );
  });
});

it('every column has several labels', () => {
  for (const kind of CSV_KINDS)
    for (const { name } of CSV_FIELDS[kind])
      expect(CSV_COLUMN_WORDS[name].length).toBeGreaterThan(1);
});
