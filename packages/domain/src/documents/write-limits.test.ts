import { describe, expect, it } from 'vitest';
import { WRITE_LIMITS, type Write } from '../contract/document-messages.ts';
import { ProblemError } from '../contract/problem.ts';
import { rejectLargeWrite } from './write-limits.ts';

const outcome = (write: Write): string => {
  try {
    rejectLargeWrite(write);
    return 'taken';
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return error.problem.code;
  }
};
const map = (size: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: size }, (_, index) => [`k${index}`, index]));
const list = (size: number): number[] => Array.from({ length: size }, (_, index) => index);
const update = (fields: number, value: unknown = 1): Write => ({
  kind: 'update',
  path: 'C/d',
  fields: Array.from({ length: fields }, (_, index) => ({ field: [`f${index}`], value })),
});
const set = (data: Record<string, unknown>, mergeFields?: string[][]): Write => ({
  kind: 'set',
  path: 'C/d',
  data,
  ...(mergeFields === undefined ? {} : { mergeFields }),
});

describe('rejectLargeWrite', () => {
  const { fields, keys, transformValues } = WRITE_LIMITS;
  it.each<[string, Write, Write, string]>([
    ['fields of an update', update(fields), update(fields + 1), 'limit-fields'],
    [
      'fields of a merge',
      set(
        {},
        list(fields).map((index) => [`f${index}`]),
      ),
      set(
        {},
        list(fields + 1).map((index) => [`f${index}`]),
      ),
      'limit-fields',
    ],
    ['keys of a document', set(map(keys)), set(map(keys + 1)), 'limit-keys'],
    [
      'keys of a new document',
      { kind: 'create', path: 'C/d', data: map(keys) },
      { kind: 'create', path: 'C/d', data: map(keys + 1) },
      'limit-keys',
    ],
    [
      'keys in maps within maps',
      set({ a: { b: map(keys - 2) } }),
      set({ a: { b: map(keys - 1) } }),
      'limit-keys',
    ],
    [
      'keys over all fields of an update',
      update(2, map(keys / 2)),
      update(2, map(keys / 2 + 1)),
      'limit-keys',
    ],
    [
      'values added by a transform',
      update(1, { $arrayUnion: list(transformValues) }),
      update(1, { $arrayUnion: list(transformValues + 1) }),
      'limit-values',
    ],
    [
      'values removed by a transform',
      set({ a: { b: { $arrayRemove: list(transformValues) } } }),
      set({ a: { b: { $arrayRemove: list(transformValues + 1) } } }),
      'limit-values',
    ],
  ])('rejects one more than the limit of %s', (_, most, oneMore, code) => {
    expect(outcome(most)).toBe('taken');
    expect(outcome(oneMore)).toBe(code);
  });

  it('long lists do not count as keys', () => {
    expect(outcome(set({ evidence: list(5_000).map((days) => ({ serial: 's', days })) }))).toBe(
      'taken',
    );
  });
});
