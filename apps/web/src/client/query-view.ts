import type { Collection, StoredDocument, WireChange, WireDocument } from '@yamori/domain';
import type { FoundDocument, ReadDocument } from './document-reader.ts';
import type { TargetChanges } from './document-transport.ts';

/** One step from the list before to the list after; indexes hold when the steps are taken in order, -1 for nowhere. */
export type DocumentChange<C extends Collection> = {
  readonly kind: 'added' | 'modified' | 'removed';
  readonly document: FoundDocument<C>;
  readonly oldIndex: number;
  readonly newIndex: number;
};

export type QuerySnapshot<C extends Collection> = {
  readonly documents: readonly FoundDocument<C>[];
  readonly changes: readonly DocumentChange<C>[];
};

type Compare = (a: StoredDocument, b: StoredDocument) => number;

/**
 * The result of a live question, kept in order. Arriving changes are gathered until the server says that they are whole;
 * a document whose version did not change is no change. Each change costs two binary searches.
 */
export class QueryView<C extends Collection> {
  readonly #compare: Compare;
  readonly #read: (wire: WireDocument) => ReadDocument<C>;
  #entries: ReadDocument<C>[] = [];
  #byPath = new Map<string, ReadDocument<C>>();
  #pending: WireChange[] = [];
  #reset = false;
  #shown = false;

  constructor(compare: Compare, read: (wire: WireDocument) => ReadDocument<C>) {
    this.#compare = compare;
    this.#read = read;
  }

  /** @returns the list after the changes, or null while they are in part or change nothing */
  receive(event: TargetChanges): QuerySnapshot<C> | null {
    if (event.reset) {
      this.#pending = [];
      this.#reset = true;
    }
    this.#pending.push(...event.changes);
    if (!event.current) return null;
    const changes = [
      ...(this.#reset ? this.#removeAbsent() : []),
      ...this.#pending.flatMap((change) => this.#apply(change)),
    ];
    this.#pending = [];
    this.#reset = false;
    if (this.#shown && changes.length === 0) return null;
    this.#shown = true;
    return { documents: this.#documents(), changes };
  }

  /** Empties the list. */
  clear(): QuerySnapshot<C> {
    this.#pending = [];
    const changes = this.#entries.map(({ document }): DocumentChange<C> => ({
      kind: 'removed',
      document,
      oldIndex: 0,
      newIndex: -1,
    }));
    this.#entries = [];
    this.#byPath.clear();
    return { documents: [], changes };
  }

  #documents(): FoundDocument<C>[] {
    return this.#entries.map(({ document }) => document);
  }

  #removeAbsent(): DocumentChange<C>[] {
    const present = new Set(this.#pending.map(pathOf));
    return [...this.#byPath.keys()]
      .filter((path) => !present.has(path))
      .flatMap((path) => this.#remove(path));
  }

  #apply(change: WireChange): DocumentChange<C>[] {
    return change.kind === 'removed' ? this.#remove(change.path) : this.#put(change.document);
  }

  #remove(path: string): DocumentChange<C>[] {
    const entry = this.#byPath.get(path);
    if (!entry) return [];
    return [
      { kind: 'removed', document: entry.document, oldIndex: this.#take(entry), newIndex: -1 },
    ];
  }

  #put(wire: WireDocument): DocumentChange<C>[] {
    const before = this.#byPath.get(wire.path);
    if (before?.stored.version === wire.version) return [];
    const entry = this.#read(wire);
    const oldIndex = before ? this.#take(before) : -1;
    const newIndex = this.#placeOf(entry.stored);
    this.#entries.splice(newIndex, 0, entry);
    this.#byPath.set(wire.path, entry);
    return [{ kind: before ? 'modified' : 'added', document: entry.document, oldIndex, newIndex }];
  }

  #take(entry: ReadDocument<C>): number {
    const index = this.#placeOf(entry.stored);
    this.#entries.splice(index, 1);
    this.#byPath.delete(entry.stored.path);
    return index;
  }

  /** Index of the first entry that is not before the document; the order is total, so it is the document's own. */
  #placeOf(stored: StoredDocument): number {
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

const pathOf = (change: WireChange): string =>
  change.kind === 'removed' ? change.path : change.document.path;
