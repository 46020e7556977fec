/**
 * One change within a field: its path of names and array indices, and its values before and after.
 */
export type FieldChange = {
  readonly steps: readonly (string | number)[];
  readonly before: unknown;
  readonly after: unknown;
};

type Group = Readonly<Record<string, unknown>>;

/** Maximum per field; beyond it, the field is reported as one change. */
const MAX_CHANGES = 400;

/** Splits a change into scalars and arrays that fit a line. Omits equal values. */
export function splitChange(
  field: string,
  before: unknown,
  after: unknown,
): readonly FieldChange[] {
  const parts = splitParts([field], before, after);
  return parts.length > MAX_CHANGES ? [{ steps: [field], before, after }] : parts;
}

function splitParts(
  steps: readonly (string | number)[],
  before: unknown,
  after: unknown,
): readonly FieldChange[] {
  if (isSame(before, after)) return [];
  if (isPair(before, after, isGroup)) {
    const [was, is] = [toGroup(before), toGroup(after)];
    return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((name) =>
      splitParts([...steps, name], was[name] ?? null, is[name] ?? null),
    );
  }
  if (isPair(before, after, isGroups)) {
    const [was, is] = [toList(before), toList(after)];
    return Array.from({ length: Math.max(was.length, is.length) }, (_, index) =>
      splitParts([...steps, index + 1], was[index] ?? null, is[index] ?? null),
    ).flat();
  }
  return [{ steps, before: before ?? null, after: after ?? null }];
}

const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
const isGroups = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(isGroup);
const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);
/** Both match, or one of them does and the other is absent. */
const isPair = (before: unknown, after: unknown, is: (value: unknown) => boolean): boolean =>
  (is(before) || is(after)) && [before, after].every((value) => isNothing(value) || is(value));
const toGroup = (value: unknown): Group => (isGroup(value) ? value : {});
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Maps are unordered: compare their keys by name. */
function isSame(a: unknown, b: unknown): boolean {
  if (a instanceof Date || b instanceof Date)
    return a instanceof Date && b instanceof Date && a.getTime() === b.getTime();
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, index) => isSame(value, b[index]));
  if (isGroup(a) && isGroup(b))
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) =>
      isSame(a[name], b[name]),
    );
  return (a ?? null) === (b ?? null);
}
