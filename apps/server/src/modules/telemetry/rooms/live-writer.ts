import { encodeValue, ProblemError, type Write } from '@yamori/domain';
import type { DocumentStore } from '../../../core/documents/document-store.ts';
import type { LiveUpdate } from './live-collector.ts';
import { isTemporary } from '../../../core/database/database-problem.ts';

const WRITES_PER_COMMIT = 400;

/**
 * Writes live states into the documents of rooms and devices. When a batch is rejected, its writes
 * are committed one by one: a deleted room or device is skipped, `onRefused`
 * receives any other rejection.
 */
export async function writeLive(
  store: DocumentStore,
  updates: readonly LiveUpdate[],
  onRefused: (error: ProblemError) => void,
): Promise<void> {
  for (let from = 0; from < updates.length; from += WRITES_PER_COMMIT) {
    const writes = updates.slice(from, from + WRITES_PER_COMMIT).map(toWrite);
    try {
      await store.commit(writes, { userId: null });
    } catch (error) {
      if (!isSingleDocumentProblem(error)) throw error;
      await writeOneByOne(store, writes, onRefused);
    }
  }
}

async function writeOneByOne(
  store: DocumentStore,
  writes: readonly Write[],
  onRefused: (error: ProblemError) => void,
): Promise<void> {
  for (const write of writes) {
    try {
      await store.commit([write], { userId: null });
    } catch (error) {
      if (!isSingleDocumentProblem(error)) throw error;
      if (error.problem.code !== 'document-not-found') onRefused(error);
    }
  }
}

/** Whether a write of the batch is at fault, not the store. */
const isSingleDocumentProblem = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && !isTemporary(error);

/**
 * A room’s measured fields are written one by one, so that a concurrent change of its alarms
 * survives.
 */
const toWrite = (update: LiveUpdate): Write =>
  update.kind === 'room'
    ? {
        kind: 'update',
        path: `room/${update.roomId}`,
        fields: Object.entries(update.live).map(([name, value]) => ({
          field: ['live', name],
          value: encodeValue(value),
        })),
      }
    : {
        kind: 'update',
        path: `device/${update.serial}`,
        fields: [{ field: ['status'], value: encodeValue({ ...update.status }) }],
      };
