import {
  hasCode,
  BILL_LIMITS,
  buildBills,
  encodeFields,
  isSameBill,
  monthAt,
  ProblemError,
  type BillBound,
  type BillDraft,
  type GeneratedBills,
  type TooLargeBill,
  type Write,
} from '@yamori/domain';
import type { Database } from '../../core/database/database.ts';
import { DEFAULT_DOCUMENT_LIMITS } from '../../core/documents/document-limits.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { Agency } from '../../core/documents/require-agency.ts';
import type { Author } from '../../core/documents/writing/commit-guard.ts';
import { firstStayMs } from '../../core/timeline/device-days.ts';
import { readTerms, billPath, type StoredBill } from './bill-documents.ts';
import { readBillableDays } from './billable-days.ts';

export type BillContext = {
  readonly store: DocumentStore;
  readonly database: Database;
  readonly now: () => Date;
};

/**
 * Maximum writes in one commit. Larger months take several commits; rerunning completes an
 * interrupted one.
 */
const MAX_WRITES = 200;
/** Leaves room for the fields that issuing adds. */
const MAX_BYTES = DEFAULT_DOCUMENT_LIMITS.documentBytes - 4096;

/**
 * Rebuilds the drafts of a month from the days on the timeline and from late days of earlier
 * months. Issued bills do not change, and their days appear on no other bill. The same days give
 * the same drafts; an unchanged draft is not written.
 */
export async function generateBills(
  context: BillContext,
  agency: Agency,
  month: string,
  author: Author,
): Promise<GeneratedBills> {
  if (monthAt(context.now().getTime(), agency.timeZone) <= month)
    throw new ProblemError('bill-month-invalid', { place: 'month' });
  const firstMs = await firstStayMs(context.database, agency.rootDomainId);
  if (firstMs !== null && month < monthAt(firstMs, agency.timeZone))
    throw new ProblemError('bill-month-deviceless-invalid', { place: 'month' });
  const terms = await readTerms(context.store, agency);
  const { own, late, bills, partners, customers, typeNames, timeZone } = await readBillableDays(
    context,
    agency,
    month,
    month,
  );
  const existing = bills.filter(({ bill }) => bill.month === month);
  const issued = existing.filter(({ bill }) => bill.state === 'issued' || bill.state === 'paid');
  const drafts = buildBills({
    month,
    timeZone,
    terms,
    days: own,
    late,
    partners,
    customers,
    typeNames,
  });
  const kept = new Set(issued.map(({ bill }) => getRecipientKey(bill)));
  const { fits, tooLarge } = splitBySize(drafts.filter((bill) => !kept.has(getRecipientKey(bill))));
  const { writes, counts } = planDrafts(agency.id, fits, existing);
  for (let from = 0; from < writes.length; from += MAX_WRITES)
    await context.store.commit(writes.slice(from, from + MAX_WRITES), author).catch(asConflict);
  return {
    ...counts,
    kept: kept.size,
    days: [...fits, ...issued.map(({ bill }) => bill)].reduce(
      (sum, bill) => sum + countDays(bill.lines),
      0,
    ),
    late: fits.reduce(
      (sum, { lines }) => sum + countDays(lines.filter((line) => line.month !== undefined)),
      0,
    ),
    tooLarge,
  };
}

/**
 * Reports a conflict if a concurrent request has created, issued or deleted one of the drafts.
 */
function asConflict(error: unknown): never {
  if (hasCode(error, 'document-not-found', 'document-exists'))
    throw new ProblemError('document-conflict', { place: error.problem.place });
  throw error;
}

const getRecipientKey = ({ recipient: { kind, id } }: Pick<BillDraft, 'recipient'>): string =>
  `${kind} ${id}`;
const countDays = (lines: BillDraft['lines']): number =>
  lines.reduce((sum, { kind, quantity }) => (kind === 'deviceDays' ? sum + quantity : sum), 0);

/** Separates bills that exceed a limit; their recipients get no draft. */
function splitBySize(drafts: readonly BillDraft[]): {
  readonly fits: readonly BillDraft[];
  readonly tooLarge: TooLargeBill[];
} {
  const fits: BillDraft[] = [];
  const tooLarge: TooLargeBill[] = [];
  for (const bill of drafts) {
    const bound = findExceededBound(bill);
    const { kind, id, name } = bill.recipient;
    if (bound === null) fits.push(bill);
    else tooLarge.push({ recipient: { kind, id, name }, bound });
  }
  return { fits, tooLarge };
}

/** Returns the limit that a bill exceeds, or null if it fits. */
function findExceededBound(bill: BillDraft): BillBound | null {
  if (bill.lines.length > BILL_LIMITS.lines) return 'lines';
  if (bill.lines.some(({ evidence }) => evidence.length > BILL_LIMITS.devices)) return 'devices';
  return Buffer.byteLength(JSON.stringify(toDraft(bill))) > MAX_BYTES ? 'size' : null;
}

const toDraft = (bill: BillDraft) => encodeFields({ ...bill, state: 'draft' }, false);

type Counts = Pick<GeneratedBills, 'made' | 'changed' | 'same' | 'dropped'>;

function planDrafts(
  agencyId: string,
  wanted: readonly BillDraft[],
  existing: readonly StoredBill[],
): { readonly writes: readonly Write[]; readonly counts: Counts } {
  const drafts = new Map(
    existing
      .filter(({ bill }) => bill.state === 'draft')
      .map((draft) => [getRecipientKey(draft.bill), draft]),
  );
  const counts = { made: 0, changed: 0, same: 0, dropped: 0 };
  const creates: Write[] = [];
  const sets: Write[] = [];
  const deletes: Write[] = [];
  for (const bill of wanted) {
    const key = getRecipientKey(bill);
    const draft = drafts.get(key);
    drafts.delete(key);
    if (draft === undefined) {
      counts.made += 1;
      creates.push({
        kind: 'create',
        path: billPath(agencyId, getDraftId(bill, existing)),
        data: toDraft(bill),
      });
    } else if (isSameBill(draft.bill, bill)) counts.same += 1;
    else {
      counts.changed += 1;
      sets.push({
        kind: 'set',
        path: draft.path,
        data: toDraft(bill),
        precondition: { version: draft.version },
      });
    }
  }
  for (const { path, version } of drafts.values()) {
    counts.dropped += 1;
    deletes.push({ kind: 'delete', path, precondition: { version } });
  }
  // In this order an interruption between two commits leaves the fewest days on two drafts. Only
  // one of the two can be issued.
  return { writes: [...deletes, ...sets, ...creates], counts };
}

/**
 * Derives the draft's id from month and recipient, so that concurrent runs cannot create
 * duplicates. Each cancelled bill advances the suffix.
 */
function getDraftId({ month, recipient }: BillDraft, existing: readonly StoredBill[]): string {
  const suffix =
    existing.filter(
      ({ bill }) =>
        bill.state === 'void' &&
        bill.recipient.kind === recipient.kind &&
        bill.recipient.id === recipient.id,
    ).length + 1;
  return `${month}-${recipient.kind}-${recipient.id}${suffix === 1 ? '' : `-${suffix}`}`;
}
