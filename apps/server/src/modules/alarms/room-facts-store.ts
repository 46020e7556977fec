import { engineState, type EngineState, type Observed } from '@yamori/domain';
import type { Database } from '../../core/database/database.ts';
import { NO_FENCE, type LeaseFence } from '../../core/database/lease-fence.ts';
import { readLines } from './facts-log.ts';

/** A part of a room's log: the state of the rules when it began, and the observations since. */
export type FactsPart = {
  readonly roomId: string;
  readonly beginsAtMs: number;
  readonly endsAtMs: number;
  readonly state: EngineState;
  readonly observed: readonly Observed[];
  /** Characters of its text. */
  readonly length: number;
};

/**
 * Lines to append to a part; the first append creates it. `offset`: characters of the part before
 * them, so that an append whose reply was lost can be repeated.
 */
export type FactsLines = {
  readonly roomId: string;
  readonly beginsAtMs: number;
  readonly endsAtMs: number;
  readonly state: EngineState;
  readonly offset: number;
  readonly lines: readonly string[];
};

export const joinLines = (lines: readonly string[]): string =>
  lines.map((one) => `${one}\n`).join('');

export type RoomFactsStore = {
  readonly append: (parts: readonly FactsLines[]) => Promise<void>;
  /**
   * The last part of a room that began before `nowMs`, which ignores parts of a wrong clock;
   * null if there is none.
   */
  readonly last: (roomId: string, nowMs: number) => Promise<FactsPart | null>;
  /**
   * All parts that overlap a range, in order of time. Of two overlapping parts, the earlier is cut
   * where the later begins.
   */
  readonly between: (roomId: string, fromMs: number, toMs: number) => Promise<FactsPart[]>;
  /** The same in batches: a month of a room does not fit in memory. For backtests. */
  readonly each: (
    roomId: string,
    fromMs: number,
    toMs: number,
  ) => AsyncGenerator<FactsPart, void, void>;
};

/** Each append deletes this many expired parts. */
const DELETE_BATCH_SIZE = 20;
/** The clock of the server that wrote the part may be a little ahead. */
const BEGINS_AHEAD_MS = 2_000;
/** Hours read together. */
const READ_BATCH_SIZE = 24;

type Row = {
  readonly begins_at: Date;
  readonly ends_at: Date;
  readonly state: unknown;
  readonly entries: string;
};

/** `fence`: only the server that owns a room writes its log. */
export function createRoomFactsStore(
  database: Database,
  keptDays: number,
  fence: LeaseFence = NO_FENCE,
): RoomFactsStore {
  const keptMs = keptDays * 86_400_000;
  return {
    async append(parts) {
      if (parts.length === 0) return;
      await database.transaction(async (queries) => {
        for (const { roomId } of parts) await fence(queries, roomId);
        await queries.query({
          name: 'room_facts_append',
          text: `with old as (delete from room_facts where (room_id, begins_at) in (
            select room_id, begins_at from room_facts where expires_at < $7 order by expires_at limit ${DELETE_BATCH_SIZE} for update skip locked)),
          part as (select * from unnest($1::text[], $2::timestamptz[], $3::timestamptz[], $4::jsonb[], $5::text[], $6::timestamptz[], $8::int[])
            as part (room_id, begins_at, ends_at, state, entries, expires_at, "offset")),
          added as (update room_facts stored set entries = left(stored.entries, part."offset") || part.entries, ends_at = greatest(stored.ends_at, part.ends_at)
            from part where stored.room_id = part.room_id and stored.begins_at = part.begins_at returning stored.room_id, stored.begins_at)
          insert into room_facts (room_id, begins_at, ends_at, state, entries, expires_at)
          select room_id, begins_at, ends_at, state, entries, expires_at from part
          where not exists (select from added where added.room_id = part.room_id and added.begins_at = part.begins_at)`,
          values: [
            parts.map(({ roomId }) => roomId),
            parts.map(({ beginsAtMs }) => new Date(beginsAtMs)),
            parts.map(({ endsAtMs }) => new Date(endsAtMs)),
            parts.map(({ state }) => JSON.stringify(state)),
            parts.map(({ lines }) => joinLines(lines)),
            parts.map(({ beginsAtMs }) => new Date(beginsAtMs + keptMs)),
            new Date(Math.max(...parts.map(({ endsAtMs }) => endsAtMs))),
            parts.map(({ offset }) => offset),
          ],
        });
      });
    },
    async last(roomId, nowMs) {
      const [row] = await database.query<Row>({
        name: 'room_facts_last',
        text: `select begins_at, ends_at, state, entries from room_facts
          where room_id = $1 and begins_at <= $2 order by begins_at desc limit 1`,
        values: [roomId, new Date(nowMs + BEGINS_AHEAD_MS)],
      });
      return row === undefined ? null : toPart(roomId, row);
    },
    async between(roomId, fromMs, toMs) {
      const rows = await database.query<Row>({
        name: 'room_facts_between',
        text: 'select begins_at, ends_at, state, entries from room_facts where room_id = $1 and begins_at < $3 and ends_at > $2 order by begins_at',
        values: [roomId, new Date(fromMs), new Date(toMs)],
      });
      const parts = rows.map((row) => toPart(roomId, row));
      return parts.map((part, index) => endedBy(part, parts[index + 1]));
    },
    async *each(roomId, fromMs, toMs) {
      // Yielded once the next part is known.
      let held: FactsPart | undefined;
      for (;;) {
        const rows = await database.query<Row>({
          name: 'room_facts_each',
          text: `select begins_at, ends_at, state, entries from room_facts where room_id = $1 and begins_at < $3 and ends_at > $2 and begins_at > $4 order by begins_at limit ${READ_BATCH_SIZE}`,
          values: [roomId, new Date(fromMs), new Date(toMs), new Date(held?.beginsAtMs ?? 0)],
        });
        for (const row of rows) {
          const part = toPart(roomId, row);
          if (held !== undefined) yield endedBy(held, part);
          held = part;
        }
        if (rows.length < READ_BATCH_SIZE) break;
      }
      if (held !== undefined) yield held;
    },
  };
}

function toPart(roomId: string, { begins_at, ends_at, state, entries }: Row): FactsPart {
  const began = engineState.parse(state);
  return {
    roomId,
    beginsAtMs: begins_at.getTime(),
    endsAtMs: ends_at.getTime(),
    state: began,
    observed: readLines(entries, begins_at.getTime(), began.facts),
    length: entries.length,
  };
}

/** Two servers that briefly both owned the room logged the same; the later part continues. */
function endedBy(part: FactsPart, next: FactsPart | undefined): FactsPart {
  if (next === undefined || part.endsAtMs <= next.beginsAtMs) return part;
  return {
    ...part,
    endsAtMs: next.beginsAtMs,
    observed: part.observed.filter(({ atMs }) => atMs < next.beginsAtMs),
  };
}
