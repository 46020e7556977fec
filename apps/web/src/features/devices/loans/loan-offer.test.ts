import { describe, expect, it } from 'vitest';
import { listStateOf } from '../../../kit/list/list-address.ts';
import { LOAN_OFFER } from './loan-offer.ts';

describe('the filters of loans', () => {
  it('the filters accept known states and any borrower', () => {
    expect(listStateOf({ state: 'overdue', borrower: 'ward' }, LOAN_OFFER).facets).toEqual({
      state: 'overdue',
      borrower: 'ward',
    });
    expect(listStateOf({ state: 'zzz' }, LOAN_OFFER).facets).toEqual({
      state: null,
      borrower: null,
    });
  });
});
