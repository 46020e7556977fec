import { isEqualValue } from './form-store.ts';

export type FieldConflict<Name extends string = string> = {
  readonly name: Name;
  readonly mine: unknown;
  readonly theirs: unknown;
};
type Merged<Values> = {
  /** Values to write: own changes to fields that others left unchanged or changed equally. */
  readonly changes: Partial<Values>;
  /** Changed by both, to different values. */
  readonly conflicts: readonly FieldConflict<keyof Values & string>[];
};

/**
 * Merges two sets of changes field by field; a field that one side did not change takes the other's
 * value.
 */
export function mergeValues<Values extends Readonly<Record<string, unknown>>>(
  base: Values,
  mine: Values,
  theirs: Values,
): Merged<Values> {
  const changes: Partial<Values> = {};
  const conflicts: FieldConflict<keyof Values & string>[] = [];
  for (const name in mine) {
    if (isEqualValue(base[name], mine[name]) || isEqualValue(mine[name], theirs[name])) continue;
    if (isEqualValue(base[name], theirs[name])) changes[name] = mine[name];
    else conflicts.push({ name, mine: mine[name], theirs: theirs[name] });
  }
  return { changes, conflicts };
}
