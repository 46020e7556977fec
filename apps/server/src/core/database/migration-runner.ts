import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Logger } from 'pino';
import { ProblemError } from '@yamori/domain';
import { recordKind, rejectOtherKind, type InstallationKind } from './installation-kind.ts';

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('migrations/', import.meta.url));

export type Migration = {
  readonly number: number;
  readonly name: string;
  readonly hash: string;
  readonly text: string;
};

export type MigrateOptions = {
  readonly isWanted?: (migration: Migration) => boolean;
  readonly kind?: InstallationKind;
};

/** Advisory lock key: any number that no other program on the same database uses. */
const ADVISORY_LOCK = 7_264_019_382;
const FILE_NAME = /^(\d{3})-([a-z0-9-]+)\.sql$/;

/**
 * Applies every missing migration in numeric order, each in its own transaction. When several
 * servers start together, one migrates and the others wait. `isWanted` selects migrations for the
 * restore of an older backup; without it an unfinished restore is an error. `kind` rejects a
 * database of the other kind and is recorded on a new database.
 */
export async function migrate(
  url: string,
  folder: string,
  log: Logger,
  { isWanted, kind }: MigrateOptions = {},
): Promise<readonly Migration[]> {
  const migrations = await readMigrations(folder);
  const client = new pg.Client({ connectionString: url, application_name: 'yamori-migrations' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    if (isWanted === undefined && (await isHalfRestored(client)))
      throw new ProblemError('restore-unfinished', {
        place: 'DATABASE_URL',
        details: {
          advice:
            'a restore into this database was broken off: run it again, or empty the database',
        },
      });
    const applied = await appliedHashes(client);
    checkApplied(migrations, applied);
    if (kind !== undefined) await rejectOtherKind(client, kind);
    const missing = migrations.filter(
      (migration) => !applied.has(migration.number) && isWanted?.(migration) !== false,
    );
    for (const migration of missing) {
      await apply(client, migration);
      log.info({ migration: migration.name }, 'migration applied');
    }
    if (kind !== undefined) await recordKind(client, kind);
    return missing;
  } finally {
    // Ending the connection also releases the lock.
    await client.end();
  }
}

/** Marker table that exists while a restore is incomplete. */
export const RESTORE_MARK = 'restore_under_way';

export async function isHalfRestored(client: pg.Client): Promise<boolean> {
  return (
    (
      await client.query(
        `select 1 from pg_class where relname = $1 and relnamespace = 'public'::regnamespace`,
        [RESTORE_MARK],
      )
    ).rows.length > 0
  );
}

/** Reads the files `NNN-name.sql` by number. Throws for other names and duplicate numbers. */
export async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const migrations = new Map<number, Migration>();
  for (const file of (await readdir(folder)).sort()) {
    const [, digits, name] = FILE_NAME.exec(file) ?? [];
    if (digits === undefined || name === undefined)
      throw new ProblemError('migration-file-name', { place: file });
    const number = Number(digits);
    if (migrations.has(number)) throw new ProblemError('migration-number-twice', { place: file });
    // The hash must not depend on the line endings of the checkout.
    const text = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
    migrations.set(number, {
      number,
      name: file,
      text,
      hash: createHash('sha256').update(text).digest('hex'),
    });
  }
  return [...migrations.values()];
}

async function appliedHashes(
  client: pg.Client,
): Promise<ReadonlyMap<number, { name: string; hash: string }>> {
  await client.query(`create table if not exists schema_migration (
    number integer primary key, name text not null, hash text not null, applied_at timestamptz not null default now())`);
  const { rows } = await client.query<{ number: number; name: string; hash: string }>(
    'select number, name, hash from schema_migration',
  );
  return new Map(rows.map((row) => [row.number, row]));
}

function checkApplied(
  migrations: readonly Migration[],
  applied: ReadonlyMap<number, { name: string; hash: string }>,
): void {
  const known = new Map(migrations.map((migration) => [migration.number, migration]));
  for (const [number, row] of applied) {
    const migration = known.get(number);
    if (migration === undefined)
      throw new ProblemError('migration-unknown', {
        place: row.name,
        details: { advice: 'this database was used by a newer version; start that one' },
      });
    if (migration.hash !== row.hash)
      throw new ProblemError('migration-changed', {
        place: migration.name,
        details: { advice: 'an applied migration may not be edited; add a new one' },
      });
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.text);
    await client.query('insert into schema_migration (number, name, hash) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.hash,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(
      `migration ${migration.name} failed: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}
