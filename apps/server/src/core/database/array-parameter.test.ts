import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../testing/temporary-database.ts';
import { asParameter } from './array-parameter.ts';

describe('asParameter', () => {
  const held: { temporary?: TemporaryDatabase } = {};
  beforeAll(async () => {
    held.temporary = await openTemporaryDatabase();
  });
  afterAll(() => held.temporary?.drop());

  const roundTrip = async (type: string, values: readonly unknown[]): Promise<unknown> => {
    const [row] = await (held.temporary ?? expect.fail('no database')).database.query<{
      given: unknown;
    }>({ text: `select $1::${type}[] as given`, values: [values] });
    return row?.given;
  };

  it('strings survive the round trip through PostgreSQL', async () => {
    // PostgreSQL text holds neither NUL nor an unpaired surrogate.
    const text = fc
      .string({ unit: 'grapheme', maxLength: 20 })
      .filter((value) => !value.includes('\0') && value.isWellFormed());
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            text,
            fc.constantFrom('', 'NULL', '{}', '"', '\\', '\\"', ' a ', 'a,b', '\n\t', '部屋 101'),
          ),
          { maxLength: 12 },
        ),
        async (values) => {
          expect(await roundTrip('text', values)).toEqual(values);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('numbers survive the round trip through PostgreSQL', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.maxSafeInteger(), { maxLength: 12 }), async (values) => {
        expect(await roundTrip('bigint', values)).toEqual(values.map((value) => String(value + 0)));
      }),
      { numRuns: 60 },
    );
    const reals = [
      0.1,
      -1e-7,
      1e21,
      Number.MAX_VALUE,
      Number.MIN_VALUE,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ];
    expect(await roundTrip('float8', reals)).toEqual(reals);
  });

  it('leaves mixed, nested, empty and other values to the driver', async () => {
    for (const value of [
      [],
      ['a', null],
      [1, 'a'],
      [[1]],
      [new Date(0)],
      [Buffer.of(1)],
      [true],
      'text',
      7,
      null,
      Buffer.of(1),
    ])
      expect(asParameter(value)).toBe(value);
    expect(await roundTrip('text', ['a', null, 'b'])).toEqual(['a', null, 'b']);
  });
});
