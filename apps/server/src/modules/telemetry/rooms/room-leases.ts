import type { Database, Queries } from '../../../core/database/database.ts';
import { LeaseLost, type LeaseFence } from '../../../core/database/lease-fence.ts';
import type { Bus } from '../../../core/messaging/bus.ts';
import {
  decideLeases,
  lowestCursor,
  MAX_GIVEN,
  NOTHING_OBSERVED,
  observeBeats,
  getShard,
  UNSURE_AFTER_MS,
  type Cursor,
  type LeaseDecision,
  type Observation,
  type ServerRow,
  type ShardRow,
} from './shard-rules.ts';
import {
  beat,
  deleteServers,
  giveShards,
  leave,
  lockShard,
  readLeases,
  readTaken,
  setCursor,
  takeShards,
  type StoredServer,
  type TakenShard,
} from './shard-store.ts';

/**
 * Which rooms this server owns. Rooms are divided into 256 shards; a shard belongs to the server in
 * its PostgreSQL row, as long as that server’s heartbeat advances. Independent of the Bus. `key` is
 * the id of a room, or the serial of a device without a room.
 */
export type RoomLeases = {
  /** False while this server is unsure because it could not renew its lease. */
  readonly owns: (key: string) => boolean;
  /**
   * Changes with each owner of the shard; null while this server does not own it or is releasing
   * it. Unaffected while this server is only unsure.
   */
  readonly getEpoch: (key: string) => number | null;
  readonly getShard: (key: string) => number;
  /** Increases whenever a `getEpoch` result changes. */
  readonly revision: () => number;
  /** All servers as of the last pass, sorted by id. */
  readonly serverStatus: () => readonly ServerStatus[];
  /** Live servers, sorted. */
  readonly servers: () => readonly string[];
  /** False after a handover, while another server may have failed, and while this one is unsure. */
  readonly isSettled: () => boolean;
  /** True after a handover and while another server may be dying, as long as this one is sure. */
  readonly isMoving: () => boolean;
  readonly fence: LeaseFence;
  /** Number of commits that a fence rejected. */
  readonly refusals: () => number;
  /** Renews, takes and releases leases; call it once a second. Never rejects. */
  readonly pass: () => Promise<void>;
  /** Releases all shards. */
  readonly close: () => Promise<void>;
};

type ServerStatus = {
  readonly id: string;
  /** Increases once a second while the server runs. */
  readonly beat: number;
  readonly isAlive: boolean;
  /** Number of shards that it owns, of 256. */
  readonly shards: number;
  readonly clockAheadMs: number;
};

type RoomLeasesOptions = {
  readonly database: Database;
  readonly bus: Bus;
  readonly serverId: string;
  /** Monotonic milliseconds. */
  readonly elapsedMs: () => number;
  /** How far this server has read the staging log of each server. */
  readonly cursor: () => Cursor;
  /** Clock of this machine minus the database's clock; 0 by default. */
  readonly clockAheadMs?: () => number;
  /** Called after this server has taken the shards. */
  readonly onTaken?: (
    taken: readonly { readonly shard: number; readonly fromCursor: Cursor }[],
  ) => void;
  readonly log: { readonly warn: (fields: object, text: string) => void };
};

/** Announces free shards: other servers run a pass immediately. */
const NUDGE_SUBJECT = 'servers.nudge';
const CLOSE_LIMIT_MS = 2_000;
/** Rows of stopped servers are retained as long as the staging log. */
const SERVER_RETENTION_MS = 900_000;

/** Shards that this server stops serving in this pass and releases in the next. */
type Leaving = { readonly shards: ReadonlySet<number>; readonly cursor: Cursor };
const NOTHING_LEAVING: Leaving = { shards: new Set(), cursor: {} };

type PassResult = {
  readonly servers: readonly StoredServer[];
  readonly rows: readonly ShardRow[];
  readonly observation: Observation;
  readonly decision: LeaseDecision;
  readonly taken: readonly TakenShard[];
  readonly given: readonly number[];
  readonly leaving: Leaving;
};

