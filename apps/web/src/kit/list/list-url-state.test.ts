import { describe, expect, it } from 'vitest';
import { withChange } from '../url-state/use-url-params.ts';
import {
  isUnfiltered,
  clearedFilters,
  columnChange,
  matchesSearch,
  parseListState,
  sortChange,
  type ListConfig,
} from './list-url-state.ts';

const OFFER: ListConfig<'name' | 'floor', 'name' | 'floor' | 'tags'> = {
  facets: ['building', 'archived'],
  sorts: ['name', 'floor'],
  columns: ['name', 'floor', 'tags'],
  defaultColumns: ['name', 'floor'],
};
const getState = (address: string) =>
  parseListState(Object.fromEntries(new URLSearchParams(address)), OFFER);

describe('listStateOf', () => {
  it('returns the defaults for an empty address', () => {
    expect(getState('')).toEqual({
      text: '',
      facets: { building: null, archived: null },
      sort: 'name',
      descending: false,
      columns: ['name', 'floor'],
    });
    expect(isUnfiltered(getState(''))).toBe(true);
  });

  it('holds filters, order and columns', () => {
    expect(getState('q=2&building=東館&sort=-floor&columns=name.tags')).toEqual({
      text: '2',
      facets: { building: '東館', archived: null },
      sort: 'floor',
      descending: true,
      columns: ['name', 'tags'],
    });
    expect(isUnfiltered(getState('building=東館'))).toBe(false);
  });

  it('takes nothing that the list does not offer, and never loses the column that names a row', () => {
    expect(getState('sort=-secret&columns=secret.tags')).toMatchObject({
      sort: 'name',
      descending: false,
      columns: ['name', 'tags'],
    });
  });

  it('reverses an order that is chosen again, and omits the default order', () => {
    expect(sortChange(getState(''), 'floor', OFFER)).toEqual({ sort: 'floor' });
    expect(sortChange(getState('sort=floor'), 'floor', OFFER)).toEqual({ sort: '-floor' });
    expect(sortChange(getState('sort=-floor'), 'floor', OFFER)).toEqual({ sort: 'floor' });
    expect(sortChange(getState('sort=floor'), 'name', OFFER)).toEqual({ sort: undefined });
    expect(sortChange(getState(''), 'name', OFFER)).toEqual({ sort: '-name' });
  });

  it('adds and removes a column, and leaves no word for the usual ones', () => {
    expect(columnChange(['name', 'floor'], 'tags', OFFER)).toEqual({ columns: 'name.floor.tags' });
    expect(columnChange(['name', 'floor', 'tags'], 'tags', OFFER)).toEqual({ columns: undefined });
  });

  it('loses its filters without losing its order', () => {
    expect(withChange({ q: 'a', building: 'b', sort: '-floor' }, clearedFilters(OFFER))).toEqual({
      sort: '-floor',
    });
  });

  it('finds terms in any order and width', () => {
    expect(matchesSearch(['２０１', '東館 Quiet'], '201 quiet')).toBe(true);
    expect(matchesSearch(['201'], '201 west')).toBe(false);
  });
});
