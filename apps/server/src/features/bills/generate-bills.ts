import {
  composeBills, deviceTypeCollection, domainCollection, encodeFields, isSameBill, monthAt, monthDays, partnerCollection, ProblemError, query, refuse,
  type BilledCustomer, type BilledDay, type BilledPartner, type ComposedBill, type GeneratedBills, type Write,
} from '@yamori/domain';
import type { Database } from '../../database/database.ts';
import type { DocumentStore } from '../../documents/document-store.ts';
import type { Agency } from '../../documents/run-agency.ts';
import type { Author } from '../../documents/writing/commit-guard.ts';
import { readDeviceDays } from '../../timeline/device-days.ts';
import { termsOf } from './bill-terms.ts';
import { billPath, billsOfMonth, type StoredBill } from './bill-documents.ts';

export type BillParts = { readonly store: DocumentStore; readonly database: Database; readonly now: () => Date };

/** Of one commit; a month of more recipients takes several, and what broke off between them is finished by asking again. */
const MOST_WRITES = 200;

/**
 * Makes the drafts of a month anew from the days on the timeline. What is issued stays as it is, and its days are on no other bill;
 * the same days give the same drafts, and a draft that would be the same is not written.
 * @throws ProblemError `bill-month-invalid`, `bill-terms-missing`, `document-conflict` when somebody else does the same
 */
export async function generateBills({ store, database, now }: BillParts, agency: Agency, month: string, author: Author): Promise<GeneratedBills> {
  if (monthAt(now().getTime(), agency.timeZone) <= month) throw refuse('bill-month-invalid', { place: 'month' });
  const terms = await termsOf(store, agency);
  const [days, existing, partners] = await Promise.all([readDeviceDays(database, agency, monthDays(month, agency.timeZone)), billsOfMonth(store, agency.id, month), partnersOf(store, agency.id)]);
  const standing = existing.filter(({ bill }) => bill.state === 'issued' || bill.state === 'paid');
  const open = withoutBilled(days.filter(({ hasSent }) => hasSent), standing);
  const composed = composeBills({
    month, timeZone: agency.timeZone, terms, days: open, partners,
    customers: await customersOf(store, open.map(({ customerId }) => customerId)), typeNames: await typeNamesOf(store, open.map(({ typeId }) => typeId)),
  });
  const kept = new Set(standing.map(({ bill }) => recipientKey(bill)));
  const wanted = composed.filter((bill) => !kept.has(recipientKey(bill)));
  const { writes, counts } = planDrafts(agency.id, wanted, existing);
  for (let from = 0; from < writes.length; from += MOST_WRITES) await store.commit(writes.slice(from, from + MOST_WRITES), author).catch(asConflict);
  return { ...counts, kept: kept.size, days: [...wanted, ...standing.map(({ bill }) => bill)].reduce((sum, bill) => sum + daysOf(bill), 0) };
}

/** A draft that is gone by now was made anew, issued or thrown away by somebody else. */
function asConflict(error: unknown): never {
  if (error instanceof ProblemError && error.problem.code === 'document-not-found') throw refuse('document-conflict', { place: error.problem.place });
  throw error;
}

const recipientKey = ({ recipient: { kind, id } }: Pick<ComposedBill, 'recipient'>): string => `${kind} ${id}`;
const daysOf = ({ lines }: Pick<ComposedBill, 'lines'>): number => lines.reduce((sum, { kind, quantity }) => (kind === 'deviceDays' ? sum + quantity : sum), 0);

/** A day that is paid for already is asked of nobody else. */
function withoutBilled(days: readonly BilledDay[], standing: readonly StoredBill[]): BilledDay[] {
  const billed = new Set(standing.flatMap(({ bill }) => bill.lines.flatMap(({ evidence }) => evidence.flatMap(({ serial, days: numbers }) => numbers.map((day) => `${serial} ${day}`)))));
  return days.filter(({ serial, day }) => !billed.has(`${serial} ${Number(day.slice(-2))}`));
}

type Counts = Pick<GeneratedBills, 'made' | 'changed' | 'same' | 'dropped'>;

function planDrafts(agencyId: string, wanted: readonly ComposedBill[], existing: readonly StoredBill[]): { readonly writes: readonly Write[]; readonly counts: Counts } {
  const drafts = new Map(existing.filter(({ bill }) => bill.state === 'draft').map((draft) => [recipientKey(draft.bill), draft]));
  const counts = { made: 0, changed: 0, same: 0, dropped: 0 };
  const [creates, sets, deletes]: [Write[], Write[], Write[]] = [[], [], []];
  for (const bill of wanted) {
    const key = recipientKey(bill);
    const draft = drafts.get(key);
    drafts.delete(key);
    const data = encodeFields({ ...bill, state: 'draft' }, false);
    if (draft === undefined) {
      counts.made += 1;
      creates.push({ kind: 'create', path: billPath(agencyId, draftId(bill, existing)), data });
    } else if (isSameBill(draft.bill, bill)) counts.same += 1;
    else {
      counts.changed += 1;
      sets.push({ kind: 'set', path: draft.path, data, precondition: { version: draft.version } });
    }
  }
  for (const { path, version } of drafts.values()) {
    counts.dropped += 1;
    deletes.push({ kind: 'delete', path, precondition: { version } });
  }
  // In the order that leaves the fewest days on two drafts where it breaks off between two commits; only one of two is ever issued.
  return { writes: [...deletes, ...sets, ...creates], counts };
}

/** One name a month and recipient, so that two who make the drafts at one instant cannot make two; another one after each that was taken back. */
function draftId({ month, recipient }: ComposedBill, existing: readonly StoredBill[]): string {
  const turn = existing.filter(({ bill }) => bill.state === 'void' && bill.recipient.kind === recipient.kind && bill.recipient.id === recipient.id).length + 1;
  return `${month}-${recipient.kind}-${recipient.id}${turn === 1 ? '' : `-${turn}`}`;
}

const partnerFields = partnerCollection.schema.pick({ name: true, address: true, domainIds: true, margin: true, state: true }).strip();

async function partnersOf(store: DocumentStore, agencyId: string): Promise<BilledPartner[]> {
  const found = await store.list(query.parse({ collection: `domain/${agencyId}/partner` }));
  return found.flatMap(({ id, data }) => {
    const partner = partnerFields.safeParse(data);
    return partner.success ? [{ id, ...partner.data }] : [];
  });
}

const customerFields = domainCollection.schema.pick({ name: true, address: true, kind: true }).strip();

async function customersOf(store: DocumentStore, ids: readonly string[]): Promise<ReadonlyMap<string, BilledCustomer>> {
  const found = await readEach(store, ids, 'domain');
  return new Map(found.flatMap(({ id, data }) => {
    const customer = customerFields.safeParse(data);
    return customer.success ? [[id, { id, name: customer.data.name, address: customer.data.address ?? '', isPerson: customer.data.kind === 'individual' }]] : [];
  }));
}

const typeFields = deviceTypeCollection.schema.pick({ name: true }).strip();

async function typeNamesOf(store: DocumentStore, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await readEach(store, ids, 'deviceType');
  return new Map(found.flatMap(({ id, data }) => {
    const type = typeFields.safeParse(data);
    return type.success ? [[id, type.data.name]] : [];
  }));
}

const readEach = async (store: DocumentStore, ids: readonly string[], collection: string) => {
  const wanted = [...new Set(ids)].map((id) => `${collection}/${id}`);
  return wanted.length === 0 ? [] : (await store.read(wanted)).flatMap((document) => document ?? []);
};
