import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  BOUNDS,
  FORMATS,
  toNotice,
  PLAIN_NOTICES,
  SIZED_KINDS,
  getTypeName,
  type Notice,
} from './issue-notice.ts';
import { checkBySchema } from './schema-check.ts';
import { oneLine } from './one-line.ts';

class Bed {}

type Row = readonly [schema: z.ZodType, input: unknown, notice: Notice];
const sized = (code: Notice['code'], limit: string | number): Notice => ({
  code,
  details: { limit },
});
const typed = (expected: string, received: string): Notice => ({
  code: 'type-wrong',
  details: { expected, received },
});
const day = (text: string): Date => new Date(`${text}T00:00:00Z`);

/** Real schemas for all failures of Zod 4, and their notices. */
const ROWS: readonly Row[] = [
  [z.string(), undefined, { code: 'value-required' }],
  [z.number(), undefined, { code: 'value-required' }],
  [z.enum(['a', 'b']), undefined, { code: 'value-required' }],
  [z.literal('a'), undefined, { code: 'value-required' }],
  [z.string().optional().nonoptional(), undefined, { code: 'value-required' }],
  [z.file(), undefined, { code: 'value-required' }],
  [z.string(), 3, typed('string', 'number')],
  [z.string(), null, typed('string', 'null')],
  [z.string(), true, typed('string', 'boolean')],
  [z.string(), [], typed('string', 'array')],
  [z.string(), {}, typed('string', 'object')],
  [z.string(), new Date(), typed('string', 'date')],
  [z.string(), new Map(), typed('string', 'map')],
  [z.string(), new Set(), typed('string', 'set')],
  [z.string(), Symbol('s'), typed('string', 'symbol')],
  [z.string(), 3n, typed('string', 'bigint')],
  [z.string(), () => 1, typed('string', 'function')],
  [z.string(), new File([], 'f'), typed('string', 'file')],
  [z.number(), '3', typed('number', 'string')],
  [z.number(), Number.NaN, typed('number', 'nan')],
  [z.number(), Number.POSITIVE_INFINITY, typed('number', 'infinity')],
  [z.int(), 1.5, typed('int', 'float')],
  [z.number().int(), 1.5, typed('int', 'float')],
  [z.boolean(), 'true', typed('boolean', 'string')],
  [z.bigint(), 3, typed('bigint', 'number')],
  [z.symbol(), 's', typed('symbol', 'string')],
  [z.undefined(), 1, typed('undefined', 'number')],
  [z.void(), 1, typed('void', 'number')],
  [z.null(), 1, typed('null', 'number')],
  [z.never(), 1, typed('never', 'number')],
  [z.nan(), 1, typed('nan', 'number')],
  [z.date(), '2026-11-21', typed('date', 'string')],
  [z.array(z.string()), {}, typed('array', 'object')],
  [z.object({}), [], typed('object', 'array')],
  [z.tuple([z.string()]), 'a', typed('tuple', 'string')],
  [z.record(z.string(), z.string()), 'a', typed('record', 'string')],
  [z.map(z.string(), z.string()), {}, typed('map', 'object')],
  [z.set(z.string()), [], typed('set', 'array')],
  [z.file(), 'a', typed('file', 'string')],
  [z.instanceof(Bed), 3, { code: 'instance-wrong', details: { expected: 'Bed' } }],
  [z.date(), new Date(Number.NaN), { code: 'date-wrong' }],

  [z.string().min(3), 'ab', sized('string-at-least', 3)],
  [z.string().max(3), 'abcd', sized('string-at-most', 3)],
  [z.string().length(3), 'ab', sized('string-exactly', 3)],
  [z.string().length(3), 'abcd', sized('string-exactly', 3)],
  [z.number().min(3), 2, sized('number-at-least', 3)],
  [z.number().gt(3), 3, sized('number-more-than', 3)],
  [z.number().max(3), 4, sized('number-at-most', 3)],
  [z.number().lt(3), 3, sized('number-less-than', 3)],
  [z.number().positive(), 0, sized('number-more-than', 0)],
  [z.int(), 2 ** 60, sized('number-at-most', Number.MAX_SAFE_INTEGER)],
  [z.bigint().min(3n), 2n, sized('number-at-least', '3')],
  [z.bigint().lt(3n), 3n, sized('number-less-than', '3')],
  [
    z.date().min(day('2026-11-21')),
    day('2026-11-20'),
    sized('date-at-least', '2026-11-21T00:00:00.000Z'),
  ],
  [
    z.date().max(day('2026-11-21')),
    day('2026-11-22'),
    sized('date-at-most', '2026-11-21T00:00:00.000Z'),
  ],
  [
    z.date().check(z.gt(day('2026-11-21'))),
    day('2026-11-21'),
    sized('date-more-than', '2026-11-21T00:00:00.000Z'),
  ],
  [
    z.date().check(z.lt(day('2026-11-21'))),
    day('2026-11-21'),
    sized('date-less-than', '2026-11-21T00:00:00.000Z'),
  ],
  [z.array(z.string()).min(1), [], sized('array-at-least', 1)],
  [z.array(z.string()).max(1), ['a', 'b'], sized('array-at-most', 1)],
  [z.array(z.string()).length(2), ['a'], sized('array-exactly', 2)],
  [z.tuple([z.string()]), [], sized('array-at-least', 1)],
  [z.set(z.string()).min(1), new Set(), sized('set-at-least', 1)],
  [z.set(z.string()).max(1), new Set(['a', 'b']), sized('set-at-most', 1)],
  [z.set(z.string()).size(2), new Set(['a']), sized('set-exactly', 2)],
  [z.map(z.string(), z.string()).min(1), new Map(), sized('map-at-least', 1)],
  [z.file().min(3), new File([], 'f'), sized('file-at-least', 3)],
  [z.file().max(1), new File(['ab'], 'f'), sized('file-at-most', 1)],

  ...FORMATS_THAT_FAIL(),
  [z.string().regex(/^a$/), 'b', { code: 'format-regex' }],
  [z.string().startsWith('R-'), 'b', { code: 'format-starts_with', details: { part: 'R-' } }],
  [z.string().endsWith('.csv'), 'b', { code: 'format-ends_with', details: { part: '.csv' } }],
  [z.string().includes('@'), 'b', { code: 'format-includes', details: { part: '@' } }],
  [z.templateLiteral(['A-', z.number()]), 'b', { code: 'format-template_literal' }],
  [z.hash('md5'), 'b', { code: 'format-wrong', details: { format: 'md5_hex' } }],
  [
    z.stringFormat('serial', () => false),
    'b',
    { code: 'format-wrong', details: { format: 'serial' } },
  ],

  [z.number().multipleOf(0.5), 0.3, { code: 'multiple-wrong', details: { divisor: 0.5 } }],
  [z.strictObject({}), { bed: 1 }, { code: 'keys-unknown', details: { keys: "'bed'" } }],
  [z.union([z.string(), z.number()]), true, { code: 'union-none' }],
  [z.xor([z.string(), z.string()]), 'a', { code: 'union-several' }],
  [
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a') }),
      z.object({ kind: z.literal('b') }),
    ]),
    { kind: 'c' },
    { code: 'discriminator-wrong', details: { options: "'a' | 'b'" } },
  ],
  [
    z.record(z.string().min(2), z.number()),
    { a: 1 },
    { code: 'key-wrong', details: { origin: 'record' } },
  ],
  [
    z.map(z.string(), z.number()),
    new Map([[{}, 1]]),
    { code: 'key-wrong', details: { origin: 'map' } },
  ],
  [
    z.map(z.any(), z.number()),
    new Map([[{}, 'a']]),
    { code: 'element-wrong', details: { origin: 'map' } },
  ],
  [
    z.enum(['asleep', 'awake']),
    'dozing',
    { code: 'choice-wrong', details: { options: "'asleep' | 'awake'" } },
  ],
  [
    z.literal(['a', 3n, null]),
    'z',
    { code: 'choice-wrong', details: { options: "'a' | 3 | null" } },
  ],
  [z.literal('a'), 'b', { code: 'literal-wrong', details: { expected: "'a'" } }],
  [z.literal(3), 4, { code: 'literal-wrong', details: { expected: '3' } }],
  [
    z.file().mime('image/png'),
    new File(['x'], 'f'),
    { code: 'literal-wrong', details: { expected: "'image/png'" } },
  ],
  [z.string().refine(() => false), 'secret', { code: 'value-wrong' }],
  [z.custom(() => false), 'secret', { code: 'value-wrong' }],
  [oneLine(9), 'a\nb', { code: 'line-broken' }],
  [oneLine(9), '\u200b', { code: 'line-unseen' }],
];

