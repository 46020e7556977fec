import type { Database } from '../../database/database.ts';
import { newSecret } from './secrets.ts';

/** Random keys that all servers of an installation share; made when first asked for. `make`: for one that has a form of its own. */
export function createSecretStore(database: Database) {
  return {
    shared: async (name: string, make: () => string = newSecret): Promise<string> => {
      // Two servers may ask first at one instant: the insert of one wins and both read it.
      await database.query({
        text: 'insert into server_secret (name, value) values ($1, $2) on conflict (name) do nothing',
        values: [name, make()],
      });
      const [row] = await database.query<{ value: string }>({
        text: 'select value from server_secret where name = $1',
        values: [name],
      });
      if (row === undefined) throw new Error(`secret ${name} was not kept`);
      return row.value;
    },
  };
}
