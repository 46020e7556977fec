import {
  daysLater,
  encodeValue,
  fromLocalTime,
  localDate,
  refuse,
  type BillPaperKind,
  type BillPayment,
  type DataOf,
  type Write,
} from '@yamori/domain';
import type { Agency } from '../../core/documents/run-agency.ts';
import type { Author } from '../../core/documents/writing/commit-guard.ts';
import { billPath, readBill, type StoredBill } from './bill-documents.ts';
import { nextNumber, numberText, takeNumber } from './bill-numbers.ts';
import { keepPaper, type BillPaper } from './bill-papers-store.ts';
import { refuseBilledDays } from './billed-days-store.ts';
import type { BillParts } from './generate-bills.ts';
import { refuseStaleDraft } from './stale-drafts.ts';

type Bill = DataOf<'bill'>;
/** `draw`: for whoever waits for it. */
export type DrawingParts = BillParts & {
  readonly draw: (bill: Bill, kind: BillPaperKind) => Promise<Uint8Array>;
};

/**
 * Somebody took the number that we had drawn the paper with: it is drawn anew. So many at one
 * instant are never asked for.
 */
const MOST_TRIES = 30;
class NumberTaken extends Error {}

/**
 * Issues the draft that was looked at. Number, paper and state are written in one commit: broken
 * off at any moment there is all of it or nothing.
 * @throws ProblemError `document-not-found`, `bill-state-conflict`, `document-conflict` when the
 * draft is another by now, `bill-draft-stale-conflict` when it would be, `bill-terms-missing`,
 * `bill-days-taken`, `bill-partner-ended-conflict`, `storage-full-unavailable`, those of drawing
 */
export async function issueBill(
  parts: DrawingParts,
  agency: Agency,
  billId: string,
  updatedAt: string,
  author: Author,
): Promise<string> {
  const stored = await standing(parts, agency, billId, ['draft']);
  if (stored.updatedAt.toISOString() !== updatedAt)
    throw refuse('document-conflict', { place: stored.path });
  const issuedAt = parts.now();
  // By the clock of the bill, as its paper and its payment have it, whatever the agency's is by
  // now.
  const { timeZone, dueDays } = stored.bill;
  const dueAt = new Date(
    fromLocalTime(
      `${daysLater(localDate(issuedAt.getTime(), timeZone), dueDays)}T00:00:00`,
      timeZone,
    ),
  );
  return withNumber(parts, agency, async (count) => {
    const number = numberText(count);
    const change = { number, state: 'issued' as const, issuedAt, dueAt };
    const pdf = await parts.draw({ ...stored.bill, ...change }, 'bill');
    await write(parts, agency, stored, change, author, count, {
      rootDomainId: agency.rootDomainId,
      path: stored.path,
      kind: 'bill',
      number,
      pdf,
      madeAt: issuedAt,
    });
    return number;
  });
}

/**
 * @throws ProblemError `document-not-found`, `bill-state-conflict`, `storage-full-unavailable`,
 * those of drawing
 */
export async function voidBill(
  parts: DrawingParts,
  agency: Agency,
  billId: string,
  reason: string,
  author: Author,
): Promise<string> {
  const stored = await standing(parts, agency, billId, ['issued']);
  const issuedAt = parts.now();
  return withNumber(parts, agency, async (count) => {
    const number = numberText(count);
    const change = { state: 'void' as const, cancellation: { number, issuedAt, reason } };
    const pdf = await parts.draw({ ...stored.bill, ...change }, 'cancellation');
    await write(parts, agency, stored, change, author, count, {
      rootDomainId: agency.rootDomainId,
      path: stored.path,
      kind: 'cancellation',
      number,
      pdf,
      madeAt: issuedAt,
    });
    return number;
  });
}

/**
 * Notes the day on which the money came, or takes a wrong entry back.
 * @throws ProblemError `document-not-found`, `bill-state-conflict`, `document-conflict` when the
 * entry is another by now, `bill-payment-invalid` before the bill or in the future,
 * `bill-partner-ended-conflict` where nobody is left who would pay
 */
export async function payBill(
  parts: BillParts,
  agency: Agency,
  billId: string,
  { paidOn, was }: BillPayment,
  author: Author,
): Promise<void> {
  const stored = await standing(parts, agency, billId, [paidOn === null ? 'paid' : 'issued']);
  if (was !== undefined && was !== stored.bill.paidOn)
    throw refuse('document-conflict', { place: stored.path });
  const dayOf = (at: Date): string => localDate(at.getTime(), stored.bill.timeZone);
  if (
    paidOn !== null &&
    (paidOn > dayOf(parts.now()) ||
      (stored.bill.issuedAt !== null && paidOn < dayOf(stored.bill.issuedAt)))
  )
    throw refuse('bill-payment-invalid', { place: 'paidOn' });
  await parts.store.commit(
    [updateOf(stored, { state: paidOn === null ? 'issued' : 'paid', paidOn })],
    author,
  );
}

/** A draft that nobody wants. @throws ProblemError `document-not-found`, `bill-state-conflict` */
export async function dropDraft(
  { store, ...parts }: BillParts,
  agency: Agency,
  billId: string,
  author: Author,
): Promise<void> {
  const stored = await standing({ store, ...parts }, agency, billId, ['draft']);
  await store.commit(
    [{ kind: 'delete', path: stored.path, precondition: { version: stored.version } }],
    author,
  );
}

async function standing(
  { store }: BillParts,
  { id }: Agency,
  billId: string,
  states: readonly Bill['state'][],
): Promise<StoredBill> {
  const stored = await readBill(store, id, billId);
  if (stored === null) throw refuse('document-not-found', { place: billPath(id, billId) });
  if (!states.includes(stored.bill.state))
    throw refuse('bill-state-conflict', { details: { state: stored.bill.state } });
  return stored;
}

async function withNumber(
  parts: BillParts,
  { id, rootDomainId }: Agency,
  work: (count: number) => Promise<string>,
): Promise<string> {
  for (let tries = MOST_TRIES; ; tries -= 1) {
    try {
      return await work(await nextNumber(parts.database, rootDomainId, id));
    } catch (error) {
      if (!(error instanceof NumberTaken) || tries <= 1) throw error;
    }
  }
}

/** The number is taken, the paper kept and the bill written together. */
async function write(
  { store }: BillParts,
  agency: Agency,
  stored: StoredBill,
  change: Partial<Bill>,
  author: Author,
  count: number,
  paper: BillPaper,
): Promise<void> {
  await store.commit([updateOf(stored, change)], {
    ...author,
    alongside: async (queries) => {
      if (!(await takeNumber(queries, agency.rootDomainId, agency.id, count)))
        throw new NumberTaken();
      if (paper.kind === 'bill') {
        await refuseBilledDays(queries, agency.id, stored);
        await refuseStaleDraft(queries, agency.id, stored);
      }
      await keepPaper(queries, paper);
    },
  });
}

const updateOf = ({ path, version }: StoredBill, change: Partial<Bill>): Write => ({
  kind: 'update',
  path,
  precondition: { version },
  fields: Object.entries(change).map(([field, value]) => ({
    field: [field],
    value: encodeValue(value),
  })),
});