function FORMATS_THAT_FAIL(): Row[] {
  const schemas: Readonly<Record<string, z.ZodType>> = {
    email: z.email(),
    url: z.url(),
    emoji: z.emoji(),
    uuid: z.uuid(),
    guid: z.guid(),
    nanoid: z.nanoid(),
    cuid: z.cuid(),
    cuid2: z.cuid2(),
    ulid: z.ulid(),
    xid: z.xid(),
    ksuid: z.ksuid(),
    datetime: z.iso.datetime(),
    date: z.iso.date(),
    time: z.iso.time(),
    duration: z.iso.duration(),
    ipv4: z.ipv4(),
    ipv6: z.ipv6(),
    mac: z.mac(),
    cidrv4: z.cidrv4(),
    cidrv6: z.cidrv6(),
    base64: z.base64(),
    base64url: z.base64url(),
    json_string: z.string().check(
      (context) =>
        void context.issues.push({
          code: 'invalid_format',
          format: 'json_string',
          input: context.value,
        }),
    ),
    e164: z.e164(),
    credit_card: z.creditCard(),
    iban: z.iban(),
    currency_code: z.currencyCode(),
    lowercase: z.string().lowercase(),
    uppercase: z.string().uppercase(),
    jwt: z.jwt(),
    hostname: z.hostname(),
    hex: z.hex(),
  };
  return FORMATS.filter((format) => schemas[format] !== undefined).map((format) => [
    schemas[format] ?? z.never(),
    'aA ほ!',
    { code: `format-${format}` },
  ]);
}

