import type { ParameterOverrides, ParameterValue } from '../collections/organisation.ts';
import type { ProblemIssue } from '../contract/problem-schema.ts';
import { formatFieldPath } from '../documents/field-path.ts';
import { parameterFault } from '../parameters/parameter-value.ts';
import { ACCIDENT_PARAMETERS, type AccidentParameter } from './accident-parameters.ts';

/** Key prefix of alarm parameters. Other parameters are not checked here. */
export const ACCIDENT_PREFIX = 'accident.';
/** Limits that must be ordered. */
const LOW_HIGH_KINDS = [
  ['heartRateLow', 'heartRateHigh'],
  ['respirationLow', 'respirationHigh'],
  ['temperatureLow', 'temperatureHigh'],
] as const;
/** Keys of limits whose first must be below the second. */
export const LIMIT_PAIRS: readonly (readonly [low: string, high: string])[] = LOW_HIGH_KINDS.map(
  ([low, high]) => [`${ACCIDENT_PREFIX}${low}.limit`, `${ACCIDENT_PREFIX}${high}.limit`],
);

type Values = ReadonlyMap<string, ParameterValue>;
/**
 * How far a low limit is at or above its high one, among values that apply together; null if it is
 * below. Crossed limits still raise alarms, because each is evaluated separately.
 */
function getCrossing(
  [lowKey, highKey]: readonly [low: string, high: string],
  values: Values,
): number | null {
  const low = values.get(lowKey);
  const high = values.get(highKey);
  return typeof low === 'number' && typeof high === 'number' && low >= high ? low - high : null;
}

/**
 * Whether a change makes two limits cross, or cross further. Limits that an older server left
 * crossed do not block other changes.
 * @param before values before the change; null if none applied
 */
export function comesToCross(
  pair: readonly [low: string, high: string],
  before: Values | null,
  after: Values,
): boolean {
  const previous = before === null ? null : getCrossing(pair, before);
  const current = getCrossing(pair, after);
  return current !== null && (previous === null || current > previous);
}
const LOCAL_TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/**
 * Checks the overrides of a domain or a room and returns one issue for each invalid value.
 * @param inherited values that apply without overrides here. A low limit may conflict with an
 *   inherited high one.
 * @param before values that applied so far; null if none did
 */
export function checkOverrides(
  overrides: ParameterOverrides,
  inherited: Values,
  definitions: readonly AccidentParameter[],
  before: Values | null = null,
): ProblemIssue[] {
  const byKey = new Map(definitions.map((definition) => [definition.key, definition]));
  const issues = Object.entries(overrides)
    .filter(([key]) => key.startsWith(ACCIDENT_PREFIX))
    .flatMap(([key, value]): ProblemIssue[] => {
      const definition = byKey.get(key);
      const issue =
        definition === undefined
          ? { code: 'keys-unknown', details: { keys: `'${key}'` } }
          : findIssue(definition, value);
      return issue === null ? [] : [{ field: toField(key), ...issue }];
    });
  return issues.length > 0 ? issues : findCrossedLimits(overrides, inherited, before);
}

export const isGood = (definition: AccidentParameter, value: ParameterValue): boolean =>
  findIssue(definition, value) === null;

/**
 * The catalogue with the maker's own defaults, by key. Ignores a default that is invalid for its
 * parameter.
 */
export const withDefaults = (set: ReadonlyMap<unknown, unknown>): readonly AccidentParameter[] =>
  ACCIDENT_PARAMETERS.map((definition) => {
    const given = set.get(definition.key);
    return (typeof given === 'number' || typeof given === 'string' || typeof given === 'boolean') &&
      isGood(definition, given)
      ? { ...definition, default: given }
      : definition;
  });

type Issue = Omit<ProblemIssue, 'field'>;

/** Text parameters of alarms are times of day. */
function findIssue(definition: AccidentParameter, value: ParameterValue): Issue | null {
  const fault = parameterFault({ ...definition, choices: [] }, value);
  return fault === null && typeof value === 'string' && !LOCAL_TIME.test(value)
    ? { code: 'format-time' }
    : fault;
}

/** Reports the limit that is overridden here; if both are, the low one. */
function findCrossedLimits(
  overrides: ParameterOverrides,
  inherited: Values,
  before: Values | null,
): ProblemIssue[] {
  const after: Values = new Map([...inherited, ...Object.entries(overrides)]);
  return LIMIT_PAIRS.flatMap(([lowKey, highKey]): ProblemIssue[] => {
    if (!comesToCross([lowKey, highKey], before, after)) return [];
    const [low, high] = [lowKey, highKey].map((key) => overrides[key] ?? inherited.get(key));
    const isWrittenHere = overrides[lowKey] !== undefined || overrides[highKey] !== undefined;
    if (!isWrittenHere || typeof low !== 'number' || typeof high !== 'number' || low < high)
      return [];
    return overrides[lowKey] === undefined
      ? [{ field: toField(highKey), code: 'number-more-than', details: { limit: low } }]
      : [{ field: toField(lowKey), code: 'number-less-than', details: { limit: high } }];
  });
}

const toField = (key: string): string => formatFieldPath(['parameterOverrides', key]);
