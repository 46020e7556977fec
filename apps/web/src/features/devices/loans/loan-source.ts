import type { deviceLoanCollection, Problem } from '@yamori/domain';
import { useQuery } from '@tanstack/react-query';
import { isWhole, type DocumentOf } from '../../../live/documents/document-reader.ts';
import {
  useLiveDocument,
  useDocuments,
  useLiveQuery,
  type ProductDocuments,
} from '../../../live/documents/documents-context.tsx';
import type { ListState } from '../../../kit/list/list-url-state.ts';
import { useListRows, type ListRows } from '../../../shared/document-list/use-list-rows.ts';

export type Loan = DocumentOf<typeof deviceLoanCollection>;

/** The fields of a lendable device that the picker shows. */
export type LendableDevice = {
  readonly serial: string;
  readonly name: string;
  readonly domainId: string;
};

/** Maximum loans on one calendar; the list shows the rest. */
const MAX_ON_CALENDAR = 1000;
const PAGE = 1000;
const MAX_LENDABLE = 10_000;

/** Open loans by earliest end; ended loans by newest return. */
export function useLoanRows({
  facets,
}: Pick<ListState, 'facets'>): ListRows<typeof deviceLoanCollection> {
  let query = useDocuments()
    .collection('deviceLoan')
    .where('returnedAt', facets['state'] === 'returned' ? '!=' : '==', null);
  if (typeof facets['borrower'] === 'string')
    query = query.where('toDomainId', '==', facets['borrower']);
  return useListRows(
    facets['state'] === 'returned' ? query.orderBy('returnedAt', 'desc') : query.orderBy('until'),
  );
}

type FoundLoans =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | {
      readonly kind: 'shown';
      readonly loans: readonly Loan[];
      /** True if there are more loans than shown. */
      readonly isTruncated: boolean;
    };

/** Loans that were open at any time since `fromMs`, including those that are still open. */
export function useLoansSince(fromMs: number): FoundLoans {
  const loans = useDocuments().collection('deviceLoan');
  const open = useLiveQuery(
    loans.where('returnedAt', '==', null).orderBy('until').limit(MAX_ON_CALENDAR),
  );
  const ended = useLiveQuery(
    loans
      .where('returnedAt', '>=', new Date(fromMs))
      .orderBy('returnedAt', 'desc')
      .limit(MAX_ON_CALENDAR),
  );
  for (const found of [open, ended])
    if (found.kind === 'failed' || found.kind === 'refused')
      return { kind: 'failed', problem: found.problem };
  if (!('value' in open) || !('value' in ended)) return { kind: 'loading' };
  const all = [...open.value, ...ended.value];
  return {
    kind: 'shown',
    loans: all.filter((loan): loan is Loan => isWhole(loan)),
    isTruncated: open.value.length === MAX_ON_CALENDAR || ended.value.length === MAX_ON_CALENDAR,
  };
}

type FoundLoan =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'gone' }
  | { readonly kind: 'found'; readonly loan: Loan };

/** The loan whose panel is open. */
export function useLoan(loanId: string): FoundLoan {
  const found = useLiveDocument(`deviceLoan/${loanId}`);
  if (found.kind === 'failed' || found.kind === 'refused')
    return { kind: 'failed', problem: found.problem };
  if (found.kind === 'loading') return found;
  return found.value !== null && isWhole(found.value)
    ? { kind: 'found', loan: found.value }
    : { kind: 'gone' };
}

/** Active devices, by serial number. */
export function useLendableDevices(): readonly LendableDevice[] | null {
  const documents = useDocuments();
  return (
    useQuery({ queryKey: ['lendable-devices'], queryFn: () => readLendable(documents) }).data ??
    null
  );
}

async function readLendable(documents: ProductDocuments): Promise<LendableDevice[]> {
  const query = documents
    .collection('device')
    .where('retiredAt', '==', null)
    .orderBy('serial')
    .select('serial', 'name', 'domainId');
  const found: LendableDevice[] = [];
  let cursor: string | null = null;
  while (found.length < MAX_LENDABLE) {
    const page = await query.list({ limit: PAGE, cursor });
    found.push(
      ...page.documents.flatMap((device) =>
        'serial' in device && typeof device.serial === 'string'
          ? [
              {
                serial: device.serial,
                name: getText(device, 'name'),
                domainId: getText(device, 'domainId'),
              },
            ]
          : [],
      ),
    );
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  return found;
}

/** The document contains only the requested fields. */
function getText(document: object, field: string): string {
  const value: unknown = Object.entries(document).find(([name]) => name === field)?.[1];
  return typeof value === 'string' ? value : '';
}
