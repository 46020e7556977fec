import { describe, expect, it } from 'vitest';
import { decodeFields, encodeFields } from '../documents/json-codec.ts';
import { COLLECTIONS, type CollectionName } from './collections.ts';
import { FULL_DOCUMENTS } from './testing/full-documents.ts';

// Object.keys loses the key type; the keys are exactly CollectionName.
const NAMES = Object.keys(COLLECTIONS) as CollectionName[];

describe.each(NAMES)('the schema of %s', (name) => {
  const { schema } = COLLECTIONS[name];
  const full: Readonly<Record<string, unknown>> = FULL_DOCUMENTS[name];
  const fields = Object.keys(schema.shape);

  it('accepts a full document unchanged', () => {
    expect(Object.keys(full).toSorted()).toEqual(fields.toSorted());
    expect(schema.parse(full)).toEqual(full);
  });

  it('a full document survives storage as JSON', () => {
    const stored: Record<string, unknown> = JSON.parse(JSON.stringify(encodeFields(full, false)));
    expect(schema.parse(decodeFields(stored))).toEqual(full);
  });

  it.each(fields)('reports an invalid value at %s', (field) => {
    const strange = [
      Symbol('no value of a document'),
      { unheardOf: 1 },
      -0.5,
      'no\u0000thing',
      [[]],
    ];
    const refusals = strange.map(
      (value) => schema.safeParse({ ...full, [field]: value }).error?.issues[0]?.path[0],
    );
    // No schema accepts a symbol; any other rejection must name this field.
    expect(refusals[0]).toBe(field);
    for (const place of refusals) if (place !== undefined) expect(place).toBe(field);
  });

  it('rejects an unknown key by name', () => {
    for (const key of ['bed', 'Name', 'documentPath', 'createdAt', 'constructor']) {
      expect(schema.safeParse({ ...full, [key]: 1 }).error?.issues, key).toMatchObject([
        { code: 'unrecognized_keys', keys: [key] },
      ]);
    }
  });

  it('a missing field is reported, or gets a valid default', () => {
    for (const field of fields) {
      const { [field]: _, ...rest } = full;
      const result = schema.safeParse(rest);
      if (result.success) expect(schema.parse(result.data), field).toEqual(result.data);
      else
        expect(
          result.error.issues.map((issue) => issue.path),
          field,
        ).toEqual([[field]]);
    }
  });
});

describe('defaults of the schemas', () => {
  const without = (name: CollectionName, ...absent: string[]): Record<string, unknown> =>
    COLLECTIONS[name].schema.parse(
      Object.fromEntries(
        Object.entries(FULL_DOCUMENTS[name]).filter(([field]) => !absent.includes(field)),
      ),
    );

  it('a domain defaults to nights from noon in Japan, sign-in by e-mail, and no second factor', () => {
    expect(
      without(
        'domain',
        'timeZone',
        'nightStartsAt',
        'signInMethods',
        'mfaRequired',
        'parameterOverrides',
      ),
    ).toMatchObject({
      timeZone: 'Asia/Tokyo',
      nightStartsAt: '12:00',
      signInMethods: ['email'],
      mfaRequired: false,
      parameterOverrides: {},
    });
  });

  it('a room defaults to one bed, without an occupant or shares', () => {
    expect(without('room', 'capacity', 'occupant', 'sharedWith', 'live', 'tags')).toMatchObject({
      capacity: 1,
      occupant: null,
      sharedWith: [],
      live: null,
      tags: [],
    });
  });

  it('an alarm defaults to one event and no response', () => {
    expect(
      without(
        'accident',
        'repeats',
        'acknowledgedBy',
        'arrivedAt',
        'resolvedAt',
        'outcome',
        'useful',
        'history',
      ),
    ).toMatchObject({
      repeats: 1,
      acknowledgedBy: null,
      arrivedAt: null,
      resolvedAt: null,
      outcome: null,
      useful: null,
      history: [],
    });
  });

  it('documents do not share default values', () => {
    const one = without('room', 'tags');
    const other = without('room', 'tags');
    expect(one['tags']).not.toBe(other['tags']);
  });
});
