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
 * Local time of day in which a rule applies. `untilMinute` is exclusive and may be after midnight.
 */
type Band = { readonly fromMinute: number; readonly untilMinute: number };

type Common = {
  readonly kind: WatchedKind;
  readonly severity: AccidentSeverity;
  /** In the unit of its parameter; null if the kind has no limit. */
  readonly limit: number | null;
  readonly band: Band | null;
  /** Whether the alarm resolves when its condition ends, unless it has been acknowledged. */
  readonly clears: boolean;
};

/**
 * When a rule raises an alarm: immediately, after a condition has held for `delayMs`, or after
 * `times` events within `windowMs`.
 */
export type AccidentRule =
  | (Common & { readonly type: 'simple' })
  | (Common & { readonly type: 'duration'; readonly delayMs: number })
  | (Common & { readonly type: 'repeating'; readonly times: number; readonly windowMs: number });

type ParameterValues = ReadonlyMap<string, ParameterValue>;

/**
 * The value of every parameter: the innermost valid override, from the root organisation down to
 * the room, or else the default.
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

/** The enabled rules of a room. */
export const effectiveRules = (
  overridesFromRootToRoom: readonly ParameterOverrides[],
  definitions: readonly AccidentParameter[],
): AccidentRule[] => buildRules(effectiveValues(overridesFromRootToRoom, definitions));

export const buildRules = (values: ParameterValues): AccidentRule[] =>
  WATCHED_KINDS.flatMap((kind) =>
    values.get(parameterKey(kind, 'enabled')) === false ? [] : [buildRule(kind, values)],
  );

function buildRule(kind: WatchedKind, values: ParameterValues): AccidentRule {
  const value = (name: string): ParameterValue | undefined => values.get(parameterKey(kind, name));
  const number = (name: string): number | null => asNumber(value(name));
  const common: Common = {
    kind,
    severity: ACCIDENT_TRAITS[kind].severity,
    limit: number('limit'),
    band: parseBand(value('from'), value('until')),
    clears: value('clears') === true,
  };
  const times = number('repeats');
  const withinMinutes = number('withinMinutes');
  if (times !== null && withinMinutes !== null && times > 1)
    return { ...common, type: 'repeating', times, windowMs: withinMinutes * MINUTE_MS };
  // The limit of `noMovement` is its delay, and longer than any other delay.
  const delayMs =
    (kind === 'noMovement' ? (common.limit ?? 0) : (number('delayMinutes') ?? 0)) * MINUTE_MS;
  return delayMs > 0 ? { ...common, type: 'duration', delayMs } : { ...common, type: 'simple' };
}

const MINUTE_MS = 60_000;
const asNumber = (value: ParameterValue | undefined): number | null =>
  typeof value === 'number' ? value : null;

function parseBand(
  from: ParameterValue | undefined,
  until: ParameterValue | undefined,
): Band | null {
  if (typeof from !== 'string' || typeof until !== 'string' || from === until) return null;
  return { fromMinute: parseMinute(from), untilMinute: parseMinute(until) };
}

const parseMinute = (time: string): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/**
 * Start of the band that contains `atMs`, in milliseconds; null outside the band.
 * @param localMinute local minutes since midnight, 0 to 1439
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
