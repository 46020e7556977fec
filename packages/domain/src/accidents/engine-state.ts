import { z } from 'zod';
import type { AccidentSeverity } from '../collections/accident.ts';
import { WATCHED_KINDS, type WatchedKind } from './accident-parameters.ts';
import type { AccidentRule } from './accident-rule.ts';
import { roomFacts } from './room-facts.ts';

const timeMs = z.number();

/** Where a rule stands. Times in milliseconds; null: not. */
const kindState = z.strictObject({
  /** Since when what it watches holds, where the facts do not say that themselves. */
  sinceMs: timeMs.nullable(),
  /** From when on it has been known to hold: what came due while nothing was known waits for it. */
  knownFromMs: timeMs.nullable(),
  unknownFromMs: timeMs.nullable(),
  raisedAtMs: timeMs.nullable(),
  /** When it is next said that it goes on. */
  goesOnAtMs: timeMs.nullable(),
  /** Since when it is over, while that is not yet sure. */
  overFromMs: timeMs.nullable(),
  /** When it happened, as far back as the rule looks. */
  firings: z.array(timeMs),
  /** The pause of breath that is counted, and how often it has been. */
  pause: z.strictObject({ sinceMs: timeMs, counted: z.int() }).nullable(),
});
export type KindState = z.infer<typeof kindState>;

/** All that the rules of a room remember; plain data, to be kept and taken up again elsewhere. */
export const engineState = z.strictObject({
  atMs: timeMs,
  facts: roomFacts,
  kinds: z.partialRecord(z.enum(WATCHED_KINDS), kindState),
});
export type EngineState = z.infer<typeof engineState>;

export const QUIET: KindState = {
  sinceMs: null,
  knownFromMs: null,
  unknownFromMs: null,
  raisedAtMs: null,
  goesOnAtMs: null,
  overFromMs: null,
  firings: [],
  pause: null,
};

/** After this long without data, a raised rule reports that it does not know. */
export const UNKNOWN_AFTER_MS = 60_000;

/** Whether this interval contains the instant at which missing data is reported. */
export const becomesUnknownIn = ({ fromMs, toMs }: Span, unknownFromMs: number): boolean =>
  unknownFromMs + UNKNOWN_AFTER_MS > fromMs && unknownFromMs + UNKNOWN_AFTER_MS <= toMs;

/** Whether data is back after an absence that was reported. */
export const isKnownAgain = ({ raisedAtMs, unknownFromMs }: KindState, { fromMs }: Span): boolean =>
  raisedAtMs !== null && unknownFromMs !== null && fromMs - unknownFromMs >= UNKNOWN_AFTER_MS;

/** What a rule says of a room, and what it says it by ("why did it ring"). */
export type AccidentSignal = {
  /**
   * raise: it began. repeat: it happened again. goesOn: it still holds. over: it does not any more.
   * unknown: data has been missing for a minute, so it may hold or not. known: the data is back.
   */
  readonly step: 'raise' | 'repeat' | 'goesOn' | 'over' | 'unknown' | 'known';
  readonly kind: WatchedKind;
  readonly atMs: number;
  /** Since when what it watches held. */
  readonly sinceMs: number;
  readonly severity: AccidentSeverity;
  readonly clears: boolean;
  /** Whether it is a state that holds for a while; else something that happens at a moment. */
  readonly isState: boolean;
  readonly rule: AccidentRule;
  /** The figure that went beyond the limit. */
  readonly value: number | null;
  readonly serial: string | null;
  readonly streamId: number | null;
};

/**
 * A stretch of time within one minute. `bandFromMs`: when the band began that it lies in, long ago
 * without one; null outside of it.
 */
export type Span = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly bandFromMs: number | null;
};
