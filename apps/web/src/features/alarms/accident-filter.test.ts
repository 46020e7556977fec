import { describe, expect, it } from 'vitest';
import { matchesFilter, collectKinds, readAccidentFilter } from './accident-filter.ts';

const all = [
  { state: 'raised', kind: 'fall' },
  { state: 'arrived', kind: 'call' },
  { state: 'resolved', kind: 'call' },
  { state: 'resolved', kind: 'fall' },
] as const;
const asked = (values: Record<string, string>): string[] =>
  all
    .filter((one) => matchesFilter(readAccidentFilter(values), one))
    .map(({ state, kind }) => `${kind} ${state}`);

describe("the filter of a room's alarms", () => {
  it.each<[Record<string, string>, string[]]>([
    [{}, ['fall raised', 'call arrived', 'call resolved', 'fall resolved']],
    [{ state: 'open' }, ['fall raised', 'call arrived']],
    [{ state: 'closed', kind: 'call' }, ['call resolved']],
    [
      { state: 'nonsense', kind: 'nonsense' },
      ['fall raised', 'call arrived', 'call resolved', 'fall resolved'],
    ],
  ])('the address %j selects its alarms', (values, found) => expect(asked(values)).toEqual(found));

  it('the choice contains the kinds that occur', () =>
    expect(collectKinds(all)).toEqual(['fall', 'call']));
});
