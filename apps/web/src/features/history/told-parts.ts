/**
 * One thing that changed within a field: where it stands, as names and places in lists, and what it
 * was and is.
 */
export type ToldPart = {
  readonly steps: readonly (string | number)[];
  readonly before: unknown;
  readonly after: unknown;
};

type Group = Readonly<Record<string, unknown>>;

/** Of one field; an object with more is told as a whole. */
const MOST_PARTS = 400;

/**
 * A change taken apart into what can be said in a line: values, and lists of them. What is equal on
 * both sides is left out.
 */
export function toldParts(field: string, before: unknown, after: unknown): readonly ToldPart[] {
  const parts = partsOf([field], before, after);
  return parts.length > MOST_PARTS ? [{ steps: [field], before, after }] : parts;
}

function partsOf(
  steps: readonly (string | number)[],
  before: unknown,
  after: unknown,
): readonly ToldPart[] {
  if (isSame(before, after)) return [];
  if (isPair(before, after, isGroup)) {
    const [was, is] = [groupOf(before), groupOf(after)];
    return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((name) =>
      partsOf([...steps, name], was[name] ?? null, is[name] ?? null),
    );
  }
  if (isPair(before, after, isGroups)) {
    const [was, is] = [listOf(before), listOf(after)];
    return Array.from({ length: Math.max(was.length, is.length) }, (_, index) =>
      partsOf([...steps, index + 1], was[index] ?? null, is[index] ?? null),
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
/** Both are, or one of them where the other is not there. */
const isPair = (before: unknown, after: unknown, is: (value: unknown) => boolean): boolean =>
  (is(before) || is(after)) && [before, after].every((value) => isNothing(value) || is(value));
const groupOf = (value: unknown): Group => (isGroup(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Maps keep no order: their keys are compared by name. */
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
