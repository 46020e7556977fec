import { createHash } from 'node:crypto';

/*
 * Who owns which shard of rooms, decided from what one server reads of the database and from its
 * own monotonic clock. Pure: no clock of another machine takes part. PostgreSQL settles races.
 */

export const SHARDS = 256;
/** A server whose beat stands still for this long may lose its shards. */
export const DEAD_AFTER_MS = 4_000;
/** A server that could not renew for this long relies on none of its shards. */
export const UNSURE_AFTER_MS = 3_000;
/** Shards that a server gives away in one pass. */
export const MAX_GIVEN = 32;

/** For each server how far its staging log was read; a missing server: nothing. */
export type Cursor = Readonly<Record<string, number>>;
export type ServerRow = { readonly id: string; readonly beat: string };
export type ShardRow = {
  readonly shard: number;
  readonly owner: string | null;
  readonly epoch: number;
};

/** What one server saw of the beats of all, by its own monotonic clock. */
export type Observation = {
  readonly passMs: number | null;
  readonly beats: ReadonlyMap<string, ObservedBeat>;
};
type ObservedBeat = {
  readonly beat: string;
  readonly sinceMs: number;
  /** Whether the beat was seen to move, so that the server certainly ran. */
  readonly hasMoved: boolean;
};
export const NOTHING_OBSERVED: Observation = { passMs: null, beats: new Map() };

export function shardOf(key: string): number {
  return createHash('sha1').update(key).digest().readUInt8(0);
}

/**
 * Adds a pass. While this server did not look (it was paused, or the database was away), no beat
 * could be seen to move: all of them count from now.
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

export type LeaseView = {
  readonly me: string;
  readonly nowMs: number;
  readonly observation: Observation;
  readonly shards: readonly ShardRow[];
};
export type LeaseDecision = {
  /** Servers that are not given up, this one included, sorted. */
  readonly living: readonly string[];
  /** Whether a beat is late and its server not given up yet. */
  readonly isOneOverdue: boolean;
  /** Shards of nobody, or of a dead server, that this server should have. */
  readonly take: readonly ShardRow[];
  /** Shards of this server that another living one should have. */
  readonly give: readonly number[];
};

export function decideLeases({ me, nowMs, observation, shards }: LeaseView): LeaseDecision {
  const silentMs = (id: string): number =>
    id === me ? 0 : nowMs - (observation.beats.get(id)?.sinceMs ?? Number.NEGATIVE_INFINITY);
  const others = [...observation.beats.keys()].filter((id) => id !== me);
  const living = [me, ...others.filter((id) => silentMs(id) < DEAD_AFTER_MS)].toSorted();
  // A row that was never seen to move may be of a server that ended before this one began.
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
 * so that a server that comes or goes moves only its share.
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

/** What was certainly read in both. */
export function lowestCursor(one: Cursor, other: Cursor): Cursor {
  return Object.fromEntries(
    Object.entries(one).flatMap(([id, commit]) => {
      const another = other[id];
      return another === undefined ? [] : [[id, Math.min(commit, another)]];
    }),
  );
}
