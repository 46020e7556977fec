import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DEAD_AFTER_MS,
  decideLeases,
  lowestCursor,
  MAX_GIVEN,
  NOTHING_OBSERVED,
  observeBeats,
  SHARDS,
  type Cursor,
  type Observation,
} from './shard-rules.ts';

/*
 * Servers on one database, which does one transaction at a time: passes, crashes, pauses, servers
 * cut off from the database, and commits that tell of presses. The decisions are the real ones.
 */
type Server = {
  isRunning: boolean;
  isPaused: boolean;
  isCutOff: boolean;
  observation: Observation;
  held: ReadonlyMap<number, number>;
  leaving: ReadonlySet<number>;
};
type Shard = { shard: number; owner: string | null; epoch: number };

const IDS = ['a', 'b', 'c', 'd'];
const PASS_MS = 1_000;
/** Four seconds of a dead server twice, since the one that should take over may die as well. */
const UNOWNED_LIMIT_MS = 2 * DEAD_AFTER_MS + 4 * PASS_MS;

function aWorld(count: number) {
  const ids = IDS.slice(0, count);
  const beats = new Map<string, number>();
  const shards: Shard[] = Array.from({ length: SHARDS }, (_unused, shard) => ({
    shard,
    owner: null,
    epoch: 0,
  }));
  const newServer = (): Server => ({
    isRunning: true,
    isPaused: false,
    isCutOff: false,
    observation: NOTHING_OBSERVED,
    held: new Map(),
    leaving: new Set(),
  });
  const servers = new Map(ids.map((id) => [id, newServer()]));
  const toldBy = new Map<string, { epoch: number; owner: string }>();
  const world = { nowMs: 0 };
  const works = ({ isRunning, isPaused, isCutOff }: Server) => isRunning && !isPaused && !isCutOff;

  function change(row: Shard, owner: string | null): void {
    row.owner = owner;
    row.epoch += 1;
  }

  function pass(id: string, server: Server): void {
    beats.set(id, (beats.get(id) ?? 0) + 1);
    const rows = [...beats].map(([other, beat]) => ({ id: other, beat: String(beat) }));
    server.observation = observeBeats(server.observation, rows, world.nowMs);
    const { take, give } = decideLeases({
      me: id,
      nowMs: world.nowMs,
      observation: server.observation,
      shards,
    });
    for (const { shard } of take) {
      const row = shards[shard];
      if (row !== undefined) change(row, id);
    }
    const given = give.filter((shard) => server.leaving.has(shard));
    for (const shard of given) {
      const row = shards[shard];
      if (row !== undefined) change(row, null);
    }
    const later = give.filter((shard) => !given.includes(shard));
    server.leaving = new Set(later.slice(0, MAX_GIVEN));
    server.held = new Map(
      shards.flatMap(({ shard, owner, epoch }) => (owner === id ? [[shard, epoch]] : [])),
    );
  }

  return {
    shards,
    servers,
    works,
    second: (): void => {
      world.nowMs += PASS_MS;
      for (const [id, server] of servers) if (works(server)) pass(id, server);
    },
    /** A paused server that wakes up commits before it has read its rows. */
    tell: (id: string, shard: number): void => {
      const server = servers.get(id);
      const row = shards[shard];
      const epoch = server?.held.get(shard);
      if (server === undefined || row === undefined || !works(server)) return;
      if (epoch === undefined || epoch !== row.epoch) return;
      expect(row.owner).toBe(id);
      const press = `${shard}/${epoch}`;
      expect(toldBy.get(press) ?? { epoch, owner: id }).toEqual({ epoch, owner: id });
      toldBy.set(press, { epoch, owner: id });
    },
    restart: (id: string): void => {
      servers.set(id, newServer());
    },
  };
}

const action = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ kind: 'second' as const, on: 0, shard: 0 }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('crash', 'restart', 'pause', 'wake', 'cut', 'join', 'tell'),
      on: fc.nat(3),
      shard: fc.nat(SHARDS - 1),
    }),
  },
);

describe('rules of leases', () => {
  it('never let two servers tell under one epoch, let epochs only grow, and leave no shard unowned', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 4 }), fc.array(action, { maxLength: 80 }), (n, run) => {
        const { shards, servers, works, second, tell, restart } = aWorld(n);
        for (const { kind, on, shard } of run) {
          const id = IDS[on % n] ?? 'a';
          const server = servers.get(id);
          if (server === undefined) continue;
          const before = shards.map(({ epoch }) => epoch);
          if (kind === 'second') second();
          else if (kind === 'crash') server.isRunning = false;
          else if (kind === 'restart') restart(id);
          else if (kind === 'pause') server.isPaused = true;
          else if (kind === 'wake') server.isPaused = false;
          else if (kind === 'cut') server.isCutOff = true;
          else if (kind === 'join') server.isCutOff = false;
          for (const other of servers.keys()) tell(other, shard);
          shards.forEach(({ epoch }, index) =>
            expect(epoch).toBeGreaterThanOrEqual(before[index] ?? 0),
          );
        }
        if (![...servers.values()].some(works)) restart('a');
        for (let passed = 0; passed < UNOWNED_LIMIT_MS; passed += PASS_MS) second();
        for (const { owner } of shards) {
          // At most one batch is between two servers at any moment.
          const holder = owner === null ? undefined : servers.get(owner);
          if (owner !== null) expect(holder !== undefined && works(holder)).toBe(true);
        }
        expect(shards.filter(({ owner }) => owner === null).length).toBeLessThanOrEqual(
          MAX_GIVEN * n,
        );
      }),
      { numRuns: 100 },
    );
  });

  it('moves only the shards of a server that goes', () => {
    const owners = (ids: readonly string[]): string[] => {
      const rows = (beat: string) => ids.map((id) => ({ id, beat }));
      const seen = observeBeats(observeBeats(NOTHING_OBSERVED, rows('1'), 0), rows('2'), 1_000);
      const free = Array.from({ length: SHARDS }, (_unused, shard) => ({
        shard,
        owner: null,
        epoch: 0,
      }));
      const result: string[] = [];
      for (const me of ids)
        for (const { shard } of decideLeases({ me, nowMs: 1_000, observation: seen, shards: free })
          .take)
          result[shard] = me;
      return result;
    };
    const all = owners(['a', 'b', 'c']);
    const without = owners(['a', 'b']);
    expect(new Set(all)).toEqual(new Set(['a', 'b', 'c']));
    all.forEach((owner, shard) => {
      if (owner !== 'c') expect(without[shard]).toBe(owner);
    });
  });

  it('hands on as read only what was certainly read', () => {
    const cursors = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.nat(100));
    fc.assert(
      fc.property(cursors, cursors, (one: Cursor, other: Cursor) => {
        for (const [id, commit] of Object.entries(lowestCursor(one, other))) {
          expect(commit).toBeLessThanOrEqual(one[id] ?? 0);
          expect(commit).toBeLessThanOrEqual(other[id] ?? 0);
        }
      }),
    );
  });
});
