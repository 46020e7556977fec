import { describe, expect, it } from 'vitest';
import { decodeFields, encodeFields } from '../documents/wire-value.ts';
import { COLLECTIONS, type CollectionName } from './collections.ts';
import { FULL_DOCUMENTS } from './testing/full-documents.ts';

// Object.keys loses the key type; the keys are exactly CollectionName.
const NAMES = Object.keys(COLLECTIONS) as CollectionName[];

describe.each(NAMES)('a full document of %s', (name) => {
  const { schema } = COLLECTIONS[name];
  const full: Readonly<Record<string, unknown>> = FULL_DOCUMENTS[name];
  const fields = Object.keys(schema.shape);

  it('names every field of the schema and is taken as it is', () => {
    expect(Object.keys(full).toSorted()).toEqual(fields.toSorted());
    expect(schema.parse(full)).toEqual(full);
  });

  it('is the same after it was stored as JSON and read again', () => {
    const stored: Record<string, unknown> = JSON.parse(JSON.stringify(encodeFields(full, false)));
    expect(schema.parse(decodeFields(stored))).toEqual(full);
  });

  it.each(fields)('says so when %s holds something else', (field) => {
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
    // A symbol is in no schema at all, and whatever is refused is refused at this field.
    expect(refusals[0]).toBe(field);
    for (const place of refusals) if (place !== undefined) expect(place).toBe(field);
  });

  it("with a key too many is refused by that key's name", () => {
    for (const key of ['bed', 'Name', 'documentPath', 'createdAt', 'constructor']) {
      expect(schema.safeParse({ ...full, [key]: 1 }).error?.issues, key).toMatchObject([
        { code: 'unrecognized_keys', keys: [key] },
      ]);
    }
  });

  it('lacks a field: refused there, or filled in with a default that is itself valid', () => {
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

describe('defaults', () => {
  const without = (name: CollectionName, ...absent: string[]): Record<string, unknown> =>
    COLLECTIONS[name].schema.parse(
      Object.fromEntries(
        Object.entries(FULL_DOCUMENTS[name]).filter(([field]) => !absent.includes(field)),
      ),
    );

  it('of a domain: a night from noon to noon in Japan, sign-in by e-mail, no second factor', () => {
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

  it('of a room: one bed, nobody in it that we know of, shared with nobody', () => {
    expect(without('room', 'capacity', 'occupant', 'sharedWith', 'live', 'tags')).toMatchObject({
      capacity: 1,
      occupant: null,
      sharedWith: [],
      live: null,
      tags: [],
    });
  });

  it('of an accident: once, and nothing done yet', () => {
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

  it('are not shared between documents', () => {
    const [one, other] = [without('room', 'tags'), without('room', 'tags')];
    expect(one['tags']).not.toBe(other['tags']);
  });
});
