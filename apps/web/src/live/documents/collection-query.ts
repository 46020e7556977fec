import {
  compareDocuments,
  MAX_LIVE_DOCUMENTS,
  ProblemError,
  type Collection,
  type FieldPath,
  type FilterOperator,
  type Problem,
} from '@yamori/domain';
import type { ClientLog } from '../../api/client-log.ts';
import type { DocumentReader, FoundDocument, ReadDocument } from './document-reader.ts';
import type { DocumentTransport } from './document-transport.ts';
import {
  checkQuery,
  cursorAfter,
  pageQuery,
  type CursorArguments,
  type CursorSpec,
  type QuerySpec,
} from './query-spec.ts';
import { followView, QueryView, type QuerySnapshot, type ViewSources } from './query-view.ts';
import { toFieldPath } from './write-builder.ts';

/** Page size without a limit (specification, section 9). */
export const DEFAULT_PAGE_SIZE = 50;

/**
 * The page count after a live list fetches more. Each step fetches all earlier pages again, so long
 * lists grow by a quarter: a list of 10,000 then transfers five times its rows rather than a
 * hundred times. Null at the maximum of a live query.
 */
export const pagesAfter = (pages: number): number | null => {
  const most = MAX_LIVE_DOCUMENTS / DEFAULT_PAGE_SIZE;
  return pages >= most ? null : Math.min(most, pages + Math.max(1, Math.floor(pages / 4)));
};

/**
 * Whether a live list is complete: the server returned fewer than the limit, or the limit is the
 * maximum.
 */
export const isWholeList = (found: number, limit: number): boolean =>
  found < limit || pagesAfter(limit / DEFAULT_PAGE_SIZE) === null;

export type QueryDependencies = ViewSources & {
  readonly transport: DocumentTransport;
  readonly read: DocumentReader;
  readonly log: ClientLog;
};
type Page<C extends Collection> = {
  readonly documents: readonly FoundDocument<C>[];
  /** Null without a next page: the last one was not full. */
  readonly nextCursor: string | null;
};

/**
 * An immutable query of a collection. Each builder method returns a new query; no request is sent
 * before `get`, `list`, `count` or `subscribe`, which throw (or reject with) a ProblemError for an
 * invalid query.
 */
export class CollectionQuery<C extends Collection> {
  readonly collection: C;
  readonly spec: QuerySpec;
  readonly #dependencies: QueryDependencies;

  constructor(collection: C, spec: QuerySpec, dependencies: QueryDependencies) {
    this.collection = collection;
    this.spec = spec;
    this.#dependencies = dependencies;
  }

  where(field: string | FieldPath, op: FilterOperator, value: unknown): CollectionQuery<C> {
    return this.#with({
      filters: [...this.spec.filters, { field: toFieldPath(field), op, value }],
    });
  }

  orderBy(field: string | FieldPath, direction: 'asc' | 'desc' = 'asc'): CollectionQuery<C> {
    return this.#with({
      orderBy: [...this.spec.orderBy, { field: toFieldPath(field), direction }],
    });
  }

  /** The last call of startAt and startAfter wins, and the last of endAt and endBefore. */
  startAt(...at: CursorArguments): CollectionQuery<C> {
    return this.#with({ startAt: cursor(at, true) });
  }

  startAfter(...at: CursorArguments): CollectionQuery<C> {
    return this.#with({ startAt: cursor(at, false) });
  }

  endAt(...at: CursorArguments): CollectionQuery<C> {
    return this.#with({ endAt: cursor(at, true) });
  }

  endBefore(...at: CursorArguments): CollectionQuery<C> {
    return this.#with({ endAt: cursor(at, false) });
  }

  limit(limit: number): CollectionQuery<C> {
    return this.#with({ limit });
  }

  offset(offset: number): CollectionQuery<C> {
    return this.#with({ offset });
  }

  /** Returns only these fields; the others are absent although the type has them. */
  select(...fields: readonly (string | FieldPath)[]): CollectionQuery<C> {
    return this.#with({ select: fields.map(toFieldPath) });
  }

  /** One result. Returns the first 50 without a limit; `list` fetches further pages. */
  async get(): Promise<FoundDocument<C>[]> {
    const { wire } = checkQuery(this.spec);
    return (await this.#dependencies.transport.list(wire)).map(
      (document) => this.#dependencies.read(this.collection, document).document,
    );
  }

  async first(): Promise<FoundDocument<C> | null> {
    return (await this.limit(1).get())[0] ?? null;
  }

  /** One page. Pass `nextCursor` of the previous page to continue. */
  async list({
    limit = this.spec.limit ?? DEFAULT_PAGE_SIZE,
    cursor: after = null,
  }: { limit?: number; cursor?: string | null } = {}): Promise<Page<C>> {
    const { wire, query } = pageQuery(this.spec, limit, after);
    const found = (await this.#dependencies.transport.list(wire)).map((document) =>
      this.#dependencies.read(this.collection, document),
    );
    const last = found.at(-1);
    return {
      documents: found.map(({ document }) => document),
      nextCursor:
        last !== undefined && found.length === limit ? cursorAfter(query, last.stored) : null,
    };
  }

  async count(): Promise<number> {
    return this.#dependencies.transport.count(checkQuery(this.spec).wire);
  }

  /**
   * The result now and whenever it changes. A listener that fails is logged, clears the list and
   * ends.
   *
   * @returns a function that unsubscribes
   */
  subscribe(
    onChange: (snapshot: QuerySnapshot<C>) => void,
    onFail: (problem: Problem) => void = () => undefined,
  ): () => void {
    const { wire, query } = checkQuery(this.spec);
    if (this.spec.select !== null) throw new ProblemError('query-select-live');
    const { read, log } = this.#dependencies;
    const view = new QueryView<C>(compareDocuments(query), (document): ReadDocument<C> =>
      read(this.collection, document),
    );
    const target = { kind: 'query', query: wire } as const;
    return followView(this.#dependencies, target, view, onChange, (problem) => {
      log.warn('documents: query listener failed; its list is cleared', {
        collection: wire.collection,
        code: problem.code,
      });
      onFail(problem);
    });
  }

  #with(change: Partial<QuerySpec>): CollectionQuery<C> {
    return new CollectionQuery(this.collection, { ...this.spec, ...change }, this.#dependencies);
  }
}

const cursor = (at: CursorArguments, inclusive: boolean): CursorSpec => ({ at, inclusive });
