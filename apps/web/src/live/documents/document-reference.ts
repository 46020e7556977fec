import {
  joinDocumentPath,
  type Collection,
  type Problem,
  type WireDocument,
  type Write,
} from '@yamori/domain';
import type { QueryDependencies } from './collection-query.ts';
import type { FoundDocument } from './document-reader.ts';
import type { QueuedCommit } from './document-transport.ts';
import type { CommandAbout } from '../offline/outbox-store.ts';
import { followView, QueryView, type QuerySnapshot } from './query-view.ts';
import {
  createWrite,
  deleteWrite,
  setWrite,
  updatePairs,
  updateWrite,
  type FieldValue,
  type SetOptions,
  type UpdateFields,
  type WriteFields,
  type WritePrecondition,
} from './write-builder.ts';

type Snapshot<C extends Collection> = FoundDocument<C> | null;

/**
 * For writes that must survive a lost network: they are queued, and `about` describes them to their
 * author.
 */
type QueueOptions = WritePrecondition & {
  readonly whenOffline: 'queue';
  readonly about: CommandAbout;
};
type Delivered<C extends Collection> =
  | { readonly kind: 'sent'; readonly document: Snapshot<C> }
  | { readonly kind: 'queued' };

/**
 * One document by its path, whether it exists or not. Every call rejects with a ProblemError if it
 * fails.
 */
export class DocumentReference<C extends Collection> {
  readonly collection: C;
  readonly collectionPath: string;
  /** Empty only if a caller had no id; then `update` does nothing and every other call fails. */
  readonly id: string;
  readonly #dependencies: QueryDependencies;

  constructor(collection: C, collectionPath: string, id: string, dependencies: QueryDependencies) {
    this.collection = collection;
    this.collectionPath = collectionPath;
    this.id = id;
    this.#dependencies = dependencies;
  }

  get path(): string {
    return joinDocumentPath(this.collectionPath, this.id);
  }

  /** Null if the document does not exist or the user may not see it. */
  async get(): Promise<Snapshot<C>> {
    const [document] = await this.#dependencies.transport.read([this.path]);
    return document ? this.#dependencies.read(this.collection, document).document : null;
  }

  /** Creates the document; fails with `document-exists` if it exists. */
  create(data: WriteFields<C>): Promise<Snapshot<C>>;
  create(
    data: WriteFields<C>,
    options: Pick<QueueOptions, 'whenOffline' | 'about'>,
  ): Promise<Delivered<C>>;
  create(
    data: WriteFields<C>,
    options?: Pick<QueueOptions, 'whenOffline' | 'about'>,
  ): Promise<Snapshot<C> | Delivered<C>> {
    const write = createWrite(this.path, data);
    return options === undefined ? this.#commit(write) : this.#queue(write, options.about);
  }

  /**
   * Replaces the document, or with `merge` or `mergeFields` changes only the given fields; creates
   * it if it does not exist.
   */
  set(data: WriteFields<C>): Promise<Snapshot<C>>;
  set(data: Partial<WriteFields<C>>, options: SetOptions): Promise<Snapshot<C>>;
  set(data: Partial<WriteFields<C>>, options: SetOptions = {}): Promise<Snapshot<C>> {
    return this.#commit(setWrite(this.path, data, options));
  }

  /**
   * Changes the given fields (dotted paths reach into maps). Without an id it is logged and does
   * nothing.
   */
  update(fields: UpdateFields<C>, precondition?: WritePrecondition): Promise<Snapshot<C>>;
  update(fields: UpdateFields<C>, options: QueueOptions): Promise<Delivered<C>>;
  async update(
    fields: UpdateFields<C>,
    options?: WritePrecondition | QueueOptions,
  ): Promise<Snapshot<C> | Delivered<C>> {
    if (options === undefined || !('whenOffline' in options))
      return this.updatePaths(updatePairs(fields), options);
    const { whenOffline: _, about, ...given } = options;
    const precondition = Object.keys(given).length === 0 ? undefined : given;
    if (this.id === '') return { kind: 'sent', document: this.#updateNothing() };
    return this.#queue(updateWrite(this.path, updatePairs(fields), precondition), about);
  }

  /** As `update`, with every field path as a list of names. */
  async updatePaths(
    pairs: readonly FieldValue[],
    precondition?: WritePrecondition,
  ): Promise<Snapshot<C>> {
    if (this.id === '') return this.#updateNothing();
    return this.#commit(updateWrite(this.path, pairs, precondition));
  }

  async delete(precondition?: WritePrecondition): Promise<void> {
    await this.#commit(deleteWrite(this.path, precondition));
  }

  /**
   * The document now and whenever it changes; null while it does not exist. A listener that fails
   * is logged, clears the document and ends.
   */
  subscribe(
    onChange: (document: Snapshot<C>) => void,
    onFail: (problem: Problem) => void = () => undefined,
  ): () => void {
    const { path } = this;
    const { read, log } = this.#dependencies;
    const view = new QueryView<C>(
      () => 0,
      (document) => read(this.collection, document),
    );
    const show = ({ documents }: QuerySnapshot<C>): void => onChange(documents[0] ?? null);
    return followView(this.#dependencies, { kind: 'document', path }, view, show, (problem) => {
      log.warn('documents: document listener failed; its data is cleared', {
        path,
        code: problem.code,
      });
      onFail(problem);
    });
  }

  #updateNothing(): null {
    this.#dependencies.log.error('documents: ignored an update without a document id', {
      collection: this.collectionPath,
    });
    return null;
  }

  async #queue(write: Write, about: CommandAbout): Promise<Delivered<C>> {
    const { transport } = this.#dependencies;
    const done: QueuedCommit = transport.queue
      ? await transport.queue([write], about)
      : { kind: 'sent', documents: await transport.commit([write]) };
    return done.kind === 'queued' ? done : { kind: 'sent', document: this.#read(done.documents) };
  }

  async #commit(write: Write): Promise<Snapshot<C>> {
    return this.#read(await this.#dependencies.transport.commit([write]));
  }

  #read([document]: readonly (WireDocument | null)[]): Snapshot<C> {
    return document ? this.#dependencies.read(this.collection, document).document : null;
  }
}
