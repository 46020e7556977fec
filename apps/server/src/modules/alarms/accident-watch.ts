import {
  ProblemError,
  type Observed,
  type RoomAccident,
  type RoomEvent,
  type RoomFacts,
} from '@yamori/domain';
import pLimit from 'p-limit';
import type { AlarmRepository } from './repository.ts';
import { createDueEscalations } from './due-escalations.ts';
import type { FactsLines, FactsPart, RoomFactsStore } from './room-facts-store.ts';
import type { RoomPlan, RulesReader } from './rules-reader.ts';
import { createSignalTeller } from './signal-teller.ts';
import { isAhead } from './stored-times.ts';
import { takeUp, type WatchedRoom } from './watched-room.ts';
import { isPassing } from '../../core/database/database-problem.ts';
import { LeaseLost, type LeaseFence } from '../../core/database/lease-fence.ts';

/**
 * Evaluates the rules of the rooms that this server owns. Each room's facts pass the rules in
 * memory; a loop per room then applies the signals in order. It stores the facts before their
 * signals, so a server that takes the room over after a crash derives the same signals, and the
 * repository recognises them. Failed writes are retried on the next heartbeat.
 */
export type AccidentWatch = {
  readonly observe: (
    rooms: ReadonlyMap<
      string,
      { readonly facts: RoomFacts; readonly open: readonly RoomAccident[] }
    >,
    nowMs: number,
  ) => void;
  readonly happened: (roomId: string, event: RoomEvent, receivedAtMs: number) => void;
  /** Observations of a room from before this server owned it, in order of time. */
  readonly replayed: (roomId: string, observed: readonly Observed[]) => void;
  /** Whether an event of a room is not stored yet. */
  readonly hasUntold: () => boolean;
  /** An alarm of a frame was stored elsewhere: records its latency. */
  readonly stored: (roomId: string, accidentId: string, receivedAtMs: number) => void;
  readonly counts: () => AccidentCounts;
  /** Resolves when no work is running. */
  readonly idle: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type AccidentCounts = {
  readonly rooms: number;
  readonly signals: number;
  readonly failures: number;
  readonly escalations: number;
  /** Of the last alarms, from frame to stored. */
  readonly latenciesMs: readonly number[];
};

type AccidentWatchParts = {
  readonly repository: AlarmRepository;
  readonly rules: RulesReader;
  readonly facts: RoomFactsStore;
  readonly nowMs: () => number;
  /** Monotonic. */
  readonly elapsedMs: () => number;
  /** Rejects writes about a room that another server owns by now. */
  readonly fence?: LeaseFence;
  readonly log: { readonly warn: (fields: object, words: string) => void };
};

type Told = {
  readonly observed: Observed;
  readonly receivedAtMs: number | null;
  /** Read again after another server, which may have applied it. */
  readonly isReplayed: boolean;
};

type Room = {
  plan: RoomPlan | null;
  watched: WatchedRoom | null;
  /** Observations from before the room's log was read. */
  early: Told[];
  telling: Promise<void> | null;
  /** Events that are not stored yet. */
  untold: number;
  storedAtMs: number;
  repeatedAtMs: number;
};

/**
 * Interval at which the log is stored without signals. A crash loses at most this much of an
 * uneventful log.
 */
const STORE_EVERY_MS = 30_000;
/** A little more than the seconds that a new owner of a room reads again. */
const EARLY_KEPT = 1_200;
/**
 * Rooms that are read concurrently. A starting server reads all of its rooms, which would delay
 * every other statement.
 */
const MAX_ROOMS_READ_AT_ONCE = 8;
/** Repeats of a rule are applied once in this time. */
const REPEAT_EVERY_MS = 1_000;

export function createAccidentWatch(parts: AccidentWatchParts): AccidentWatch {
  const { rules, facts, nowMs, log } = parts;
  const [rooms, leaving] = [new Map<string, Room>(), new Set<Promise<void>>()];
  let failures = 0;
  const failed = (error: unknown, words: string): void => {
    // The fence counts it, and the room's owner applies the same signal.
    if (error instanceof LeaseLost) return;
    failures += 1;
    log.warn({ err: error }, words);
  };

  const escalations = createDueEscalations(parts, failed);
  const signals = createSignalTeller(parts);

  const reading = pLimit(MAX_ROOMS_READ_AT_ONCE);

  async function takeUpRoom(roomId: string, room: Room): Promise<void> {
    const [plan, last] = await reading(() =>
      Promise.all([rules.planOf(roomId), facts.last(roomId, nowMs())]),
    );
    if (plan === null || rooms.get(roomId) !== room) return;
    room.plan = plan;
    room.early = afterLog(room.early, last, nowMs());
    // Starts before the early observations, so that they apply in order.
    const firstMs = room.early[0]?.observed.atMs ?? nowMs();
    const loggedMs = Math.min(last?.endsAtMs ?? firstMs, nowMs());
    const watched = takeUp(roomId, last, plan, Math.max(firstMs, loggedMs));
    for (const one of room.early) observeOne(watched, plan, one);
    room.early = [];
    room.watched = watched;
  }

  async function followPlan(roomId: string, room: Room): Promise<void> {
    const plan = await rules.planOf(roomId);
    if (plan !== null) room.plan = plan;
  }

  function told(room: Room, one: Told): void {
    // An event counts until its signals are stored.
    if (one.receivedAtMs !== null) room.untold += 1;
    if (room.watched !== null && room.plan !== null) observeOne(room.watched, room.plan, one);
    else room.early = [...room.early.slice(1 - EARLY_KEPT), one];
  }

  /** Stores the observations of a room, then applies their signals; one run at a time. */
  function tell(roomId: string, room: Room): void {
    if (room.telling !== null) return;
    room.telling = tellAll(roomId, room)
      .catch((error: unknown) => {
        // Another server owns the room: if it comes back, its state is read from the database.
        if (error instanceof LeaseLost && rooms.get(roomId) === room) rooms.delete(roomId);
        failed(error, 'an accident could not be stored; it is tried again');
      })
      .finally(() => {
        room.telling = null;
      });
  }

  async function tellAll(roomId: string, room: Room): Promise<void> {
    if (room.watched === null) await takeUpRoom(roomId, room);
    const { watched } = room;
    if (watched === null) return;
    do await tellWaiting(roomId, room, watched);
    while (watched.waiting.length > 0 && !isRepeatTooSoon(room, watched));
  }

  const isRepeatTooSoon = (room: Room, { waiting }: WatchedRoom): boolean =>
    waiting[0]?.step === 'repeat' && !isDue(room.repeatedAtMs, REPEAT_EVERY_MS, nowMs());

  /** Stores the observations before their signals are applied. */
  async function tellWaiting(roomId: string, room: Room, watched: WatchedRoom): Promise<void> {
    const { untold } = room;
    if (watched.waiting.length > 0 || isDue(room.storedAtMs, STORE_EVERY_MS, nowMs()))
      await storeFacts(room, watched);
    for (let left = watched.waiting.length; left > 0; left -= 1) {
      if (isRepeatTooSoon(room, watched)) return;
      // Removed first, so that a new repeat is not merged into it.
      const signal = watched.waiting.shift();
      if (signal === undefined) break;
      try {
        await signals.tell(roomId, signal, room.plan);
        if (signal.step === 'repeat') room.repeatedAtMs = nowMs();
      } catch (error) {
        if (!isRefused(error)) {
          watched.waiting.unshift(signal);
          throw error;
        }
        // A retry would be rejected too, and would block the later signals.
        failed(error, 'an accident was refused and is not kept');
      }
    }
    room.untold -= untold;
  }

  async function storeFacts(room: Room, watched: WatchedRoom): Promise<void> {
    for (;;) {
      const lines = watched.takeLines(nowMs());
      await storeOne(watched, lines);
      if (lines.beginsAtMs === watched.beginsAtMs()) break;
    }
    room.storedAtMs = nowMs();
  }

  async function storeOne(watched: WatchedRoom, lines: FactsLines): Promise<void> {
    try {
      await facts.append([lines]);
    } catch (error) {
      watched.giveBack(lines);
      throw error;
    }
  }

  /** Stores the observations, for the server that owns the room next. */
  async function storeLast(room: Room): Promise<void> {
    await room.telling;
    if (room.watched === null) return;
    await storeFacts(room, room.watched);
    room.untold = 0;
  }
  function leave(roomId: string, room: Room): void {
    rooms.delete(roomId);
    follow(storeLast(room), 'what the rules saw could not be stored');
  }
  function follow(work: Promise<void>, words: string): void {
    const done = work
      .catch((error: unknown) => failed(error, words))
      .finally(() => {
        leaving.delete(done);
      });
    leaving.add(done);
  }

  function happened(roomId: string, event: RoomEvent, receivedAtMs: number): void {
    const room = rooms.get(roomId);
    if (room === undefined) return;
    const observed = { atMs: receivedAtMs, events: [event] };
    told(room, { observed, receivedAtMs, isReplayed: false });
    tell(roomId, room);
  }

  function replayed(roomId: string, observed: readonly Observed[]): void {
    const room = rooms.get(roomId) ?? newRoom(nowMs());
    rooms.set(roomId, room);
    for (const one of observed)
      told(room, {
        observed: one,
        receivedAtMs: one.events === undefined ? null : one.atMs,
        isReplayed: true,
      });
    tell(roomId, room);
  }

  async function idle(): Promise<void> {
    const underWay = () => [
      ...leaving,
      ...escalations.underWay(),
      ...[...rooms.values()].flatMap(({ telling }) => telling ?? []),
    ];
    for (let work = underWay(); work.length > 0; work = underWay()) await Promise.all(work);
  }

  return {
    observe(observed, atMs) {
      for (const [roomId, room] of rooms) if (!observed.has(roomId)) leave(roomId, room);
      for (const [roomId, { facts: seen, open }] of observed) {
        const room = rooms.get(roomId) ?? newRoom(atMs);
        rooms.set(roomId, room);
        if (room.watched?.restartIfAhead(atMs) === true)
          log.warn({ roomId }, 'rules of a room were ahead of the clock; restarted from now');
        told(room, { observed: { atMs, facts: seen }, receivedAtMs: null, isReplayed: false });
        if (room.watched !== null)
          followPlan(roomId, room).catch((error: unknown) =>
            failed(error, 'the rules of a room could not be read'),
          );
        tell(roomId, room);
        escalations.look(roomId, open, atMs);
      }
    },
    happened,
    replayed,
    hasUntold: () => [...rooms.values()].some(({ untold }) => untold > 0),
    idle,
    stored: (roomId, accidentId, receivedAtMs) =>
      follow(
        signals.stored(roomId, accidentId, receivedAtMs),
        'how long an alarm took could not be noted',
      ),
    counts: () => ({
      rooms: rooms.size,
      failures,
      escalations: escalations.count(),
      ...signals.counts(),
    }),
    async close() {
      // A room that cannot be stored stays marked: its next owner reads its frames again.
      for (const room of rooms.values())
        follow(storeLast(room), 'what the rules saw could not be stored');
      await idle();
    },
  };
}

/** The alarm itself is invalid: neither a database fault nor a conflicting write. */
const isRefused = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.code !== 'document-conflict' && !isPassing(error);

/** A stored time ahead of the clock delays nothing. */
const isDue = (lastMs: number, everyMs: number, nowMs: number): boolean =>
  nowMs - lastMs >= everyMs || lastMs > nowMs;

function observeOne(watched: WatchedRoom, plan: RoomPlan, one: Told): void {
  const { observed, receivedAtMs, isReplayed } = one;
  const isKnown = observed.events?.every((event) => watched.knows(event, observed.atMs)) === true;
  if (isReplayed && isKnown) return;
  watched.observe(observed, plan, receivedAtMs);
}

/**
 * Drops facts that the room's log already contains: the rules would see an older state after a
 * newer one.
 */
function afterLog(early: Told[], last: FactsPart | null, nowMs: number): Told[] {
  if (last === null || isAhead(last.endsAtMs, nowMs)) return early;
  return early.filter(
    ({ observed }) => observed.events !== undefined || observed.atMs > last.endsAtMs,
  );
}

const newRoom = (nowMs: number): Room => ({
  plan: null,
  watched: null,
  early: [],
  telling: null,
  untold: 0,
  storedAtMs: nowMs,
  repeatedAtMs: 0,
});
