import { randomBytes } from 'node:crypto';
import type { Database, Queries } from '../../../core/database/database.ts';
import type { SecretBox } from '../../../core/secrets/secret-box.ts';
import { matchingStep, TOTP_KEY_BYTES } from './totp.ts';

export type TotpStore = ReturnType<typeof createTotpStore>;
type TotpStoreOptions = { readonly box: SecretBox; readonly now: () => Date };

/** Older steps are deleted; their codes are no longer valid. */
const MAX_STEPS = 10;

/** Authenticator apps; one per member. */
export function createTotpStore(database: Database, { box, now }: TotpStoreOptions) {
  const readSealedKey = async (
    userId: string,
    which: 'encrypted_key' | 'pending_key',
  ): Promise<Buffer | null> => {
    const [row] = await database.query<{ sealed: Buffer | null }>({
      name: `read_totp_${which}`,
      text: `select ${which} as sealed from auth_totp where user_id = $1`,
      values: [userId],
    });
    return row?.sealed ?? null;
  };

  /** True for one caller per step, so that an intercepted code cannot be reused. */
  const takeStep = async (userId: string, step: number): Promise<boolean> => {
    const taken = await database.query({
      name: 'insert_totp_step',
      text: 'insert into auth_totp_use (user_id, step) values ($1, $2) on conflict do nothing returning step',
      values: [userId, step],
    });
    await database.query({
      name: 'delete_old_totp_steps',
      text: 'delete from auth_totp_use where user_id = $1 and step < $2',
      values: [userId, step - MAX_STEPS],
    });
    return taken.length > 0;
  };

  const proves = async (userId: string, sealed: Buffer | null, code: string): Promise<boolean> => {
    const key = sealed === null ? null : box.open(sealed, userId);
    const step = key === null ? null : matchingStep(key, code, now());
    return step !== null && takeStep(userId, step);
  };

  return {
    /** Creates a key that needs its first code. The current app remains valid until then. */
    begin: async (userId: string): Promise<Buffer> => {
      const key = randomBytes(TOTP_KEY_BYTES);
      await database.query({
        name: 'begin_totp',
        text: 'insert into auth_totp (user_id, pending_key, created_at) values ($1, $2, $3) on conflict (user_id) do update set pending_key = excluded.pending_key',
        values: [userId, box.seal(key, userId), now()],
      });
      return key;
    },

    proves: async (userId: string, code: string): Promise<boolean> =>
      proves(userId, await readSealedKey(userId, 'encrypted_key'), code),

    /** The pending key, if the code matches it. */
    provenNewKey: async (userId: string, code: string): Promise<Buffer | null> => {
      const sealed = await readSealedKey(userId, 'pending_key');
      return (await proves(userId, sealed, code)) ? sealed : null;
    },

    /** Activates the key; false if another one has replaced it since. */
    confirm: async (queries: Queries, userId: string, sealed: Buffer): Promise<boolean> =>
      (
        await queries.query({
          name: 'confirm_totp',
          text: 'update auth_totp set encrypted_key = pending_key, pending_key = null, created_at = $3, confirmed_at = $3 where user_id = $1 and pending_key = $2 returning user_id',
          values: [userId, sealed, now()],
        })
      ).length > 0,

    remove: async (queries: Queries, userId: string): Promise<boolean> =>
      (
        await queries.query({
          name: 'delete_totp',
          text: 'delete from auth_totp where user_id = $1 and confirmed_at is not null returning user_id',
          values: [userId],
        })
      ).length > 0,
  };
}
