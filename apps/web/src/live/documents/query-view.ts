import type {
  Collection,
  Problem,
  StoredDocument,
  SubscriptionTarget,
  WireChange,
  WireDocument,
} from '@yamori/domain';
import type { FoundDocument, ReadDocument } from './document-reader.ts';
import type { LiveSubscriptions, TargetChanges } from './document-transport.ts';

/**
 * One step from the old list to the new one; indexes are valid when the steps are applied in order,
 * -1 for none.
 */
type DocumentChange<C extends Collection> = {
  readonly kind: 'added' | 'modified' | 'removed';
  readonly document: FoundDocument<C>;
  readonly oldIndex: number;
  readonly newIndex: number;
};

export type QuerySnapshot<C extends Collection> = {
  /** The page's own change, which is shown immediately. */
  readonly isOwn: boolean;
  readonly documents: readonly FoundDocument<C>[];
  readonly changes: readonly DocumentChange<C>[];
};

type Compare = (a: StoredDocument, b: StoredDocument) => number;

/**
 * The result of a live query in order. The changes of a snapshot are removed, then added, then
 * modified documents, each in list order; a document with an unchanged version is not reported.
 * Each change costs two binary searches.
 */
export class QueryView<C extends Collection> {
  readonly #compare: Compare;
  readonly #read: (wire: WireDocument) => ReadDocument<C>;
  #entries: ReadDocument<C>[] = [];
  #byPath = new Map<string, ReadDocument<C>>();
  #shown = false;

  constructor(compare: Compare, read: (wire: WireDocument) => ReadDocument<C>) {
    this.#compare = compare;
    this.#read = read;
  }

  /**
   * Takes over documents of a reply that are in the list, before the server sends them to the
   * subscription.
   * @returns the list after the changes, or null if nothing changed
   */
  accept(documents: readonly WireDocument[]): QuerySnapshot<C> | null {
    const changes = documents
      .filter(({ path }) => this.#byPath.has(path))
      .map((document): WireChange => ({ kind: 'modified', document }));
    if (changes.length === 0) return null;
    const snapshot = this.receive({ changes, reset: false });
    return snapshot === null ? null : { ...snapshot, isOwn: true };
  }

  /** @returns the list after the changes, or null if nothing changed */
  receive({ changes: received, reset }: TargetChanges): QuerySnapshot<C> | null {
    const removed = new Set<string>();
    const present = new Set<string>();
    const arrived: ReadDocument<C>[] = [];
    for (const change of received) {
      if (change.kind === 'removed') {
        removed.add(change.path);
        continue;
      }
      present.add(change.document.path);
      if (this.#isNews(change.document, reset)) arrived.push(this.#read(change.document));
    }
    const left = this.#entries.filter(({ stored: { path } }) =>
      reset ? !present.has(path) : removed.has(path),
    );
    const inOrder = arrived.sort((a, b) => this.#compare(a.stored, b.stored));
    const added = inOrder.filter(({ stored: { path } }) => !this.#byPath.has(path));
    const modified = inOrder.filter(({ stored: { path } }) => this.#byPath.has(path));
    const changes = [
      ...left.map((entry) => this.#remove(entry)),
      ...added.map((entry) => this.#put(entry)),
      ...modified.map((entry) => this.#put(entry)),
    ];
    if (this.#shown && changes.length === 0) return null;
    this.#shown = true;
    return { isOwn: false, documents: this.#documents(), changes };
  }

  /** Empties the list. */
  clear(): QuerySnapshot<C> {
    const changes = this.#entries.map(({ document }): DocumentChange<C> => ({
      kind: 'removed',
      document,
      oldIndex: 0,
      newIndex: -1,
    }));
    this.#entries = [];
    this.#byPath.clear();
    return { isOwn: false, documents: [], changes };
  }

  /** False for a change that was sent before a reply that the list shows already. */
  #isNews({ path, version, updatedAt }: WireDocument, reset: boolean): boolean {
    const stored = this.#byPath.get(path)?.stored;
    if (stored === undefined) return true;
    return stored.version !== version && (reset || !(new Date(updatedAt) < stored.updatedAt));
  }

  #documents(): FoundDocument<C>[] {
    return this.#entries.map(({ document }) => document);
  }

  #remove(entry: ReadDocument<C>): DocumentChange<C> {
    return { kind: 'removed', document: entry.document, oldIndex: this.#take(entry), newIndex: -1 };
  }

  #put(entry: ReadDocument<C>): DocumentChange<C> {
    const before = this.#byPath.get(entry.stored.path);
    const oldIndex = before ? this.#take(before) : -1;
    const newIndex = this.#getPlace(entry.stored);
    this.#entries.splice(newIndex, 0, entry);
    this.#byPath.set(entry.stored.path, entry);
    return { kind: before ? 'modified' : 'added', document: entry.document, oldIndex, newIndex };
  }

  #take(entry: ReadDocument<C>): number {
    const index = this.#getPlace(entry.stored);
    this.#entries.splice(index, 1);
    this.#byPath.delete(entry.stored.path);
    return index;
  }

  /**
   * Index of the first entry that is not before the document; the order is total, so it is the
   * document's own index.
   */
  #getPlace(stored: StoredDocument): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const entry = this.#entries[middle];
      if (entry && this.#compare(entry.stored, stored) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** What changes the views of a page. */
export type ViewSources = {
  readonly transport: LiveSubscriptions;
  /** Calls the listener with each reply that `Documents.accept` takes over, until it ends. */
  readonly onAccepted: (listener: (documents: readonly WireDocument[]) => void) => () => void;
};

/**
 * Shows every new snapshot of a view. A failure clears the view and ends the subscription.
 * @returns a function that unsubscribes
 */
export function followView<C extends Collection>(
  { transport, onAccepted }: ViewSources,
  target: SubscriptionTarget,
  view: QueryView<C>,
  onChange: (snapshot: QuerySnapshot<C>) => void,
  onFail: (problem: Problem) => void,
): () => void {
  const show = (snapshot: QuerySnapshot<C> | null): void => {
    if (snapshot !== null) onChange(snapshot);
  };
  const endAccepting = onAccepted((documents) => show(view.accept(documents)));
  const end = transport.subscribe(target, {
    onChanges: (event) => show(view.receive(event)),
    onFail: (problem) => {
      show(view.clear());
      onFail(problem);
    },
  });
  return () => {
    endAccepting();
    end();
  };
}