export function createRoomLeases(options: RoomLeasesOptions): RoomLeases {
  const { database, bus, serverId, elapsedMs, log } = options;
  let held: ReadonlyMap<number, number> = new Map();
  let leaving = NOTHING_LEAVING;
  let observation = NOTHING_OBSERVED;
  let living: readonly string[] = [serverId];
  let status: readonly ServerStatus[] = [];
  let owners = '';
  let isStable = false;
  let renewedAtMs = Number.NEGATIVE_INFINITY;
  let revision = 0;
  let refusals = 0;
  let passing: Promise<void> | null = null;
  let hasFailed = false;
  let isClosed = false;

  const isSure = (): boolean => elapsedMs() - renewedAtMs < UNSURE_AFTER_MS;
  const getEpoch = (key: string): number | null => {
    const shard = getShard(key);
    return leaving.shards.has(shard) ? null : (held.get(shard) ?? null);
  };
  /** Frames of leaving shards are no longer read here. */
  const safeCursor = (): Cursor =>
    leaving.shards.size === 0 ? options.cursor() : lowestCursor(leaving.cursor, options.cursor());

  /** One transaction: a server that cannot take shards does not renew its lease either. */
  async function passWithin(queries: Queries): Promise<PassResult> {
    await beat(queries, serverId, safeCursor(), options.clockAheadMs?.() ?? 0);
    const { shards: rows, servers } = await readLeases(queries);
    const nowMs = elapsedMs();
    const observed = observeBeats(observation, servers, nowMs);
    const decision = decideLeases({ me: serverId, nowMs, observation: observed, shards: rows });
    const unreported = findUnreported(rows, serverId, held);
    const taken = [
      ...(await readTaken(queries, serverId, unreported)),
      ...(await takeShards(queries, serverId, decision.take)),
    ];
    if (taken.length > 0) {
      const cursors = taken.map(({ fromCursor }) => fromCursor);
      await setCursor(queries, serverId, cursors.reduce(lowestCursor, safeCursor()));
    }
    const due = decision.give.filter((shard) => leaving.shards.has(shard));
    const given = await giveShards(queries, serverId, due, leaving.cursor);
    await deleteServers(queries, findExpired(servers, observed, nowMs));
    const next = decision.give.filter((shard) => !given.includes(shard)).slice(0, MAX_GIVEN);
    const nextLeaving = { shards: new Set(next), cursor: safeCursor() };
    return { servers, rows, observation: observed, decision, taken, given, leaving: nextLeaving };
  }

  function adopt(result: PassResult, startedMs: number): void {
    const { rows, decision, taken, given } = result;
    const mine = rows.filter(({ owner, shard }) => owner === serverId && !given.includes(shard));
    const next = new Map([...mine, ...taken].map(({ shard, epoch }) => [shard, epoch]));
    if (describe(next, result.leaving) !== describe(held, leaving)) revision += 1;
    const nextOwners = rows.map(({ owner }) => owner ?? '').join(' ');
    const isUnchanged = nextOwners === owners && taken.length === 0 && given.length === 0;
    isStable = isUnchanged && !decision.isOneOverdue;
    const toReplay = [...taken, ...findStaying(leaving, result.leaving, next)];
    held = next;
    status = toStatus(result);
    leaving = result.leaving;
    observation = result.observation;
    living = decision.living;
    owners = nextOwners;
    renewedAtMs = startedMs;
    if (toReplay.length > 0) options.onTaken?.(toReplay);
    if (given.length > 0) nudge();
  }

  async function passOnce(): Promise<void> {
    if (isClosed) return;
    const startedMs = elapsedMs();
    try {
      adopt(await database.transaction(passWithin), startedMs);
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) log.warn({ err: error }, 'room leases not renewed; will retry');
      hasFailed = true;
    }
  }

  function pass(): Promise<void> {
    passing ??= passOnce().finally(() => {
      passing = null;
    });
    return passing;
  }

  const nudge = (): void => bus.publish(NUDGE_SUBJECT, new TextEncoder().encode(serverId));
  const nudges = bus.subscribe(NUDGE_SUBJECT, (_subject, bytes) => {
    if (new TextDecoder().decode(bytes) !== serverId) void pass();
  });

  return {
    owns: (key) => isSure() && getEpoch(key) !== null,
    getEpoch,
    getShard,
    revision: () => revision,
    serverStatus: () => status,
    servers: () => living,
    isSettled: () => isStable && isSure(),
    isMoving: () => !isStable && isSure(),
    async fence(queries, key) {
      const shard = getShard(key);
      const epoch = held.get(shard);
      if (epoch !== undefined && (await lockShard(queries, shard, epoch))) return;
      refusals += 1;
      throw new LeaseLost('another server owns the room');
    },
    refusals: () => refusals,
    pass,
    async close() {
      if (isClosed) return;
      isClosed = true;
      nudges.close();
      await passing;
      try {
        await database.transaction((queries) =>
          leave(queries, serverId, safeCursor(), CLOSE_LIMIT_MS),
        );
        nudge();
      } catch (error) {
        log.warn({ err: error }, 'rooms not released; other servers take them in four seconds');
      }
      held = new Map();
      revision += 1;
    },
  };
}

/** Shards taken by a commit whose reply was lost. */
const findUnreported = (
  rows: readonly ShardRow[],
  me: string,
  held: ReadonlyMap<number, number>,
): number[] =>
  rows
    .filter(({ owner, shard, epoch }) => owner === me && held.get(shard) !== epoch)
    .map(({ shard }) => shard);

/** Shards that were about to leave but stay: their frames since then are unread. */
const findStaying = (
  { shards, cursor }: Leaving,
  next: Leaving,
  held: ReadonlyMap<number, number>,
): { readonly shard: number; readonly fromCursor: Cursor }[] =>
  [...shards]
    .filter((shard) => held.has(shard) && !next.shards.has(shard))
    .map((shard) => ({ shard, fromCursor: cursor }));

/** Uses the shards from before the pass; a change becomes visible one second later. */
const toStatus = ({ servers, rows, decision }: PassResult): ServerStatus[] =>
  servers
    .map(({ id, beat: last, clockAheadMs }) => ({
      id,
      beat: Number(last),
      isAlive: decision.living.includes(id),
      shards: rows.filter(({ owner }) => owner === id).length,
      clockAheadMs,
    }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));

const describe = (held: ReadonlyMap<number, number>, { shards }: Leaving): string =>
  [...held]
    .filter(([shard]) => !shards.has(shard))
    .map(([shard, epoch]) => `${shard}:${epoch}`)
    .toSorted()
    .join(' ');

const findExpired = (
  servers: readonly ServerRow[],
  { beats }: Observation,
  nowMs: number,
): ServerRow[] =>
  servers.filter(({ id }) => nowMs - (beats.get(id)?.sinceMs ?? nowMs) > SERVER_RETENTION_MS);
