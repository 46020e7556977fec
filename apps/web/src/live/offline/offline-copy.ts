import {
  decodeDocument,
  parseDocumentPath,
  readQuery,
  runQuery,
  wireDocument,
  type Query,
  type SubscriptionTarget,
  type WireDocument,
} from '@yamori/domain';
import type { ClientLog } from '../../api/client-log.ts';
import type { TargetChanges } from '../documents/document-transport.ts';
import type { LinkClock } from '../connection/connection-state.ts';
import { pruneCache, pruneNights } from './cache-limits.ts';
import { isMemberCached, recordSynced } from './kept-member.ts';
import { settled, type OfflineDatabase } from './offline-database.ts';
import { getTargetKey, QuestionBook, type CachedQuery } from './query-cache.ts';

/** The collections that a ward must be able to read offline; no others are cached. */
const CACHED_COLLECTIONS: ReadonlySet<string> = new Set([
  'room',
  'device',
  'domain',
  'sleep',
  'note',
]);
/** Changes are gathered this long and written in one step. A crash loses no more than that. */
const WRITE_AFTER_MS = 3000;

type DocumentRecord = {
  readonly path: string;
  readonly place: string;
  readonly name: string;
  readonly keptAtMs: number;
  readonly document: WireDocument;
};

type CopyOptions = {
  readonly database: OfflineDatabase;
  readonly memberId: string;
  readonly clock: Pick<LinkClock, 'now' | 'after'>;
  readonly log: ClientLog;
};

/**
 * An offline cache of the documents that a member has read: the latest state of each, and which of
 * them answered which query. Bounded by count, age and, for nights, the newest seven of each room.
 */
export class OfflineCopy {
  readonly #options: CopyOptions;
  readonly #waiting = new Map<string, WireDocument | null>();
  readonly #book = new QuestionBook();
  #cancelWrite: (() => void) | null = null;
  #writing: Promise<void>;
  #touched = false;

  constructor(options: CopyOptions) {
    this.#options = options;
    this.#writing = this.#start();
  }

  /** Documents that were read by path. */
  keep(documents: readonly WireDocument[]): void {
    for (const document of documents)
      if (isKept(document.path) && document.bare !== true)
        this.#waiting.set(document.path, document);
    this.#writeLater();
  }