const findIssue = (schema: z.ZodType, input: unknown) =>
  z.safeParse(schema, input, { reportInput: true }).error?.issues[0] ??
  expect.fail('the schema took it');

describe('toNotice', () => {
  it.each(
    ROWS.map(
      ([schema, input, notice]) =>
        [notice.code, JSON.stringify(notice.details ?? {}), schema, input, notice] as const,
    ),
  )('%s %s is the notice of its Zod issue', (_code, _details, schema, input, notice) => {
    expect(toNotice(findIssue(schema, input))).toEqual(notice);
  });

  it.each(ROWS.filter(([, , { code }]) => code !== 'element-wrong'))(
    'row %# gives the same notice in an error map',
    (schema, input, notice) => {
      const texts: string[] = [];
      const { error } = z.safeParse(schema, input, {
        error: (issue) => {
          texts.push(toNotice(issue).code);
          return undefined;
        },
      });
      expect(error?.issues.length).toBeGreaterThan(0);
      expect(texts).toContain(notice.code);
    },
  );

  it('every code is produced by a real schema', () => {
    const shown = new Set<string>(ROWS.map(([, , { code }]) => code));
    const codes = [
      ...PLAIN_NOTICES,
      ...FORMATS.map((format) => `format-${format}`),
      ...SIZED_KINDS.flatMap((kind) => BOUNDS.map((bound) => `${kind}-${bound}`)),
    ];
    // The check itself adds `issues-more`, and line-fields.ts `lines-broken`. No schema of Zod 4
    // produces the others: sizes of lists, texts, sets and files are inclusive, dates and numbers
    // have no exact size, and every origin is known.
    const unreachable =
      /^(?:issues-more|lines-broken|value-(?:at|more|less|exactly)|(?:string|array|set|map|file)-(?:more|less)|(?:number|date|file|map)-exactly|map-at-most)/;
    expect(codes.filter((code) => !shown.has(code) && !unreachable.test(code))).toEqual([]);
  });

  it.each([
    [{ code: 'too_small', origin: 'string', minimum: 3, inclusive: false }, 'string-more-than'],
    [{ code: 'too_big', origin: 'string', maximum: 3, inclusive: false }, 'string-less-than'],
    [{ code: 'too_small', origin: 'array', minimum: 3, inclusive: false }, 'array-more-than'],
    [{ code: 'too_big', origin: 'set', maximum: 3, inclusive: false }, 'set-less-than'],
    [{ code: 'too_big', origin: 'map', maximum: 3, inclusive: true }, 'map-at-most'],
    [{ code: 'too_big', origin: 'file', maximum: 3, exact: true }, 'file-exactly'],
    [{ code: 'too_small', origin: 'number', minimum: 3, exact: true }, 'number-exactly'],
    [{ code: 'too_big', origin: 'planet', maximum: 3 }, 'value-at-most'],
    [{ code: 'too_small', origin: 'planet', minimum: 3, inclusive: false }, 'value-more-than'],
  ] as const)('a custom check can produce %j', (issue, code) => {
    expect(toNotice({ ...issue, path: [], message: '', input: 'x' })).toEqual({
      code,
      details: { limit: 3 },
    });
  });
});

