import type { Database, Queries } from '../../database/database.ts';

/** Identity of a press, by its frame, so that every server recognises it. */
type PressKey = {
  readonly serial: string;
  readonly streamId: number;
  readonly sequence: number;
  readonly deviceTimeUs: number;
};

export type ReceivedPress = PressKey & {
  readonly receivedMs: number;
  /** When a press was made that is too late for a call; null for every other press. */
  readonly lateAt: Date | null;
};

/** A press without a call. */
export type WaitingPress = PressKey & { readonly receivedAt: Date };
/** A late press without an entry in the list of alarms. */
export type LatePress = WaitingPress & { readonly pressedAt: Date };

/**
 * Presses of call buttons, each once. A press waits here from the commit of its frame until the
 * commit of its call.
 */
export type PressStore = {
  readonly isCalled: (press: PressKey) => Promise<boolean>;
  /**
   * Call it in the transaction of the call. Returns false if another one has claimed this press.
   */
  readonly claim: (queries: Queries, key: PressKey, call: PressCall) => Promise<boolean>;
  /** The oldest press of each device first, then the second of each; at most `limit`. */
  readonly waiting: (limit: number) => Promise<WaitingPress[]>;
  /** Discards a press whose device is in no room. Returns false if another server did. */
  readonly dismiss: (key: PressKey, at: Date) => Promise<boolean>;
  /** The oldest late presses; at most `limit`. */
  readonly late: (limit: number) => Promise<LatePress[]>;
  /**
   * Call it in the transaction of the entry, or without one to discard the press. Returns false if
   * another one has claimed it.
   */
  readonly claimLate: (key: PressKey, queries?: Queries) => Promise<boolean>;
  readonly deleteOld: (receivedBefore: Date) => Promise<void>;
};

type PressCall = { readonly roomId: string; readonly receivedAt: Date; readonly at: Date };

const KEY = 'serial = $1 and stream_id = $2 and sequence = $3 and device_time_us = $4';
const keyValues = ({ serial, streamId, sequence, deviceTimeUs }: PressKey) => [
  serial,
  streamId,
  sequence,
  deviceTimeUs,
];

/** Rows per delete statement. */
const DELETE_BATCH = 500;

export function createPressStore(database: Database): PressStore {
  return {
    async isCalled(key) {
      const rows = await database.query({
        name: 'check_press_called',
        text: `select 1 from room_presses where ${KEY} and called_at is not null`,
        values: keyValues(key),
      });
      return rows.length > 0;
    },
    async claim(queries, key, { roomId, receivedAt, at }) {
      const rows = await queries.query({
        name: 'claim_press',
        text: `insert into room_presses (serial, stream_id, sequence, device_time_us, received_at, room_id, called_at)
          values ($1, $2, $3, $4, $5, $6, $7)
          on conflict (serial, stream_id, sequence, device_time_us) do update set room_id = excluded.room_id, called_at = excluded.called_at
            where room_presses.called_at is null
          returning 1`,
        values: [...keyValues(key), receivedAt, roomId, at],
      });
      return rows.length > 0;
    },
    async waiting(limit) {
      const rows = await database.query<PressRow>({
        name: 'list_waiting_presses',
        text: `select serial, stream_id, sequence, device_time_us, received_at from (
            select *, row_number() over (partition by serial order by received_at) as place
            from room_presses where called_at is null) press
          order by place, received_at limit $1`,
        values: [limit],
      });
      return rows.map(toWaitingPress);
    },
    async late(limit) {
      const rows = await database.query<PressRow & { readonly late_at: Date }>({
        name: 'list_late_presses',
        text: `select serial, stream_id, sequence, device_time_us, received_at, late_at
          from room_presses where late_at is not null order by received_at limit $1`,
        values: [limit],
      });
      return rows.map((row) => ({ ...toWaitingPress(row), pressedAt: row.late_at }));
    },
    async claimLate(key, queries = database) {
      const rows = await queries.query({
        name: 'claim_late_press',
        text: `update room_presses set late_at = null where ${KEY} and late_at is not null returning 1`,
        values: keyValues(key),
      });
      return rows.length > 0;
    },
    async dismiss(key, at) {
      const rows = await database.query({
        name: 'dismiss_press',
        text: `update room_presses set called_at = $5 where ${KEY} and called_at is null returning 1`,
        values: [...keyValues(key), at],
      });
      return rows.length > 0;
    },
    async deleteOld(receivedBefore) {
      await database.query({
        name: 'delete_old_presses',
        text: `delete from room_presses where ctid = any (array(
          select ctid from room_presses where called_at is not null and received_at < $1
          order by received_at limit ${DELETE_BATCH} for update skip locked))`,
        values: [receivedBefore],
      });
    },
  };
}

type PressRow = {
  readonly serial: string;
  readonly stream_id: number;
  readonly sequence: string;
  readonly device_time_us: string;
  readonly received_at: Date;
};

const toWaitingPress = (row: PressRow): WaitingPress => ({
  serial: row.serial,
  streamId: row.stream_id,
  sequence: Number(row.sequence),
  deviceTimeUs: Number(row.device_time_us),
  receivedAt: row.received_at,
});

/** Call it in the group commit of the frames. Known presses stay unchanged. */
export async function insertPresses(
  queries: Queries,
  presses: readonly ReceivedPress[],
): Promise<void> {
  await queries.query({
    name: 'insert_press',
    text: `insert into room_presses (serial, stream_id, sequence, device_time_us, received_at, called_at, late_at)
      select serial, stream_id, sequence, device_time_us, received_at, case when late_at is not null then received_at end, late_at
      from unnest($1::text[], $2::int[], $3::bigint[], $4::bigint[], $5::timestamptz[], $6::timestamptz[])
        as press (serial, stream_id, sequence, device_time_us, received_at, late_at)
      order by 1, 2, 3, 4 on conflict do nothing`,
    values: [
      presses.map(({ serial }) => serial),
      presses.map(({ streamId }) => streamId),
      presses.map(({ sequence }) => sequence),
      presses.map(({ deviceTimeUs }) => deviceTimeUs),
      presses.map(({ receivedMs }) => new Date(receivedMs)),
      presses.map(({ lateAt }) => lateAt),
    ],
  });
}
