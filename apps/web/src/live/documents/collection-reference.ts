import { newDocumentId, refuse, type Collection } from '@yamori/domain';
import { CollectionQuery, type QueryDependencies } from './collection-query.ts';
import { DocumentReference } from './document-reference.ts';
import type { FoundDocument } from './document-reader.ts';
import { everythingIn } from './query-spec.ts';
import type { WriteFields } from './write-builder.ts';

export type CollectionDependencies = QueryDependencies & {
  readonly randomBytes: (count: number) => Uint8Array;
};

/** A collection by its path: a question about all of it, its documents, and adding to it. */
export class CollectionReference<C extends Collection> extends CollectionQuery<C> {
  readonly path: string;
  readonly #dependencies: CollectionDependencies;

  constructor(collection: C, path: string, dependencies: CollectionDependencies) {
    super(collection, everythingIn(path, false), dependencies);
    this.path = path;
    this.#dependencies = dependencies;
  }

  /** A document by its id; a new id when none is given. */
  doc(id: string = newDocumentId(this.#dependencies.randomBytes)): DocumentReference<C> {
    return new DocumentReference(this.collection, this.path, id, this.#dependencies);
  }

  /** Makes a document under a new id. */
  async add(data: WriteFields<C>): Promise<DocumentReference<C>> {
    const reference = this.doc();
    await reference.create(data);
    return reference;
  }

  /**
   * The document with these values in the fields of the collection's unique key.
   * @throws ProblemError `unique-key-missing` when the collection has no such key or a field of it
   * is not given
   */
  async findByKey(key: Readonly<Record<string, unknown>>): Promise<FoundDocument<C> | null> {
    const fields = this.collection.uniqueKey;
    if (fields === null || fields.some((field) => key[field] === undefined))
      throw refuse('unique-key-missing', { place: this.path });
    return fields
      .reduce<CollectionQuery<C>>((query, field) => query.where([field], '==', key[field]), this)
      .first();
  }
}
