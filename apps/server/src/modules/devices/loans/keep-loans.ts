import {
  deviceLoanCollection,
  isWithBorrower,
  loanStateAt,
  loansOverlap,
  refuse,
} from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import {
  ROW_COLUMNS,
  rowFromColumns,
  type DocumentColumns,
  type PlacedRow,
} from '../../../core/documents/document-row.ts';
import type { Invariant } from '../../../core/documents/writing/commit-guard.ts';
import { readRows } from '../../../core/documents/writing/document-locks.ts';
import type { RowChange } from '../../../core/documents/writing/unique-keys.ts';
import type { Loan } from './running-loan.ts';

/**
 * Any fixed class that no other advisory lock of ours has (document-locks.ts,
 * organisation-limits.ts).
 */
const LOAN_CLASS = 72_661;
/** A clock of a browser may be ahead by so much. */
const CLOCK_LEEWAY_MS = 5 * 60_000;

/**
 * A device is lent to one organisation at a time, and what was lent is known for good, whoever
 * writes it (decision 042). Two that lend one device at one instant wait for each other.
 * @throws ProblemError `loan-span-invalid`, `loan-return-invalid`, `loan-owner-invalid`,
 * `loan-borrower-missing`, `loan-device-archived`, `loan-begun-in-use`, `loan-returned-archived`,
 * `loan-overlap-conflict`
 */
export const keepLoans = (now: () => Date): Invariant => ({
  on: { deviceLoan: 'any' },
  check: async (batch, queries) => {
    const written = batch.filter(
      ({ before, after }) => (after ?? before)?.collection === 'deviceLoan',
    );
    if (written.length === 0) return;
    const nowMs = now().getTime();
    for (const { before, after } of written) keepHistory(loanOf(before), loanOf(after), nowMs);
    const standing = written.flatMap(({ after }) => loanOf(after) ?? []);
    for (const loan of standing) keepSpan(loan, nowMs);
    for (const { before, after } of written)
      if (hasNewSides(loanOf(before), loanOf(after)))
        await keepSides(loanOf(after), batch, queries);
    // In the order of their serials, so that no two wait for each other.
    for (const serial of [...new Set(standing.map((loan) => loan.serial))].toSorted())
      await keepApart(serial, written, nowMs, queries);
  },
});

const loanOf = (row: PlacedRow | null): Loan | null =>
  row === null ? null : (deviceLoanCollection.schema.strip().safeParse(row.data).data ?? null);

/** Another device, owner or borrower than before. */
const hasNewSides = (before: Loan | null, after: Loan | null): boolean =>
  after !== null &&
  (before === null ||
    before.serial !== after.serial ||
    before.fromDomainId !== after.fromDomainId ||
    before.toDomainId !== after.toDomainId);

/** What has begun is not taken away, and what is over is not changed but for its note. */
function keepHistory(before: Loan | null, after: Loan | null, nowMs: number): void {
  if (before === null) return;
  const state = loanStateAt(before, nowMs);
  if (after === null) {
    if (state !== 'planned') throw refuse('loan-begun-in-use');
    return;
  }
  const moved = hasNewSides(before, after);
  const begins = before.from.getTime() !== after.from.getTime();
  if (
    state === 'returned' &&
    (moved ||
      begins ||
      before.until.getTime() !== after.until.getTime() ||
      before.returnedAt?.getTime() !== after.returnedAt?.getTime())
  )
    throw refuse('loan-returned-archived');
  if (isWithBorrower(state) && (moved || begins))
    throw refuse('loan-begun-in-use', { place: begins ? 'from' : 'toDomainId' });
}

function keepSpan(
  { from, until, returnedAt, fromDomainId, toDomainId }: Loan,
  nowMs: number,
): void {
  if (until.getTime() <= from.getTime()) throw refuse('loan-span-invalid', { place: 'until' });
  if (
    returnedAt !== null &&
    (returnedAt.getTime() < from.getTime() || returnedAt.getTime() > nowMs + CLOCK_LEEWAY_MS)
  )
    throw refuse('loan-return-invalid', { place: 'returnedAt' });
  if (fromDomainId === toDomainId) throw refuse('loan-owner-invalid', { place: 'toDomainId' });
}

/** Both sides are there; a device that is not there yet may be promised. */
async function keepSides(
  loan: Loan | null,
  batch: readonly RowChange[],
  queries: Queries,
): Promise<void> {
  if (loan === null) return;
  const [devicePath, borrowerPath] = [`device/${loan.serial}`, `domain/${loan.toDomainId}`];
  const found = await readRows(queries, [devicePath, borrowerPath]);
  const rowOf = (path: string): PlacedRow | null => {
    const change = batch.find(({ before, after }) => (after ?? before)?.path === path);
    return change === undefined ? (found.get(path) ?? null) : change.after;
  };
  const device = rowOf(devicePath);
  if (device !== null && (device.data['retiredAt'] ?? null) !== null)
    throw refuse('loan-device-archived', { place: 'serial' });
  if (device !== null && device.data['domainId'] !== loan.fromDomainId)
    throw refuse('loan-owner-invalid', { place: 'fromDomainId' });
  if (rowOf(borrowerPath) === null) throw refuse('loan-borrower-missing', { place: 'toDomainId' });
}

async function keepApart(
  serial: string,
  written: readonly RowChange[],
  nowMs: number,
  queries: Queries,
): Promise<void> {
  await queries.query({
    name: 'lock-loans',
    text: 'select pg_advisory_xact_lock($1::int, hashtext($2))',
    values: [LOAN_CLASS, serial],
  });
  const rows = await queries.query<DocumentColumns>({
    name: 'loans-of-device',
    text: `select ${ROW_COLUMNS} from documents where collection = 'deviceLoan' and parent_path = '' and data @> jsonb_build_object('serial', $1::text) and path <> all($2)`,
    values: [serial, written.map(({ before, after }) => (after ?? before)?.path ?? '')],
  });
  const own = written
    .flatMap(({ after }) => loanOf(after) ?? [])
    .filter((loan) => loan.serial === serial);
  const others = rows.flatMap((row) => loanOf(rowFromColumns(row)) ?? []);
  for (const [index, loan] of own.entries()) {
    const taken = [...others, ...own.slice(index + 1)].find((other) =>
      loansOverlap(loan, other, nowMs),
    );
    if (taken !== undefined)
      throw refuse('loan-overlap-conflict', {
        place: 'from',
        details: {
          from: taken.from.toISOString(),
          until: taken.until.toISOString(),
          overdue: loanStateAt(taken, nowMs) === 'overdue' ? 1 : 0,
        },
      });
  }
}
