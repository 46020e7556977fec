import type pg from 'pg';
import { RESTORE_MARK } from '../../core/database/migration-runner.ts';
import type { BackupSequence } from './backup-manifest.ts';

export type TableShape = {
  readonly name: string;
  readonly columns: readonly string[];
  readonly bytes: number;
};

/** The manifest lists the migrations, so the table is not backed up. */
const MIGRATIONS_TABLE = 'schema_migration';
/**
 * The changes of the last ten minutes, for open pages. They contain transaction numbers of this
 * cluster, so they mean nothing elsewhere; pages reload instead.
 */
const CHANGES_TABLE = 'document_changes';
const LEFT_OUT = [MIGRATIONS_TABLE, CHANGES_TABLE, RESTORE_MARK];

type TableRow = { name: string; columns: string[]; bytes: string };

/** The tables to back up, each after the tables that it references. */
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

/** Throws if tables reference each other in a cycle, because no restore order exists. */
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
        `tables reference each other in a cycle: ${waiting.map(({ name }) => name).join(', ')}`,
      );
    for (const table of ready) placed.add(table.name);
    ordered.push(...ready);
    waiting = waiting.filter(({ name }) => !placed.has(name));
  }
  return ordered;
}

/** The position of each sequence, never behind the rows of an earlier snapshot. */
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

/** Tables and sequences of the schema `public`. */
export async function readPresent(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm', 'S') order by c.relname`,
  );
  return rows.map(({ name }) => name);
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
