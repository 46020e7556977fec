import { createHash } from 'node:crypto';
import { ProblemError, refuse } from '@yamori/domain';
import type { Database } from '../../../core/database/database.ts';

export type FailedTriesOptions = {
  readonly now: () => Date;
  readonly perAddress: number;
  readonly perAccount: number;
};
/**
 * Whose secret is guessed, and from where. `device`: a browser in which the owner signed in before,
 * or a session of theirs; its tries are counted apart, so strangers who know the account's address
 * cannot lock it out.
 * `isKnownAddress`: asked once the address has failed too often. A colleague who signed in from
 * there before goes past; a failure then gets the answer of those who do not.
 */
export type Try = {
  readonly account: string;
  readonly address: string;
  readonly device?: string | null;
  readonly isKnownAddress?: () => Promise<boolean>;
};

/** Under which names a try was counted; the address is empty where it was not. */
type Counted = { readonly account: string; readonly address: string };

const WINDOW_MS = 15 * 60 * 1000;
/** NIST SP 800-63B-4, 3.2.2: after so many in a row an authenticator is taken out of use. */
const MOST_IN_A_ROW = 100;
/** Runs of addresses that nobody has are not kept for ever. */
const RUN_KEPT_MS = 90 * 24 * 60 * 60 * 1000;

export type FailedTries = ReturnType<typeof createFailedTries>;

/** The password of an address, whether somebody has it or not; no address is kept. */
export const passwordOf = (email: string): string =>
  `account:${createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')}`;
export const secondFactorOf = (userId: string): string => `second-factor:${userId}`;

/**
 * Counts failed tries over all servers: in a window for each account and each address, and in a row
 * for each account. A try is counted before the secret is looked at, so that many at one instant do
 * not slip through; success takes it back.
 */
export function createFailedTries(database: Database, options: FailedTriesOptions) {
  const windowStart = (): Date =>
    new Date(Math.floor(options.now().getTime() / WINDOW_MS) * WINDOW_MS);

  const isOver = async (subject: string, start: Date, limit: number): Promise<boolean> => {
    const [row] = await database.query<{ tries: number }>({
      name: 'try-count',
      text: `insert into auth_try (subject, window_start_at, tries) values ($1, $2, 1)
        on conflict (subject, window_start_at) do update set tries = auth_try.tries + 1 returning tries`,
      values: [subject, start],
    });
    return (row?.tries ?? 0) > limit;
  };

  const limited = (start: Date): ProblemError => {
    const retryAfterSeconds = Math.ceil(
      (start.getTime() + WINDOW_MS - options.now().getTime()) / 1000,
    );
    return refuse('sign-in-limited', { retryAfterSeconds: Math.max(1, retryAfterSeconds) });
  };

  const countInRow = async (account: string): Promise<number> => {
    const [row] = await database.query<{ failures: number }>({
      name: 'try-run',
      text: `insert into auth_failed_run (subject, failures, last_at) values ($1, 1, $2)
        on conflict (subject) do update set failures = least(auth_failed_run.failures + 1, ${MOST_IN_A_ROW + 1}), last_at = $2 returning failures`,
      values: [account, options.now()],
    });
    return row?.failures ?? 0;
  };

  const forgive = async ({ account, address }: Counted, start: Date): Promise<void> => {
    await database.query({
      name: 'try-forgive-address',
      text: 'update auth_try set tries = tries - 1 where subject = $1 and window_start_at = $2',
      values: [address, start],
    });
    await database.query({
      name: 'try-forgive-account',
      text: 'delete from auth_try where subject = $1 or window_start_at < $2',
      values: [account, new Date(start.getTime() - WINDOW_MS)],
    });
    await unlock(account);
  };

  const unlock = async (account: string): Promise<void> => {
    await database.query({
      name: 'try-unlock',
      text: 'delete from auth_failed_run where subject = $1 or last_at < $2',
      values: [account, new Date(options.now().getTime() - RUN_KEPT_MS)],
    });
  };

  /** What was counted for a try that a fault of ours ended. */
  const takeBack = async ({ account, address }: Counted, start: Date): Promise<void> => {
    await database.query({
      name: 'try-back',
      text: 'update auth_try set tries = tries - 1 where subject in ($1, $2) and window_start_at = $3',
      values: [account, address, start],
    });
    await database.query({
      name: 'try-run-back',
      text: 'update auth_failed_run set failures = failures - 1 where subject = $1',
      values: [account],
    });
  };

  return {
    /**
     * Does `work` unless there were too many failures. A fault of ours is nobody's failed try.
     * @throws ProblemError `sign-in-limited` for some time; `sign-in-locked` until the secret is
     * set anew
     */
    counted: async <Result>(attempt: Try, work: () => Promise<Result>): Promise<Result> => {
      const start = windowStart();
      const isKnownDevice = attempt.device !== undefined && attempt.device !== null;
      const account = isKnownDevice
        ? `${attempt.account}:device:${attempt.device}`
        : attempt.account;
      const address = `address:${attempt.address}`;
      const isAddressOver = !isKnownDevice && (await isOver(address, start, options.perAddress));
      if (isAddressOver && (await attempt.isKnownAddress?.()) !== true) throw limited(start);
      if (await isOver(account, start, options.perAccount)) throw limited(start);
      if ((await countInRow(account)) > MOST_IN_A_ROW) throw refuse('sign-in-locked');
      try {
        const result = await work();
        await forgive({ account, address: isKnownDevice ? '' : address }, start);
        return result;
      } catch (error) {
        if (!(error instanceof ProblemError))
          await takeBack({ account, address: isKnownDevice ? '' : address }, start);
        else if (isAddressOver) throw limited(start);
        throw error;
      }
    },

    /** Counts a failure of a session against the sign-ins of its account too; refuses nothing. */
    noteFailure: async (account: string): Promise<void> => {
      await isOver(account, windowStart(), options.perAccount);
      await countInRow(account);
    },

    unlock,
  };
}
