import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyFieldName } from './testing/any-value.ts';
import {
  checkFieldPath,
  conflictingPaths,
  formatFieldPath,
  parseFieldPath,
  startsWithPath,
} from './field-path.ts';

const anyPath = fc.array(anyFieldName, { minLength: 1, maxLength: 5 });

describe('field paths', () => {
  it('parseFieldPath reads what formatFieldPath writes', () => {
    fc.assert(
      fc.property(anyPath, (path) => {
        expect(parseFieldPath(formatFieldPath(path))).toEqual(path);
      }),
    );
  });

  it.each([
    ['a', ['a']],
    ['occupant.sex', ['occupant', 'sex']],
    ['_0.1.+2', ['_0', '1', '+2']],
    ['a.`b.c`', ['a', 'b.c']],
    ['`*`.`~`', ['*', '~']],
    ['`\\``', ['`']],
    ['`a\\\\b`.c', ['a\\b', 'c']],
  ])('parses %s', (text, names) => {
    expect(parseFieldPath(text)).toEqual(names);
  });

  it.each([
    '',
    '.',
    'a.',
    '.a',
    'a..b',
    'a*',
    'a~b',
    'a/b',
    'a[0]',
    'a`b',
    '`a',
    '`a`b',
    '``',
    'a.__proto__',
    '__name__',
    Array(21).fill('a').join('.'),
  ])('rejects %j', (text) => {
    expect(() => parseFieldPath(text)).toThrow('field-path-invalid');
  });

  it('quotes exactly the names that need it', () => {
    expect(formatFieldPath(['_0', '1', '+2'])).toBe('_0.`1`.`+2`');
    expect(formatFieldPath(['a', 'b_1', 'é'])).toBe('a.b_1.`é`');
    expect(formatFieldPath(['*', '`', '\\'])).toBe('`*`.`\\``.`\\\\`');
  });

  it('rejects an empty path and an empty name', () => {
    expect(() => checkFieldPath([])).toThrow('field-path-invalid');
    expect(() => checkFieldPath(['*', ''])).toThrow('field-path-invalid');
  });

  it('conflictingPaths finds repeated and nested fields', () => {
    expect(conflictingPaths([['a'], ['b'], ['a', 'b']])).toEqual([['a'], ['a', 'b']]);
    expect(
      conflictingPaths([
        ['a', 'b'],
        ['a', 'b'],
      ]),
    ).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    expect(conflictingPaths([['a', 'b'], ['a', 'c'], ['ab']])).toBeNull();
    expect(conflictingPaths([])).toBeNull();
  });

  it('startsWithPath compares names, not characters', () => {
    expect(startsWithPath(['a', 'b'], ['a'])).toBe(true);
    expect(startsWithPath(['ab'], ['a'])).toBe(false);
    expect(startsWithPath(['a'], ['a', 'b'])).toBe(false);
  });
});
