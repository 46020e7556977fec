import { sequenceDistance } from '@yamori/frames';
import type { Database, Queries } from '../../database/database.ts';
import { slotOf, type FrameToStage, type SlotKey } from '../timeline-frame.ts';

/*
 * What each group commit brought, numbered by its server without a gap: what lies behind a number
 * is known without looking at open transactions.
 */

/** For each server the number of the last commit that was read; a missing server: nothing. */
export type LogCursor = Readonly<Record<string, number>>;

/** Frames of one slot of one stream that follow each other without a gap. */
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

export function entryOf(server: string, number: number, frames: readonly FrameToStage[]): LogEntry {
  const receivedMs = Math.min(...frames.map((frame) => Math.floor(frame.receivedMs)));
  return { server, number, receivedMs, heads: headsOf(frames) };
}

function headsOf(frames: readonly FrameToStage[]): LogHead[] {
  const done: LogHead[] = [];
  const open = new Map<string, LogHead>();
  for (const { serial, streamId, sequence, deviceTimeUs } of frames) {
    const slot = slotOf(deviceTimeUs);
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

/** The servers that the log tells of, by a look at the index for each. */
const SERVERS = `recursive known as (
    (select server from staging_log order by server limit 1)
    union all
    select (select server from staging_log where server > known.server order by server limit 1)
    from known where known.server is not null)`;

/**
 * Entries behind a cursor that were received at `fromMs` or later, `limit` of each server at most,
 * in the order of their numbers.
 */
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
    name: 'staging-log-read',
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

/** The last number of each server. */
async function readLogEnd(queries: Queries): Promise<LogCursor> {
  const rows = await queries.query<{ server: string; number: string }>({
    name: 'staging-log-end',
    text: `with ${SERVERS} select known.server,
        (select max(number) from staging_log where server = known.server) as number
      from known where known.server is not null`,
  });
  return Object.fromEntries(rows.map(({ server, number }) => [server, Number(number)]));
}

/** Where an entry is behind no owner's cursor any more, it stays for as long as rules warm up. */
const KEPT_READ_MS = 180_000;
/** An owner that is further behind than this has lost the rest. */
export const LOG_KEPT_MS = 900_000;
/** Entries of a server that one pass deletes. */
const DELETED_AT_ONCE = 10_000;

async function deleteOldEntries(queries: Queries, nowMs: number): Promise<void> {
  await queries.query({
    name: 'staging-log-delete',
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
          where server = read.server order by number limit ${DELETED_AT_ONCE}) entry
        where entry.received_ms < $1 or (entry.received_ms < $2 and entry.number <= read.number))
      delete from staging_log where (server, number) in (select server, number from old)`,
    values: [nowMs - LOG_KEPT_MS, nowMs - KEPT_READ_MS],
  });
}

/** The log as the rules of rooms read it. */
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

/** Numbers the commits of one server, one after the other. */
type LogNumbers = {
  /** Of the commit that is about to be made. */
  readonly next: () => Promise<number>;
  readonly committed: (number: number) => void;
  /** It is not known whether the commit was made. */
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
