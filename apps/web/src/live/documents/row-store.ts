import type { Collection } from '@yamori/domain';
import {
  DEFAULT_PAGE_SIZE,
  isWholeList,
  pagesAfter,
  type CollectionQuery,
} from './collection-query.ts';
import type { FoundDocument } from './document-reader.ts';
import {
  failedWith,
  resultUnder,
  type Heard,
  type ListStatus,
  type LiveResult,
} from './live-result.ts';
import { startListen, type ExternalStore, type ConnectionStatusSource } from './live-store.ts';
import type { LinkClock } from '../connection/connection-state.ts';
import type { QuerySnapshot } from './query-view.ts';

/** Rows are updated at most ten times a second. */
const FLUSH_INTERVAL_MS = 100;

type RowStoreOptions = {
  readonly link: ConnectionStatusSource;
  readonly after: LinkClock['after'];
  readonly flushIntervalMs?: number | undefined;
};

/**
 * A live query row by row, for boards of hundreds of documents that change a thousand times a
 * second: a change of one document renders its row, and the list only when documents are added,
 * removed or reordered. The list can grow page by page.
 */
export class RowStore<C extends Collection> {
  /** Paths in order, combined with the connection state. */
  readonly rows: ExternalStore<LiveResult<readonly string[]>>;
  /** Whether the rows have loaded, regardless of the connection. */
  readonly status: ExternalStore<ListStatus>;
  /** All documents in order. `isOwn`: the reply to a command of this page changed them. */
  readonly documents: {
    readonly getSnapshot: () => readonly FoundDocument<C>[];
    readonly subscribe: (listener: (isOwn: boolean) => void) => () => void;
  };
  #query: CollectionQuery<C>;
  readonly #link: ConnectionStatusSource;
  readonly #after: LinkClock['after'];
  readonly #flushIntervalMs: number;
  readonly #listListeners = new Set<() => void>();
  readonly #documentListeners = new Set<(isOwn: boolean) => void>();
  readonly #rowListeners = new Map<string, Set<() => void>>();
  readonly #byPath = new Map<string, FoundDocument<C>>();
  readonly #dirty = new Set<string>();
  #documents: readonly FoundDocument<C>[] = [];
  #heard: Heard<readonly string[]> = { kind: 'loading' };
  #result: LiveResult<readonly string[]> = this.#heard;
  #status: ListStatus = { kind: 'loading' };
  #waiting: QuerySnapshot<C>['documents'] | null = null;
  #cancelFlush: (() => void) | null = null;
  #endLink: (() => void) | null = null;
  #endListener: (() => void) | null = null;
  /** The newest listener has no result yet: documents that the first one lacks are gone. */
  #isFresh = true;

  constructor(query: CollectionQuery<C>, options: RowStoreOptions) {
    this.#query = query;
    this.#link = options.link;
    this.#after = options.after;
    this.#flushIntervalMs = options.flushIntervalMs ?? FLUSH_INTERVAL_MS;
    this.rows = {
      getSnapshot: () => this.#result,
      subscribe: (listener) => this.#subscribe(this.#listListeners, listener),
    };
    this.status = {
      getSnapshot: () => this.#status,
      subscribe: (listener) => this.#subscribe(this.#listListeners, listener),
    };
    this.documents = {
      getSnapshot: () => this.#documents,
      subscribe: (listener) => this.#subscribe(this.#documentListeners, listener),
    };
  }

  /**
   * One row; undefined if the list has no such path. Does not start the listener; the list does.
   */
  row(path: string): ExternalStore<FoundDocument<C> | undefined> {
    return {
      getSnapshot: () => this.#byPath.get(path),
      subscribe: (listener) => this.#subscribeRow(path, listener),
    };
  }

