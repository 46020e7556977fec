import {
  deviceLoanCollection,
  isWithBorrower,
  loanStateAt,
  loansOverlap,
  ProblemError,
} from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import {
  type DocumentColumns,
  type PlacedRow,
  readRows,
  ROW_COLUMNS,
  rowFromColumns,
} from '../../../core/documents/document-row.ts';
import type { Invariant } from '../../../core/documents/writing/commit-guard.ts';
import type { RowChange } from '../../../core/documents/writing/unique-keys.ts';
import type { Loan } from './loan-store.ts';

/**
 * Class of our advisory locks for loans; unique among our lock classes (document-locks.ts,
 * organisation-limits.ts).
 */
const LOAN_CLASS = 72_661;
/** Tolerated lead of a browser's clock. */
const CLOCK_LEEWAY_MS = 5 * 60_000;

/**
 * Invariants checked on every write of a loan: a device is lent to one organisation at a time, and
 * past loans do not change (decision 039). Concurrent loans of one device are serialised by an
 * advisory lock.
 */
export const checkLoanOverlap = (now: () => Date): Invariant => ({
  on: { deviceLoan: 'any' },
  check: async (batch, queries) => {
    const written = batch.filter(
      ({ before, after }) => (after ?? before)?.collection === 'deviceLoan',
    );
    if (written.length === 0) return;
    const nowMs = now().getTime();
    for (const { before, after } of written)
      checkHistory(parseLoan(before), parseLoan(after), nowMs);
    const loans = written.flatMap(({ after }) => parseLoan(after) ?? []);
    for (const loan of loans) checkSpan(loan, nowMs);
    for (const { before, after } of written)
      if (hasNewParties(parseLoan(before), parseLoan(after)))
        await checkParties(parseLoan(after), batch, queries);
    // Lock in the order of serials to prevent deadlocks.
    for (const serial of [...new Set(loans.map((loan) => loan.serial))].toSorted())
      await checkOverlap(serial, written, nowMs, queries);
  },
});

const parseLoan = (row: PlacedRow | null): Loan | null =>
  row === null ? null : (deviceLoanCollection.schema.strip().safeParse(row.data).data ?? null);

/** Whether device, owner or borrower have changed. */
const hasNewParties = (before: Loan | null, after: Loan | null): boolean =>
  after !== null &&
  (before === null ||
    before.serial !== after.serial ||
    before.fromDomainId !== after.fromDomainId ||
    before.toDomainId !== after.toDomainId);

/** A loan that has begun cannot be deleted; of a returned loan only the note can change. */
function checkHistory(before: Loan | null, after: Loan | null, nowMs: number): void {
  if (before === null) return;
  const state = loanStateAt(before, nowMs);
  if (after === null) {
    if (state !== 'planned') throw new ProblemError('loan-begun-in-use');
    return;
  }
  const moved = hasNewParties(before, after);
  const begins = before.from.getTime() !== after.from.getTime();
  if (
    state === 'returned' &&
    (moved ||
      begins ||
      before.until.getTime() !== after.until.getTime() ||
      before.returnedAt?.getTime() !== after.returnedAt?.getTime())
  )
    throw new ProblemError('loan-returned-archived');
  if (isWithBorrower(state) && (moved || begins))
    throw new ProblemError('loan-begun-in-use', { place: begins ? 'from' : 'toDomainId' });
}

function checkSpan(
  { from, until, returnedAt, fromDomainId, toDomainId }: Loan,
  nowMs: number,
): void {
  if (until.getTime() <= from.getTime())
    throw new ProblemError('loan-span-invalid', { place: 'until' });
  if (
    returnedAt !== null &&
    (returnedAt.getTime() < from.getTime() || returnedAt.getTime() > nowMs + CLOCK_LEEWAY_MS)
  )
    throw new ProblemError('loan-return-invalid', { place: 'returnedAt' });
  if (fromDomainId === toDomainId)
    throw new ProblemError('loan-owner-invalid', { place: 'toDomainId' });
}

/** Checks owner and borrower. The device itself need not exist yet. */
async function checkParties(
  loan: Loan | null,
  batch: readonly RowChange[],
  queries: Queries,
): Promise<void> {
  if (loan === null) return;
  const devicePath = `device/${loan.serial}`;
  const borrowerPath = `domain/${loan.toDomainId}`;
  const found = await readRows(queries, [devicePath, borrowerPath]);
  const getRow = (path: string): PlacedRow | null => {
    const change = batch.find(({ before, after }) => (after ?? before)?.path === path);
    return change === undefined ? (found.get(path) ?? null) : change.after;
  };
  const device = getRow(devicePath);
  if (device !== null && (device.data['retiredAt'] ?? null) !== null)
    throw new ProblemError('loan-device-archived', { place: 'serial' });
  if (device !== null && device.data['domainId'] !== loan.fromDomainId)
    throw new ProblemError('loan-owner-invalid', { place: 'fromDomainId' });
  if (getRow(borrowerPath) === null)
    throw new ProblemError('loan-borrower-missing', { place: 'toDomainId' });
}

async function checkOverlap(
  serial: string,
  written: readonly RowChange[],
  nowMs: number,
  queries: Queries,
): Promise<void> {
  await queries.query({
    name: 'lock_loans',
    text: 'select pg_advisory_xact_lock($1::int, hashtext($2))',
    values: [LOAN_CLASS, serial],
  });
  const rows = await queries.query<DocumentColumns>({
    name: 'list_loans_of_device',
    text: `select ${ROW_COLUMNS} from documents where collection = 'deviceLoan' and parent_path = '' and data @> jsonb_build_object('serial', $1::text) and path <> all($2)`,
    values: [serial, written.map(({ before, after }) => (after ?? before)?.path ?? '')],
  });
  const own = written
    .flatMap(({ after }) => parseLoan(after) ?? [])
    .filter((loan) => loan.serial === serial);
  const others = rows.flatMap((row) => parseLoan(rowFromColumns(row)) ?? []);
  for (const [index, loan] of own.entries()) {
    const conflicting = [...others, ...own.slice(index + 1)].find((other) =>
      loansOverlap(loan, other, nowMs),
    );
    if (conflicting !== undefined)
      throw new ProblemError('loan-overlap-conflict', {
        place: 'from',
        details: {
          from: conflicting.from.toISOString(),
          until: conflicting.until.toISOString(),
          overdue: loanStateAt(conflicting, nowMs) === 'overdue' ? 1 : 0,
        },
      });
  }
}
