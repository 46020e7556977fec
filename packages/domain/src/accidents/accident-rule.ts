import type { AccidentSeverity } from '../collections/accident.ts';
import type { ParameterOverrides, ParameterValue } from '../collections/organisation.ts';
import { ACCIDENT_TRAITS } from './accident-kinds.ts';
import {
  parameterKey,
  WATCHED_KINDS,
  type AccidentParameter,
  type WatchedKind,
} from './accident-parameters.ts';
import { isGood } from './parameter-check.ts';

/**
 * Local time between which a rule counts; `until` is not part of it, and may lie after midnight.
 */
export type Band = { readonly fromMinute: number; readonly untilMinute: number };

type Common = {
  readonly kind: WatchedKind;
  readonly severity: AccidentSeverity;
  /** In the unit of its parameter; null where the kind has none. */
  readonly limit: number | null;
  readonly band: Band | null;
  /**
   * Whether it ends by itself when what it watches is over, as long as nobody has said that they
   * go.
   */
  readonly clears: boolean;
};

/**
 * When a room raises an accident: at once, when something holds for long enough, or when something
 * happens often enough.
 */
export type AccidentRule =
  | (Common & { readonly type: 'simple' })
  | (Common & { readonly type: 'duration'; readonly delayMs: number })
  | (Common & { readonly type: 'repeating'; readonly times: number; readonly withinMs: number });

export type ParameterValues = ReadonlyMap<string, ParameterValue>;

/**
 * The value of every parameter: the innermost good one, from the system's default over the
 * organisations from the top to the room.
 */
export function effectiveValues(
  overridesFromRootToRoom: readonly ParameterOverrides[],
  definitions: readonly AccidentParameter[],
): ParameterValues {
  return new Map(
    definitions.map((definition) => {
      const given = overridesFromRootToRoom
        .map((overrides) => overrides[definition.key])
        .findLast((value) => value !== undefined && isGood(definition, value));
      return [definition.key, given ?? definition.default];
    }),
  );
}

/** The rules of a room that are switched on. */
export const effectiveRules = (
  overridesFromRootToRoom: readonly ParameterOverrides[],
  definitions: readonly AccidentParameter[],
): AccidentRule[] => rulesOf(effectiveValues(overridesFromRootToRoom, definitions));

export const rulesOf = (values: ParameterValues): AccidentRule[] =>
  WATCHED_KINDS.flatMap((kind) =>
    values.get(parameterKey(kind, 'enabled')) === false ? [] : [ruleOf(kind, values)],
  );

function ruleOf(kind: WatchedKind, values: ParameterValues): AccidentRule {
  const value = (name: string): ParameterValue | undefined => values.get(parameterKey(kind, name));
  const number = (name: string): number | null => asNumber(value(name));
  const common: Common = {
    kind,
    severity: ACCIDENT_TRAITS[kind].severity,
    limit: number('limit'),
    band: bandOf(value('from'), value('until')),
    clears: value('clears') === true,
  };
  const [times, withinMinutes] = [number('repeats'), number('withinMinutes')];
  if (times !== null && withinMinutes !== null && times > 1)
    return { ...common, type: 'repeating', times, withinMs: withinMinutes * MINUTE_MS };
  // How long somebody may lie without moving is a limit of its own: longer than any other delay.
  const delayMs =
    (kind === 'noMovement' ? (common.limit ?? 0) : (number('delayMinutes') ?? 0)) * MINUTE_MS;
  return delayMs > 0 ? { ...common, type: 'duration', delayMs } : { ...common, type: 'simple' };
}

const MINUTE_MS = 60_000;
const asNumber = (value: ParameterValue | undefined): number | null =>
  typeof value === 'number' ? value : null;

function bandOf(from: ParameterValue | undefined, until: ParameterValue | undefined): Band | null {
  if (typeof from !== 'string' || typeof until !== 'string' || from === until) return null;
  return { fromMinute: minuteOf(from), untilMinute: minuteOf(until) };
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/**
 * When the band began that a moment lies in; null outside of it. @param localMinute minutes since
 * midnight as clocks there show it
 */
export function bandStartMs(band: Band, atMs: number, localMinute: number): number | null {
  const { fromMinute, untilMinute } = band;
  const isIn =
    fromMinute < untilMinute
      ? localMinute >= fromMinute && localMinute < untilMinute
      : localMinute >= fromMinute || localMinute < untilMinute;
  return isIn
    ? Math.floor(atMs / MINUTE_MS) * MINUTE_MS -
        ((localMinute - fromMinute + 1440) % 1440) * MINUTE_MS
    : null;
}
