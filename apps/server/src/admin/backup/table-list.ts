import type pg from 'pg';
import { RESTORE_MARK } from '../../core/database/migration-runner.ts';
import type { BackupSequence } from './backup-manifest.ts';

export type TableShape = {
  readonly name: string;
  readonly columns: readonly string[];
  readonly bytes: number;
};

/** What migrations have run is said by the manifest and not by rows. */
const MIGRATIONS_TABLE = 'schema_migration';
/**
 * Ten minutes of changes for open pages, with this cluster's transaction numbers: elsewhere these
 * mean nothing, and pages load again.
 */
const CHANGES_TABLE = 'document_changes';
const LEFT_OUT = [MIGRATIONS_TABLE, CHANGES_TABLE, RESTORE_MARK];

type TableRow = { name: string; columns: string[]; bytes: string };

/** The tables that hold what is to be kept, each after those that its rows refer to. */
export async function readTables(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableRow>({
    text: `select c.relname as name, pg_total_relation_size(c.oid) as bytes,
        array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' and c.relname <> all($1) order by c.relname`,
    values: [LEFT_OUT],
  });
  const { rows: links } = await client.query<{ from_table: string; to_table: string }>(
    `select f.relname as from_table, t.relname as to_table from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid where k.contype = 'f' and f.oid <> t.oid`,
  );
  const before = Map.groupBy(links, (link) => link.from_table);
  return inOrder(
    rows.map(({ name, columns, bytes }) => ({ name, columns, bytes: Number(bytes) })),
    (name) => (before.get(name) ?? []).map((link) => link.to_table),
  );
}

/**
 * @throws Error where tables refer to each other in a ring: their rows could be put nowhere first
 */
function inOrder(
  tables: readonly TableShape[],
  before: (name: string) => readonly string[],
): TableShape[] {
  const ordered: TableShape[] = [];
  const placed = new Set<string>();
  let waiting = [...tables];
  const known = new Set(tables.map(({ name }) => name));
  while (waiting.length > 0) {
    const ready = waiting.filter(({ name }) =>
      before(name).every((other) => placed.has(other) || !known.has(other)),
    );
    if (ready.length === 0)
      throw new Error(
        `tables refer to each other in a ring: ${waiting.map(({ name }) => name).join(', ')}`,
      );
    for (const table of ready) placed.add(table.name);
    ordered.push(...ready);
    waiting = waiting.filter(({ name }) => !placed.has(name));
  }
  return ordered;
}

/** Where each sequence stands; never behind the rows of a snapshot that was taken before. */
export async function readSequences(client: pg.ClientBase): Promise<BackupSequence[]> {
  const { rows } = await client.query<{ name: string; value: string | null; first: string }>(
    `select sequencename as name, last_value as value, start_value as first from pg_sequences where schemaname = 'public' order by sequencename`,
  );
  return rows.map(({ name, value, first }) => ({
    name,
    value: value ?? first,
    isCalled: value !== null,
  }));
}

/** Tables and sequences of the schema that everything lies in. */
export async function readPresent(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm', 'S') order by c.relname`,
  );
  return rows.map(({ name }) => name);
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
