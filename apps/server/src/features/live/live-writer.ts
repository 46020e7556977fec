import { encodeValue, ProblemError, type Write } from '@yamori/domain';
import type { DocumentStore } from '../../documents/document-store.ts';
import type { LiveUpdate } from './ward.ts';

const WRITES_PER_COMMIT = 400;

/**
 * Writes live states into the documents of rooms and devices. A room or device that was deleted meanwhile takes only
 * itself out of the batch.
 */
export async function writeLive(store: DocumentStore, updates: readonly LiveUpdate[]): Promise<void> {
  for (let from = 0; from < updates.length; from += WRITES_PER_COMMIT) {
    const writes = updates.slice(from, from + WRITES_PER_COMMIT).map(writeOf);
    try {
      await store.commit(writes, { userId: null });
    } catch (error) {
      if (!isMissing(error)) throw error;
      await writeOneByOne(store, writes);
    }
  }
}

async function writeOneByOne(store: DocumentStore, writes: readonly Write[]): Promise<void> {
  for (const write of writes) {
    try {
      await store.commit([write], { userId: null });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
}

const isMissing = (error: unknown): boolean => error instanceof ProblemError && error.problem.code === 'document-not-found';

/** Of a room each measured field by itself: a call that is decided at the same time stays. */
const writeOf = (update: LiveUpdate): Write => (update.kind === 'room'
  ? { kind: 'update', path: `room/${update.roomId}`, fields: Object.entries(update.live).map(([name, value]) => ({ field: ['live', name], value: encodeValue(value) })) }
  : { kind: 'update', path: `device/${update.serial}`, fields: [{ field: ['status'], value: encodeValue({ ...update.status }) }] });
