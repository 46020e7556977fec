import {
  hasCode,
  ProblemError,
  type Observed,
  type RoomEvent,
  type RoomFacts,
} from '@yamori/domain';
import type { LimitFunction } from 'p-limit';
import { isTemporary } from '../../core/database/database-problem.ts';
import { LeaseLost } from '../../core/database/lease-fence.ts';
import { asUrgent } from '../../core/database/urgent-work.ts';
import type { FactsLines, FactsPart, RoomFactsStore } from './room-facts-store.ts';
import type { RoomAlarmConfig, RuleCache } from './rule-cache.ts';
import type { createRuleEventHandler } from './rule-event-handler.ts';
import { isAhead } from './stored-times.ts';
import { resumeEvaluation, type RoomEvaluation } from './room-evaluation.ts';

/**
 * Evaluates the rules of one room. A loop stores the observations and then applies their rule
 * events in order, one run at a time. A failed run is retried at the next observation.
 */
export type RoomEvaluator = {
  readonly observe: (facts: RoomFacts, atMs: number) => void;
  readonly happened: (event: RoomEvent, receivedAtMs: number) => void;
  /** Observations from before this server owned the room, in order of time. */
  readonly replayed: (observed: readonly Observed[]) => void;
  /** Continues at `nowMs` after the clock jumped forward: no time has passed for the rules. */
  readonly restartDurations: (nowMs: number) => void;
  /** Whether an event is not stored yet. */
  readonly hasUnstored: () => boolean;
  /** The current run; null if none is running. */
  readonly running: () => Promise<void> | null;
  /** Stores the observations, for the server that owns the room next. */
  readonly store: () => Promise<void>;
  /** Stores the observations and evaluates no later ones. */
  readonly leave: () => Promise<void>;
};

type RoomEvaluatorOptions = {
  readonly rules: RuleCache;
  readonly facts: RoomFactsStore;
  readonly ruleEvents: ReturnType<typeof createRuleEventHandler>;
  /** Shared by all rooms. */
  readonly limitReads: LimitFunction;
  readonly nowMs: () => number;
  readonly log: { readonly warn: (fields: object, message: string) => void };
  readonly onFailed: (error: unknown, message: string) => void;
  /** Another server owns the room. */
  readonly onLeaseLost: () => void;
};

type Received = { readonly observed: Observed; readonly receivedAtMs: number | null };

/**
 * Interval at which the log is stored without rule events. A crash loses at most this much of an
 * uneventful log.
 */
const STORE_EVERY_MS = 30_000;
/** Observations, one a second: a little more than the period that a new owner replays. */
const MAX_EARLY = 1_200;
/** Repeats of a rule are applied once in this time. */
const REPEAT_EVERY_MS = 1_000;

