import { WRITE_LIMITS, type Write } from '../contract/document-messages.ts';
import { ProblemError } from '../contract/problem.ts';
import { isPlainObject } from './document-value.ts';

/**
 * Rejects a write larger than any legitimate one, before processing it.
 * @throws ProblemError `limit-fields`, `limit-keys`, `limit-values`
 */
export function rejectLargeWrite(write: Write): void {
  if (write.kind === 'delete' || write.kind === 'verify') return;
  const { path } = write;
  if (countNamedFields(write) > WRITE_LIMITS.fields)
    throw new ProblemError('limit-fields', {
      place: path,
      details: { limit: WRITE_LIMITS.fields },
    });
  const given: readonly unknown[] =
    write.kind === 'update' ? write.fields.map(({ value }) => value) : [write.data];
  rejectManyKeys(path, keysWithin(given));
  if (getLongestTransform(given) > WRITE_LIMITS.transformValues)
    throw new ProblemError('limit-values', {
      place: path,
      details: { limit: WRITE_LIMITS.transformValues },
    });
}

function countNamedFields(write: Write): number {
  if (write.kind === 'update') return write.fields.length;
  return write.kind === 'set' ? (write.mergeFields?.length ?? 0) : 0;
}

/** @throws ProblemError `limit-keys` */
export function rejectManyKeys(path: string, keys: number): void {
  if (keys > WRITE_LIMITS.keys)
    throw new ProblemError('limit-keys', { place: path, details: { limit: WRITE_LIMITS.keys } });
}

/** Counts keys in maps, nested ones included. Arrays are data and not counted. */
export function keysWithin(values: readonly unknown[]): number {
  let keys = 0;
  const waiting = [...values];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (!isPlainObject(value)) continue;
    const members = Object.values(value);
    keys += members.length;
    for (const member of members) waiting.push(member);
  }
  return keys;
}

/** Length of the longest list of values in a transform. */
function getLongestTransform(values: readonly unknown[]): number {
  let longest = 0;
  const waiting = [...values];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (!isPlainObject(value)) continue;
    for (const [name, member] of Object.entries(value)) {
      if (!Array.isArray(member)) waiting.push(member);
      else if (name === '$arrayUnion' || name === '$arrayRemove')
        longest = Math.max(longest, member.length);
    }
  }
  return longest;
}
