import type { Queries } from '../database/database.ts';
import { createSecretBox } from './secret-box.ts';
import { createHash, randomBytes } from 'node:crypto';

/**
 * Random secrets that all servers of an installation share. A secret is created on first use and
 * stored encrypted with the installation key.
 */
export function createSecretStore(queries: Queries, installationKey: string) {
  const box = createSecretBox(installationKey, 'server-secret');
  return {
    /** `make` creates a secret that needs another format. */
    shared: async (name: string, make: () => string = newSecret): Promise<string> => {
      // Two servers may create it simultaneously: one insert wins and both read that value.
      await queries.query({
        text: 'insert into server_secret (name, value) values ($1, $2) on conflict (name) do nothing',
        values: [name, box.seal(Buffer.from(make()), name).toString('base64url')],
      });
      const [row] = await queries.query<{ value: string }>({
        text: 'select value from server_secret where name = $1',
        values: [name],
      });
      const value = box.open(Buffer.from(row?.value ?? '', 'base64url'), name);
      if (value === null)
        throw new Error(
          `cannot decrypt the server secret ${name}: start with the installation key that sealed it`,
        );
      return value.toString();
    },
  };
}

const SECRET_BYTES = 32;

/** 256 random bits for tokens that people never type: sessions, links, states, tickets. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** Only the hash is stored. Secrets with 256 random bits need no salt. */
export const hashSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url');
