import { createHash } from 'node:crypto';

/*
 * Decides which server owns each shard of rooms, from what one server reads from the database and
 * from its own monotonic clock. Pure; never uses the clock of another machine. PostgreSQL settles
 * races.
 */

export const SHARDS = 256;
/** A server whose heartbeat has not advanced for this long may lose its shards. */
export const DEAD_AFTER_MS = 4_000;
/** A server that could not renew its leases for this long no longer relies on them. */
export const UNSURE_AFTER_MS = 3_000;
/** Maximum shards released in one pass. */
export const MAX_GIVEN = 32;

/** For each server, how far its staging log was read; nothing for a missing server. */
export type Cursor = Readonly<Record<string, number>>;
export type ServerRow = { readonly id: string; readonly beat: string };
export type ShardRow = {
  readonly shard: number;
  readonly owner: string | null;
  readonly epoch: number;
};

/** Heartbeats of all servers as seen by one server, by its own monotonic clock. */
export type Observation = {
  readonly passMs: number | null;
  readonly beats: ReadonlyMap<string, ObservedBeat>;
};
type ObservedBeat = {
  readonly beat: string;
  readonly sinceMs: number;
  /** Whether the heartbeat was seen to advance, which proves that the server ran. */
  readonly hasMoved: boolean;
};
export const NOTHING_OBSERVED: Observation = { passMs: null, beats: new Map() };

export function getShard(key: string): number {
  return createHash('sha1').update(key).digest().readUInt8(0);
}

/**
 * Adds a pass. After an interruption (this server was paused, or the database was down) all
 * heartbeats count from now, because none could be seen to advance.
 */
export function observeBeats(
  { passMs, beats }: Observation,
  servers: readonly ServerRow[],
  nowMs: number,
): Observation {
  const isContinuous = passMs !== null && nowMs - passMs < UNSURE_AFTER_MS;
  const observed = servers.map(({ id, beat }): [string, ObservedBeat] => {
    const before = isContinuous ? beats.get(id) : undefined;
    if (before?.beat === beat) return [id, before];
    return [id, { beat, sinceMs: nowMs, hasMoved: before !== undefined }];
  });
  return { passMs: nowMs, beats: new Map(observed) };
}

type LeaseView = {
  readonly me: string;
  readonly nowMs: number;
  readonly observation: Observation;
  readonly shards: readonly ShardRow[];
};
export type LeaseDecision = {
  /** Live servers, this one included, sorted. */
  readonly living: readonly string[];
  /** Whether the heartbeat of a live server is late. */
  readonly isOneOverdue: boolean;
  /** Free shards, or shards of a dead server, that this server should own. */
  readonly take: readonly ShardRow[];
  /** Shards of this server that another live server should own. */
  readonly give: readonly number[];
};

export function decideLeases({ me, nowMs, observation, shards }: LeaseView): LeaseDecision {
  const silentMs = (id: string): number =>
    id === me ? 0 : nowMs - (observation.beats.get(id)?.sinceMs ?? Number.NEGATIVE_INFINITY);
  const others = [...observation.beats.keys()].filter((id) => id !== me);
  const living = [me, ...others.filter((id) => silentMs(id) < DEAD_AFTER_MS)].toSorted();
  // A heartbeat that was never seen to advance may belong to a server that ended before this one
  // started.
  const running = living.filter((id) => id === me || observation.beats.get(id)?.hasMoved === true);
  const best = proposeOwners(running);
  const isFree = ({ owner }: ShardRow): boolean =>
    owner === null || silentMs(owner) >= DEAD_AFTER_MS;
  return {
    living,
    isOneOverdue: living.some((id) => silentMs(id) >= UNSURE_AFTER_MS),
    take: shards.filter((row) => isFree(row) && best[row.shard] === me),
    give: shards.flatMap(({ shard, owner }) => (owner === me && best[shard] !== me ? [shard] : [])),
  };
}

/**
 * For each shard the server with the highest hash (rendezvous hashing: Thaler & Ravishankar 1998),
 * so that a server that joins or leaves moves only its share.
 */
function proposeOwners(servers: readonly string[]): readonly string[] {
  const weights = servers.map((id) => ({
    id,
    bytes: createHash('shake256', { outputLength: SHARDS * 4 })
      .update(id)
      .digest(),
  }));
  return Array.from({ length: SHARDS }, (_unused, shard) => {
    const ranked = weights.map(({ id, bytes }) => ({ id, weight: bytes.readUInt32BE(shard * 4) }));
    return ranked.reduce((best, one) => (one.weight > best.weight ? one : best)).id;
  });
}

/** The position that both cursors have reached. */
export function lowestCursor(one: Cursor, other: Cursor): Cursor {
  return Object.fromEntries(
    Object.entries(one).flatMap(([id, commit]) => {
      const another = other[id];
      return another === undefined ? [] : [[id, Math.min(commit, another)]];
    }),
  );
}
