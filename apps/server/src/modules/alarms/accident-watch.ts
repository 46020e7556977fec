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
import { createSignalHandler } from './signal-handler.ts';
import { isAhead } from './stored-times.ts';
import { resumeRoom, type WatchedRoom } from './watched-room.ts';
import { isPassing } from '../../core/database/database-problem.ts';
import { LeaseLost, type LeaseFence } from '../../core/database/lease-fence.ts';
import { asUrgent } from '../../core/database/urgent-work.ts';

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
  readonly hasUnstored: () => boolean;
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

type AccidentWatchOptions = {
  readonly repository: AlarmRepository;
  readonly rules: RulesReader;
  readonly facts: RoomFactsStore;
  readonly nowMs: () => number;
  /** Monotonic. */
  readonly elapsedMs: () => number;
  /** Rejects writes about a room that another server owns by now. */
  readonly fence?: LeaseFence;
  readonly log: { readonly warn: (fields: object, message: string) => void };
};

type Received = {
  readonly observed: Observed;
  readonly receivedAtMs: number | null;
  /** Read again after another server, which may have applied it. */
  readonly isReplayed: boolean;
};

type Room = {
  plan: RoomPlan | null;
  watched: WatchedRoom | null;
  /** Observations from before the room's log was read. */
  early: Received[];
  applying: Promise<void> | null;
  /** Events that are not stored yet. */
  unstored: number;
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

export function createAccidentWatch(options: AccidentWatchOptions): AccidentWatch {
  const { rules, facts, nowMs, log } = options;
  const [rooms, leaving] = [new Map<string, Room>(), new Set<Promise<void>>()];
  let failures = 0;
  const failed = (error: unknown, message: string): void => {
    // The fence counts it, and the room's owner applies the same signal.
    if (error instanceof LeaseLost) return;
    failures += 1;
    log.warn({ err: error }, message);
  };

  const escalations = createDueEscalations(options, failed);
  const signals = createSignalHandler(options);

  const reading = pLimit(MAX_ROOMS_READ_AT_ONCE);

  async function startEvaluation(roomId: string, room: Room): Promise<void> {
    const [plan, last] = await reading(() =>
      Promise.all([rules.getPlan(roomId), facts.last(roomId, nowMs())]),
    );
    if (plan === null || rooms.get(roomId) !== room) return;
    room.plan = plan;
    room.early = afterLog(room.early, last, nowMs());
    // Starts before the early observations, so that they apply in order.
    const firstMs = room.early[0]?.observed.atMs ?? nowMs();
    const loggedMs = Math.min(last?.endsAtMs ?? firstMs, nowMs());
    const watched = resumeRoom(roomId, last, plan, Math.max(firstMs, loggedMs));
    for (const one of room.early) observeOne(watched, plan, one);
    room.early = [];
    room.watched = watched;
  }

  async function followPlan(roomId: string, room: Room): Promise<void> {
    const plan = await rules.getPlan(roomId);
    if (plan !== null) room.plan = plan;
  }

  function receive(room: Room, one: Received): void {
    // An event counts until its signals are stored.
    if (one.receivedAtMs !== null) room.unstored += 1;
    if (room.watched !== null && room.plan !== null) observeOne(room.watched, room.plan, one);
    else room.early = [...room.early.slice(1 - EARLY_KEPT), one];
  }

  /** Stores the observations of a room, then applies their signals; one run at a time. */
  function startApplying(roomId: string, room: Room): void {
    if (room.applying !== null) return;
    room.applying = asUrgent(() => applyAll(roomId, room))
      .catch((error: unknown) => {
        // Another server owns the room: if it comes back, its state is read from the database.
        if (error instanceof LeaseLost && rooms.get(roomId) === room) rooms.delete(roomId);
        failed(error, 'an accident could not be stored; it is tried again');
      })
      .finally(() => {
        room.applying = null;
      });
  }

  async function applyAll(roomId: string, room: Room): Promise<void> {
    if (room.watched === null) await startEvaluation(roomId, room);
    const { watched } = room;
    if (watched === null) return;
    do await applyWaiting(roomId, room, watched);
    while (watched.waiting.length > 0 && !isRepeatTooSoon(room, watched));
  }

  const isRepeatTooSoon = (room: Room, { waiting }: WatchedRoom): boolean =>
    waiting[0]?.step === 'repeat' && !isDue(room.repeatedAtMs, REPEAT_EVERY_MS, nowMs());

  /** Stores the observations before their signals are applied. */
  async function applyWaiting(roomId: string, room: Room, watched: WatchedRoom): Promise<void> {
    const { unstored } = room;
    if (watched.waiting.length > 0 || isDue(room.storedAtMs, STORE_EVERY_MS, nowMs()))
      await storeFacts(room, watched);
    for (let left = watched.waiting.length; left > 0; left -= 1) {
      if (isRepeatTooSoon(room, watched)) return;
      // Removed first, so that a new repeat is not merged into it.
      const signal = watched.waiting.shift();
      if (signal === undefined) break;
      try {
        await signals.apply(roomId, signal, room.plan);
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
    room.unstored -= unstored;
  }

  async function storeFacts(room: Room, watched: WatchedRoom): Promise<void> {
    for (;;) {
      const lines = watched.drainLines(nowMs());
      await storeOne(watched, lines);
      if (lines.beginsAtMs === watched.beginsAtMs()) break;
    }
    room.storedAtMs = nowMs();
  }

  async function storeOne(watched: WatchedRoom, lines: FactsLines): Promise<void> {
    try {
      await facts.append([lines]);
    } catch (error) {
      watched.requeue(lines);
      throw error;
    }
  }

  /** Stores the observations, for the server that owns the room next. */
  async function storeLast(room: Room): Promise<void> {
    await room.applying;
    if (room.watched === null) return;
    await storeFacts(room, room.watched);
    room.unstored = 0;
  }
  function leave(roomId: string, room: Room): void {
    rooms.delete(roomId);
    follow(storeLast(room), 'what the rules saw could not be stored');
  }
  function follow(work: Promise<void>, message: string): void {
    const done = work
      .catch((error: unknown) => failed(error, message))
      .finally(() => {
        leaving.delete(done);
      });
    leaving.add(done);
  }

  function happened(roomId: string, event: RoomEvent, receivedAtMs: number): void {
    const room = rooms.get(roomId);
    if (room === undefined) return;
    const observed = { atMs: receivedAtMs, events: [event] };
    receive(room, { observed, receivedAtMs, isReplayed: false });
    startApplying(roomId, room);
  }

  function replayed(roomId: string, observed: readonly Observed[]): void {
    const room = rooms.get(roomId) ?? newRoom(nowMs());
    rooms.set(roomId, room);
    for (const one of observed)
      receive(room, {
        observed: one,
        receivedAtMs: one.events === undefined ? null : one.atMs,
        isReplayed: true,
      });
    startApplying(roomId, room);
  }

  function observe(observed: Parameters<AccidentWatch['observe']>[0], atMs: number): void {
    for (const [roomId, room] of rooms) if (!observed.has(roomId)) leave(roomId, room);
    for (const [roomId, { facts: seen, open }] of observed) {
      const room = rooms.get(roomId) ?? newRoom(atMs);
      rooms.set(roomId, room);
      if (room.watched?.restartIfAhead(atMs) === true)
        log.warn({ roomId }, 'rules of a room were ahead of the clock; restarted from now');
      receive(room, { observed: { atMs, facts: seen }, receivedAtMs: null, isReplayed: false });
      if (room.watched !== null)
        followPlan(roomId, room).catch((error: unknown) =>
          failed(error, 'the rules of a room could not be read'),
        );
      startApplying(roomId, room);
      escalations.look(roomId, open, atMs);
    }
  }

  async function idle(): Promise<void> {
    const underWay = () => [
      ...leaving,
      ...escalations.underWay(),
      ...[...rooms.values()].flatMap(({ applying }) => applying ?? []),
    ];
    for (let work = underWay(); work.length > 0; work = underWay()) await Promise.all(work);
  }

  return {
    observe: (observed, atMs) => asUrgent(() => observe(observed, atMs)),
    happened,
    replayed,
    hasUnstored: () => [...rooms.values()].some(({ unstored }) => unstored > 0),
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

function observeOne(watched: WatchedRoom, plan: RoomPlan, one: Received): void {
  const { observed, receivedAtMs, isReplayed } = one;
  const isKnown = observed.events?.every((event) => watched.knows(event, observed.atMs)) === true;
  if (isReplayed && isKnown) return;
  watched.observe(observed, plan, receivedAtMs);
}

/**
 * Drops facts that the room's log already contains: the rules would see an older state after a
 * newer one.
 */
function afterLog(early: Received[], last: FactsPart | null, nowMs: number): Received[] {
  if (last === null || isAhead(last.endsAtMs, nowMs)) return early;
  return early.filter(
    ({ observed }) => observed.events !== undefined || observed.atMs > last.endsAtMs,
  );
}

const newRoom = (nowMs: number): Room => ({
  plan: null,
  watched: null,
  early: [],
  applying: null,
  unstored: 0,
  storedAtMs: nowMs,
  repeatedAtMs: 0,
});
