import { createHash, randomBytes } from 'node:crypto';
import { encodeFields, type DocumentMap, type WireMap, type WireValue } from '@yamori/domain';
import { z } from 'zod';

/**
 * Part of every hash of this format. Successors refer to it, so an entry cannot be presented as one
 * of an older version.
 */
export const HASH_PREFIX = 'v2-';
const SALT_BYTES = 16;

/** Proves the values of a change: its salt, or their salted hash after a redaction. */
type Commitment = { readonly salt: string } | { readonly hash: string };

/** The salt prevents guessing redacted values from their hash. */
export const newCommitment = (): Commitment => ({
  salt: randomBytes(SALT_BYTES).toString('base64url'),
});

const commitment = z.union([
  z.strictObject({ salt: z.string() }),
  z.strictObject({ hash: z.string() }),
]);
const change = z.strictObject({ field: z.string(), before: z.unknown(), after: z.unknown() });
const sealed = z.object({ changes: z.array(change), commitments: z.array(commitment) });
type Change = z.infer<typeof change>;

export const hashValues = ({ before, after }: Omit<Change, 'field'>, salt: string): string =>
  hashFields({ before, after, salt });

/**
 * SHA-256 over the fields of an entry, its id, the previous hash and, for each change, the name of
 * its field and a salted hash of its values. A redaction replaces values by their hash, so that the
 * rest of the entry remains verifiable. Empty for an entry without matching commitments.
 */
export function hashEntry(entry: DocumentMap, id: string): string {
  const { data, success } = sealed.safeParse(entry);
  if (!success || data.changes.length !== data.commitments.length) return '';
  const { hash: _hash, commitments: _commitments, ...rest } = entry;
  const changes = data.changes.map(({ field, before, after }, index) => {
    const proof = data.commitments[index];
    return { field, values: proof === undefined ? null : proveValues({ before, after }, proof) };
  });
  return `${HASH_PREFIX}${hashFields({ ...rest, id, changes })}`;
}

/** Null for values that were put in place of redacted ones. */
function proveValues(values: Omit<Change, 'field'>, proof: Commitment): string | null {
  if ('salt' in proof) return hashValues(values, proof.salt);
  return values.before === null && values.after === null ? proof.hash : null;
}

/** Indices of the changes whose values were redacted. */
export function findRedacted(entry: DocumentMap): number[] {
  const { data } = sealed.safeParse(entry);
  return (data?.commitments ?? []).flatMap((proof, index) => ('hash' in proof ? [index] : []));
}

/**
 * Hash of an entry's whole content. Earlier versions chained entries by it, the first ones without
 * the id. A redaction records it for the content that it leaves.
 */
export const hashContent = (entry: DocumentMap, id?: string): string => {
  const { hash: _hash, ...content } = entry;
  return hashFields({ ...content, ...(id === undefined ? {} : { id }) });
};

const hashFields = (fields: Readonly<Record<string, unknown>>): string =>
  createHash('sha256')
    .update(sortedText(encodeFields(fields, false)))
    .digest('hex');

/** JSON with sorted keys, because the database does not preserve their order. */
function sortedText(value: WireValue): string {
  if (Array.isArray(value)) return `[${value.map(sortedText).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  // Arrays were handled above, so the object is a map.
  const map = value as WireMap;
  return `{${Object.keys(map)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${sortedText(map[key] ?? null)}`)
    .join(',')}}`;
}