  /**
   * Raises the limit of the query; the current rows stay until the longer list has arrived. Does
   * nothing while a page is loading, or after the last one.
   */
  readonly loadNextPage = (): void => {
    if (this.#isFresh || this.#status.kind !== 'shown' || this.#status.complete) return;
    const pages = pagesAfter(this.#limit / DEFAULT_PAGE_SIZE);
    if (pages === null) return;
    this.#query = this.#query.limit(pages * DEFAULT_PAGE_SIZE);
    this.#listen();
  };

  /** Requests the rows again after a failure. */
  readonly retry = (): void => {
    if (this.#countListeners() === 0) return;
    this.#settle({ kind: 'loading' });
    this.#listen();
  };

  get #limit(): number {
    return this.#query.spec.limit ?? DEFAULT_PAGE_SIZE;
  }

  #subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
    listeners.add(listener);
    if (this.#countListeners() === 1) this.#start();
    return () => {
      listeners.delete(listener);
      if (this.#countListeners() === 0) this.#stop();
    };
  }

  #countListeners(): number {
    return this.#listListeners.size + this.#documentListeners.size;
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
    this.#endLink = this.#link.onState(() => this.#settle(this.#heard));
    this.#listen();
  }

  /** Follows the query. Until this listener has a result, the previous one updates the rows. */
  #listen(): void {
    let endPrevious = this.#endListener;
    const replacePrevious = (): void => {
      endPrevious?.();
      endPrevious = null;
    };
    let hasResult = false;
    this.#isFresh = true;
    const end = startListen<QuerySnapshot<C>>(
      (onValue, onFail) => this.#query.subscribe(onValue, onFail),
      (snapshot) => {
        replacePrevious();
        this.#receive(snapshot, !hasResult);
        hasResult = true;
      },
      (problem) => {
        replacePrevious();
        this.#flush(false);
        this.#settle(failedWith(problem));
      },
    );
    this.#endListener = () => {
      replacePrevious();
      end();
    };
  }

  #stop(): void {
    this.#cancelFlush?.();
    this.#cancelFlush = null;
    this.#waiting = null;
    this.#isFresh = true;
    this.#endListener?.();
    this.#endListener = null;
    this.#endLink?.();
    this.#endLink = null;
  }

  /**
   * The first change after a quiet time, a page that has loaded, and the page's own changes appear
   * immediately.
   */
  #receive({ documents, changes, isOwn }: QuerySnapshot<C>, isFirst: boolean): void {
    this.#waiting = documents;
    if (isFirst) {
      this.#isFresh = false;
      this.#forgetOthers(documents);
    }
    for (const { kind, document } of changes) {
      this.#dirty.add(document.documentPath);
      if (kind === 'removed') this.#byPath.delete(document.documentPath);
      else this.#byPath.set(document.documentPath, document);
    }
    const isUrgent = isOwn || isFirst;
    if (isUrgent) this.#cancelFlush?.();
    if (isUrgent || this.#cancelFlush === null) this.#flush(isOwn);
  }

  #forgetOthers(documents: QuerySnapshot<C>['documents']): void {
    const named = new Set(documents.map((document) => document.documentPath));
    for (const path of this.#byPath.keys()) {
      if (named.has(path)) continue;
      this.#byPath.delete(path);
      this.#dirty.add(path);
    }
  }

  #flush(isOwn: boolean): void {
    this.#cancelFlush = null;
    if (this.#waiting === null) return;
    this.#documents = this.#waiting;
    this.#waiting = null;
    const dirty = [...this.#dirty];
    this.#dirty.clear();
    this.#cancelFlush = this.#after(this.#flushIntervalMs, () => this.#flush(false));
    for (const path of dirty) this.#rowListeners.get(path)?.forEach((listener) => listener());
    this.#documentListeners.forEach((listener) => listener(isOwn));
    const paths = this.#documents.map((document) => document.documentPath);
    if (!this.#isShown(paths)) this.#settle({ kind: 'ready', value: paths });
  }

  #isShown(paths: readonly string[]): boolean {
    return (
      this.#heard.kind === 'ready' &&
      sameList(this.#heard.value, paths) &&
      this.#status.kind === 'shown' &&
      this.#status.complete === isWholeList(paths.length, this.#limit)
    );
  }

  #settle(heard: Heard<readonly string[]>): void {
    if (heard !== this.#heard) this.#status = toStatus(heard, this.#limit);
    this.#heard = heard;
    this.#result = resultUnder(heard, this.#link.state());
    this.#listListeners.forEach((listener) => listener());
  }
}

function toStatus(heard: Heard<readonly string[]>, limit: number): ListStatus {
  switch (heard.kind) {
    case 'loading':
      return heard;
    case 'ready':
      return { kind: 'shown', complete: isWholeList(heard.value.length, limit) };
    case 'failed':
    case 'refused':
      return { kind: 'failed', problem: heard.problem };
  }
}

const sameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((path, index) => path === b[index]);
