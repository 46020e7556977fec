import { COLLECTIONS, TAKEN_FIELD } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { history as english } from '../../locales/en/history.ts';
import { history as japanese } from '../../locales/ja/history.ts';

type Shape = {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly additionalProperties?: Shape | boolean;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
};

/** Fields that only servers write, always as a whole. */
const WORKED_OUT = new Set([
  'live',
  'status',
  'trends',
  'bounds',
  'presence',
  'events',
  'sleeps',
  'heartRateVariability',
  'actigraphy',
  'quality',
  'provenance',
  'awaited',
]);

/**
 * Every field of a document, even inside objects and arrays; keys that a document chooses itself do
 * not count.
 */
const fieldsIn = ({
  properties = {},
  items,
  additionalProperties,
  anyOf = [],
  oneOf = [],
}: Shape): string[] => [
  ...Object.entries(properties).flatMap(([name, shape]) => [
    name,
    ...(WORKED_OUT.has(name) ? [] : fieldsIn(shape)),
  ]),
  ...[
    ...(items === undefined ? [] : [items]),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
    ...anyOf,
    ...oneOf,
  ].flatMap(fieldsIn),
];
// The library types a JSON schema wider than the keys that are read here.
const getFields = (schema: z.ZodType): string[] => [
  ...new Set(fieldsIn(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as Shape)),
];

describe.each([
  ['ja', japanese],
  ['en', english],
] as const)('the texts of the change history in %s', (_, { fields, collections }) => {
  it.each(Object.entries(COLLECTIONS))(
    'the texts name every field of %s, and the collection',
    (name, { schema }) => {
      const found = getFields(schema);
      expect(found.length).toBeGreaterThan(3);
      expect(found.filter((field) => !Object.hasOwn(fields, field))).toEqual([]);
      expect(Object.keys(collections)).toContain(name);
    },
  );
});

it('a field without a text is found, even in an array of objects', () => {
  expect(
    getFields(
      z.strictObject({
        name: z.string(),
        parts: z.array(z.strictObject({ unheardOf: z.number().nullable() })),
        when: z.date(),
      }),
    ),
  ).toEqual(['name', 'parts', 'unheardOf', 'when']);
  // Separate sentences describe it.
  expect(Object.hasOwn(japanese.fields, TAKEN_FIELD)).toBe(false);
});
