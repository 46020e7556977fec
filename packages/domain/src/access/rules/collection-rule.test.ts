import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FULL_DOCUMENTS } from '../../collections/testing/full-documents.ts';
import type { DocumentMap } from '../../documents/document-value.ts';
import { anyMap } from '../../documents/testing/any-value.ts';
import { equalValues } from '../../documents/value-order.ts';
import { ACCESS_LEVELS } from '../access-level.ts';
import type { Actor } from '../actor.ts';
import { changedFields, changesOnly, ownedRule, readOnlyRule } from './collection-rule.ts';
import type { DocumentFields, PlacedDocument } from './placement.ts';
import { RULES } from './rules.ts';
import { EVERYTHING, some } from './visibility.ts';

const actor: Actor = {
  userId: 'anna',
  accessLevel: ACCESS_LEVELS.seniorDeveloper,
  domainId: null,
  rootDomainId: null,
  hasOwnHome: false,
  reach: { kind: 'everything' },
  singleTimeToken: null,
};
const placed = (data: DocumentFields): PlacedDocument => ({
  path: 'a/b',
  id: 'b',
  placement: { rootDomainId: 'r', domainIds: [], sharedWith: [] },
  data,
});

describe('readOnlyRule', () => {
  const rule = readOnlyRule(() => EVERYTHING);

  it('rejects every write', () => {
    const document = placed({ a: 1 });
    expect([
      rule.mayCreate(actor, document),
      rule.mayUpdate(actor, document, document),
      rule.mayDelete(actor, document),
    ]).toEqual([false, false, false]);
    expect(rule.isReadOnly).toBe(true);
  });

  it('uses the given visibility', () => {
    const shared = readOnlyRule(({ userId }) => some({ sharedWith: userId }));
    expect(shared.visibleTo(actor)).toEqual({ kind: 'some', grants: [{ sharedWith: 'anna' }] });
    expect([shared.hiddenFields(actor), shared.serverFields]).toEqual([[], []]);
  });
});

describe('ownedRule', () => {
  const owner = (one: Actor, { data }: PlacedDocument): boolean => data['owner'] === one.userId;
  const rule = ownedRule(() => EVERYTHING, owner);
  const own = placed({ owner: 'anna' });
  const other = placed({ owner: 'ben' });

  it('the owner alone creates and deletes', () => {
    expect([
      rule.mayCreate(actor, own),
      rule.mayCreate(actor, other),
      rule.mayDelete(actor, own),
      rule.mayDelete(actor, other),
    ]).toEqual([true, false, true, false]);
  });

  it('an update must be allowed before and after the change', () => {
    expect(rule.mayUpdate(actor, own, own)).toBe(true);
    expect(rule.mayUpdate(actor, own, other)).toBe(false);
    expect(rule.mayUpdate(actor, other, own)).toBe(false);
  });
});

describe('changedFields and changesOnly', () => {
  const names = fc.uniqueArray(
    fc.constantFrom('a', 'b', 'c', 'd', 'name', 'constructor', 'toString'),
    { maxLength: 7 },
  );
  const merged = (before: DocumentMap, change: DocumentMap): DocumentMap => ({
    ...before,
    ...change,
  });

  it('a deep copy has no changed fields', () => {
    fc.assert(
      fc.property(anyMap, (data) => {
        expect(changedFields(data, structuredClone(data))).toEqual([]);
      }),
      { seed: 1, numRuns: 80 },
    );
  });

  it('changedFields finds the fields with different values, in either direction', () => {
    fc.assert(
      fc.property(anyMap, anyMap, (one, other) => {
        const changed = changedFields(one, other);
        expect(changed.toSorted()).toEqual(changedFields(other, one).toSorted());
        for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
          const a = one[name];
          const b = other[name];
          const isSame =
            Object.hasOwn(one, name) &&
            Object.hasOwn(other, name) &&
            a !== undefined &&
            b !== undefined &&
            equalValues(a, b);
          expect(changed.includes(name), name).toBe(!isSame);
        }
      }),
      { seed: 2, numRuns: 80 },
    );
  });

  it('changesOnly allows a change if each field is allowed, including names of the prototype', () => {
    fc.assert(
      fc.property(names, names, names, (stood, touched, allowed) => {
        const before = Object.fromEntries(stood.map((name) => [name, 1]));
        const after = merged(before, Object.fromEntries(touched.map((name) => [name, 2])));
        expect(changedFields(before, after).toSorted()).toEqual(touched.toSorted());
        expect(changesOnly(placed(before), placed(after), allowed)).toBe(
          touched.every((name) => allowed.includes(name)),
        );
        expect(changesOnly(placed(after), placed(before), touched)).toBe(true);
      }),
      { seed: 3, numRuns: 80 },
    );
  });
});

describe('all collection rules', () => {
  // Object.entries loses the key type; the keys are exactly the names of collections.
  const all = Object.entries(RULES) as [keyof typeof RULES, (typeof RULES)[keyof typeof RULES]][];

  it('read-only rules reject every write', () => {
    const readOnly = all.filter(([, rule]) => rule.isReadOnly === true);
    expect(readOnly.length).toBeGreaterThan(0);
    for (const [name, rule] of readOnly) {
      const document = placed(FULL_DOCUMENTS[name]);
      expect(
        [
          rule.mayCreate(actor, document),
          rule.mayUpdate(actor, document, document),
          rule.mayDelete(actor, document),
        ],
        name,
      ).toEqual([false, false, false]);
    }
  });

  it('`serverFields` exist in the documents', () => {
    for (const [name, rule] of all)
      for (const field of rule.serverFields)
        expect(Object.keys(FULL_DOCUMENTS[name]), `${name}.${field}`).toContain(field);
  });
});
