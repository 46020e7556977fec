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

/** What holds where nothing is set, and where that comes from, by key. */
export type Inherited = ReadonlyMap<
  string,
  { readonly value: ParameterValue; readonly from: ValueSource }
>;
/**
 * What is set here by key; null: nothing, what is inherited holds. A figure that is being typed and
 * is none yet is NaN.
 */
export type ThresholdValues = Readonly<Record<string, ParameterValue | null>>;

export const NO_FIGURE = Number.NaN;
/**
 * Stands for a value that is not the same in all rooms of a bulk change; no value of a parameter
 * looks like it.
 */
export const MIXED = '≠';

export const inheritedOf = (values: InheritedThresholds['values']): Inherited =>
  new Map(values.map(({ key, value, from }) => [key, { value, from }]));

export const valuesOf = (overrides: ParameterOverrides): ThresholdValues =>
  Object.fromEntries(ACCIDENT_PARAMETERS.map(({ key }) => [key, overrides[key] ?? null]));

/**
 * What would be kept once the values are saved: parameters that are none of accidents stay as they
 * are.
 */
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

/** Fields of a document that some values change, each by itself: others' keys stay. */
export const fieldsOf = (
  changes: ThresholdValues,
): Readonly<Record<`${string}.${string}`, unknown>> =>
  Object.fromEntries(
    Object.entries(changes).map(([key, value]) => [
      formatFieldPath(['parameterOverrides', key]),
      value ?? deleteField(),
    ]),
  );

/** Parameters of one kind of accident, in the order in which they are decided. */
export const ofKind = (kind: AccidentKind): readonly AccidentParameter[] =>
  ACCIDENT_PARAMETERS.filter(({ group }) => group === `${ACCIDENT_PREFIX}${kind}`);

/** What is set here; null for nothing, and for what differs from room to room. */
const ownValue = (values: ThresholdValues, key: string): ParameterValue | null => {
  const value = values[key] ?? null;
  return value === MIXED ? null : value;
};
export const heldValue = (
  values: ThresholdValues,
  inherited: Inherited,
  key: string,
): ParameterValue | undefined => ownValue(values, key) ?? inherited.get(key)?.value;

/** How many of a kind's parameters are set here. */
export const setCount = (kind: AccidentKind, values: ThresholdValues): number =>
  ofKind(kind).filter(({ key }) => values[key] !== null).length;

export const isOn = (kind: AccidentKind, values: ThresholdValues, inherited: Inherited): boolean =>
  heldValue(values, inherited, parameterKey(kind, 'enabled')) !== false;

/**
 * What is wrong with what is set, by key, as the server would say it; worked out once for the same
 * values.
 */
export function createFaults(
  inherited: Inherited,
): (values: ThresholdValues) => ReadonlyMap<string, ProblemIssue> {
  const held = new Map([...inherited].map(([key, { value }]) => [key, value]));
  const known = new WeakMap<ThresholdValues, ReadonlyMap<string, ProblemIssue>>();
  return (values) => {
    const found = known.get(values) ?? faultsOf(values, held);
    known.set(values, found);
    return found;
  };
}

function faultsOf(
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