  /** A complete answer to a query. */
  answered(query: Query, documents: readonly WireDocument[]): void {
    if (!this.#mayAnswer(query)) return;
    this.keep(documents);
    this.#forget(
      this.#book.replace(
        getTargetKey({ kind: 'query', query }),
        documents.map(({ path }) => path),
        this.#options.clock.now(),
      ),
    );
  }

  /** A step of a live query or document. */
  followed(target: SubscriptionTarget, event: TargetChanges): void {
    if (target.kind === 'query' ? !this.#mayAnswer(target.query) : !isKept(target.path)) return;
    this.keep(
      event.changes.flatMap((change) => (change.kind === 'removed' ? [] : [change.document])),
    );
    this.#forget(this.#book.follow(getTargetKey(target), event, this.#options.clock.now()));
  }

  /** Nothing has changed for a while and the connection is live: the cache matches the server. */
  touch(): void {
    this.#touched = true;
    this.#writeLater();
  }

  /** Cached documents by path; null for others. */
  async read(paths: readonly string[]): Promise<(WireDocument | null)[]> {
    await this.flush();
    return this.#options.database.transaction(['documents'], 'readonly', async (stores) => {
      const records: unknown[] = [];
      for (const path of paths) records.push(await settled<unknown>(stores('documents').get(path)));
      return records.map(getDocument);
    });
  }

  /**
   * The cached answer: for a known query the documents that answered it, for another query what the
   * cache holds of its collection. Null if it holds none.
   */
  async answer(target: SubscriptionTarget): Promise<WireDocument[] | null> {
    if (target.kind === 'document') {
      const [document] = await this.read([target.path]);
      return document ? [document] : null;
    }
    const { query } = target;
    await this.flush();
    const known = this.#book.paths(getTargetKey(target));
    const documents =
      known === null
        ? await this.#ofCollection(query)
        : (await this.read(known)).flatMap((document) => document ?? []);
    if (known === null && documents.length === 0) return null;
    const byPath = new Map(documents.map((document) => [document.path, document]));
    return runQuery({ ...readQuery(query), select: null }, documents.map(decodeDocument)).flatMap(
      ({ path }) => byPath.get(path) ?? [],
    );
  }

  /** When the query was last answered completely, in milliseconds since 1970; null for never. */
  answeredAtMs(query: Query): number | null {
    return this.#book.answeredAtMs(getTargetKey({ kind: 'query', query }));
  }

  /** Resolves when all changes are on disk; never rejects. */
  flush(): Promise<void> {
    this.#cancelWrite?.();
    this.#cancelWrite = null;
    this.#writing = this.#writing
      .then(() => this.#write())
      .catch((error: unknown) => {
        this.#options.log.warn('offline: cache write failed', { reason: String(error) });
      });
    return this.#writing;
  }

  /** Stops all writes. */
  close(): void {
    this.#cancelWrite?.();
    this.#cancelWrite = null;
    this.#waiting.clear();
    this.#touched = false;
  }

  async #start(): Promise<void> {
    const { database, clock, log, memberId } = this.#options;
    try {
      this.#book.load(await pruneCache(database, memberId, clock.now()));
    } catch (error) {
      log.warn('offline: cache read failed', { reason: String(error) });
    }
  }

  #mayAnswer(query: Query): boolean {
    return (
      query.select === undefined && CACHED_COLLECTIONS.has(query.collection.split('/').at(-1) ?? '')
    );
  }

  #forget(paths: readonly string[]): void {
    for (const path of paths) this.#waiting.set(path, null);
    this.#writeLater();
  }

  #writeLater(): void {
    this.#cancelWrite ??= this.#options.clock.after(WRITE_AFTER_MS, () => void this.flush());
  }

  async #ofCollection({ collection, group }: Query): Promise<WireDocument[]> {
    const records = await this.#options.database.transaction(
      ['documents'],
      'readonly',
      async (stores) =>
        settled<unknown[]>(
          stores('documents')
            .index(group ? 'name' : 'place')
            .getAll(collection),
        ),
    );
    return records.flatMap((record) => getDocument(record) ?? []);
  }

  async #write(): Promise<void> {
    const { database, memberId, clock } = this.#options;
    const documents = [...this.#waiting];
    const questions = this.#book.takeChanged();
    if (documents.length === 0 && questions.length === 0 && !this.#touched) return;
    this.#waiting.clear();
    this.#touched = false;
    const keptAtMs = clock.now();
    await database.transaction(
      ['member', 'documents', 'questions'],
      'readwrite',
      async (stores) => {
        if (!(await isMemberCached(stores('member'), memberId))) return;
        // No need to await each write: the transaction ends after the last one, or fails with any.
        for (const [path, document] of documents) {
          if (document === null) stores('documents').delete(path);
          else stores('documents').put(toRecord(document, keptAtMs));
        }
        writeQuestions(stores('questions'), questions);
        await pruneNights(
          stores('documents'),
          documents.map(([path]) => path),
        );
        await recordSynced(stores('member'), keptAtMs);
      },
    );
  }
}

function writeQuestions(store: IDBObjectStore, questions: readonly (CachedQuery | string)[]): void {
  for (const question of questions) {
    if (typeof question === 'string') store.delete(question);
    else store.put(question);
  }
}

const isKept = (path: string): boolean =>
  CACHED_COLLECTIONS.has(parseDocumentPath(path).collection.name);

function toRecord(document: WireDocument, keptAtMs: number): DocumentRecord {
  const { collection } = parseDocumentPath(document.path);
  return { path: document.path, place: collection.path, name: collection.name, keptAtMs, document };
}

/** Ignores records that an earlier version of the product wrote in another format. */
function getDocument(record: unknown): WireDocument | null {
  const parsed = wireDocument.safeParse(
    typeof record === 'object' && record !== null ? Reflect.get(record, 'document') : null,
  );
  return parsed.success ? parsed.data : null;
}
