import { sequenceDistance } from '@yamori/frames';
import type { Database, Queries } from '../../database/database.ts';
import { toSlot, type FrameToStage, type SlotKey } from '../timeline-frame.ts';

/*
 * Log of group commits, numbered without gaps by each server, so that a reader can resume after a
 * number regardless of open transactions.
 */

/** Number of the last commit read, by server; a missing server means none. */
export type LogCursor = Readonly<Record<string, number>>;

/** A gapless run of frames of one slot of one stream. */
export type LogHead = SlotKey & {
  readonly firstSequence: number;
  readonly frameCount: number;
  readonly firstUs: number;
};

export type LogEntry = {
  readonly server: string;
  readonly number: number;
  readonly receivedMs: number;
  readonly heads: readonly LogHead[];
};

type PackedHead = readonly [string, number, number, number, number, number];

export function toLogEntry(
  server: string,
  number: number,
  frames: readonly FrameToStage[],
): LogEntry {
  const receivedMs = Math.min(...frames.map((frame) => Math.floor(frame.receivedMs)));
  return { server, number, receivedMs, heads: toHeads(frames) };
}

function toHeads(frames: readonly FrameToStage[]): LogHead[] {
  const done: LogHead[] = [];
  const open = new Map<string, LogHead>();
  for (const { serial, streamId, sequence, deviceTimeUs } of frames) {
    const slot = toSlot(deviceTimeUs);
    const name = `${streamId}/${serial}`;
    const head = open.get(name);
    const isNext =
      head?.slot === slot && sequenceDistance(head.firstSequence, sequence) === head.frameCount;
    if (head !== undefined && isNext) {
      open.set(name, { ...head, frameCount: head.frameCount + 1 });
      continue;
    }
    if (head !== undefined) done.push(head);
    open.set(name, {
      serial,
      streamId,
      slot,
      firstSequence: sequence,
      frameCount: 1,
      firstUs: deviceTimeUs,
    });
  }
  return [...done, ...open.values()];
}

/** Values of `LOG_COLUMNS`. */
export const logValues = ({ server, number, receivedMs, heads }: LogEntry): unknown[] => [
  server,
  number,
  receivedMs,
  JSON.stringify(
    heads.map((head): PackedHead => [
      head.serial,
      head.streamId,
      head.slot,
      head.firstSequence,
      head.frameCount,
      head.firstUs,
    ]),
  ),
];
export const LOG_COLUMNS = 'server, number, received_ms, heads';

/** The servers in the log, by a loose index scan. */
const SERVERS = `recursive known as (
    (select server from staging_log order by server limit 1)
    union all
    select (select server from staging_log where server > known.server order by server limit 1)
    from known where known.server is not null)`;

/** Entries after a cursor received at `fromMs` or later, at most `limit` per server, by number. */
async function readLog(
  queries: Queries,
  behind: LogCursor,
  limit: number,
  fromMs = 0,
): Promise<LogEntry[]> {
  const rows = await queries.query<{
    server: string;
    number: string;
    received_ms: string;
    heads: PackedHead[];
  }>({
    name: 'read_staging_log',
    text: `with ${SERVERS} select entry.* from known cross join lateral (
        select ${LOG_COLUMNS} from staging_log
        where server = known.server and received_ms >= $2
          and number > coalesce(($1::jsonb ->> known.server)::bigint, 0)
        order by number limit $3) entry`,
    values: [JSON.stringify(behind), Math.floor(fromMs), limit],
  });
  return rows.map((row) => ({
    server: row.server,
    number: Number(row.number),
    receivedMs: Number(row.received_ms),
    heads: row.heads.map(([serial, streamId, slot, firstSequence, frameCount, firstUs]) => ({
      serial,
      streamId,
      slot,
      firstSequence,
      frameCount,
      firstUs,
    })),
  }));
}

/** Last number of each server. */
async function readLogEnd(queries: Queries): Promise<LogCursor> {
  const rows = await queries.query<{ server: string; number: string }>({
    name: 'read_staging_log_end',
    text: `with ${SERVERS} select known.server,
        (select max(number) from staging_log where server = known.server) as number
      from known where known.server is not null`,
  });
  return Object.fromEntries(rows.map(({ server, number }) => [server, Number(number)]));
}

/** Retention of entries that all owners have read, for the warm-up of rules. */
const READ_RETENTION_MS = 180_000;
/** Retention of unread entries; an owner further behind has lost the rest. */
export const LOG_RETENTION_MS = 900_000;
/** Entries deleted per server and pass. */
const DELETE_BATCH = 10_000;

async function deleteOldEntries(queries: Queries, nowMs: number): Promise<void> {
  await queries.query({
    name: 'delete_staging_log',
    text: `with ${SERVERS}, read as (
        select server, least(
            (select min(coalesce((owner.cursor ->> known.server)::bigint, 0)) from servers owner
              where exists (select from shards where shards.owner = owner.id)),
            (select min(coalesce((from_cursor ->> known.server)::bigint, 0)) from shards
              where owner is null)) as number
        from known where known.server is not null),
      old as (
        select entry.server, entry.number from read cross join lateral (
          select server, number, received_ms from staging_log
          where server = read.server order by number limit ${DELETE_BATCH}) entry
        where entry.received_ms < $1 or (entry.received_ms < $2 and entry.number <= read.number))
      delete from staging_log where (server, number) in (select server, number from old)`,
    values: [nowMs - LOG_RETENTION_MS, nowMs - READ_RETENTION_MS],
  });
}

/** The log for the alarm rules of rooms. */
export type StagingLog = {
  readonly read: (behind: LogCursor, limit: number, fromMs?: number) => Promise<LogEntry[]>;
  readonly end: () => Promise<LogCursor>;
  readonly deleteOld: (nowMs: number) => Promise<void>;
};

export const createStagingLog = (database: Database): StagingLog => ({
  read: (behind, limit, fromMs) => readLog(database, behind, limit, fromMs),
  end: () => readLogEnd(database),
  deleteOld: (nowMs) => deleteOldEntries(database, nowMs),
});

/** Numbers the commits of one server consecutively. */
type LogNumbers = {
  /** Number of the next commit. */
  readonly next: () => Promise<number>;
  readonly committed: (number: number) => void;
  /** The outcome of the commit is unknown. */
  readonly failed: () => void;
};

export function createLogNumbers(database: Database, server: string): LogNumbers {
  let last = 0;
  let isSure = true;
  return {
    async next() {
      if (!isSure) last = Math.max(last, (await readLogEnd(database))[server] ?? 0);
      return last + 1;
    },
    committed(number) {
      last = number;
      isSure = true;
    },
    failed() {
      isSure = false;
    },
  };
}
