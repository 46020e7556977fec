import { describe, expect, it } from 'vitest';
import { parseListState } from '../../../kit/list/list-url-state.ts';
import { LOAN_LIST } from './loan-list.ts';

describe('the filters of loans', () => {
  it('the filters accept known states and any borrower', () => {
    expect(parseListState({ state: 'overdue', borrower: 'ward' }, LOAN_LIST).facets).toEqual({
      state: 'overdue',
      borrower: 'ward',
    });
    expect(parseListState({ state: 'zzz' }, LOAN_LIST).facets).toEqual({
      state: null,
      borrower: null,
    });
  });
});
