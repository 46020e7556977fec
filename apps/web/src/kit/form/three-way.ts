import { sameValue } from './form-store.ts';

export type FieldConflict<Name extends string = string> = {
  readonly name: Name;
  readonly mine: unknown;
  readonly theirs: unknown;
};
type Merged<Values> = {
  /** Values to write: own changes to fields that others left unchanged or changed equally. */
  readonly changes: Partial<Values>;
  /** Changed by both, and not to the same. */
  readonly conflicts: readonly FieldConflict<keyof Values & string>[];
};

/** Two people's changes of the same values, field by field: what each left alone is the other's. */
export function mergeValues<Values extends Readonly<Record<string, unknown>>>(
  base: Values,
  mine: Values,
  theirs: Values,
): Merged<Values> {
  const changes: Partial<Values> = {};
  const conflicts: FieldConflict<keyof Values & string>[] = [];
  for (const name in mine) {
    if (sameValue(base[name], mine[name]) || sameValue(mine[name], theirs[name])) continue;
    if (sameValue(base[name], theirs[name])) changes[name] = mine[name];
    else conflicts.push({ name, mine: mine[name], theirs: theirs[name] });
  }
  return { changes, conflicts };
}
