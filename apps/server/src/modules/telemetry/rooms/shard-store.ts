import { z } from 'zod';
import type { Queries } from '../../../core/database/database.ts';
import type { Cursor, ServerRow, ShardRow } from './shard-rules.ts';

/** Statements on `servers` and `shards`; each runs in the caller's transaction. */

export type StoredServer = ServerRow & {
  /** Clock of its machine minus the database's clock. */
  readonly clockAheadMs: number;
};

export type TakenShard = {
  readonly shard: number;
  readonly epoch: number;
  readonly fromCursor: Cursor;
};

const cursor = z.record(z.string(), z.number());

/** PostgreSQL releases the locks of a stalled fenced transaction after this long. */
const IDLE_TIMEOUT = '4s';

export async function beat(
  queries: Queries,
  id: string,
  read: Cursor,
  clockAheadMs: number,
): Promise<void> {
  await queries.query({
    name: 'record_server_beat',
    text: `insert into servers (id, beat, cursor, clock_ahead_ms) values ($1, 1, $2, $3)
      on conflict (id) do update set beat = servers.beat + 1, cursor = excluded.cursor,
        clock_ahead_ms = excluded.clock_ahead_ms`,
    values: [id, read, toInteger(clockAheadMs)],
  });
}

const MAX_INTEGER = 2 ** 31 - 1;
/** Clamps to the column’s range: a clock may show 1970 or 2100. */
const toInteger = (ms: number): number =>
  Math.round(Math.max(-MAX_INTEGER, Math.min(MAX_INTEGER, ms)));

export async function setCursor(queries: Queries, id: string, read: Cursor): Promise<void> {
  await queries.query({
    name: 'update_server_cursor',
    text: 'update servers set cursor = $2 where id = $1',
    values: [id, read],
  });
}

/** Reads shards first: a server inserts its row before it takes one, so no owner looks dead. */
export async function readLeases(
  queries: Queries,
): Promise<{ readonly shards: ShardRow[]; readonly servers: StoredServer[] }> {
  const shards = await queries.query<{ shard: number; owner: string | null; epoch: string }>({
    name: 'list_shards',
    text: 'select shard, owner, epoch from shards order by shard',
  });
  const servers = await queries.query<StoredServer>({
    name: 'list_servers',
    text: 'select id, beat, clock_ahead_ms as "clockAheadMs" from servers',
  });
  return { shards: shards.map((row) => ({ ...row, epoch: Number(row.epoch) })), servers };
}

type TakenRow = { readonly shard: number; readonly epoch: string; readonly from_cursor: unknown };

const toTaken = ({ shard, epoch, from_cursor }: TakenRow): TakenShard => ({
  shard,
  epoch: Number(epoch),
  fromCursor: cursor.parse(from_cursor),
});

/** Those of `shards` that the server owns, with their epochs and cursors. */
export async function readTaken(
  queries: Queries,
  me: string,
  shards: readonly number[],
): Promise<TakenShard[]> {
  if (shards.length === 0) return [];
  const rows = await queries.query<TakenRow>({
    name: 'list_taken_shards',
    text: `select shard, epoch, from_cursor from shards where shard = any ($2::int[]) and owner = $1`,
    values: [me, shards],
  });
  return rows.map(toTaken);
}

/** Takes shards whose epoch is unchanged. Skips a shard that a commit has locked. */
export async function takeShards(
  queries: Queries,
  me: string,
  shards: readonly ShardRow[],
): Promise<TakenShard[]> {
  if (shards.length === 0) return [];
  const rows = await queries.query<TakenRow>({
    name: 'take_shards',
    text: `with free as (
        select s.shard from shards s join unnest($2::int[], $3::bigint[]) w (shard, epoch)
          on s.shard = w.shard and s.epoch = w.epoch for update of s skip locked)
      update shards s set owner = $1, epoch = s.epoch + 1,
        from_cursor = coalesce((select cursor from servers where id = s.owner), s.from_cursor)
      from free where s.shard = free.shard returning s.shard, s.epoch, s.from_cursor`,
    values: [me, shards.map(({ shard }) => shard), shards.map(({ epoch }) => epoch)],
  });
  return rows.map(toTaken);
}

/** Releases shards; skips one that a commit has locked until the next pass. */
export async function giveShards(
  queries: Queries,
  me: string,
  shards: readonly number[],
  read: Cursor,
): Promise<number[]> {
  if (shards.length === 0) return [];
  const rows = await queries.query<{ shard: number }>({
    name: 'give_shards',
    text: `with mine as (
        select shard from shards where shard = any ($2::int[]) and owner = $1
        for update skip locked)
      update shards s set owner = null, epoch = s.epoch + 1, from_cursor = $3
      from mine where s.shard = mine.shard returning s.shard`,
    values: [me, shards, read],
  });
  return rows.map(({ shard }) => shard);
}

/** Waits at most `limitMs` for commits that hold a shard. */
export async function leave(
  queries: Queries,
  me: string,
  read: Cursor,
  limitMs: number,
): Promise<void> {
  await queries.query({
    text: `select set_config('statement_timeout', $1, true)`,
    values: [`${limitMs}ms`],
  });
  await queries.query({
    name: 'delete_own_server',
    text: `with gone as (delete from servers where id = $1)
      update shards set owner = null, epoch = epoch + 1, from_cursor = $2 where owner = $1`,
    values: [me, read],
  });
}

/** Deletes the rows of servers that ended long ago and own nothing. */
export async function deleteServers(queries: Queries, gone: readonly ServerRow[]): Promise<void> {
  if (gone.length === 0) return;
  await queries.query({
    name: 'delete_servers',
    text: `delete from servers s using unnest($1::text[], $2::bigint[]) w (id, beat)
      where s.id = w.id and s.beat = w.beat and not exists (select from shards where owner = s.id)`,
    values: [gone.map(({ id }) => id), gone.map(({ beat: last }) => last)],
  });
}

/** Locks the shard until the transaction ends; returns false if its epoch changed. */
export async function lockShard(queries: Queries, shard: number, epoch: number): Promise<boolean> {
  const rows = await queries.query({
    name: 'lock_shard',
    text: `select set_config('idle_in_transaction_session_timeout', '${IDLE_TIMEOUT}', true)
      from shards where shard = $1 and epoch = $2 for share`,
    values: [shard, epoch],
  });
  return rows.length > 0;
}
