import { describe, expect, it } from 'vitest';
import { isAsked, kindsOf, readAccidentFilter } from './accident-filter.ts';

const all = [
  { state: 'raised', kind: 'fall' },
  { state: 'arrived', kind: 'call' },
  { state: 'resolved', kind: 'call' },
  { state: 'resolved', kind: 'fall' },
] as const;
const asked = (values: Record<string, string>): string[] =>
  all
    .filter((one) => isAsked(readAccidentFilter(values), one))
    .map(({ state, kind }) => `${kind} ${state}`);

describe('which accidents of a room are listed', () => {
  it.each<[Record<string, string>, string[]]>([
    [{}, ['fall raised', 'call arrived', 'call resolved', 'fall resolved']],
    [{ state: 'open' }, ['fall raised', 'call arrived']],
    [{ state: 'closed', kind: 'call' }, ['call resolved']],
    [
      { state: 'nonsense', kind: 'nonsense' },
      ['fall raised', 'call arrived', 'call resolved', 'fall resolved'],
    ],
  ])('follows the address %j', (values, found) => expect(asked(values)).toEqual(found));

  it('offers the kinds that there are', () => expect(kindsOf(all)).toEqual(['fall', 'call']));
});
