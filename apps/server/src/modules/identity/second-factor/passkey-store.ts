import type { Database, Queries } from '../../../core/database/database.ts';

/** The public key of a passkey. */
export type StoredPasskey = {
  readonly credentialId: string;
  readonly userId: string;
  readonly publicKey: Buffer;
  readonly signCounter: number;
  readonly transports: readonly string[];
};
export type NewPasskey = StoredPasskey & { readonly name: string; readonly backedUp: boolean };

type PasskeyRow = Omit<StoredPasskey, 'signCounter'> & { readonly signCounter: string };
const COLUMNS =
  'credential_id as "credentialId", user_id as "userId", public_key as "publicKey", sign_counter as "signCounter", transports';

export type PasskeyStore = ReturnType<typeof createPasskeyStore>;

export function createPasskeyStore(database: Database, now: () => Date) {
  return {
    /** False if the passkey is already registered for any user. */
    add: async (queries: Queries, passkey: NewPasskey): Promise<boolean> =>
      (
        await queries.query({
          name: 'insert_passkey',
          text: `insert into auth_passkey (credential_id, user_id, public_key, sign_counter, transports, name, backed_up, created_at)
          values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning credential_id`,
          values: [
            passkey.credentialId,
            passkey.userId,
            passkey.publicKey,
            passkey.signCounter,
            [...passkey.transports],
            passkey.name,
            passkey.backedUp,
            now(),
          ],
        })
      ).length > 0,

    find: async (credentialId: string): Promise<StoredPasskey | null> => {
      const [row] = await database.query<PasskeyRow>({
        name: 'find_passkey',
        text: `select ${COLUMNS} from auth_passkey where credential_id = $1`,
        values: [credentialId],
      });
      return row === undefined ? null : { ...row, signCounter: Number(row.signCounter) };
    },

    listPasskeys: async (userId: string): Promise<StoredPasskey[]> => {
      const rows = await database.query<PasskeyRow>({
        name: 'list_passkeys',
        text: `select ${COLUMNS} from auth_passkey where user_id = $1 order by created_at`,
        values: [userId],
      });
      return rows.map((row) => ({ ...row, signCounter: Number(row.signCounter) }));
    },

    /** Advances the counter; false if it did not increase, which indicates a cloned passkey. */
    use: async (credentialId: string, signCounter: number): Promise<boolean> =>
      (
        await database.query({
          name: 'record_passkey_use',
          text: `update auth_passkey set sign_counter = $2, last_used_at = $3 where credential_id = $1 and (sign_counter < $2 or (sign_counter = 0 and $2 = 0)) returning credential_id`,
          values: [credentialId, signCounter, now()],
        })
      ).length > 0,

    rename: async (userId: string, credentialId: string, name: string): Promise<boolean> =>
      (
        await database.query({
          name: 'rename_passkey',
          text: 'update auth_passkey set name = $3 where credential_id = $1 and user_id = $2 returning credential_id',
          values: [credentialId, userId, name],
        })
      ).length > 0,

    remove: async (queries: Queries, userId: string, credentialId: string): Promise<boolean> =>
      (
        await queries.query({
          name: 'delete_passkey',
          text: 'delete from auth_passkey where credential_id = $1 and user_id = $2 returning credential_id',
          values: [credentialId, userId],
        })
      ).length > 0,

    removeAll: async (queries: Queries, userId: string): Promise<void> => {
      await queries.query({
        name: 'delete_passkeys',
        text: 'delete from auth_passkey where user_id = $1',
        values: [userId],
      });
    },
  };
}