export function createRoomEvaluator(roomId: string, options: RoomEvaluatorOptions): RoomEvaluator {
  const { rules, facts, ruleEvents, limitReads, nowMs, log, onFailed } = options;
  let config: RoomAlarmConfig | null = null;
  let evaluation: RoomEvaluation | null = null;
  /** Observations from before the room's log was read. */
  let early: Received[] = [];
  let running: Promise<void> | null = null;
  let hasLeft = false;
  let unstoredEvents = 0;
  let storedAtMs = nowMs();
  let repeatedAtMs = 0;

  async function resume(): Promise<void> {
    const [firstConfig, last] = await limitReads(() =>
      Promise.all([rules.getConfig(roomId), facts.last(roomId, nowMs())]),
    );
    if (firstConfig === null || hasLeft) return;
    config = firstConfig;
    early = dropLogged(early, last, nowMs());
    // Starts before the early observations, so that they apply in order.
    const firstMs = early[0]?.observed.atMs ?? nowMs();
    const loggedMs = Math.min(last?.endsAtMs ?? firstMs, nowMs());
    const resumed = resumeEvaluation(roomId, last, config, Math.max(firstMs, loggedMs));
    for (const received of early) observeOnce(resumed, config, received);
    early = [];
    evaluation = resumed;
  }

  async function refreshConfig(): Promise<void> {
    config = (await rules.getConfig(roomId)) ?? config;
  }

  function receive(received: Received): void {
    // An event counts until its rule events are stored.
    if (received.receivedAtMs !== null) unstoredEvents += 1;
    if (evaluation !== null && config !== null) observeOnce(evaluation, config, received);
    else early = [...early.slice(1 - MAX_EARLY), received];
  }

  function startRun(): void {
    running ??= asUrgent(run)
      .catch((error: unknown) => {
        // If this server owns the room again, it reads the state from the database.
        if (error instanceof LeaseLost) options.onLeaseLost();
        onFailed(error, 'alarm not stored; will retry');
      })
      .finally(() => {
        running = null;
      });
  }

  async function run(): Promise<void> {
    if (evaluation === null) await resume();
    if (evaluation === null) return;
    do await applyWaiting(evaluation);
    while (evaluation.waiting.length > 0 && !isRepeatTooSoon(evaluation));
  }

  const isRepeatTooSoon = ({ waiting }: RoomEvaluation): boolean =>
    waiting[0]?.type === 'repeated' && !isDue(repeatedAtMs, REPEAT_EVERY_MS, nowMs());

  /** Stores the observations before their rule events are applied. */
  async function applyWaiting(room: RoomEvaluation): Promise<void> {
    const events = unstoredEvents;
    if (room.waiting.length > 0 || isDue(storedAtMs, STORE_EVERY_MS, nowMs()))
      await storeFacts(room);
    for (let left = room.waiting.length; left > 0; left -= 1) {
      if (isRepeatTooSoon(room)) return;
      // Removed first, so that a new repeat is not merged into it.
      const ruleEvent = room.waiting.shift();
      if (ruleEvent === undefined) break;
      try {
        await ruleEvents.apply(roomId, ruleEvent, config);
        if (ruleEvent.type === 'repeated') repeatedAtMs = nowMs();
      } catch (error) {
        if (!isRejected(error)) {
          room.waiting.unshift(ruleEvent);
          throw error;
        }
        // A retry would be rejected too, and would block the later ones.
        onFailed(error, 'alarm rejected; not retried');
      }
    }
    unstoredEvents -= events;
  }

  async function storeFacts(room: RoomEvaluation): Promise<void> {
    await storeLines(facts, room, nowMs);
    storedAtMs = nowMs();
  }

  async function store(): Promise<void> {
    await running;
    if (evaluation === null) return;
    await storeFacts(evaluation);
    unstoredEvents = 0;
  }

  return {
    restartDurations: (atMs) => evaluation?.restartDurations(atMs),
    observe(seen, atMs) {
      if (evaluation?.restartIfAhead(atMs) === true)
        log.warn({ roomId }, 'rules of a room were ahead of the clock; restarted from now');
      receive({ observed: { atMs, facts: seen }, receivedAtMs: null });
      if (evaluation !== null)
        refreshConfig().catch((error: unknown) => onFailed(error, 'reading alarm rules failed'));
      startRun();
    },
    happened(event, receivedAtMs) {
      receive({ observed: { atMs: receivedAtMs, events: [event] }, receivedAtMs });
      startRun();
    },
    replayed(all) {
      for (const observed of all) {
        const receivedAtMs = observed.events === undefined ? null : observed.atMs;
        receive({ observed, receivedAtMs });
      }
      startRun();
    },
    hasUnstored: () => unstoredEvents > 0,
    running: () => running,
    store,
    leave() {
      hasLeft = true;
      return store();
    },
  };
}

/** Stores the lines of finished hours, then those of the current one. */
async function storeLines(
  facts: RoomFactsStore,
  room: RoomEvaluation,
  nowMs: () => number,
): Promise<void> {
  let lines: FactsLines;
  do {
    lines = room.drainLines(nowMs());
    try {
      await facts.append([lines]);
    } catch (error) {
      room.requeue(lines);
      throw error;
    }
  } while (lines.beginsAtMs !== room.beginsAtMs());
}

/** The alarm itself is invalid: not a database failure or a conflicting write. */
export const isRejected = (error: unknown): boolean =>
  error instanceof ProblemError && !hasCode(error, 'document-conflict') && !isTemporary(error);

/** A stored time ahead of the clock does not delay the next write. */
const isDue = (lastMs: number, everyMs: number, nowMs: number): boolean =>
  nowMs - lastMs >= everyMs || lastMs > nowMs;

/**
 * Ignores an event that the previous owner logged: a new owner reads frames again, and a device
 * resends frames that were not acknowledged.
 */
function observeOnce(room: RoomEvaluation, config: RoomAlarmConfig, received: Received): void {
  const { observed, receivedAtMs } = received;
  const isKnown = observed.events?.every((event) => room.knows(event, observed.atMs)) === true;
  if (!isKnown) room.observe(observed, config, receivedAtMs);
}

/**
 * Drops facts that the room's log already contains. Otherwise the rules would see an older state
 * after a newer one.
 */
function dropLogged(early: Received[], last: FactsPart | null, nowMs: number): Received[] {
  if (last === null || isAhead(last.endsAtMs, nowMs)) return early;
  return early.filter(
    ({ observed }) => observed.events !== undefined || observed.atMs > last.endsAtMs,
  );
}
