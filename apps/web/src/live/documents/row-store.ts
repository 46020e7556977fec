import type { Collection } from '@yamori/domain';
import type { CollectionQuery } from './collection-query.ts';
import type { FoundDocument } from './document-reader.ts';
import { failedWith, resultUnder, type Heard, type LiveResult } from './live-result.ts';
import { startListen, type ExternalStore, type ConnectionStatusSource } from './live-store.ts';
import type { LinkClock } from '../connection/connection-state.ts';
import type { QuerySnapshot } from './query-view.ts';

/** Rows are updated at most ten times a second. */
const FLUSH_INTERVAL_MS = 100;

/**
 * A live query row by row, for boards of hundreds of documents that change a thousand times a
 * second: a change of one document renders its row, and the list only when documents are added,
 * removed or reordered.
 */
export class RowStore<C extends Collection> {
  /** Paths in order, combined with the connection state. */
  readonly rows: ExternalStore<LiveResult<readonly string[]>>;
  readonly #query: CollectionQuery<C>;
  readonly #link: ConnectionStatusSource;
  readonly #after: LinkClock['after'];
  readonly #listListeners = new Set<() => void>();
  readonly #rowListeners = new Map<string, Set<() => void>>();
  readonly #documents = new Map<string, FoundDocument<C>>();
  readonly #dirty = new Set<string>();
  #heard: Heard<readonly string[]> = { kind: 'loading' };
  #result: LiveResult<readonly string[]> = this.#heard;
  #waiting: QuerySnapshot<C>['documents'] | null = null;
  #cancelFlush: (() => void) | null = null;
  #ends: (() => void)[] = [];
  /** The listener has restarted: documents that it does not name were deleted in between. */
  #fresh = true;

  constructor(query: CollectionQuery<C>, link: ConnectionStatusSource, after: LinkClock['after']) {
    this.#query = query;
    this.#link = link;
    this.#after = after;
    this.rows = {
      getSnapshot: () => this.#result,
      subscribe: (listener) => this.#subscribeList(listener),
    };
  }

  /**
   * One row; undefined if the list has no such path. Does not start the listener; the list does.
   */
  row(path: string): ExternalStore<FoundDocument<C> | undefined> {
    return {
      getSnapshot: () => this.#documents.get(path),
      subscribe: (listener) => this.#subscribeRow(path, listener),
    };
  }

  #subscribeList(listener: () => void): () => void {
    this.#listListeners.add(listener);
    if (this.#listListeners.size === 1) this.#start();
    return () => {
      this.#listListeners.delete(listener);
      if (this.#listListeners.size === 0) this.#stop();
    };
  }

  #subscribeRow(path: string, listener: () => void): () => void {
    const listeners = this.#rowListeners.get(path) ?? new Set();
    this.#rowListeners.set(path, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#rowListeners.get(path) === listeners)
        this.#rowListeners.delete(path);
    };
  }

  #start(): void {
    this.#fresh = true;
    const listen = (
      onValue: (snapshot: QuerySnapshot<C>) => void,
      onFail: Parameters<CollectionQuery<C>['subscribe']>[1],
    ) => this.#query.subscribe(onValue, onFail);
    this.#ends = [
      this.#link.onState(() => this.#settle(this.#heard)),
      startListen(
        listen,
        (snapshot) => this.#receive(snapshot),
        (problem) => {
          this.#flush();
          this.#settle(failedWith(problem));
        },
      ),
    ];
  }

  #stop(): void {
    this.#cancelFlush?.();
    this.#cancelFlush = null;
    this.#waiting = null;
    this.#ends.forEach((end) => end());
    this.#ends = [];
  }

  /** The first change after a quiet time, and the page's own changes, appear immediately. */
  #receive({ documents, changes, isOwn }: QuerySnapshot<C>): void {
    this.#waiting = documents;
    if (this.#fresh) this.#forgetOthers(documents);
    for (const { kind, document } of changes) {
      this.#dirty.add(document.documentPath);
      if (kind === 'removed') this.#documents.delete(document.documentPath);
      else this.#documents.set(document.documentPath, document);
    }
    if (isOwn) this.#cancelFlush?.();
    if (isOwn || this.#cancelFlush === null) this.#flush();
  }

  #forgetOthers(documents: QuerySnapshot<C>['documents']): void {
    this.#fresh = false;
    const named = new Set(documents.map((document) => document.documentPath));
    for (const path of this.#documents.keys()) {
      if (named.has(path)) continue;
      this.#documents.delete(path);
      this.#dirty.add(path);
    }
  }

  #flush(): void {
    this.#cancelFlush = null;
    if (this.#waiting === null) return;
    const paths = this.#waiting.map((document) => document.documentPath);
    this.#waiting = null;
    const dirty = [...this.#dirty];
    this.#dirty.clear();
    this.#cancelFlush = this.#after(FLUSH_INTERVAL_MS, () => this.#flush());
    for (const path of dirty) this.#rowListeners.get(path)?.forEach((listener) => listener());
    if (this.#heard.kind !== 'ready' || !sameList(this.#heard.value, paths))
      this.#settle({ kind: 'ready', value: paths });
  }

  #settle(heard: Heard<readonly string[]>): void {
    this.#heard = heard;
    this.#result = resultUnder(heard, this.#link.state());
    this.#listListeners.forEach((listener) => listener());
  }
}

const sameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((path, index) => path === b[index]);
