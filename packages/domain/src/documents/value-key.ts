import { bytesToBase64 } from './base64-text.ts';
import { isDocumentMap, type DocumentValue } from './document-value.ts';

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
