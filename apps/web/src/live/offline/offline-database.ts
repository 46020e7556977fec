/**
 * What this browser keeps of the member who is signed in, and only of them; all of it goes at
 * sign-out (decision 018).
 */
export const OFFLINE_DATABASE = 'yamori-offline';
const VERSION = 2;

/**
 * `member`: one record, whose everything else is. `documents`: the newest state of documents that
 * were read. `questions`: which documents answered a question. `commands`: what is to be sent, by
 * the order in which it was asked for. `uploads`: files that are being sent, without their bytes
 * (decision 024).
 */
export const OFFLINE_STORES = ['member', 'documents', 'questions', 'commands', 'uploads'] as const;
export type OfflineStoreName = (typeof OFFLINE_STORES)[number];

type Stores = (name: OfflineStoreName) => IDBObjectStore;

export type OfflineDatabase = {
  /**
   * Resolves when what `work` did is on disk. `work` may wait for requests of these stores and for
   * nothing else.
   */
  readonly transaction: <Result>(
    names: readonly OfflineStoreName[],
    mode: IDBTransactionMode,
    work: (stores: Stores) => Promise<Result>,
  ) => Promise<Result>;
  readonly close: () => void;
};

/**
 * Rejects where the browser keeps nothing (forbidden by its settings, a private window, a full
 * disk).
 */
export async function openOfflineDatabase(factory: IDBFactory): Promise<OfflineDatabase> {
  const opening = factory.open(OFFLINE_DATABASE, VERSION);
  opening.addEventListener('upgradeneeded', ({ oldVersion }) =>
    makeStores(opening.result, oldVersion),
  );
  const database = await settled(opening);
  // Another tab wants to delete everything or brings a newer shape: it must not wait for this one.
  database.addEventListener('versionchange', () => database.close());
  return {
    async transaction(names, mode, work) {
      const transaction = database.transaction([...names], mode, { durability: 'strict' });
      const done = finished(transaction);
      // Told once, by what is thrown below.
      done.catch(() => undefined);
      try {
        const result = await work((name) => transaction.objectStore(name));
        await done;
        return result;
      } catch (error) {
        abort(transaction);
        throw error;
      }
    },
    close: () => database.close(),
  };
}

function makeStores(database: IDBDatabase, oldVersion: number): void {
  database.createObjectStore('uploads', { keyPath: 'id' });
  // Version 1 had the others.
  if (oldVersion > 0) return;
  database.createObjectStore('member');
  const documents = database.createObjectStore('documents', { keyPath: 'path' });
  documents.createIndex('place', 'place');
  documents.createIndex('name', 'name');
  documents.createIndex('keptAtMs', 'keptAtMs');
  database.createObjectStore('questions', { keyPath: 'key' });
  database
    .createObjectStore('commands', { keyPath: 'order', autoIncrement: true })
    .createIndex('id', 'id', { unique: true });
}

/** A request as a promise. */
export const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('the browser kept nothing')),
    );
  });

const finished = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('the browser kept nothing')),
    );
  });

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has already ended, which is as well.
  }
}
