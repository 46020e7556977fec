import { describe, expect, it } from 'vitest';
import { COLLECTIONS, isProductCollection, type CollectionName } from './collections.ts';

// Object.keys loses the key type; the keys are exactly CollectionName.
const NAMES = Object.keys(COLLECTIONS) as CollectionName[];
const at = new Date('2026-01-01T12:00:00Z');

/** The required fields of each collection below a room or a domain. */
const REQUIRED = {
  sleep: { night: '2026-01-01', from: at, to: at, state: 'waiting' },
  uploadHistory: {
    sha256: 'a'.repeat(64),
    fileName: 'a.edf',
    sizeBytes: 1,
    format: 'edf',
    deviceSerial: null,
    from: null,
    to: null,
    state: 'uploading',
    uploadedBy: 'u',
  },
  accident: { kind: 'fall', severity: 'high', raisedAt: at, source: 'button', state: 'raised' },
  note: { from: at, text: 'a', writtenBy: 'u' },
  partner: { code: 'p', name: 'Partner', state: 'active' },
  bill: {
    month: '2026-01',
    recipient: { kind: 'customer', id: 'c', name: 'c' },
    issuer: { name: 'i' },
    lines: [],
    subtotal: 0,
    tax: [],
    total: 0,
    state: 'draft',
    registrationNumber: 'T9234567890123',
  },
  billTerms: { issuerName: 'i', registrationNumber: 'T9234567890123', unitPrice: 100 },
} as const;

describe('COLLECTIONS', () => {
  it('every collection has its own name as key', () => {
    for (const name of NAMES) expect(COLLECTIONS[name].name).toBe(name);
    expect(isProductCollection('room')).toBe(true);
    expect(isProductCollection('toString')).toBe(false);
  });

  it('every parent is a collection, and every unique key consists of its fields', () => {
    for (const name of NAMES) {
      const { parent, uniqueKey, schema } = COLLECTIONS[name];
      if (parent !== null) expect(isProductCollection(parent), name).toBe(true);
      for (const field of uniqueKey ?? []) expect(Object.keys(schema.shape), name).toContain(field);
    }
  });

  it.each(Object.entries(REQUIRED))(
    '%s requires its required fields and rejects an unknown key',
    (name, required) => {
      if (!isProductCollection(name)) throw new Error(name);
      const { schema } = COLLECTIONS[name];
      expect(schema.safeParse(required).error?.issues).toBeUndefined();
      expect(schema.safeParse({ ...required, bed: 1 }).error?.issues[0]).toMatchObject({
        code: 'unrecognized_keys',
        keys: ['bed'],
      });
      for (const field of Object.keys(required))
        expect(
          schema.safeParse({ ...required, [field]: undefined }).success,
          `${name} without ${field}`,
        ).toBe(false);
    },
  );

  it('invalid nights, months, hashes and registration numbers are rejected', () => {
    expect(
      COLLECTIONS.sleep.schema.safeParse({ ...REQUIRED.sleep, night: '1.1.2026' }).success,
    ).toBe(false);
    expect(COLLECTIONS.bill.schema.safeParse({ ...REQUIRED.bill, month: '2026-13' }).success).toBe(
      false,
    );
    expect(
      COLLECTIONS.bill.schema.safeParse({ ...REQUIRED.bill, registrationNumber: 'T1234567890123' })
        .success,
    ).toBe(false);
    expect(
      COLLECTIONS.uploadHistory.schema.safeParse({
        ...REQUIRED.uploadHistory,
        sha256: 'A'.repeat(64),
      }).success,
    ).toBe(false);
  });

  it('a night stores corrections separately from its result', () => {
    const edit = {
      id: 'e',
      from: at,
      to: at,
      change: { kind: 'stage', stage: 'rem' },
      editedBy: 'u',
      editedAt: at,
      undone: false,
    };
    expect(COLLECTIONS.sleep.schema.parse({ ...REQUIRED.sleep, edits: [edit] })).toMatchObject({
      epochs: [],
      edits: [edit],
    });
    expect(
      COLLECTIONS.sleep.schema.safeParse({
        ...REQUIRED.sleep,
        edits: [{ ...edit, change: { kind: 'stage' } }],
      }).success,
    ).toBe(false);
  });
});
