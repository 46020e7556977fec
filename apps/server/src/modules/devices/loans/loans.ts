import { hasCode } from '@yamori/domain';
import type { Logger } from 'pino';
import type { ChangeFeed, FeedChange } from '../../../core/documents/change-feed.ts';
import { type LoanStore, runningLoan, type Lent } from './loan-store.ts';

type LoansOptions = {
  readonly store: LoanStore;
  readonly feed: ChangeFeed;
  readonly now: () => Date;
  readonly log: Logger;
  /** Interval of the check for loans that begin by date. */
  readonly everyMs?: number;
};

export type Loans = {
  /** Checks every device that a loan concerns. */
  readonly check: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const EVERY_MS = 30_000;

/**
 * Updates the holder of each device from its loans: the start of a loan hands the device to the
 * borrower, its return hands it back, and an overdue loan continues. Several servers may do this
 * concurrently. Written loans take effect immediately, dates within `everyMs`.
 */
export function openLoans({ store, feed, now, log, everyMs = EVERY_MS }: LoansOptions): Loans {
  let running: Promise<void> = Promise.resolve();

  async function updateHolder(serial: string): Promise<void> {
    const [device, loans] = await Promise.all([store.device(serial), store.listLoans(serial)]);
    if (device === null) return;
    const lent = runningLoan(loans, now().getTime());
    const isCurrent =
      device.borrowedBy === (lent?.borrowedBy ?? null) &&
      device.borrowedUntil?.getTime() === lent?.borrowedUntil.getTime();
    if (isCurrent || isStillInRoom(device, lent)) return;
    await store.hand(serial, device, lent);
  }

  /** Updates devices one after the other. Failures are retried at the next check. */
  function enqueue(listSerials: () => Promise<readonly string[]>): Promise<void> {
    running = running.then(async () => {
      const serials = await listSerials().catch((error: unknown) => {
        log.warn({ err: error }, 'failed to read loans; retrying at the next check');
        return [];
      });
      for (const serial of serials)
        await updateHolder(serial).catch((error: unknown) => {
          warn(serial, error);
        });
    });
    return running;
  }
  const warn = (serial: string, error: unknown): void => {
    // The device changed between our read and our write.
    if (hasCode(error, 'document-conflict')) void enqueue(async () => [serial]);
    else log.warn({ err: error, serial }, 'failed to record device holder; retrying');
  };

  const check = (): Promise<void> => enqueue(() => store.listConcernedSerials());
  const following = feed.follow((event) => {
    if (event.kind === 'gap') void check();
    else {
      const serials = new Set(event.changes.flatMap((change) => getConcernedSerial(change) ?? []));
      if (serials.size > 0) void enqueue(async () => [...serials]);
    }
  });
  const timer = setInterval(() => void check(), everyMs);
  void check();
  return {
    check,
    async close() {
      clearInterval(timer);
      following.close();
      await running;
    },
  };
}

/**
 * A device that monitors a resident changes hands only once people have taken it out of the room,
 * never because a date has passed, so no room loses its monitoring unnoticed. A recorded return
 * takes effect immediately, because the person who records it holds the device.
 */
const isStillInRoom = (
  { roomId, borrowedBy }: { readonly roomId: string | null; readonly borrowedBy: string | null },
  lent: Lent | null,
): boolean => roomId !== null && lent !== null && lent.borrowedBy !== borrowedBy;

/**
 * Returns the device that a change concerns: its loan was written, it was created after its loan,
 * or it has left its room.
 */
function getConcernedSerial({ collection, before, after }: FeedChange): string | null {
  const left =
    collection === 'device' &&
    (before?.data['roomId'] ?? null) !== null &&
    (after?.data['roomId'] ?? null) === null;
  const isConcerned =
    collection === 'deviceLoan' || (collection === 'device' && (before === null || left));
  const serial = isConcerned ? (after ?? before)?.data['serial'] : null;
  return typeof serial === 'string' ? serial : null;
}
