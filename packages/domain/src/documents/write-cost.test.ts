import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Write } from '../contract/document-messages.ts';
import { applyWrite } from './apply-write.ts';
import { conflictingPaths, startsWithPath, type FieldPath } from './field-path.ts';
import { anyValue } from './testing/any-value.ts';
import { equalValues, valueKey } from './value-order.ts';

const now = new Date(Date.UTC(2026, 10, 21));
const many = Array.from({ length: 40_000 }, (_, index) => index);
/** CPU time. Quadratic work on `many` would take minutes. */
const MAX_CPU_MS = 8_000;
const getKind = (write: Write, data = {}): string =>
  applyWrite({ data, version: '1' }, write, now).kind;

describe('cost of writes', () => {
  it.each<[string, Write]>([
    [
      'values of a union',
      { kind: 'update', path: 'C/d', fields: [{ field: ['l'], value: { $arrayUnion: many } }] },
    ],
    [
      'values of a removal',
      { kind: 'update', path: 'C/d', fields: [{ field: ['l'], value: { $arrayRemove: many } }] },
    ],
    [
      'fields of an update',
      {
        kind: 'update',
        path: 'C/d',
        fields: many.map((index) => ({ field: [`f${index}`], value: index })),
      },
    ],
    [
      'fields of a merge',
      {
        kind: 'set',
        path: 'C/d',
        data: Object.fromEntries(many.map((index) => [`f${index}`, index])),
        merge: true,
      },
    ],
    [
      'named fields of a merge',
      {
        kind: 'set',
        path: 'C/d',
        data: Object.fromEntries(many.map((index) => [`f${index}`, { $increment: 1 }])),
        mergeFields: many.map((index) => [`f${index}`]),
      },
    ],
    [
      'keys of a map',
      {
        kind: 'set',
        path: 'C/d',
        data: {
          m: Object.fromEntries(many.map((index) => [`f${index}`, { $serverTimestamp: true }])),
        },
      },
    ],
  ])('the cost is not quadratic in the %s', (_, write) => {
    const before = process.threadCpuUsage();
    expect(getKind(write, { l: many })).toBe('stored');
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(MAX_CPU_MS);
  });

  it('the cost is not quadratic when two of many fields conflict', () => {
    const before = process.threadCpuUsage();
    expect(
      getKind({
        kind: 'update',
        path: 'C/d',
        fields: [...many, 39_999].map((index) => ({ field: [`f${index}`], value: 1 })),
      }),
    ).toBe('refused');
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(MAX_CPU_MS);
  });
});

describe('fast lookups', () => {
  it('valueKey is equal exactly for equal values', () => {
    fc.assert(
      fc.property(anyValue, anyValue, (one, other) => {
        expect(valueKey(one) === valueKey(other)).toBe(equalValues(one, other));
      }),
    );
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(valueKey(structuredClone(value))).toBe(valueKey(value));
      }),
    );
    for (const [one, other, same] of [
      [-0, 0, true],
      [Number.NaN, Number.NaN, true],
      ['1', 1, false],
      [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
      [[1, 2], [12], false],
      [new Date(5), 5, false],
      ['null', null, false],
    ] as const) {
      expect(valueKey(one) === valueKey(other)).toBe(same);
    }
  });

  it('conflictingPaths finds the same pair as an exhaustive search', () => {
    const searched = (paths: readonly FieldPath[]) =>
      paths
        .flatMap((path, index) => paths.slice(index + 1).map((other) => [path, other] as const))
        .find(([path, other]) => startsWithPath(path, other) || startsWithPath(other, path)) ??
      null;
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.constantFrom('a', 'b', 'a"b'), { minLength: 1, maxLength: 4 }), {
          maxLength: 7,
        }),
        (paths) => {
          expect(conflictingPaths(paths)).toEqual(searched(paths));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
