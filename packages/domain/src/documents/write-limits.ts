import { WRITE_LIMITS, type Write } from '../contract/document-messages.ts';
import { refuse } from '../contract/problem.ts';
import { isPlainObject } from './document-value.ts';

/**
 * Refuses a write of more than a person or a program of theirs ever needs, before anything is done
 * about it.
 * @throws ProblemError `limit-fields`, `limit-keys`, `limit-values`
 */
export function refuseLargeWrite(write: Write): void {
  if (write.kind === 'delete' || write.kind === 'verify') return;
  const { path } = write;
  const named =
    write.kind === 'update'
      ? write.fields.length
      : write.kind === 'set'
        ? (write.mergeFields?.length ?? 0)
        : 0;
  if (named > WRITE_LIMITS.fields)
    throw refuse('limit-fields', { place: path, details: { limit: WRITE_LIMITS.fields } });
  const given: readonly unknown[] =
    write.kind === 'update' ? write.fields.map(({ value }) => value) : [write.data];
  refuseManyKeys(path, keysWithin(given));
  if (mostTransformValues(given) > WRITE_LIMITS.transformValues)
    throw refuse('limit-values', { place: path, details: { limit: WRITE_LIMITS.transformValues } });
}

/** @throws ProblemError `limit-keys` */
export function refuseManyKeys(path: string, keys: number): void {
  if (keys > WRITE_LIMITS.keys)
    throw refuse('limit-keys', { place: path, details: { limit: WRITE_LIMITS.keys } });
}

/** Names in these maps and in the maps in them; what stands in arrays is data and not counted. */
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

/** The longest list that a transform adds or takes away. */
function mostTransformValues(values: readonly unknown[]): number {
  let most = 0;
  const waiting = [...values];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (!isPlainObject(value)) continue;
    for (const [name, member] of Object.entries(value)) {
      if (!Array.isArray(member)) waiting.push(member);
      else if (name === '$arrayUnion' || name === '$arrayRemove')
        most = Math.max(most, member.length);
    }
  }
  return most;
}
