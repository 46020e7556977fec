import { refuse } from '@yamori/domain';
import type pg from 'pg';

/** A demonstration has public accounts, so its data must never be served as a real installation. */
export type InstallationKind = 'demonstration' | 'real';

const ADVICE: Readonly<Record<InstallationKind, string>> = {
  demonstration:
    'this data belongs to a demonstration, whose accounts are public: run npm start, or set YAMORI_DATA (or DATABASE_URL) to a place of its own for a real installation',
  real: 'this data belongs to a real installation, and a demonstration writes nothing into it: run npm run serve, or set YAMORI_DATA (or DATABASE_URL) to a place of its own for the demonstration',
};

/**
 * Refuses a database of the other kind. Runs before the migrations, so that nothing is written.
 * The code is `installation-is-demonstration` or `installation-is-real`.
 */
export async function refuseOtherKind(client: pg.Client, wanted: InstallationKind): Promise<void> {
  const found = await findKind(client);
  if (found === null || found === wanted) return;
  throw refuse(`installation-is-${found}`, { details: { advice: ADVICE[found] } });
}

/** Records the kind of a database that has none yet. The caller holds the migration lock. */
export async function recordKind(client: pg.Client, kind: InstallationKind): Promise<void> {
  await client.query('insert into installation (kind) values ($1) on conflict do nothing', [kind]);
}

/** Null while no server has started on this database. */
async function findKind(client: pg.Client): Promise<InstallationKind | null> {
  if (await hasTable(client, 'installation')) {
    const { rows } = await client.query<{ kind: InstallationKind }>(
      'select kind from installation',
    );
    if (rows[0] !== undefined) return rows[0].kind;
  }
  return (await hasTable(client, 'documents')) ? kindOfDocuments(client) : null;
}

/** Databases of versions before migration 164 recorded no kind; their documents show it. */
async function kindOfDocuments(client: pg.Client): Promise<InstallationKind | null> {
  const { rows } = await client.query<{ isDemonstration: boolean; isUsed: boolean }>(
    `select exists (select 1 from documents where path = 'domain/demo-maker') as "isDemonstration",
      exists (select 1 from documents) as "isUsed"`,
  );
  if (rows[0]?.isDemonstration === true) return 'demonstration';
  return rows[0]?.isUsed === true ? 'real' : null;
}

async function hasTable(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    'select to_regclass($1) is not null as found',
    [`public.${name}`],
  );
  return rows[0]?.found === true;
}
