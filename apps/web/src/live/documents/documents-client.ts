import {
  newDocumentId,
  parseCollectionPath,
  ProblemError,
  type Collection,
  type WireDocument,
} from '@yamori/domain';
import type { ClientLog } from '../../api/client-log.ts';
import { CollectionQuery, type QueryDependencies } from './collection-query.ts';
import { createDocumentReader, type FoundDocument } from './document-reader.ts';
import { DocumentReference } from './document-reference.ts';
import type { DocumentTransport } from './document-transport.ts';
import { everythingIn } from './query-spec.ts';
import { runTransaction, type Transaction, type TransactionClock } from './transaction.ts';
import { CommittableBatch } from './write-batch.ts';
import type { WriteFields } from './write-builder.ts';

type CollectionTable = Readonly<Record<string, Collection>>;

/**
 * The collection's name in a path of a document or a collection: `room/a/sleep/b` and
 * `room/a/sleep` give `sleep`.
 */
type NameIn<Path extends string> = Path extends `${infer Name}/${infer Rest}`
  ? Rest extends `${string}/${infer Deeper}`
    ? NameIn<Deeper>
    : Name
  : Path;
export type CollectionAt<Table extends CollectionTable, Path extends string> =
  NameIn<Path> extends keyof Table ? Table[NameIn<Path>] : Collection;

type CollectionDependencies = QueryDependencies & {
  readonly randomBytes: (count: number) => Uint8Array;
};

/** The documents client, typed by the collections. */
export type Documents<Table extends CollectionTable = CollectionTable> = {
  /** `doc('room/abc')`. An empty id (`room/`) is allowed for `update`, which then does nothing. */
  readonly doc: <const Path extends string>(
    path: Path,
  ) => DocumentReference<CollectionAt<Table, Path>>;
  /** `collection('room')`, `collection('room/abc/sleep')`. */
  readonly collection: <const Path extends string>(
    path: Path,
  ) => CollectionReference<CollectionAt<Table, Path>>;
  /** All collections of the name, below any document. */
  readonly collectionGroup: <const Name extends keyof Table & string>(
    name: Name,
  ) => CollectionQuery<CollectionAt<Table, Name>>;
  /**
   * Takes over documents that a reply contained, so that every live view of them shows the outcome
   * of the command before the socket delivers it.
   */
  readonly accept: (documents: readonly WireDocument[]) => void;
  readonly batch: () => CommittableBatch;
  readonly transaction: <Result>(
    run: (transaction: Transaction) => Promise<Result>,
  ) => Promise<Result>;
};

type DocumentsOptions<Table extends CollectionTable> = {
  readonly transport: DocumentTransport;
  readonly collections: Table;
  readonly log: ClientLog;
  /** Randomness for ids and waits for transactions; the platform's own by default. */
  readonly randomBytes?: (count: number) => Uint8Array;
  readonly clock?: TransactionClock;
};

export function createDocuments<const Table extends CollectionTable>(
  options: DocumentsOptions<Table>,
): Documents<Table> {
  const {
    transport,
    collections,
    log,
    randomBytes = platformBytes,
    clock = platformClock,
  } = options;
  const acceptors = new Set<(documents: readonly WireDocument[]) => void>();
  const dependencies: CollectionDependencies = {
    transport,
    log,
    randomBytes,
    read: createDocumentReader(log),
    onAccepted(listener) {
      acceptors.add(listener);
      return () => acceptors.delete(listener);
    },
  };
  const collection = <const Path extends string>(
    path: Path,
  ): CollectionReference<CollectionAt<Table, Path>> =>
    new CollectionReference(collectionAt(collections, path), path, dependencies);
  return {
    collection,
    doc: <const Path extends string>(path: Path): DocumentReference<CollectionAt<Table, Path>> => {
      const end = path.lastIndexOf('/');
      if (end < 0) throw new ProblemError('path-invalid', { place: path });
      const parent = new CollectionReference(
        collectionAt<Table, Path>(collections, path.slice(0, end)),
        path.slice(0, end),
        dependencies,
      );
      return parent.doc(path.slice(end + 1));
    },
    collectionGroup: (name) =>
      new CollectionQuery(
        collectionAt<Table, typeof name>(collections, name),
        everythingIn(name, true),
        dependencies,
      ),
    accept: (documents) => acceptors.forEach((accept) => accept(documents)),
    batch: () => new CommittableBatch(transport),
    transaction: (run) => runTransaction(dependencies, clock, run),
  };
}

/** A collection by its path: a query of all its documents, and methods to add and find them. */
class CollectionReference<C extends Collection> extends CollectionQuery<C> {
  readonly path: string;
  readonly #dependencies: CollectionDependencies;

  constructor(collection: C, path: string, dependencies: CollectionDependencies) {
    super(collection, everythingIn(path, false), dependencies);
    this.path = path;
    this.#dependencies = dependencies;
  }

  /** A document by its id; without an id, a new one is generated. */
  doc(id: string = newDocumentId(this.#dependencies.randomBytes)): DocumentReference<C> {
    return new DocumentReference(this.collection, this.path, id, this.#dependencies);
  }

  /** Creates a document with a new id. */
  async add(data: WriteFields<C>): Promise<DocumentReference<C>> {
    const reference = this.doc();
    await reference.create(data);
    return reference;
  }

  /** Finds a document by the fields of the collection's unique key. */
  async findByKey(key: Readonly<Record<string, unknown>>): Promise<FoundDocument<C> | null> {
    const fields = this.collection.uniqueKey;
    if (fields === null || fields.some((field) => key[field] === undefined))
      throw new ProblemError('unique-key-missing', { place: this.path });
    return fields
      .reduce<CollectionQuery<C>>((query, field) => query.where([field], '==', key[field]), this)
      .first();
  }
}

function collectionAt<Table extends CollectionTable, Path extends string>(
  collections: Table,
  collectionPath: string,
): CollectionAt<Table, Path> {
  const { name } = parseCollectionPath(collectionPath);
  const collection = Object.hasOwn(collections, name) ? collections[name] : undefined;
  if (!collection) throw new ProblemError('collection-unknown', { place: name });
  // NameIn reads the name from the path's type as parseCollectionPath reads it from its text.
  return collection as CollectionAt<Table, Path>;
}

const platformBytes = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count));

const platformClock: TransactionClock = {
  wait: (delayMs) =>
    new Promise((resolve) => {
      setTimeout(resolve, delayMs);
    }),
  random: () => Math.random(),
};
