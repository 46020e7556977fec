import { bytesToBase64 } from './base64-text.ts';
import { isDocumentMap, type DocumentMap, type DocumentValue } from './document-value.ts';

/** Kinds of values in sort order: every value of a kind is below all values of later kinds. */
export const VALUE_KINDS = [
  'null',
  'boolean',
  'nan',
  'number',
  'date',
  'string',
  'bytes',
  'array',
  'map',
] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];

export function valueKind(value: DocumentValue): ValueKind {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return Number.isNaN(value) ? 'nan' : 'number';
  if (typeof value === 'string') return 'string';
  if (value instanceof Date) return 'date';
  if (value instanceof Uint8Array) return 'bytes';
  return Array.isArray(value) ? 'array' : 'map';
}

/**
 * Total order over all values: by kind, then false < true; numbers by size (-0 equals 0); dates by
 * time; strings and map keys by UTF-8 bytes; bytes and arrays element by element, a prefix first;
 * maps as sorted (key, value) pairs.
 * @returns negative, 0 (equal) or positive
 */
export function compareValues(a: DocumentValue, b: DocumentValue): number {
  const kind = valueKind(a);
  const kindOfB = valueKind(b);
  if (kind !== kindOfB) return VALUE_KINDS.indexOf(kind) - VALUE_KINDS.indexOf(kindOfB);
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  if (a instanceof Uint8Array && b instanceof Uint8Array)
    return compareElements(a, b, (x, y) => x - y);
  if (Array.isArray(a) && Array.isArray(b))
    return compareElements<DocumentValue>(a, b, compareValues);
  if (isDocumentMap(a) && isDocumentMap(b)) return compareMaps(a, b);
  return compareScalars(Number(a), Number(b));
}

export const equalValues = (a: DocumentValue, b: DocumentValue): boolean =>
  compareValues(a, b) === 0;

/** A key that two values share exactly when `equalValues` is true, for use in sets and maps. */
export function valueKey(value: DocumentValue): string {
  if (value === null || typeof value === 'boolean') return String(value);
  // -0 equals 0, and NaN equals itself.
  if (typeof value === 'number') return `n${value === 0 ? 0 : value}`;
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Date) return `d${value.getTime()}`;
  if (value instanceof Uint8Array) return `b${bytesToBase64(value)}`;
  if (!isDocumentMap(value)) return `[${value.map(valueKey).join(',')}]`;
  return `{${Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${valueKey(value[name] ?? null)}`)
    .join(',')}}`;
}

/**
 * Compares by UTF-8 bytes, which is code point order. UTF-16 units give the same order once
 * surrogates, which encode the highest code points, rank above U+E000 to U+FFFF.
 */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const x = a.charCodeAt(index);
    const y = b.charCodeAt(index);
    if (x !== y) return codePointRank(x) - codePointRank(y);
  }
  return a.length - b.length;
}

function codePointRank(unit: number): number {
  if (unit >= 0xe000) return unit - 0x800;
  return unit >= 0xd800 ? unit + 0x2000 : unit;
}

/** Avoids subtraction: Infinity - Infinity is NaN. Only an invalid date could be NaN here. */
function compareScalars(a: number, b: number): number {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

function compareElements<Element>(
  a: ArrayLike<Element>,
  b: ArrayLike<Element>,
  compare: (x: Element, y: Element) => number,
): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const x = a[index];
    const y = b[index];
    if (x === undefined || y === undefined) break;
    const order = compare(x, y);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareMaps(a: DocumentMap, b: DocumentMap): number {
  const pair = (
    [key, value]: [string, DocumentValue],
    [otherKey, other]: [string, DocumentValue],
  ): number => compareText(key, otherKey) || compareValues(value, other);
  return compareElements(sortedEntries(a), sortedEntries(b), pair);
}

const sortedEntries = (map: DocumentMap): [string, DocumentValue][] =>
  Object.entries(map).sort(([a], [b]) => compareText(a, b));
