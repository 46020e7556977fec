import { billCollection, partnerCollection, ProblemError } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import { type PlacedRow, readRows } from '../../../core/documents/document-row.ts';
import type { Invariant } from '../../../core/documents/writing/commit-guard.ts';
import type { RowChange } from '../../../core/documents/writing/unique-keys.ts';

/** Class of our advisory locks for partners; unique among our lock classes (document-locks.ts). */
const PARTNER_CLASS = 72_664;

const partnerFields = partnerCollection.schema.pick({ domainIds: true, state: true }).strip();
type Partner = {
  readonly path: string;
  readonly agencyId: string;
  readonly id: string;
  readonly domainIds: readonly string[];
  readonly state: string;
};

/**
 * Invariants checked on every write of a partner or a bill:
 *
 * - a customer belongs to one partner at most, and the agency serves that customer;
 * - a partner with draft or issued bills cannot end or be deleted;
 * - a partner who has ended cannot get a draft or issued bill.
 *
 * Such writes are serialised by agency with an advisory lock.
 */
export const checkPartners: Invariant = {
  on: { partner: 'any', bill: 'any' },
  check: async (batch, queries) => {
    const written = batch.filter(
      ({ before, after }) => (after ?? before)?.collection === 'partner',
    );
    const openBills = batch.flatMap(({ after }) => toOpenBill(after) ?? []);
    for (const agencyId of [
      ...new Set([
        ...written.map(({ before, after }) => getAgencyId((after ?? before)?.path ?? '')),
        ...openBills.map((bill) => bill.agencyId),
      ]),
    ].toSorted()) {
      await queries.query({
        name: 'lock_partners',
        text: 'select pg_advisory_xact_lock($1::int, hashtext($2))',
        values: [PARTNER_CLASS, agencyId],
      });
      const own = written.filter(
        ({ before, after }) => getAgencyId((after ?? before)?.path ?? '') === agencyId,
      );
      for (const { before, after } of own) {
        await checkOpenBills(parsePartner(before), parsePartner(after), queries);
        const partner = parsePartner(after);
        if (partner !== null && getAddedCustomers(parsePartner(before), partner).length > 0)
          await checkCustomers(
            partner,
            getAddedCustomers(parsePartner(before), partner),
            own,
            queries,
          );
      }
      await checkPartnersActive(
        agencyId,
        openBills.filter((bill) => bill.agencyId === agencyId),
        written,
        queries,
      );
    }
  },
};

const billFields = billCollection.schema.pick({ state: true, recipient: true }).strip();
type OpenBill = { readonly path: string; readonly agencyId: string; readonly partnerId: string };

/** Returns the bill if it is a draft or issued bill to a partner. */
function toOpenBill(row: PlacedRow | null): OpenBill | null {
  const fields = row?.collection === 'bill' ? billFields.safeParse(row.data) : null;
  if (
    row === null ||
    fields?.success !== true ||
    fields.data.recipient.kind !== 'partner' ||
    !['draft', 'issued'].includes(fields.data.state)
  )
    return null;
  return { path: row.path, agencyId: getAgencyId(row.path), partnerId: fields.data.recipient.id };
}

/**
 * Checks that the partner of each open bill has not ended. Runs under the agency's lock, so it sees
 * every earlier write that ends a partner.
 */
async function checkPartnersActive(
  agencyId: string,
  openBills: readonly OpenBill[],
  written: readonly RowChange[],
  queries: Queries,
): Promise<void> {
  if (openBills.length === 0) return;
  const stored = await readRows(queries, [
    ...new Set(openBills.map(({ partnerId }) => `domain/${agencyId}/partner/${partnerId}`)),
  ]);
  for (const { path, partnerId } of openBills) {
    const partnerPath = `domain/${agencyId}/partner/${partnerId}`;
    const change = written.find(({ before, after }) => (after ?? before)?.path === partnerPath);
    const partner = parsePartner(
      change === undefined ? (stored.get(partnerPath) ?? null) : change.after,
    );
    if (partner === null || partner.state === 'ended')
      throw new ProblemError('bill-partner-ended-conflict', { place: path });
  }
}

const getAgencyId = (path: string): string => path.split('/')[1] ?? '';

function parsePartner(row: PlacedRow | null): Partner | null {
  const fields = row === null ? null : partnerFields.safeParse(row.data);
  return row === null || fields?.success !== true
    ? null
    : { path: row.path, agencyId: getAgencyId(row.path), id: row.id, ...fields.data };
}

/**
 * Returns the customers that a write adds to a partner. A partner who becomes active again adds all
 * of theirs, because another partner may have taken them over.
 */
function getAddedCustomers(before: Partner | null, after: Partner): string[] {
  const held =
    before === null || (before.state === 'ended' && after.state !== 'ended')
      ? []
      : before.domainIds;
  return after.domainIds.filter((id) => !held.includes(id));
}

/** Rejects the end or deletion of a partner with draft or issued bills. */
async function checkOpenBills(
  before: Partner | null,
  after: Partner | null,
  queries: Queries,
): Promise<void> {
  if (before === null || (after !== null && (after.state !== 'ended' || before.state === 'ended')))
    return;
  const [open] = await queries.query<{ count: number }>({
    name: 'count_open_bills_of_partner',
    text: `select count(*)::int as count from documents where collection = 'bill' and parent_path = $1 and data->>'state' in ('draft', 'issued') and data->'recipient'->>'kind' = 'partner' and data->'recipient'->>'id' = $2`,
    values: [`domain/${before.agencyId}`, before.id],
  });
  if ((open?.count ?? 0) > 0)
    throw new ProblemError('partner-bills-in-use', {
      place: 'state',
      details: { count: open?.count ?? 0 },
    });
}

async function checkCustomers(
  partner: Partner,
  ids: readonly string[],
  own: readonly RowChange[],
  queries: Queries,
): Promise<void> {
  const served = await queries.query<{ id: string }>({
    name: 'list_served_customers',
    text: 'select id from unnest($1::text[]) as id where serving_agency(id, now()) = $2',
    values: [ids, partner.agencyId],
  });
  if (served.length < ids.length)
    throw new ProblemError('partner-customer-invalid', { place: 'domainIds' });
  const [other] = await queries.query<{ name: string }>({
    name: 'list_other_partners',
    text: `select data->>'name' as name from documents where collection = 'partner' and parent_path = $1 and path <> all($2) and data->>'state' <> 'ended' and data->'domainIds' ?| $3::text[] limit 1`,
    values: [
      `domain/${partner.agencyId}`,
      own.map(({ before, after }) => (after ?? before)?.path ?? ''),
      ids,
    ],
  });
  const otherWritten = own
    .flatMap(({ after }) => parsePartner(after) ?? [])
    .find(
      ({ path, state, domainIds }) =>
        path !== partner.path && state !== 'ended' && domainIds.some((id) => ids.includes(id)),
    );
  if (partner.state !== 'ended' && (other !== undefined || otherWritten !== undefined))
    throw new ProblemError('partner-customer-taken', { place: 'domainIds' });
}
