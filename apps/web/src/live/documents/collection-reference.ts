import { newDocumentId, ProblemError, type Collection } from '@yamori/domain';
import { CollectionQuery, type QueryDependencies } from './collection-query.ts';
import { DocumentReference } from './document-reference.ts';
import type { FoundDocument } from './document-reader.ts';
import { everythingIn } from './query-spec.ts';
import type { WriteFields } from './write-builder.ts';

export type CollectionDependencies = QueryDependencies & {
  readonly randomBytes: (count: number) => Uint8Array;
};

/** A collection by its path: a query of all its documents, and methods to add and find them. */
export class CollectionReference<C extends Collection> extends CollectionQuery<C> {
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
