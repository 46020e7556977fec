import { BOUNDS, checkBySchema, FORMATS, PLAIN_NOTICES, SIZED_KINDS } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTranslation } from '../../locales/translation.ts';
import { validation as english } from '../../locales/en/validation.ts';
import { validation as japanese } from '../../locales/ja/validation.ts';
import { issueWords, type Issue } from './use-issue-message.ts';

const translations = {
  ja: await startTranslation('ja', ['first', 'join']),
  en: await startTranslation('en', ['first', 'join']),
};
const both = (issue: Issue) => [
  issueWords(translations.en, issue),
  issueWords(translations.ja, issue),
];

class Bed {}
const day = new Date('2026-11-21T00:00:00+09:00');

/** Schema messages, in English as specified and in Japanese. */
const ROWS: readonly (readonly [schema: z.ZodType, input: unknown, en: string, ja: string])[] = [
  [z.string(), undefined, 'Required', '入力してください。'],
  [z.string(), 3, 'Expected string, received number', '文字列で入力してください。いまは数値です。'],
  [
    z.number(),
    '3',
    'Expected number, received string',
    '数値で入力してください。いまは文字列です。',
  ],
  [
    z.number(),
    Number.NaN,
    'Expected number, received nan',
    '数値で入力してください。いまは数でない値です。',
  ],
  [
    z.number(),
    Number.POSITIVE_INFINITY,
    'Expected number, received infinity',
    '数値で入力してください。いまは無限大です。',
  ],
  [z.int(), 1.5, 'Expected integer, received float', '整数で入力してください。いまは小数です。'],
  [
    z.boolean(),
    'x',
    'Expected boolean, received string',
    'はい・いいえの値で入力してください。いまは文字列です。',
  ],
  [
    z.bigint(),
    1,
    'Expected bigint, received number',
    '大きな整数で入力してください。いまは数値です。',
  ],
  [z.date(), 'x', 'Expected date, received string', '日付で入力してください。いまは文字列です。'],
  [
    z.array(z.string()),
    {},
    'Expected array, received object',
    '一覧で入力してください。いまはオブジェクトです。',
  ],
  [
    z.object({}),
    [],
    'Expected object, received array',
    'オブジェクトで入力してください。いまは一覧です。',
  ],
  [
    z.tuple([z.string()]),
    1,
    'Expected tuple, received number',
    '組で入力してください。いまは数値です。',
  ],
  [
    z.record(z.string(), z.string()),
    null,
    'Expected record, received null',
    'レコードで入力してください。いまは空の値です。',
  ],
  [
    z.map(z.string(), z.string()),
    1,
    'Expected map, received number',
    'マップで入力してください。いまは数値です。',
  ],
  [
    z.set(z.string()),
    1,
    'Expected set, received number',
    '集合で入力してください。いまは数値です。',
  ],
  [z.file(), 1, 'Expected file, received number', 'ファイルで入力してください。いまは数値です。'],
  [z.never(), 1, 'Expected never, received number', '値なしで入力してください。いまは数値です。'],
  [
    z.symbol(),
    () => 1,
    'Expected symbol, received function',
    'シンボルで入力してください。いまは関数です。',
  ],
  [z.instanceof(Bed), 1, 'Input not instance of Bed', 'Bedではありません。'],
  [z.date(), new Date(Number.NaN), 'Invalid date', '正しい日付ではありません。'],
  [
    z.string().min(3),
    'a',
    'String must contain at least 3 character(s)',
    '3文字以上で入力してください。',
  ],
  [
    z.string().max(3),
    'abcd',
    'String must contain at most 3 character(s)',
    '3文字以内で入力してください。',
  ],
  [
    z.string().length(3),
    'a',
    'String must contain exactly 3 character(s)',
    'ちょうど3文字で入力してください。',
  ],
  [
    z.number().min(3),
    1,
    'Number must be greater than or equal to 3',
    '3以上の数値を入力してください。',
  ],
  [z.number().gt(3), 3, 'Number must be greater than 3', '3より大きい数値を入力してください。'],
  [
    z.number().max(3),
    4,
    'Number must be less than or equal to 3',
    '3以下の数値を入力してください。',
  ],
  [z.number().lt(3), 3, 'Number must be less than 3', '3より小さい数値を入力してください。'],
  [
    z.bigint().min(3n),
    1n,
    'Number must be greater than or equal to 3',
    '3以上の数値を入力してください。',
  ],
  [
    z.array(z.string()).min(1),
    [],
    'Array must contain at least 1 element(s)',
    '1件以上にしてください。',
  ],
  [
    z.array(z.string()).max(1),
    ['a', 'b'],
    'Array must contain at most 1 element(s)',
    '1件以内にしてください。',
  ],
  [
    z.array(z.string()).length(2),
    [],
    'Array must contain exactly 2 element(s)',
    'ちょうど2件にしてください。',
  ],
  [
    z.set(z.string()).min(1),
    new Set(),
    'Set must contain at least 1 element(s)',
    '重なりなしで1件以上にしてください。',
  ],
  [
    z.map(z.string(), z.string()).min(1),
    new Map(),
    'Map must contain at least 1 entry(s)',
    '1項目以上にしてください。',
  ],
  [
    z.file().max(1),
    new File(['ab'], 'f'),
    'File must be at most 1 byte(s)',
    '1バイト以下のファイルを選んでください。',
  ],
  [z.email(), 'x', 'Invalid email', 'メールアドレスの形が正しくありません。'],
  [z.url(), 'x', 'Invalid URL', 'URL の形が正しくありません。'],
  [z.uuid(), 'x', 'Invalid UUID', 'UUID の形が正しくありません。'],
  [z.iso.date(), 'x', 'Invalid date', '正しい日付ではありません。'],
  [z.iso.datetime(), 'x', 'Invalid date and time', '日時の形が正しくありません。'],
  [z.iso.time(), 'x', 'Invalid time', '時刻の形が正しくありません。'],
  [z.ipv4(), 'x', 'Invalid IPv4 address', 'IPv4 アドレスの形が正しくありません。'],
  [
    z.e164(),
    'x',
    'Invalid phone number: start with + and the country code',
    '電話番号は + と国番号から入力してください。',
  ],
  [
    z.string().regex(/^a$/),
    'x',
    'Invalid input: must have the form asked for',
    '決められた形で入力してください。',
  ],
  [
    z.string().startsWith('R-'),
    'x',
    "Invalid input: must start with 'R-'",
    '「R-」で始めてください。',
  ],
  [
    z.string().endsWith('.csv'),
    'x',
    "Invalid input: must end with '.csv'",
    '「.csv」で終えてください。',
  ],
  [z.string().includes('@'), 'x', "Invalid input: must include '@'", '「@」を含めてください。'],
  [z.hash('md5'), 'x', 'Invalid md5_hex', '形が正しくありません（md5_hex）。'],
  [z.number().multipleOf(5), 3, 'Number must be a multiple of 5', '5の倍数を入力してください。'],
  [
    z.strictObject({}),
    { a: 1 },
    "Unrecognized key(s) in object: 'a'",
    "使えない項目があります: 'a'",
  ],
  [z.union([z.string(), z.number()]), true, 'Invalid input', '正しい値ではありません。'],
  [
    z.xor([z.string(), z.string()]),
    'a',
    'Invalid input: more than one form fits',
    '複数の形に当てはまる値です。どれか一つの形にしてください。',
  ],
  [
    z.discriminatedUnion('k', [z.object({ k: z.literal('a') }), z.object({ k: z.literal('b') })]),
    { k: 'c' },
    "Invalid discriminator value. Expected 'a' | 'b'",
    "種類が正しくありません。次から選んでください: 'a' | 'b'",
  ],
  [
    z.record(z.string().min(2), z.number()),
    { a: 1 },
    'Invalid key in record',
    'レコードの項目名が正しくありません。',
  ],
  [
    z.map(z.any(), z.number()),
    new Map([[{}, 'a']]),
    'Invalid value in map',
    'マップの中に正しくない値があります。',
  ],
  [
    z.enum(['a', 'b']),
    'c',
    "Invalid enum value. Expected 'a' | 'b'",
    "選べない値です。次から選んでください: 'a' | 'b'",
  ],
  [z.literal('a'), 'b', "Invalid literal value, expected 'a'", "'a' を指定してください。"],
  [z.string().refine(() => false), 'a', 'Invalid input', '正しい値ではありません。'],
];

