import type { Database } from '../../../core/database/database.ts';
import { newSecret } from '../../../core/secrets/secret-store.ts';

/**
 * How long a user may take with a passkey: the minimum that Web Authentication Level 3 recommends
 * (section 15.1: 300 to 600 s).
 */
export const CHALLENGE_MS = 5 * 60 * 1000;

export type ChallengeStore = ReturnType<typeof createChallengeStore>;

/** Challenges for passkeys. Each is valid for one purpose, once, for five minutes. */
export function createChallengeStore(database: Database, now: () => Date) {
  return {
    make: async (purpose: string): Promise<string> => {
      const challenge = newSecret();
      await database.query({
        name: 'delete_expired_challenges',
        text: 'delete from auth_challenge where expires_at < $1',
        values: [now()],
      });
      await database.query({
        name: 'insert_challenge',
        text: 'insert into auth_challenge (challenge, purpose, expires_at) values ($1, $2, $3)',
        values: [challenge, purpose, new Date(now().getTime() + CHALLENGE_MS)],
      });
      return challenge;
    },

    take: async (purpose: string, challenge: string): Promise<boolean> =>
      (
        await database.query({
          name: 'take_challenge',
          text: 'delete from auth_challenge where challenge = $1 and purpose = $2 and expires_at > $3 returning challenge',
          values: [challenge, purpose, now()],
        })
      ).length > 0,
  };
}
