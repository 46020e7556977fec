import { ProblemError, type Collection, type Write } from '@yamori/domain';
import type { DocumentReference } from './document-reference.ts';
import type { DocumentCalls } from './document-transport.ts';
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

/** Gathered writes that run in order, all or none. */
export class WriteBatch {
  readonly #writes: Write[] = [];

  get writes(): readonly Write[] {
    return this.#writes;
  }

  create<C extends Collection>(reference: DocumentReference<C>, data: WriteFields<C>): this {
    return this.#push(createWrite(reference.path, data));
  }

  set<C extends Collection>(
    reference: DocumentReference<C>,
    data: Partial<WriteFields<C>>,
    options: SetOptions = {},
  ): this {
    return this.#push(setWrite(reference.path, data, options));
  }

  update<C extends Collection>(
    reference: DocumentReference<C>,
    fields: UpdateFields<C>,
    precondition?: WritePrecondition,
  ): this {
    return this.updatePaths(reference, updatePairs(fields), precondition);
  }

  updatePaths<C extends Collection>(
    reference: DocumentReference<C>,
    pairs: readonly FieldValue[],
    precondition?: WritePrecondition,
  ): this {
    return this.#push(updateWrite(reference.path, pairs, precondition));
  }

  delete<C extends Collection>(
    reference: DocumentReference<C>,
    precondition?: WritePrecondition,
  ): this {
    return this.#push(deleteWrite(reference.path, precondition));
  }

  #push(write: Write): this {
    this.#writes.push(write);
    return this;
  }
}

/** A batch that can be sent, once. */
export class CommittableBatch extends WriteBatch {
  readonly #calls: DocumentCalls;
  #sent = false;

  constructor(calls: DocumentCalls) {
    super();
    this.#calls = calls;
  }

  /** Rejects with `batch-sent` on the second call. */
  async commit(): Promise<void> {
    if (this.#sent) throw new ProblemError('batch-sent');
    this.#sent = true;
    if (this.writes.length > 0) await this.#calls.commit(this.writes);
  }
}
