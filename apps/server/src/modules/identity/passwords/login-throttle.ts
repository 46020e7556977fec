import { createHash } from 'node:crypto';
import { ProblemError } from '@yamori/domain';
import type { Database } from '../../../core/database/database.ts';

type LoginThrottleOptions = {
  readonly now: () => Date;
  readonly perAddress: number;
  readonly perAccount: number;
};
/**
 * `account`: the secret that is tried; `address`: the client. `device`: a browser in which the
 * owner signed in before, or the owner's session. Its attempts are counted separately, so that
 * strangers who know the account's address cannot lock the owner out. `isKnownAddress`: called once
 * the address has failed too often. A user who signed in from there before may proceed, but a
 * failure gets the same reply as for everyone else.
 */
type Attempt = {
  readonly account: string;
  readonly address: string;
  readonly device?: string | null;
  readonly isKnownAddress?: () => Promise<boolean>;
};

/** The names under which an attempt was counted; `address` is empty if it was not. */
type CountedAttempt = { readonly account: string; readonly address: string };

const WINDOW_MS = 15 * 60 * 1000;
/** NIST SP 800-63B-4, 3.2.2: disable an authenticator after this many consecutive failures. */
const MAX_CONSECUTIVE_FAILURES = 100;
/** Failures for addresses without an account are deleted eventually. */
const RUN_RETENTION_MS = 90 * 24 * 60 * 60 * 1000;

export type LoginThrottle = ReturnType<typeof createLoginThrottle>;

/** The key for the password of an address, with or without an account; only the hash is stored. */
export const getPasswordKey = (email: string): string =>
  `account:${createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')}`;
export const getSecondFactorKey = (userId: string): string => `second-factor:${userId}`;

/**
 * Counts failed attempts across all servers: per account and per address in a time window, and
 * consecutive ones per account. An attempt is counted before the secret is checked, so that
 * concurrent attempts cannot exceed the limit; success reverts it.
 */
export function createLoginThrottle(database: Database, options: LoginThrottleOptions) {
  const windowStart = (): Date =>
    new Date(Math.floor(options.now().getTime() / WINDOW_MS) * WINDOW_MS);

  const isOver = async (subject: string, start: Date, limit: number): Promise<boolean> => {
    const [row] = await database.query<{ tries: number }>({
      name: 'count_sign_in_try',
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
    return new ProblemError('sign-in-limited', {
      retryAfterSeconds: Math.max(1, retryAfterSeconds),
    });
  };

  const countConsecutive = async (account: string): Promise<number> => {
    const [row] = await database.query<{ failures: number }>({
      name: 'extend_failed_run',
      text: `insert into auth_failed_run (subject, failures, last_at) values ($1, 1, $2)
        on conflict (subject) do update set failures = least(auth_failed_run.failures + 1, ${MAX_CONSECUTIVE_FAILURES + 1}), last_at = $2 returning failures`,
      values: [account, options.now()],
    });
    return row?.failures ?? 0;
  };

  const forgive = async ({ account, address }: CountedAttempt, start: Date): Promise<void> => {
    await database.query({
      name: 'forgive_address_tries',
      text: 'update auth_try set tries = tries - 1 where subject = $1 and window_start_at = $2',
      values: [address, start],
    });
    await database.query({
      name: 'forgive_account_tries',
      text: 'delete from auth_try where subject = $1 or window_start_at < $2',
      values: [account, new Date(start.getTime() - WINDOW_MS)],
    });
    await unlock(account);
  };

  const unlock = async (account: string): Promise<void> => {
    await database.query({
      name: 'unlock_account',
      text: 'delete from auth_failed_run where subject = $1 or last_at < $2',
      values: [account, new Date(options.now().getTime() - RUN_RETENTION_MS)],
    });
  };

  /** Reverts the count of an attempt that ended with an internal error. */
  const revert = async ({ account, address }: CountedAttempt, start: Date): Promise<void> => {
    await database.query({
      name: 'take_back_sign_in_try',
      text: 'update auth_try set tries = tries - 1 where subject in ($1, $2) and window_start_at = $3',
      values: [account, address, start],
    });
    await database.query({
      name: 'take_back_failed_run',
      text: 'update auth_failed_run set failures = failures - 1 where subject = $1',
      values: [account],
    });
  };

  return {
    /**
     * Runs `work` unless there were too many failures. Throws `sign-in-limited` for a while, and
     * `sign-in-locked` until the secret is replaced. Internal errors do not count.
     */
    attempt: async <Result>(attempt: Attempt, work: () => Promise<Result>): Promise<Result> => {
      const start = windowStart();
      const isKnownDevice = attempt.device !== undefined && attempt.device !== null;
      const account = isKnownDevice
        ? `${attempt.account}:device:${attempt.device}`
        : attempt.account;
      const address = `address:${attempt.address}`;
      const isAddressOver = !isKnownDevice && (await isOver(address, start, options.perAddress));
      if (isAddressOver && (await attempt.isKnownAddress?.()) !== true) throw limited(start);
      if (await isOver(account, start, options.perAccount)) throw limited(start);
      if ((await countConsecutive(account)) > MAX_CONSECUTIVE_FAILURES)
        throw new ProblemError('sign-in-locked');
      try {
        const result = await work();
        await forgive({ account, address: isKnownDevice ? '' : address }, start);
        return result;
      } catch (error) {
        if (!(error instanceof ProblemError))
          await revert({ account, address: isKnownDevice ? '' : address }, start);
        else if (isAddressOver) throw limited(start);
        throw error;
      }
    },

    /** Also counts a session's failure for the account's sign-ins; never rejects. */
    recordFailure: async (account: string): Promise<void> => {
      await isOver(account, windowStart(), options.perAccount);
      await countConsecutive(account);
    },

    unlock,
  };
}
