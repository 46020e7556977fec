import { ProblemError } from '../contract/problem.ts';

/** Names from the root of a document to a field: `['occupant', 'sex']`. Never empty. */
export type FieldPath = readonly string[];

export const MAXIMUM_FIELD_DEPTH = 20;

/**
 * Parses a dotted path. Names with other characters are in back quotes, with back quotes and
 * backslashes escaped: ``a.`b.c`.`d\`e` ``. Unquoted names cannot be empty or contain `~`, `*`,
 * `/`, `[`, `]` or a back quote.
 * @throws ProblemError `field-path-invalid`
 */
export function parseFieldPath(text: string): string[] {
  const names: string[] = [];
  let at = 0;
  for (;;) {
    const end = nameEnd(text, at);
    names.push(text[at] === '`' ? unquote(text.slice(at + 1, end - 1)) : text.slice(at, end));
    if (end === text.length) break;
    if (text[end] !== '.') throw invalid(text);
    at = end + 1;
  }
  return checkFieldPath(names);
}

/** Formats a path for `parseFieldPath`, with back quotes around names that need them. */
export const formatFieldPath = (path: FieldPath): string =>
  path
    .map((name) => (PLAIN_NAME.test(name) ? name : `\`${name.replace(/[\\`]/g, '\\$&')}\``))
    .join('.');

/**
 * Validates a list of names: 1 to 20, none empty, none `__…__`.
 * @throws ProblemError `field-path-invalid`
 */
export function checkFieldPath(names: FieldPath): string[] {
  if (names.length === 0 || names.length > MAXIMUM_FIELD_DEPTH || !names.every(isFieldName))
    throw invalid(names.join('.'));
  return [...names];
}

/** `__…__` is reserved, which also excludes `__proto__`. */
export const isFieldName = (name: string): boolean =>
  ORDINARY_NAME.test(name) ||
  (name !== '' &&
    name.length <= 300 &&
    name.isWellFormed() &&
    !name.includes('\0') &&
    !/^__.*__$/s.test(name));

/** Fast path for nearly all names: decoding checks every key of every document. */
const ORDINARY_NAME = /^[A-Za-z][A-Za-z0-9_]{0,99}$/;

/** Whether `prefix` is `path` or one of its parents. */
export const startsWithPath = (path: FieldPath, prefix: FieldPath): boolean =>
  prefix.length <= path.length && prefix.every((name, index) => path[index] === name);

export const samePath = (a: FieldPath, b: FieldPath): boolean =>
  a.length === b.length && startsWithPath(a, b);

/**
 * One key per prefix of a path, from the root to the path itself. Equal paths have equal keys, and
 * only they.
 */
export function fieldPathKeys(path: FieldPath): string[] {
  let key = '';
  return path.map((name) => {
    key += JSON.stringify(name);
    return key;
  });
}

/** The first two paths of which one contains the other (`a` and `a.b`, or `a` twice), or null. */
export function conflictingPaths(
  paths: readonly FieldPath[],
): readonly [FieldPath, FieldPath] | null {
  const keys = paths.map(fieldPathKeys);
  const firstAt = new Map<string, number>();
  for (const [index, ofPath] of keys.entries()) {
    const key = ofPath.at(-1) ?? '';
    if (!firstAt.has(key)) firstAt.set(key, index);
  }
  let found: readonly [number, number] | null = null;
  for (const [index, ofPath] of keys.entries()) {
    for (const key of ofPath) {
      const other = firstAt.get(key);
      if (other === undefined || other === index) continue;
      const pair = [Math.min(index, other), Math.max(index, other)] as const;
      if (found === null || pair[0] < found[0] || (pair[0] === found[0] && pair[1] < found[1]))
        found = pair;
    }
  }
  const [one, two] = found === null ? [] : [paths[found[0]], paths[found[1]]];
  return one === undefined || two === undefined ? null : [one, two];
}

const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

function nameEnd(text: string, start: number): number {
  if (text[start] !== '`') {
    const dot = text.indexOf('.', start);
    const end = dot < 0 ? text.length : dot;
    if (/[~*/[\]`]/.test(text.slice(start, end))) throw invalid(text);
    return end;
  }
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '`') return at + 1;
  }
  throw invalid(text);
}

const unquote = (quoted: string): string => quoted.replace(/\\(.)/gs, '$1');

const invalid = (text: string) =>
  new ProblemError('field-path-invalid', { place: text.slice(0, 200) });