describe('entered values', () => {
  it.each(ROWS.filter(([, input]) => input === 'secret' || input === 'dozing'))(
    'row %# does not echo the value',
    (schema, input) => {
      expect(JSON.stringify(checkBySchema(schema, input))).not.toContain(String(input));
    },
  );

  it('getTypeName names the type of a value', () => {
    expect(
      [
        null,
        undefined,
        1,
        'a',
        true,
        1n,
        Number.NaN,
        -Infinity,
        [],
        {},
        new Date(),
        new Map(),
        new Set(),
        new File([], ''),
      ].map(getTypeName),
    ).toEqual([
      'null',
      'undefined',
      'number',
      'string',
      'boolean',
      'bigint',
      'nan',
      'infinity',
      'array',
      'object',
      'date',
      'map',
      'set',
      'file',
    ]);
  });
});

describe('checkBySchema', () => {
  const schema = z.strictObject({
    name: z.string(),
    rooms: z.array(z.strictObject({ 'door no': z.int() })),
  });

  it('returns the parsed value', () => {
    expect(checkBySchema(z.coerce.number(), '3')).toEqual({ ok: true, value: 3 });
  });

  it('names every invalid field and every unknown key', () => {
    expect(
      checkBySchema(schema, { rooms: [{ 'door no': 1 }, { 'door no': 'x' }], bed: 1, 'a.b': 2 }),
    ).toEqual({
      ok: false,
      issues: [
        { field: 'name', code: 'value-required' },
        {
          field: 'rooms.1.`door no`',
          code: 'type-wrong',
          details: { expected: 'number', received: 'string' },
        },
        { field: 'bed', code: 'keys-unknown', details: { keys: "'bed'" } },
        { field: '`a.b`', code: 'keys-unknown', details: { keys: "'a.b'" } },
      ],
    });
  });

  it('prefixes fields with the path of the value', () => {
    expect(
      checkBySchema(schema, { name: '', rooms: [], bed: 1 }, ['writes', 'data']),
    ).toMatchObject({ issues: [{ field: 'writes.data.bed' }] });
    expect(checkBySchema(schema, 3)).toMatchObject({ issues: [{ field: '', code: 'type-wrong' }] });
  });

  it('the result stays short for long input', () => {
    const many = checkBySchema(
      z.literal(Array.from({ length: 500 }, (_, index) => `choice ${index} ${'x'.repeat(200)}`)),
      'a',
    );
    expect(JSON.stringify(many).length).toBeLessThan(1600);
    const long = checkBySchema(z.strictObject({}), { ['k'.repeat(5000)]: 1 });
    expect(long).toMatchObject({
      issues: [{ code: 'keys-unknown', details: { keys: `'${'k'.repeat(60)}…'` } }],
    });
  });
});
