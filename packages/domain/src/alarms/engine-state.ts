import { z } from 'zod';
import type { AccidentSeverity } from '../collections/accident.ts';
import { WATCHED_KINDS, type WatchedKind } from './accident-parameters.ts';
import type { AccidentRule } from './accident-rule.ts';
import { roomFacts } from './room-facts.ts';

const timeMs = z.number();

/** State of one rule. Times in milliseconds; null if not applicable. */
const ruleState = z.strictObject({
  /** Start of the condition. */
  sinceMs: timeMs.nullable(),
  /** Start of the current data. An alarm that came due during missing data is raised here. */
  knownFromMs: timeMs.nullable(),
  unknownFromMs: timeMs.nullable(),
  raisedAtMs: timeMs.nullable(),
  /** Time of the next `stillFiring` event. */
  goesOnAtMs: timeMs.nullable(),
  /** When the condition became false, or breathing resumed; the end is confirmed later. */
  overFromMs: timeMs.nullable(),
  /** Times of the events within the rule's window. */
  firings: z.array(timeMs),
  /** The current pause of breathing, and how many events it has produced. */
  pause: z.strictObject({ sinceMs: timeMs, counted: z.int() }).nullable(),
});
export type RuleState = z.infer<typeof ruleState>;

/** Complete state of a room's rules: plain data that another server can load and continue. */
export const engineState = z.strictObject({
  atMs: timeMs,
  /** Durations count from here at the earliest: the time before was not observed. */
  countFromMs: timeMs.default(0),
  facts: roomFacts,
  kinds: z.partialRecord(z.enum(WATCHED_KINDS), ruleState),
});
export type EngineState = z.infer<typeof engineState>;

export const IDLE: RuleState = {
  sinceMs: null,
  knownFromMs: null,
  unknownFromMs: null,
  raisedAtMs: null,
  goesOnAtMs: null,
  overFromMs: null,
  firings: [],
  pause: null,
};

/**
 * A condition must be false for this long before its alarm ends. This prevents flapping at the
 * limit.
 */
export const OVER_AFTER_MS = 30_000;

/** A raised rule reports missing data after this long. */
export const UNKNOWN_AFTER_MS = 60_000;

/** Whether this interval contains the instant at which missing data is reported. */
export const becomesUnknownIn = ({ fromMs, toMs }: Span, unknownFromMs: number): boolean =>
  unknownFromMs + UNKNOWN_AFTER_MS > fromMs && unknownFromMs + UNKNOWN_AFTER_MS <= toMs;

/** Whether data is back after an absence that was reported. */
export const isKnownAgain = ({ raisedAtMs, unknownFromMs }: RuleState, { fromMs }: Span): boolean =>
  raisedAtMs !== null && unknownFromMs !== null && fromMs - unknownFromMs >= UNKNOWN_AFTER_MS;

/** A rule event, with the data that explains it. */
export type RuleEvent = {
  /**
   * fired: the condition began. repeated: the event happened again. stillFiring: the condition
   * still holds. cleared: it has ended. unknown: data has been missing for a minute. known: data is
   * back.
   */
  readonly type: 'fired' | 'repeated' | 'stillFiring' | 'cleared' | 'unknown' | 'known';
  readonly kind: WatchedKind;
  readonly atMs: number;
  /** Start of the condition. */
  readonly sinceMs: number;
  readonly severity: AccidentSeverity;
  readonly clears: boolean;
  /** Whether the rule watches a condition rather than single events. */
  readonly isState: boolean;
  readonly rule: AccidentRule;
  /** The value that exceeded the limit. */
  readonly value: number | null;
  readonly serial: string | null;
  readonly streamId: number | null;
};

/**
 * An interval within one minute. `bandFromMs`: start of the rule's band, minus infinity without a
 * band, null outside it.
 */
export type Span = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly bandFromMs: number | null;
};
