import { ProblemError, type Collection, type Write } from '@yamori/domain';
import type { QueryDependencies } from './collection-query.ts';
import type { DocumentReference } from './document-reference.ts';
import type { FoundDocument } from './document-reader.ts';
import { WriteBatch } from './write-batch.ts';

const MAXIMUM_ATTEMPTS = 5;
const FIRST_WAIT_MS = 50;

export type TransactionClock = {
  readonly wait: (delayMs: number) => Promise<void>;
  /** Uniform in [0, 1). */
  readonly random: () => number;
};

/** The reads and writes of a transaction. Writes are gathered; reads see the store before them. */
export class Transaction extends WriteBatch {
  readonly #dependencies: QueryDependencies;
  readonly #versions = new Map<string, string | null>();

  constructor(dependencies: QueryDependencies) {
    super();
    this.#dependencies = dependencies;
  }

  /**
   * Reads a document and records its version: the transaction succeeds only if the version is
   * unchanged.
   */
  async get<C extends Collection>(
    reference: DocumentReference<C>,
  ): Promise<FoundDocument<C> | null> {
    const [wire] = await this.#dependencies.transport.read([reference.path]);
    const read = wire ? this.#dependencies.read(reference.collection, wire) : null;
    const version = read?.stored.version ?? null;
    // The first version read counts: a change between two reads is a conflict too.
    if (!this.#versions.has(reference.path)) this.#versions.set(reference.path, version);
    return read?.document ?? null;
  }

  get everything(): Write[] {
    return [
      ...[...this.#versions].map(([path, version]): Write => ({ kind: 'verify', path, version })),
      ...this.writes,
    ];
  }
}

/**
 * Runs reads and writes atomically. If a document that was read has changed before the commit,
 * nothing is written and `run` is called again, up to 5 times with a growing random delay. Rejects
 * with `document-conflict` after the last attempt; errors of `run` pass through immediately.
 */
export async function runTransaction<Result>(
  dependencies: QueryDependencies,
  clock: TransactionClock,
  run: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const transaction = new Transaction(dependencies);
    const result = await run(transaction);
    try {
      if (transaction.everything.length > 0)
        await dependencies.transport.commit(transaction.everything);
      return result;
    } catch (error) {
      if (!isConflict(error) || attempt === MAXIMUM_ATTEMPTS) throw error;
      await clock.wait(FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + clock.random()));
    }
  }
}

const isConflict = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.code === 'document-conflict';