describe('issueWords', () => {
  it.each(ROWS.map(([schema, input, en, ja]) => [en, ja, schema, input] as const))(
    'translates to “%s” and 「%s」',
    (en, ja, schema, input) => {
      const checked = checkBySchema(schema, input);
      expect(checked.ok ? [] : both(checked.issues[0] ?? expect.fail('no issue'))).toEqual([
        en,
        ja,
      ]);
    },
  );

  it('formats a day as a reader writes it, with the time unless it is midnight', () => {
    const limit = (date: Date): Issue => ({
      code: 'date-at-least',
      details: { limit: date.toISOString() },
    });
    const local = new Date(2026, 10, 21);
    expect(both(limit(local))).toEqual([
      'Date must be greater than or equal to 11/21/2026',
      '2026/11/21以降の日付にしてください。',
    ]);
    expect(both(limit(new Date(2026, 10, 21, 9, 5)))[1]).toBe(
      '2026/11/21 09:05以降の日付にしてください。',
    );
    expect(both({ code: 'date-at-most', details: { limit: 'soon' } })[0]).toBe(
      'Date must be smaller than or equal to soon',
    );
    expect(checkBySchema(z.date().max(day), new Date(day.getTime() + 1))).toMatchObject({
      issues: [{ code: 'date-at-most', details: { limit: day.toISOString() } }],
    });
  });

  it('falls back to a general text if the catalogue is not loaded, as on the sign-in page', async () => {
    expect(issueWords(await startTranslation('ja', ['first']), { code: 'value-required' })).toBe(
      '正しく入力してください。',
    );
  });

  it('falls back to “Invalid input” for the code of a later version', () =>
    expect(both({ code: 'bed-too-small' })).toEqual(['Invalid input', '正しい値ではありません。']));
});

