import { ProblemError } from '@yamori/domain';
import type pg from 'pg';

/** Demo accounts are public, so demo data must never be served as a real installation. */
export type InstallationKind = 'demonstration' | 'real';

const ADVICE: Readonly<Record<InstallationKind, string>> = {
  demonstration:
    'this data belongs to a demo, whose accounts are public: run npm start, or set YAMORI_DATA (or DATABASE_URL) to another location for a real installation',
  real: 'this data belongs to a real installation, and a demo writes nothing into it: run npm run serve, or set YAMORI_DATA (or DATABASE_URL) to another location for the demo',
};

/**
 * Rejects a database of the other kind with `installation-is-demonstration` or
 * `installation-is-real`. Call it before the migrations, which write.
 */
export async function rejectOtherKind(
  client: pg.Client,
  expected: InstallationKind,
): Promise<void> {
  const found = await findKind(client);
  if (found === null || found === expected) return;
  throw new ProblemError(`installation-is-${found}`, { details: { advice: ADVICE[found] } });
}

/** Records the kind unless one is recorded. The caller holds the migration lock. */
export async function recordKind(client: pg.Client, kind: InstallationKind): Promise<void> {
  await client.query('insert into installation (kind) values ($1) on conflict do nothing', [kind]);
}

/** Null until a server has started on this database. */
async function findKind(client: pg.Client): Promise<InstallationKind | null> {
  if (await hasTable(client, 'installation')) {
    const { rows } = await client.query<{ kind: InstallationKind }>(
      'select kind from installation',
    );
    if (rows[0] !== undefined) return rows[0].kind;
  }
  return (await hasTable(client, 'documents')) ? inferKind(client) : null;
}

/** Versions before migration 164 recorded no kind; the documents show it. */
async function inferKind(client: pg.Client): Promise<InstallationKind | null> {
  const { rows } = await client.query<{ isDemo: boolean; isUsed: boolean }>(
    `select exists (select 1 from documents where path = 'domain/demo-maker') as "isDemo",
      exists (select 1 from documents) as "isUsed"`,
  );
  if (rows[0]?.isDemo === true) return 'demonstration';
  return rows[0]?.isUsed === true ? 'real' : null;
}

async function hasTable(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    'select to_regclass($1) is not null as found',
    [`public.${name}`],
  );
  return rows[0]?.found === true;
}
