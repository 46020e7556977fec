import { billCollection, partnerCollection, refuse } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import type { PlacedRow } from '../../../core/documents/document-row.ts';
import type { Invariant } from '../../../core/documents/writing/commit-guard.ts';
import { readRows } from '../../../core/documents/writing/document-locks.ts';
import type { RowChange } from '../../../core/documents/writing/unique-keys.ts';

/** Any fixed class that no other advisory lock of ours has (document-locks.ts). */
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
 * What holds of partners, whoever writes them: a customer came through one partner at most and is
 * one that the agency serves, and a partner who is owed or owes nothing yet by a bill that is not
 * paid stays. So no bill comes to wait for a partner who ended, by being made, issued or not paid
 * after all. Those who write partners of one agency, or such bills, wait for each other.
 * @throws ProblemError `partner-bills-in-use`, `partner-customer-taken`,
 * `partner-customer-invalid`, `bill-partner-ended-conflict`
 */
export const keepPartners: Invariant = {
  on: { partner: 'any', bill: 'any' },
  check: async (batch, queries) => {
    const written = batch.filter(
      ({ before, after }) => (after ?? before)?.collection === 'partner',
    );
    const owing = batch.flatMap(({ after }) => owingOf(after) ?? []);
    for (const agencyId of [
      ...new Set([
        ...written.map(({ before, after }) => agencyIdOf((after ?? before)?.path ?? '')),
        ...owing.map((bill) => bill.agencyId),
      ]),
    ].toSorted()) {
      await queries.query({
        name: 'lock-partners',
        text: 'select pg_advisory_xact_lock($1::int, hashtext($2))',
        values: [PARTNER_CLASS, agencyId],
      });
      const own = written.filter(
        ({ before, after }) => agencyIdOf((after ?? before)?.path ?? '') === agencyId,
      );
      for (const { before, after } of own) {
        await keepOwing(partnerOf(before), partnerOf(after), queries);
        const partner = partnerOf(after);
        if (partner !== null && added(partnerOf(before), partner).length > 0)
          await keepCustomers(partner, added(partnerOf(before), partner), own, queries);
      }
      await keepOwed(
        agencyId,
        owing.filter((bill) => bill.agencyId === agencyId),
        written,
        queries,
      );
    }
  },
};

const billFields = billCollection.schema.pick({ state: true, recipient: true }).strip();
type Owing = { readonly path: string; readonly agencyId: string; readonly partnerId: string };

/** A bill of a partner that waits for being issued or for money as it is written. */
function owingOf(row: PlacedRow | null): Owing | null {
  const fields = row?.collection === 'bill' ? billFields.safeParse(row.data) : null;
  if (
    row === null ||
    fields?.success !== true ||
    fields.data.recipient.kind !== 'partner' ||
    !['draft', 'issued'].includes(fields.data.state)
  )
    return null;
  return { path: row.path, agencyId: agencyIdOf(row.path), partnerId: fields.data.recipient.id };
}

/**
 * Asked under the lock that whoever ends a partner takes: of two at one instant the later one sees
 * what the earlier one did.
 */
async function keepOwed(
  agencyId: string,
  owing: readonly Owing[],
  written: readonly RowChange[],
  queries: Queries,
): Promise<void> {
  if (owing.length === 0) return;
  const stored = await readRows(queries, [
    ...new Set(owing.map(({ partnerId }) => `domain/${agencyId}/partner/${partnerId}`)),
  ]);
  for (const { path, partnerId } of owing) {
    const partnerPath = `domain/${agencyId}/partner/${partnerId}`;
    const change = written.find(({ before, after }) => (after ?? before)?.path === partnerPath);
    const partner = partnerOf(
      change === undefined ? (stored.get(partnerPath) ?? null) : change.after,
    );
    if (partner === null || partner.state === 'ended')
      throw refuse('bill-partner-ended-conflict', { place: path });
  }
}

const agencyIdOf = (path: string): string => path.split('/')[1] ?? '';

function partnerOf(row: PlacedRow | null): Partner | null {
  const fields = row === null ? null : partnerFields.safeParse(row.data);
  return row === null || fields?.success !== true
    ? null
    : { path: row.path, agencyId: agencyIdOf(row.path), id: row.id, ...fields.data };
}

/**
 * Customers that come to a partner; who begins anew takes all of theirs anew, which another may
 * have taken over meanwhile.
 */
function added(before: Partner | null, after: Partner): string[] {
  const held =
    before === null || (before.state === 'ended' && after.state !== 'ended')
      ? []
      : before.domainIds;
  return after.domainIds.filter((id) => !held.includes(id));
}

/** Neither taken away nor ended while a bill waits for money or for being issued. */
async function keepOwing(
  before: Partner | null,
  after: Partner | null,
  queries: Queries,
): Promise<void> {
  if (before === null || (after !== null && (after.state !== 'ended' || before.state === 'ended')))
    return;
  const [open] = await queries.query<{ count: number }>({
    name: 'partner-open-bills',
    text: `select count(*)::int as count from documents where collection = 'bill' and parent_path = $1 and data->>'state' in ('draft', 'issued') and data->'recipient'->>'kind' = 'partner' and data->'recipient'->>'id' = $2`,
    values: [`domain/${before.agencyId}`, before.id],
  });
  if ((open?.count ?? 0) > 0)
    throw refuse('partner-bills-in-use', { place: 'state', details: { count: open?.count ?? 0 } });
}

async function keepCustomers(
  partner: Partner,
  ids: readonly string[],
  own: readonly RowChange[],
  queries: Queries,
): Promise<void> {
  const served = await queries.query<{ id: string }>({
    name: 'partner-served',
    text: 'select id from unnest($1::text[]) as id where serving_agency(id, now()) = $2',
    values: [ids, partner.agencyId],
  });
  if (served.length < ids.length) throw refuse('partner-customer-invalid', { place: 'domainIds' });
  const [other] = await queries.query<{ name: string }>({
    name: 'partner-others',
    text: `select data->>'name' as name from documents where collection = 'partner' and parent_path = $1 and path <> all($2) and data->>'state' <> 'ended' and data->'domainIds' ?| $3::text[] limit 1`,
    values: [
      `domain/${partner.agencyId}`,
      own.map(({ before, after }) => (after ?? before)?.path ?? ''),
      ids,
    ],
  });
  const beside = own
    .flatMap(({ after }) => partnerOf(after) ?? [])
    .find(
      ({ path, state, domainIds }) =>
        path !== partner.path && state !== 'ended' && domainIds.some((id) => ids.includes(id)),
    );
  if (partner.state !== 'ended' && (other !== undefined || beside !== undefined))
    throw refuse('partner-customer-taken', { place: 'domainIds' });
}
