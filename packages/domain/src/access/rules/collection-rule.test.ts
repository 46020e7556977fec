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
  reach: { kind: 'everything' },
  singleTimeToken: null,
};
const placed = (data: DocumentFields): PlacedDocument => ({
  path: 'a/b',
  id: 'b',
  placement: { rootDomainId: 'r', domainIds: [], sharedWith: [] },
  data,
});

describe('a collection that only the server writes', () => {
  const rule = readOnlyRule(() => EVERYTHING);

  it('is written by nobody, whoever they are and however little they change', () => {
    const document = placed({ a: 1 });
    expect([
      rule.mayCreate(actor, document),
      rule.mayUpdate(actor, document, document),
      rule.mayDelete(actor, document),
    ]).toEqual([false, false, false]);
    expect(rule.isReadOnly).toBe(true);
  });

  it('is seen by those who are told', () => {
    const shared = readOnlyRule(({ userId }) => some({ sharedWith: userId }));
    expect(shared.visibleTo(actor)).toEqual({ kind: 'some', grants: [{ sharedWith: 'anna' }] });
    expect([shared.hiddenFields(actor), shared.serverFields]).toEqual([[], []]);
  });
});

describe('a collection that the same people write', () => {
  const owner = (one: Actor, { data }: PlacedDocument): boolean => data['owner'] === one.userId;
  const rule = ownedRule(() => EVERYTHING, owner);
  const [own, other] = [placed({ owner: 'anna' }), placed({ owner: 'ben' })];

  it('is created and deleted by whom it belongs to', () => {
    expect([
      rule.mayCreate(actor, own),
      rule.mayCreate(actor, other),
      rule.mayDelete(actor, own),
      rule.mayDelete(actor, other),
    ]).toEqual([true, false, true, false]);
  });

  it('is neither given away nor taken: a change is judged before and after', () => {
    expect(rule.mayUpdate(actor, own, own)).toBe(true);
    expect(rule.mayUpdate(actor, own, other)).toBe(false);
    expect(rule.mayUpdate(actor, other, own)).toBe(false);
  });
});

describe('the fields that a change touches', () => {
  const names = fc.uniqueArray(
    fc.constantFrom('a', 'b', 'c', 'd', 'name', 'constructor', 'toString'),
    { maxLength: 7 },
  );
  const merged = (before: DocumentMap, change: DocumentMap): DocumentMap => ({
    ...before,
    ...change,
  });

  it('are none between a document and a copy of it, however deep', () => {
    fc.assert(
      fc.property(anyMap, (data) => {
        expect(changedFields(data, structuredClone(data))).toEqual([]);
      }),
      { seed: 1, numRuns: 80 },
    );
  });

  it('are those whose values differ, the same whichever of the two was first', () => {
    fc.assert(
      fc.property(anyMap, anyMap, (one, other) => {
        const [there, back] = [changedFields(one, other), changedFields(other, one)];
        expect(there.toSorted()).toEqual(back.toSorted());
        for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
          const [a, b] = [one[name], other[name]];
          const isSame =
            Object.hasOwn(one, name) &&
            Object.hasOwn(other, name) &&
            a !== undefined &&
            b !== undefined &&
            equalValues(a, b);
          expect(there.includes(name), name).toBe(!isSame);
        }
      }),
      { seed: 2, numRuns: 80 },
    );
  });

  it('are allowed exactly when each of them is, also those that every object has by itself', () => {
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

describe('every rule of the product', () => {
  // Object.entries loses the key type; the keys are exactly the names of collections.
  const all = Object.entries(RULES) as [keyof typeof RULES, (typeof RULES)[keyof typeof RULES]][];

  it('that lets only the server write lets nobody else', () => {
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

  it('names only fields that its documents have for the server to write', () => {
    for (const [name, rule] of all)
      for (const field of rule.serverFields)
        expect(Object.keys(FULL_DOCUMENTS[name]), `${name}.${field}`).toContain(field);
  });
});
