/**
 * This browser's data of the member who is signed in, and no other; sign-out deletes all of it
 * (decision 018).
 */
export const OFFLINE_DATABASE = 'yamori-offline';
const VERSION = 2;

/**
 * `member`: one record, the owner of everything else. `documents`: the latest state of documents
 * that were read. `questions`: which documents answered a query. `commands`: unsent commands, in
 * the order of their creation. `uploads`: files in transfer, without their bytes (decision 024).
 */
export const OFFLINE_STORES = ['member', 'documents', 'questions', 'commands', 'uploads'] as const;
export type OfflineStoreName = (typeof OFFLINE_STORES)[number];

type Stores = (name: OfflineStoreName) => IDBObjectStore;

export type OfflineDatabase = {
  /**
   * Resolves when the writes of `work` are on disk. `work` may await requests of these stores and
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
 * Rejects if the browser cannot store data (forbidden by its settings, a private window, a full
 * disk).
 */
export async function openOfflineDatabase(factory: IDBFactory): Promise<OfflineDatabase> {
  const opening = factory.open(OFFLINE_DATABASE, VERSION);
  opening.addEventListener('upgradeneeded', ({ oldVersion }) =>
    makeStores(opening.result, oldVersion),
  );
  const database = await settled(opening);
  // Another tab wants to delete everything or upgrade the schema: it must not wait for this one.
  database.addEventListener('versionchange', () => database.close());
  return {
    async transaction(names, mode, work) {
      const transaction = database.transaction([...names], mode, { durability: 'strict' });
      const done = finished(transaction);
      // The throw below reports the error.
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
      reject(request.error ?? new Error('the browser stored nothing')),
    );
  });

const finished = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('the browser stored nothing')),
    );
  });

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has already ended.
  }
}
