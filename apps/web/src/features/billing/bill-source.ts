import type { billCollection, Problem } from '@yamori/domain';
import { isWhole, type DocumentOf } from '../../live/documents/document-reader.ts';
import { useDocument, useDocuments } from '../../live/documents/documents-context.tsx';
import { useWholeQuery } from '../../live/documents/use-whole-query.ts';
import type { ListStatus } from '../../shared/document-list/use-list-rows.ts';

export type Bill = DocumentOf<typeof billCollection>;

/** In place of a month: all unpaid bills. */
export const UNPAID = 'unpaid';

export type FoundBills = {
  readonly bills: readonly Bill[];
  readonly status: ListStatus;
  /** There are more than one list holds. */
  readonly isCut: boolean;
};

/**
 * All bills of a month, or for `UNPAID` all unpaid bills of any month. Loads all or none, because
 * the page sums them.
 */
export function useBills(agencyId: string, month: string): FoundBills {
  const all = useDocuments().collection(`domain/${agencyId}/bill`);
  const { found, isCut } = useWholeQuery(
    month === UNPAID ? all.where('state', '==', 'issued') : all.where('month', '==', month),
  );
  if (found.kind === 'failed' || found.kind === 'refused')
    return { bills: [], status: { kind: 'failed', problem: found.problem }, isCut };
  return found.kind === 'loading'
    ? { bills: [], status: { kind: 'loading' }, isCut }
    : {
        bills: found.value.filter((bill): bill is Bill => isWhole(bill)),
        status: { kind: 'shown', complete: true },
        isCut,
      };
}

type FoundBill =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'gone' }
  | { readonly kind: 'there'; readonly bill: Bill };

export function useBill(agencyId: string, billId: string): FoundBill {
  const found = useDocument(`domain/${agencyId}/bill/${billId}`);
  if (found.kind === 'failed' || found.kind === 'refused')
    return { kind: 'failed', problem: found.problem };
  if (found.kind === 'loading') return found;
  return found.value !== null && isWhole(found.value)
    ? { kind: 'there', bill: found.value }
    : { kind: 'gone' };
}

export const daysOf = ({ lines }: Pick<Bill, 'lines'>): number =>
  lines.reduce((sum, { kind, quantity }) => (kind === 'deviceDays' ? sum + quantity : sum), 0);
export const taxOfBill = ({ tax }: Pick<Bill, 'tax'>): number =>
  tax.reduce((sum, { amount }) => sum + amount, 0);
