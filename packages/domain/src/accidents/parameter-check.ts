import type { ParameterOverrides, ParameterValue } from '../collections/organisation.ts';
import type { ProblemIssue } from '../contract/problem-schema.ts';
import { formatFieldPath } from '../documents/field-path.ts';
import { parameterFault } from '../parameters/parameter-value.ts';
import { ACCIDENT_PARAMETERS, type AccidentParameter } from './accident-parameters.ts';

/** Parameters of accidents stand under this; others are somebody else's to check. */
export const ACCIDENT_PREFIX = 'accident.';
/** A low limit lies below its high one. */
const PAIRS = [
  ['heartRateLow', 'heartRateHigh'],
  ['respirationLow', 'respirationHigh'],
  ['temperatureLow', 'temperatureHigh'],
] as const;
/** Keys of the limits of which the one must lie below the other. */
export const LIMIT_PAIRS: readonly (readonly [low: string, high: string])[] = PAIRS.map(
  ([low, high]) => [`${ACCIDENT_PREFIX}${low}.limit`, `${ACCIDENT_PREFIX}${high}.limit`],
);

type Values = ReadonlyMap<string, ParameterValue>;
/**
 * By how much a low limit reaches over its high one, among values that hold together; null where it
 * lies below. Each is watched by itself: then there is an alarm at any rate, and none is lost.
 */
const crossing = (
  [lowKey, highKey]: readonly [low: string, high: string],
  values: Values,
): number | null => {
  const [low, high] = [values.get(lowKey), values.get(highKey)];
  return typeof low === 'number' && typeof high === 'number' && low >= high ? low - high : null;
};

/**
 * Whether limits cross that did not, or more than they did. What an older server left crossed is in
 * the way of nothing else. @param before null: nothing held there
 */
export function comesToCross(
  pair: readonly [low: string, high: string],
  before: Values | null,
  after: Values,
): boolean {
  const [was, is] = [before === null ? null : crossing(pair, before), crossing(pair, after)];
  return is !== null && (was === null || is > was);
}
const LOCAL_TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/**
 * What is wrong with the overrides of a domain or a room, value by value; nothing when all is well.
 * @param inherited what holds where nothing is overridden here: a low limit may be at odds with a
 * high one from above
 * @param before what held here until now; null: nothing did
 */
export function checkOverrides(
  overrides: ParameterOverrides,
  inherited: Values,
  definitions: readonly AccidentParameter[],
  before: Values | null = null,
): ProblemIssue[] {
  const byKey = new Map(definitions.map((definition) => [definition.key, definition]));
  const alone = Object.entries(overrides)
    .filter(([key]) => key.startsWith(ACCIDENT_PREFIX))
    .flatMap(([key, value]): ProblemIssue[] => {
      const definition = byKey.get(key);
      const issue =
        definition === undefined
          ? { code: 'keys-unknown', details: { keys: `'${key}'` } }
          : wrongWith(definition, value);
      return issue === null ? [] : [{ field: fieldOf(key), ...issue }];
    });
  return alone.length > 0 ? alone : crossed(overrides, inherited, before);
}

export const isGood = (definition: AccidentParameter, value: ParameterValue): boolean =>
  wrongWith(definition, value) === null;

/**
 * The catalogue with the defaults that the maker set instead, by key; one that is none for its
 * parameter does not count.
 */
export const withDefaults = (set: ReadonlyMap<unknown, unknown>): readonly AccidentParameter[] =>
  ACCIDENT_PARAMETERS.map((definition) => {
    const given = set.get(definition.key);
    return (typeof given === 'number' || typeof given === 'string' || typeof given === 'boolean') &&
      isGood(definition, given)
      ? { ...definition, default: given }
      : definition;
  });

type Wrong = Omit<ProblemIssue, 'field'>;

/** As any parameter, but that its texts are times of day. */
function wrongWith(definition: AccidentParameter, value: ParameterValue): Wrong | null {
  const fault = parameterFault({ ...definition, choices: [] }, value);
  return fault === null && typeof value === 'string' && !LOCAL_TIME.test(value)
    ? { code: 'format-time' }
    : fault;
}

/** The limit that is written here is the one to blame; of two, the low one. */
function crossed(
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
      ? [{ field: fieldOf(highKey), code: 'number-more-than', details: { limit: low } }]
      : [{ field: fieldOf(lowKey), code: 'number-less-than', details: { limit: high } }];
  });
}

const fieldOf = (key: string): string => formatFieldPath(['parameterOverrides', key]);
