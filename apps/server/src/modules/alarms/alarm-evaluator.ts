import type { Observed, RoomAccident, RoomEvent, RoomFacts } from '@yamori/domain';
import pLimit from 'p-limit';
import { LeaseLost, type LeaseFence } from '../../core/database/lease-fence.ts';
import { createJumpDetector } from '../../core/time/clock-jump.ts';
import { asUrgent } from '../../core/database/urgent-work.ts';
import { createDueEscalations } from './due-escalations.ts';
import { createMonitoringGaps, type MissedData } from './monitoring-gaps.ts';
import type { AlarmRepository } from './repository.ts';
import { createRoomEvaluator, type RoomEvaluator } from './room-evaluator.ts';
import type { RoomFactsStore } from './room-facts-store.ts';
import type { RuleCache } from './rule-cache.ts';
import { createRuleEventHandler } from './rule-event-handler.ts';

/**
 * Evaluates the rules of the rooms that this server owns. Each room's facts pass the rules in
 * memory; a loop per room then applies the rule events in order. It stores the facts before their
 * events, so a server that takes the room over after a crash derives the same rule events, and the
 * repository recognises them. Failed writes are retried on the next heartbeat.
 */
export type AlarmEvaluator = {
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
  /**
   * Data of a room arrived too late for every rule: raises an alarm, so that staff check the room.
   */
  readonly missed: (roomId: string, missed: MissedData) => void;
  /** Whether an event or a gap of a room is not stored yet. */
  readonly hasUnstored: () => boolean;
  /** An alarm of a frame was stored elsewhere: records its latency. */
  readonly stored: (roomId: string, accidentId: string, receivedAtMs: number) => void;
  readonly counts: () => EvaluatorCounts;
  /** Resolves when no work is running. */
  readonly idle: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type EvaluatorCounts = {
  readonly rooms: number;
  readonly ruleEvents: number;
  readonly failures: number;
  readonly escalations: number;
  /** Latencies of the newest alarms, from frame to storage. */
  readonly latenciesMs: readonly number[];
};

type AlarmEvaluatorOptions = {
  readonly repository: AlarmRepository;
  readonly rules: RuleCache;
  readonly facts: RoomFactsStore;
  readonly nowMs: () => number;
  /** Monotonic. */
  readonly elapsedMs: () => number;
  /** Rejects writes about a room that another server now owns. */
  readonly fence?: LeaseFence;
  readonly log: { readonly warn: (fields: object, message: string) => void };
};

/**
 * Rooms that are read concurrently. A starting server reads all of its rooms, which would delay
 * every other statement.
 */
const MAX_CONCURRENT_ROOM_READS = 8;

export function createAlarmEvaluator(options: AlarmEvaluatorOptions): AlarmEvaluator {
  const { rules, facts, nowMs, log } = options;
  const rooms = new Map<string, RoomEvaluator>();
  /** Work that no room waits for. */
  const background = new Set<Promise<void>>();
  let failures = 0;

  function onFailed(error: unknown, message: string): void {
    // The fence counts this, and the new owner applies the same rule event.
    if (error instanceof LeaseLost) return;
    failures += 1;
    log.warn({ err: error }, message);
  }

  const hasJumped = createJumpDetector(options.elapsedMs);
  const escalations = createDueEscalations(options, onFailed);
  const gaps = createMonitoringGaps(options, onFailed);
  const ruleEvents = createRuleEventHandler(options);
  const limitReads = pLimit(MAX_CONCURRENT_ROOM_READS);

  function openRoom(roomId: string): RoomEvaluator {
    const known = rooms.get(roomId);
    if (known !== undefined) return known;
    const room: RoomEvaluator = createRoomEvaluator(roomId, {
      rules,
      facts,
      ruleEvents,
      limitReads,
      nowMs,
      log,
      onFailed,
      onLeaseLost: () => {
        if (rooms.get(roomId) === room) rooms.delete(roomId);
      },
    });
    rooms.set(roomId, room);
    return room;
  }

  function runInBackground(work: Promise<void>, failure: string): void {
    const done = work
      .catch((error: unknown) => onFailed(error, failure))
      .finally(() => {
        background.delete(done);
      });
    background.add(done);
  }

  function observe(observed: Parameters<AlarmEvaluator['observe']>[0], atMs: number): void {
    gaps.retry();
    if (hasJumped(atMs)) {
      log.warn({}, 'clock jumped forward; pending durations of all rules restarted');
      for (const room of rooms.values()) room.restartDurations(atMs);
    }
    for (const [roomId, room] of rooms) {
      if (observed.has(roomId)) continue;
      rooms.delete(roomId);
      runInBackground(room.leave(), STORE_FAILURE);
    }
    for (const [roomId, { facts: seen, open }] of observed) {
      openRoom(roomId).observe(seen, atMs);
      escalations.look(roomId, open, atMs);
    }
  }

  async function idle(): Promise<void> {
    const getRunning = () => [
      ...background,
      ...escalations.underWay(),
      ...gaps.running(),
      ...[...rooms.values()].flatMap((room) => room.running() ?? []),
    ];
    for (let work = getRunning(); work.length > 0; work = getRunning()) await Promise.all(work);
  }

  return {
    observe: (observed, atMs) => asUrgent(() => observe(observed, atMs)),
    happened: (roomId, event, receivedAtMs) => rooms.get(roomId)?.happened(event, receivedAtMs),
    replayed: (roomId, observed) => openRoom(roomId).replayed(observed),
    missed: (roomId, missed) => asUrgent(() => gaps.add(roomId, missed)),
    hasUnstored: () => gaps.hasUnstored() || [...rooms.values()].some((room) => room.hasUnstored()),
    idle,
    stored: (roomId, accidentId, receivedAtMs) =>
      runInBackground(
        ruleEvents.stored(roomId, accidentId, receivedAtMs),
        'recording the latency of an alarm failed',
      ),
    counts: () => ({
      rooms: rooms.size,
      failures,
      escalations: escalations.count(),
      ...ruleEvents.counts(),
    }),
    async close() {
      // A room that cannot be stored stays marked: its next owner reads its frames again.
      for (const room of rooms.values()) runInBackground(room.store(), STORE_FAILURE);
      await idle();
    },
  };
}

const STORE_FAILURE = 'storing the facts of a room failed';
