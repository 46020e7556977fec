import { ProblemError } from '@yamori/domain';
import type { Logger } from 'pino';
import type { ChangeFeed, FeedChange } from '../../../core/documents/change-feed.ts';
import type { LoanStore } from './loan-store.ts';
import { runningLoan, type Lent } from './running-loan.ts';

export type LoansParts = {
  readonly store: LoanStore;
  readonly feed: ChangeFeed;
  readonly now: () => Date;
  readonly log: Logger;
  /** How late a loan may begin by its date. */
  readonly everyMs?: number;
};

export type Loans = {
  /** Looks at every device that a loan concerns. */
  readonly check: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const EVERY_MS = 30_000;

/**
 * Keeps who has a device as its loans say: a loan that begins gives it to the borrower, its return
 * gives it back; one that is overdue goes on. Any number of servers may do it; the second finds it
 * done. A loan that is written is seen at once, a date that passes within `everyMs`.
 */
export function openLoans({ store, feed, now, log, everyMs = EVERY_MS }: LoansParts): Loans {
  let underWay: Promise<void> = Promise.resolve();

  async function look(serial: string): Promise<void> {
    const [device, loans] = await Promise.all([store.device(serial), store.loansOf(serial)]);
    if (device === null) return;
    const lent = runningLoan(loans, now().getTime());
    const isSo =
      device.borrowedBy === (lent?.borrowedBy ?? null) &&
      device.borrowedUntil?.getTime() === lent?.borrowedUntil.getTime();
    if (isSo || waitsForItsRoom(device, lent)) return;
    await store.hand(serial, device, lent);
  }

  /** One after the other; what fails is looked at again at the next turn. */
  function inTurn(serialsOf: () => Promise<readonly string[]>): Promise<void> {
    underWay = underWay.then(async () => {
      const serials = await serialsOf().catch((error: unknown) => {
        log.warn({ err: error }, 'the loans could not be read');
        return [];
      });
      for (const serial of serials)
        await look(serial).catch((error: unknown) => {
          warn(serial, error);
        });
    });
    return underWay;
  }
  const warn = (serial: string, error: unknown): void => {
    // Somebody wrote the device between our reading and our writing.
    if (error instanceof ProblemError && error.problem.code === 'document-conflict')
      void inTurn(async () => [serial]);
    else log.warn({ err: error, serial }, 'who has a device could not be noted; it is tried again');
  };

  const check = (): Promise<void> => inTurn(() => store.serialsToLookAt());
  const following = feed.follow((event) => {
    if (event.kind === 'gap') void check();
    else {
      const serials = new Set(event.changes.flatMap((change) => serialOf(change) ?? []));
      if (serials.size > 0) void inTurn(async () => [...serials]);
    }
  });
  const timer = setInterval(() => void check(), everyMs);
  void check();
  return {
    check,
    async close() {
      clearInterval(timer);
      following.close();
      await underWay;
    },
  };
}

/**
 * What watches somebody goes when people take it out of the room, not because a date has come: no
 * room goes dark by itself. A return is written down by somebody who has the device in their hands,
 * so that is done at once.
 */
const waitsForItsRoom = (
  { roomId, borrowedBy }: { readonly roomId: string | null; readonly borrowedBy: string | null },
  lent: Lent | null,
): boolean => roomId !== null && lent !== null && lent.borrowedBy !== borrowedBy;

/**
 * The device that a change asks to look at: one whose loan was written, one that came after its
 * loan, or one that left its room.
 */
function serialOf({ collection, before, after }: FeedChange): string | null {
  const left =
    collection === 'device' &&
    (before?.data['roomId'] ?? null) !== null &&
    (after?.data['roomId'] ?? null) === null;
  const asks =
    collection === 'deviceLoan' || (collection === 'device' && (before === null || left));
  const serial = asks ? (after ?? before)?.data['serial'] : null;
  return typeof serial === 'string' ? serial : null;
}
