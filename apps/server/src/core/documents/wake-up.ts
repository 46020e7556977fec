import { z } from 'zod';
import type { CommitNumbers } from './writing/change-outbox.ts';

/** Bus subject. The payload lists the trees of a commit, each with the commit's number. */
export const DOCUMENTS_CHANGED = 'documents.changed';

const wakeUp = z.array(z.tuple([z.string(), z.string().regex(/^\d{1,19}$/)]));

export const encodeWakeUp = (numbers: CommitNumbers): Uint8Array =>
  Buffer.from(JSON.stringify([...numbers].map(([tree, seq]) => [tree, String(seq)])));

/** Null for payloads of another version, which only say that something changed. */
export function decodeWakeUp(bytes: Uint8Array): CommitNumbers | null {
  try {
    const numbers = wakeUp.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
    return new Map(numbers.map(([tree, seq]) => [tree, BigInt(seq)]));
  } catch {
    return null;
  }
}