describe('the texts of the catalogue', () => {
  const codes = [
    ...PLAIN_NOTICES,
    ...FORMATS.map((format) => `format-${format}`),
    ...SIZED_KINDS.flatMap((kind) => BOUNDS.map((bound) => `${kind}-${bound}`)),
  ];
  const arguments_ = {
    limit: 3,
    expected: 'string',
    received: 'number',
    divisor: 2,
    keys: "'a'",
    options: "'a' | 'b'",
    origin: 'record',
    format: 'md5',
    part: 'x',
    more: 5,
  };

  it.each(codes)('the text of %s exists in both languages, without open placeholders', (code) => {
    for (const words of both({ code, details: arguments_ })) {
      expect(words).not.toBe('');
      expect(words).not.toContain('{{');
      expect(words).not.toContain(code);
    }
    expect(both({ code, details: arguments_ })[1]).toMatch(/[ぁ-んァ-ヶ一-龠]/);
    expect(both({ code, details: arguments_ })[0]).not.toMatch(/[ぁ-んァ-ヶ一-龠]/);
  });

  it.each([
    ['ja', japanese],
    ['en', english],
  ] as const)('the catalogue contains no other codes: %s', (_, words) => {
    expect(
      Object.keys(words)
        .filter((key) => key !== 'types' && key !== 'rules')
        .toSorted(),
    ).toEqual([...codes].toSorted());
  });

  it("kinds of values have names in the reader's language", () => {
    expect(Object.values(japanese.types).filter((name) => /[a-z]/i.test(name))).toEqual([]);
    expect(Object.keys(english.types)).toEqual(Object.keys(japanese.types));
  });
});
