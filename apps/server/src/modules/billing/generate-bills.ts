import {
  BILL_MOST,
  composeBills,
  encodeFields,
  isSameBill,
  monthAt,
  ProblemError,
  refuse,
  type BillBound,
  type ComposedBill,
  type GeneratedBills,
  type TooLargeBill,
  type Write,
} from '@yamori/domain';
import type { Database } from '../../core/database/database.ts';
import { DEFAULT_DOCUMENT_LIMITS } from '../../core/documents/document-limits.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { Agency } from '../../core/documents/run-agency.ts';
import type { Author } from '../../core/documents/writing/commit-guard.ts';
import { firstStayMs } from '../../core/timeline/device-days.ts';
import { termsOf } from './bill-terms.ts';
import { billPath, type StoredBill } from './bill-documents.ts';
import { readBillableDays } from './billable-days.ts';

export type BillParts = {
  readonly store: DocumentStore;
  readonly database: Database;
  readonly now: () => Date;
};

/**
 * Of one commit; a month of more recipients takes several, and what broke off between them is
 * finished by asking again.
 */
const MOST_WRITES = 200;
/** What issuing adds to a draft has to have its place as well. */
const MOST_BYTES = DEFAULT_DOCUMENT_LIMITS.documentBytes - 4096;

/**
 * Makes the drafts of a month anew from the days on the timeline, with those of earlier months that
 * arrived after their bill. What is issued stays as it is, and its days are on no other bill; the
 * same days give the same drafts, and a draft that would be the same is not written.
 * @throws ProblemError `bill-month-invalid`, `bill-month-deviceless-invalid`, `bill-terms-missing`,
 * `document-conflict` when somebody else does the same, `bill-partner-ended-conflict` when a
 * partner ends at this instant
 */
export async function generateBills(
  parts: BillParts,
  agency: Agency,
  month: string,
  author: Author,
): Promise<GeneratedBills> {
  if (monthAt(parts.now().getTime(), agency.timeZone) <= month)
    throw refuse('bill-month-invalid', { place: 'month' });
  const firstMs = await firstStayMs(parts.database, agency.rootDomainId);
  if (firstMs !== null && month < monthAt(firstMs, agency.timeZone))
    throw refuse('bill-month-deviceless-invalid', { place: 'month' });
  const terms = await termsOf(parts.store, agency);
  const { own, late, bills, partners, customers, typeNames, timeZone } = await readBillableDays(
    parts,
    agency,
    month,
    month,
  );
  const existing = bills.filter(({ bill }) => bill.month === month);
  const standing = existing.filter(({ bill }) => bill.state === 'issued' || bill.state === 'paid');
  const composed = composeBills({
    month,
    timeZone,
    terms,
    days: own,
    late,
    partners,
    customers,
    typeNames,
  });
  const kept = new Set(standing.map(({ bill }) => recipientKey(bill)));
  const { fits, tooLarge } = sortedBySize(composed.filter((bill) => !kept.has(recipientKey(bill))));
  const { writes, counts } = planDrafts(agency.id, fits, existing);
  for (let from = 0; from < writes.length; from += MOST_WRITES)
    await parts.store.commit(writes.slice(from, from + MOST_WRITES), author).catch(asConflict);
  return {
    ...counts,
    kept: kept.size,
    days: [...fits, ...standing.map(({ bill }) => bill)].reduce(
      (sum, bill) => sum + daysOf(bill.lines),
      0,
    ),
    late: fits.reduce(
      (sum, { lines }) => sum + daysOf(lines.filter((line) => line.month !== undefined)),
      0,
    ),
    tooLarge,
  };
}

/**
 * A draft that is gone by now, or there already, was made, issued or thrown away by somebody else
 * at this instant.
 */
function asConflict(error: unknown): never {
  if (
    error instanceof ProblemError &&
    ['document-not-found', 'document-exists'].includes(error.problem.code)
  )
    throw refuse('document-conflict', { place: error.problem.place });
  throw error;
}

const recipientKey = ({ recipient: { kind, id } }: Pick<ComposedBill, 'recipient'>): string =>
  `${kind} ${id}`;
const daysOf = (lines: ComposedBill['lines']): number =>
  lines.reduce((sum, { kind, quantity }) => (kind === 'deviceDays' ? sum + quantity : sum), 0);

/** One who has more than a bill holds has none; all others have theirs. */
function sortedBySize(composed: readonly ComposedBill[]): {
  readonly fits: readonly ComposedBill[];
  readonly tooLarge: TooLargeBill[];
} {
  const [fits, tooLarge]: [ComposedBill[], TooLargeBill[]] = [[], []];
  for (const bill of composed) {
    const bound = boundOver(bill);
    const { kind, id, name } = bill.recipient;
    if (bound === null) fits.push(bill);
    else tooLarge.push({ recipient: { kind, id, name }, bound });
  }
  return { fits, tooLarge };
}

/** What there is too much of for one bill; null: it fits. */
function boundOver(bill: ComposedBill): BillBound | null {
  if (bill.lines.length > BILL_MOST.lines) return 'lines';
  if (bill.lines.some(({ evidence }) => evidence.length > BILL_MOST.devices)) return 'devices';
  return Buffer.byteLength(JSON.stringify(draftOf(bill))) > MOST_BYTES ? 'size' : null;
}

const draftOf = (bill: ComposedBill) => encodeFields({ ...bill, state: 'draft' }, false);

type Counts = Pick<GeneratedBills, 'made' | 'changed' | 'same' | 'dropped'>;

function planDrafts(
  agencyId: string,
  wanted: readonly ComposedBill[],
  existing: readonly StoredBill[],
): { readonly writes: readonly Write[]; readonly counts: Counts } {
  const drafts = new Map(
    existing
      .filter(({ bill }) => bill.state === 'draft')
      .map((draft) => [recipientKey(draft.bill), draft]),
  );
  const counts = { made: 0, changed: 0, same: 0, dropped: 0 };
  const [creates, sets, deletes]: [Write[], Write[], Write[]] = [[], [], []];
  for (const bill of wanted) {
    const key = recipientKey(bill);
    const draft = drafts.get(key);
    drafts.delete(key);
    if (draft === undefined) {
      counts.made += 1;
      creates.push({
        kind: 'create',
        path: billPath(agencyId, draftId(bill, existing)),
        data: draftOf(bill),
      });
    } else if (isSameBill(draft.bill, bill)) counts.same += 1;
    else {
      counts.changed += 1;
      sets.push({
        kind: 'set',
        path: draft.path,
        data: draftOf(bill),
        precondition: { version: draft.version },
      });
    }
  }
  for (const { path, version } of drafts.values()) {
    counts.dropped += 1;
    deletes.push({ kind: 'delete', path, precondition: { version } });
  }
  // In the order that leaves the fewest days on two drafts where it breaks off between two commits;
  // only one of two is ever issued.
  return { writes: [...deletes, ...sets, ...creates], counts };
}

/**
 * One name a month and recipient, so that two who make the drafts at one instant cannot make two;
 * another one after each that was taken back.
 */
function draftId({ month, recipient }: ComposedBill, existing: readonly StoredBill[]): string {
  const turn =
    existing.filter(
      ({ bill }) =>
        bill.state === 'void' &&
        bill.recipient.kind === recipient.kind &&
        bill.recipient.id === recipient.id,
    ).length + 1;
  return `${month}-${recipient.kind}-${recipient.id}${turn === 1 ? '' : `-${turn}`}`;
}
