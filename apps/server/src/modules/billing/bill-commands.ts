import {
  daysLater,
  encodeValue,
  fromLocalTime,
  localDate,
  ProblemError,
  type BillPaperKind,
  type BillPayment,
  type DocumentData,
  type Write,
} from '@yamori/domain';
import type { Agency } from '../../core/documents/require-agency.ts';
import type { Author } from '../../core/documents/writing/commit-guard.ts';
import { billPath, readBill, type StoredBill } from './bill-documents.ts';
import { nextNumber, numberText, takeNumber } from './bill-numbers.ts';
import { insertPaper, type BillPaper } from './bill-papers-store.ts';
import { rejectBilledDays } from './billed-days-store.ts';
import type { BillContext } from './generate-bills.ts';
import { rejectStaleDraft } from './stale-drafts.ts';

type Bill = DocumentData<'bill'>;
export type BillDrawingContext = BillContext & {
  readonly draw: (bill: Bill, kind: BillPaperKind) => Promise<Uint8Array>;
};

/**
 * A concurrent request may take the number that is already drawn on our paper. The paper is then
 * drawn again with the next number.
 */
const MAX_TRIES = 30;
class NumberTaken extends Error {}

/**
 * Issues a draft if it is still the version of `updatedAt`, which the user has seen. Number, paper
 * and state are written in one commit.
 */
export async function issueBill(
  context: BillDrawingContext,
  agency: Agency,
  billId: string,
  updatedAt: string,
  author: Author,
): Promise<string> {
  const stored = await readBillInState(context, agency, billId, ['draft']);
  if (stored.updatedAt.toISOString() !== updatedAt)
    throw new ProblemError('document-conflict', { place: stored.path });
  const issuedAt = context.now();
  // In the bill's time zone, like its paper and its payment, even if the agency has changed its
  // own.
  const { timeZone, dueDays } = stored.bill;
  const dueAt = new Date(
    fromLocalTime(
      `${daysLater(localDate(issuedAt.getTime(), timeZone), dueDays)}T00:00:00`,
      timeZone,
    ),
  );
  return withNumber(context, agency, async (count) => {
    const number = numberText(count);
    const change = { number, state: 'issued' as const, issuedAt, dueAt };
    const pdf = await context.draw({ ...stored.bill, ...change }, 'bill');
    await write(context, agency, stored, change, author, count, {
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

/** Cancels an issued bill and stores its credit note, which takes the next number. */
export async function voidBill(
  context: BillDrawingContext,
  agency: Agency,
  billId: string,
  reason: string,
  author: Author,
): Promise<string> {
  const stored = await readBillInState(context, agency, billId, ['issued']);
  const issuedAt = context.now();
  return withNumber(context, agency, async (count) => {
    const number = numberText(count);
    const change = { state: 'void' as const, cancellation: { number, issuedAt, reason } };
    const pdf = await context.draw({ ...stored.bill, ...change }, 'cancellation');
    await write(context, agency, stored, change, author, count, {
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
 * Records the day of a payment, or removes it if `paidOn` is null. `was` is the day that the user
 * has seen; the change is rejected if another one is stored by now.
 */
export async function payBill(
  context: BillContext,
  agency: Agency,
  billId: string,
  { paidOn, was }: BillPayment,
  author: Author,
): Promise<void> {
  const stored = await readBillInState(context, agency, billId, [
    paidOn === null ? 'paid' : 'issued',
  ]);
  if (was !== undefined && was !== stored.bill.paidOn)
    throw new ProblemError('document-conflict', { place: stored.path });
  const toLocalDay = (at: Date): string => localDate(at.getTime(), stored.bill.timeZone);
  if (
    paidOn !== null &&
    (paidOn > toLocalDay(context.now()) ||
      (stored.bill.issuedAt !== null && paidOn < toLocalDay(stored.bill.issuedAt)))
  )
    throw new ProblemError('bill-payment-invalid', { place: 'paidOn' });
  await context.store.commit(
    [buildUpdate(stored, { state: paidOn === null ? 'issued' : 'paid', paidOn })],
    author,
  );
}

export async function deleteDraft(
  { store, ...parts }: BillContext,
  agency: Agency,
  billId: string,
  author: Author,
): Promise<void> {
  const stored = await readBillInState({ store, ...parts }, agency, billId, ['draft']);
  await store.commit(
    [{ kind: 'delete', path: stored.path, precondition: { version: stored.version } }],
    author,
  );
}

async function readBillInState(
  { store }: BillContext,
  { id }: Agency,
  billId: string,
  states: readonly Bill['state'][],
): Promise<StoredBill> {
  const stored = await readBill(store, id, billId);
  if (stored === null)
    throw new ProblemError('document-not-found', { place: billPath(id, billId) });
  if (!states.includes(stored.bill.state))
    throw new ProblemError('bill-state-conflict', { details: { state: stored.bill.state } });
  return stored;
}

async function withNumber(
  context: BillContext,
  { id, rootDomainId }: Agency,
  work: (count: number) => Promise<string>,
): Promise<string> {
  for (let triesLeft = MAX_TRIES; ; triesLeft -= 1) {
    try {
      return await work(await nextNumber(context.database, rootDomainId, id));
    } catch (error) {
      if (!(error instanceof NumberTaken) || triesLeft <= 1) throw error;
    }
  }
}

/** Takes the number, stores the paper and updates the bill in one commit. */
async function write(
  { store }: BillContext,
  agency: Agency,
  stored: StoredBill,
  change: Partial<Bill>,
  author: Author,
  count: number,
  paper: BillPaper,
): Promise<void> {
  await store.commit([buildUpdate(stored, change)], {
    ...author,
    alongside: async (queries) => {
      if (!(await takeNumber(queries, agency.rootDomainId, agency.id, count)))
        throw new NumberTaken();
      if (paper.kind === 'bill') {
        await rejectBilledDays(queries, agency.id, stored);
        await rejectStaleDraft(queries, agency.id, stored);
      }
      await insertPaper(queries, paper);
    },
  });
}

const buildUpdate = ({ path, version }: StoredBill, change: Partial<Bill>): Write => ({
  kind: 'update',
  path,
  precondition: { version },
  fields: Object.entries(change).map(([field, value]) => ({
    field: [field],
    value: encodeValue(value),
  })),
});
