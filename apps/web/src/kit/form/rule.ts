/**
 * A rule of the form kit (specification, section 5): true is right, false marks the field as wrong,
 * a text marks it and says why.
 */
export type RuleOutcome = boolean | string;
export type Rule<Value> = (value: Value) => RuleOutcome;

/** The fault of the first rule that is not met; null if all are met. */
export function firstFault<Value>(rules: readonly Rule<Value>[], value: Value): Fault {
  for (const rule of rules) {
    const outcome = rule(value);
    if (outcome !== true) return outcome;
  }
  return null;
}

/** Display of a field: no error, a mark alone, or a mark with a text. */
export type Fault = null | false | string;
