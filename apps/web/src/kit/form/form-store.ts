import { createListeners } from '../../listeners.ts';
import type { FieldError, RuleOutcome } from './form-rules.ts';

export type FormValues = Readonly<Record<string, unknown>>;

/** A rule of a field may depend on the other fields. */
type FieldRule<Value, Values> = (value: Value, values: Values) => RuleOutcome;
export type FormRules<Values extends FormValues> = {
  readonly [Name in keyof Values]?: readonly FieldRule<Values[Name], Values>[];
};
export type FieldErrors<Values extends FormValues> = {
  readonly [Name in keyof Values]?: Exclude<FieldError, null>;
};

type FormState<Values extends FormValues> = {
  readonly values: Values;
  /** The values last saved; the form is dirty when `values` differ. */
  readonly saved: Values;
  /** Fields whose errors are shown: visited, or validated. */
  readonly visited: ReadonlySet<keyof Values>;
  /** The server's error of a field, until that field changes. */
  readonly serverErrors: FieldErrors<Values>;
  /** The server's error about the whole form. */
  readonly errorText: string | null;
  readonly busy: boolean;
};

/** Form state outside of React, so that it is current between two renders. */
export type FormStore<Values extends FormValues> = {
  readonly current: () => FormState<Values>;
  readonly subscribe: (listener: () => void) => () => void;
  readonly set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void;
  readonly markVisited: (names: readonly (keyof Values)[]) => void;
  readonly setServerErrors: (serverErrors: FieldErrors<Values>, errorText: string | null) => void;
  readonly startSending: () => void;
  /** Records the sent values as saved. */
  readonly markSaved: (values: Values) => void;
  readonly stopSending: () => void;
  readonly reset: (values?: Values) => void;
};

export function createFormStore<Values extends FormValues>(initial: Values): FormStore<Values> {
  const listeners = createListeners();
  const createPristineState = (values: Values): FormState<Values> => ({
    values,
    saved: values,
    visited: new Set(),
    serverErrors: {},
    errorText: null,
    busy: false,
  });
  let state = createPristineState(initial);
  const update = (patch: Partial<FormState<Values>>): void => {
    state = { ...state, ...patch };
    listeners.notify();
  };
  return {
    current: () => state,
    subscribe: listeners.subscribe,
    set(name, value) {
      const { [name]: _answered, ...serverErrors } = state.serverErrors;
      // TypeScript loses the type when one field is removed.
      update({
        values: { ...state.values, [name]: value },
        serverErrors: serverErrors as FieldErrors<Values>,
        errorText: null,
      });
    },
    markVisited: (names) => update({ visited: new Set([...state.visited, ...names]) }),
    setServerErrors: (serverErrors, errorText) => update({ serverErrors, errorText }),
    startSending: () => update({ busy: true, serverErrors: {}, errorText: null }),
    markSaved: (values) => update({ saved: values, visited: new Set() }),
    stopSending: () => update({ busy: false }),
    reset: (values = state.saved) => update(createPristineState(values)),
  };
}

/** All current errors, including those of fields that were not visited. */
export function findErrors<Values extends FormValues>(
  rules: FormRules<Values>,
  values: Values,
): FieldErrors<Values> {
  const errors: { [Name in keyof Values]?: Exclude<FieldError, null> } = {};
  for (const name in rules) {
    for (const rule of rules[name] ?? []) {
      const outcome = rule(values[name], values);
      if (outcome === true) continue;
      errors[name] = outcome;
      break;
    }
  }
  return errors;
}

export const isDirty = <Values extends FormValues>({ values, saved }: FormState<Values>): boolean =>
  Object.keys(values).some((name) => !isEqualValue(values[name], saved[name]));

/** Deep equality for the values of fields: primitives, dates, arrays and plain objects. */
export function isEqualValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
  if (Array.isArray(one) && Array.isArray(other))
    return (
      one.length === other.length &&
      one.every((member, index) => isEqualValue(member, other[index]))
    );
  if (!isPlain(one) || !isPlain(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => name in other && isEqualValue(one[name], other[name]))
  );
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null);
