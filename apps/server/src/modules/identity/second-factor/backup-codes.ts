import { createHmac, randomInt } from 'node:crypto';
import type { Database, Queries } from '../../../core/database/database.ts';
import { deriveKey } from '../../../core/secrets/secret-box.ts';

export type BackupCodes = ReturnType<typeof createBackupCodes>;

const CODES = 10;
const CHARACTERS = 10;
/** Without easily confused characters: 0 and o, 1, i and l. Ten of 31 characters: 49 bits. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';

/**
 * Single-use codes on paper for a lost phone. Stored as HMACs with a key that is not in the
 * database.
 */
export function createBackupCodes(database: Database, secret: string) {
  const key = deriveKey(secret, 'backup-codes');
  const hashCode = (userId: string, code: string): string =>
    createHmac('sha256', key)
      .update(
        `${userId} ${code
          .normalize('NFKC')
          .toLowerCase()
          .replaceAll(/[^a-z0-9]/g, '')}`,
      )
      .digest('base64url');

  return {
    /** Replaces all codes with ten new ones. */
    renew: async (queries: Queries, userId: string): Promise<string[]> => {
      const codes = Array.from({ length: CODES }, newCode);
      await queries.query({
        name: 'void_backup_codes',
        text: 'delete from auth_backup_code where user_id = $1',
        values: [userId],
      });
      await queries.query({
        name: 'insert_backup_codes',
        text: 'insert into auth_backup_code (user_id, code_hash) select $1, unnest($2::text[])',
        values: [userId, codes.map((code) => hashCode(userId, code))],
      });
      return codes;
    },

    /** Consumes the code; true for one caller only. */
    take: async (userId: string, code: string): Promise<boolean> =>
      (
        await database.query({
          name: 'take_backup_code',
          text: 'delete from auth_backup_code where user_id = $1 and code_hash = $2 returning user_id',
          values: [userId, hashCode(userId, code)],
        })
      ).length > 0,

    left: async (queries: Queries, userId: string): Promise<number> => {
      const [row] = await queries.query<{ left: number }>({
        name: 'count_backup_codes',
        text: 'select count(*)::int as left from auth_backup_code where user_id = $1',
        values: [userId],
      });
      return row?.left ?? 0;
    },

    remove: async (queries: Queries, userId: string): Promise<void> => {
      await queries.query({
        name: 'delete_backup_codes',
        text: 'delete from auth_backup_code where user_id = $1',
        values: [userId],
      });
    },
  };
}

function newCode(): string {
  const characters = Array.from({ length: CHARACTERS }, () =>
    ALPHABET.charAt(randomInt(ALPHABET.length)),
  ).join('');
  return `${characters.slice(0, CHARACTERS / 2)}-${characters.slice(CHARACTERS / 2)}`;
}
