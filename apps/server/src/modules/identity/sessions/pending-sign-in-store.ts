import type { Database } from '../../../core/database/database.ts';
import type { AuthenticatedIdentity } from '../session.ts';
import { hashSecret, newSecret } from '../../../core/secrets/secret-store.ts';

/** A sign-in that proved its first factor and waits for the second. */
export type PendingSignIn = {
  readonly userId: string;
  readonly provider: string;
  readonly singleTimeToken: string | null;
  readonly tries: number;
  readonly expiresAt: Date;
};

export const PENDING_SECONDS = 10 * 60;
const MAX_ATTEMPTS = 5;

export type PendingSignInStore = ReturnType<typeof createPendingSignInStore>;

export function createPendingSignInStore(database: Database, now: () => Date) {
  const drop = async (token: string): Promise<void> => {
    await database.query({
      name: 'delete_pending_sign_in',
      text: 'delete from auth_pending where token_hash = $1 or expires_at < $2',
      values: [hashSecret(token), now()],
    });
  };

  return {
    drop,

    open: async (
      authenticated: AuthenticatedIdentity,
    ): Promise<{ token: string; expiresAt: Date }> => {
      const token = newSecret();
      const expiresAt = new Date(now().getTime() + PENDING_SECONDS * 1000);
      await database.query({
        name: 'insert_pending_sign_in',
        text: 'insert into auth_pending (token_hash, user_id, provider, single_time_token, expires_at) values ($1, $2, $3, $4, $5)',
        values: [
          hashSecret(token),
          authenticated.userId,
          authenticated.provider,
          authenticated.singleTimeToken ?? null,
          expiresAt,
        ],
      });
      return { token, expiresAt };
    },

    find: async (token: string): Promise<PendingSignIn | null> => {
      const [row] = await database.query<PendingSignIn>({
        name: 'find_pending_sign_in',
        text: `select user_id as "userId", provider, single_time_token as "singleTimeToken", tries, expires_at as "expiresAt"
          from auth_pending where token_hash = $1 and expires_at > $2 and tries < ${MAX_ATTEMPTS}`,
        values: [hashSecret(token), now()],
      });
      return row ?? null;
    },

    /**
     * Counts an attempt before the proof is checked, so that concurrent ones cannot exceed the
     * limit.
     */
    takeTry: async (token: string): Promise<PendingSignIn | null> => {
      const [row] = await database.query<PendingSignIn>({
        name: 'count_pending_try',
        text: `update auth_pending set tries = tries + 1 where token_hash = $1 and expires_at > $2 and tries < ${MAX_ATTEMPTS}
          returning user_id as "userId", provider, single_time_token as "singleTimeToken", tries, expires_at as "expiresAt"`,
        values: [hashSecret(token), now()],
      });
      return row ?? null;
    },

    /** True for one caller only, so that a pending sign-in opens at most one session. */
    finish: async (token: string): Promise<boolean> =>
      (
        await database.query({
          name: 'take_pending_sign_in',
          text: 'delete from auth_pending where token_hash = $1 and expires_at > $2 returning user_id',
          values: [hashSecret(token), now()],
        })
      ).length > 0,
  };
}
