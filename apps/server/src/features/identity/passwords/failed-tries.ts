import { createHash } from 'node:crypto';
import { ProblemError, refuse } from '@yamori/domain';
import type { Database } from '../../../database/database.ts';

export type FailedTriesOptions = { readonly now: () => Date; readonly perAddress: number; readonly perAccount: number };
export type Try = { readonly email: string; readonly address: string };

const WINDOW_MS = 15 * 60 * 1000;

/**
 * Counts tries to sign in for each account, whether it exists or not, and for each address, over all servers. A try is
 * counted before the password is looked at, so that many at one instant do not slip through; success takes it back.
 */
export function createFailedTries(database: Database, options: FailedTriesOptions) {
  const count = async (subject: string, windowStart: Date, limit: number): Promise<void> => {
    const [row] = await database.query<{ tries: number }>({
      name: 'try-count',
      text: `insert into auth_try (subject, window_start_at, tries) values ($1, $2, 1)
        on conflict (subject, window_start_at) do update set tries = auth_try.tries + 1 returning tries`,
      values: [subject, windowStart],
    });
    if ((row?.tries ?? 0) <= limit) return;
    const retryAfterSeconds = Math.ceil((windowStart.getTime() + WINDOW_MS - options.now().getTime()) / 1000);
    throw refuse('sign-in-limited', { retryAfterSeconds: Math.max(1, retryAfterSeconds) });
  };
  const forgive = async (account: string, address: string, windowStart: Date): Promise<void> => {
    await database.query({ name: 'try-forgive-address', text: 'update auth_try set tries = tries - 1 where subject = $1 and window_start_at = $2', values: [address, windowStart] });
    await database.query({ name: 'try-forgive-account', text: 'delete from auth_try where subject = $1 or window_start_at < $2', values: [account, new Date(windowStart.getTime() - WINDOW_MS)] });
  };

  return {
    /** Does `signIn` unless there were too many failures. A fault of ours is nobody's failed try. */
    counted: async <Result>(attempt: Try, signIn: () => Promise<Result>): Promise<Result> => {
      const windowStart = new Date(Math.floor(options.now().getTime() / WINDOW_MS) * WINDOW_MS);
      const account = `account:${createHash('sha256').update(attempt.email.trim().toLowerCase()).digest('base64url')}`;
      const address = `address:${attempt.address}`;
      await count(address, windowStart, options.perAddress);
      await count(account, windowStart, options.perAccount);
      try {
        const result = await signIn();
        await forgive(account, address, windowStart);
        return result;
      } catch (error) {
        if (!(error instanceof ProblemError)) await forgive(account, address, windowStart);
        throw error;
      }
    },
  };
}
