import {
  ACCIDENT_PARAMETERS,
  ACCIDENT_PREFIX,
  checkOverrides,
  deleteField,
  formatFieldPath,
  parameterKey,
  parseFieldPath,
  type AccidentKind,
  type AccidentParameter,
  type InheritedThresholds,
  type ParameterOverrides,
  type ParameterValue,
  type ProblemIssue,
  type ValueSource,
} from '@yamori/domain';

/** The inherited value by key, and its origin. */
export type Inherited = ReadonlyMap<
  string,
  { readonly value: ParameterValue; readonly from: ValueSource }
>;
/** Values set here by key; null: inherited. A number that is not complete yet is NaN. */
export type ThresholdValues = Readonly<Record<string, ParameterValue | null>>;

export const NO_FIGURE = Number.NaN;
/** Marks a value that differs between the rooms of a bulk change; no parameter has this value. */
export const MIXED = '≠';

export const toInherited = (values: InheritedThresholds['values']): Inherited =>
  new Map(values.map(({ key, value, from }) => [key, { value, from }]));

export const toValues = (overrides: ParameterOverrides): ThresholdValues =>
  Object.fromEntries(ACCIDENT_PARAMETERS.map(({ key }) => [key, overrides[key] ?? null]));

/** The overrides after saving; parameters without alarm rules stay unchanged. */
export const overridesWith = (
  kept: ParameterOverrides,
  values: ThresholdValues,
): ParameterOverrides =>
  Object.fromEntries([
    ...Object.entries(kept).filter(([key]) => !Object.hasOwn(values, key)),
    ...Object.entries(values).filter(
      (entry): entry is [string, ParameterValue] => entry[1] !== null,
    ),
  ]);

/** The document fields of changed values, one by one, so that other keys stay. */
export const getFields = (
  changes: ThresholdValues,
): Readonly<Record<`${string}.${string}`, unknown>> =>
  Object.fromEntries(
    Object.entries(changes).map(([key, value]) => [
      formatFieldPath(['parameterOverrides', key]),
      value ?? deleteField(),
    ]),
  );

/** Parameters of one alarm kind, in the order of its decisions. */
export const ofKind = (kind: AccidentKind): readonly AccidentParameter[] =>
  ACCIDENT_PARAMETERS.filter(({ group }) => group === `${ACCIDENT_PREFIX}${kind}`);

/** The value set here; null if none, or if it differs between rooms. */
const ownValue = (values: ThresholdValues, key: string): ParameterValue | null => {
  const value = values[key] ?? null;
  return value === MIXED ? null : value;
};
export const heldValue = (
  values: ThresholdValues,
  inherited: Inherited,
  key: string,
): ParameterValue | undefined => ownValue(values, key) ?? inherited.get(key)?.value;

/** The number of a kind's parameters that are set here. */
export const setCount = (kind: AccidentKind, values: ThresholdValues): number =>
  ofKind(kind).filter(({ key }) => values[key] !== null).length;

export const isOn = (kind: AccidentKind, values: ThresholdValues, inherited: Inherited): boolean =>
  heldValue(values, inherited, parameterKey(kind, 'enabled')) !== false;

/** Errors of the values by key, as the server would report them; cached for the same values. */
export function createFaults(
  inherited: Inherited,
): (values: ThresholdValues) => ReadonlyMap<string, ProblemIssue> {
  const held = new Map([...inherited].map(([key, { value }]) => [key, value]));
  const known = new WeakMap<ThresholdValues, ReadonlyMap<string, ProblemIssue>>();
  return (values) => {
    const found = known.get(values) ?? findErrors(values, held);
    known.set(values, found);
    return found;
  };
}

function findErrors(
  values: ThresholdValues,
  held: ReadonlyMap<string, ParameterValue>,
): ReadonlyMap<string, ProblemIssue> {
  const overrides = Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, ParameterValue] => entry[1] !== null && entry[1] !== MIXED,
    ),
  );
  return new Map(
    checkOverrides(overrides, held, ACCIDENT_PARAMETERS).map((issue) => [
      parseFieldPath(issue.field).at(-1) ?? '',
      issue,
    ]),
  );
}
