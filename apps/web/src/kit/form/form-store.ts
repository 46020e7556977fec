import { createListeners } from '../../listeners.ts';
import type { Fault, RuleOutcome } from './form-rules.ts';

export type FormValues = Readonly<Record<string, unknown>>;

/** A rule of a field may look at the other fields too. */
type FieldRule<Value, Values> = (value: Value, values: Values) => RuleOutcome;
export type FormRules<Values extends FormValues> = {
  readonly [Name in keyof Values]?: readonly FieldRule<Values[Name], Values>[];
};
export type FormFaults<Values extends FormValues> = {
  readonly [Name in keyof Values]?: Exclude<Fault, null>;
};

type FormState<Values extends FormValues> = {
  readonly values: Values;
  /** What counts as unchanged. */
  readonly kept: Values;
  /** Fields whose errors are shown: visited, or validated. */
  readonly seen: ReadonlySet<keyof Values>;
  /** The server's error of a field, until that field changes. */
  readonly refused: FormFaults<Values>;
  /** The server's error about the whole form. */
  readonly trouble: string | null;
  readonly busy: boolean;
};

/** The state of a form outside of React, so that sent values immediately count as unchanged. */
export type FormStore<Values extends FormValues> = {
  readonly current: () => FormState<Values>;
  readonly subscribe: (listener: () => void) => () => void;
  readonly set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void;
  readonly see: (names: readonly (keyof Values)[]) => void;
  readonly refuse: (refused: FormFaults<Values>, trouble: string | null) => void;
  readonly startSending: () => void;
  /** Makes the sent values the stored ones. */
  readonly sent: (values: Values) => void;
  readonly stopSending: () => void;
  readonly reset: (values?: Values) => void;
};

export function createFormStore<Values extends FormValues>(initial: Values): FormStore<Values> {
  const listeners = createListeners();
  const untouched = (values: Values): FormState<Values> => ({
    values,
    kept: values,
    seen: new Set(),
    refused: {},
    trouble: null,
    busy: false,
  });
  let state = untouched(initial);
  const put = (patch: Partial<FormState<Values>>): void => {
    state = { ...state, ...patch };
    listeners.tell();
  };
  return {
    current: () => state,
    subscribe: listeners.subscribe,
    set(name, value) {
      const { [name]: _answered, ...refused } = state.refused;
      // The fields but one are still faults of fields.
      put({
        values: { ...state.values, [name]: value },
        refused: refused as FormFaults<Values>,
        trouble: null,
      });
    },
    see: (names) => put({ seen: new Set([...state.seen, ...names]) }),
    refuse: (refused, trouble) => put({ refused, trouble }),
    startSending: () => put({ busy: true, refused: {}, trouble: null }),
    sent: (values) => put({ kept: values, seen: new Set() }),
    stopSending: () => put({ busy: false }),
    reset: (values = state.kept) => put(untouched(values)),
  };
}

/** Everything that the rules find wrong, shown or not. */
export function findFaults<Values extends FormValues>(
  rules: FormRules<Values>,
  values: Values,
): FormFaults<Values> {
  const faults: { [Name in keyof Values]?: Exclude<Fault, null> } = {};
  for (const name in rules) {
    for (const rule of rules[name] ?? []) {
      const outcome = rule(values[name], values);
      if (outcome === true) continue;
      faults[name] = outcome;
      break;
    }
  }
  return faults;
}

export const isDirty = <Values extends FormValues>({ values, kept }: FormState<Values>): boolean =>
  Object.keys(values).some((name) => !sameValue(values[name], kept[name]));

/** Equal for a person: texts, figures, days, lists of them, plain maps. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
  if (Array.isArray(one) && Array.isArray(other))
    return (
      one.length === other.length && one.every((member, index) => sameValue(member, other[index]))
    );
  if (!isPlain(one) || !isPlain(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => name in other && sameValue(one[name], other[name]))
  );
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null);
