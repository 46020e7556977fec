import type { Queries } from '../../core/database/database.ts';
import { createSecretBox } from './secret-box.ts';
import { newSecret } from './secrets.ts';

/**
 * Random values that all servers of an installation share; made when first asked for, and stored
 * sealed by the key of the installation.
 */
export function createSecretStore(queries: Queries, installationKey: string) {
  const box = createSecretBox(installationKey, 'server-secret');
  return {
    /** `make`: for one that has a form of its own. */
    shared: async (name: string, make: () => string = newSecret): Promise<string> => {
      // Two servers may ask first at one instant: the insert of one wins and both read it.
      await queries.query({
        text: 'insert into server_secret (name, value) values ($1, $2) on conflict (name) do nothing',
        values: [name, box.seal(Buffer.from(make()), name).toString('base64url')],
      });
      const [row] = await queries.query<{ value: string }>({
        text: 'select value from server_secret where name = $1',
        values: [name],
      });
      const value = box.open(Buffer.from(row?.value ?? '', 'base64url'), name);
      if (value === null) throw new Error(`${name} was sealed by another installation key`);
      return value.toString();
    },
  };
}
