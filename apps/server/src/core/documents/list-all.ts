import { DOCUMENT_PATH_FIELD, type Query } from '@yamori/domain';
import type { DocumentStore } from './document-store.ts';
import type { ReadDocument } from './document-presentation.ts';

type WholeQuery = Pick<Query, 'collection' | 'group' | 'filters'>;
type Listing = Pick<DocumentStore, 'list'>;

const PAGE_SIZE = 1_000;

/**
 * Yields every document of a query by path, page by page. Each page starts after the last document
 * of the previous one, not at an offset, so deletions in between skip none.
 */
export async function* everyDocument(
  store: Listing,
  query: WholeQuery,
  pageSize = PAGE_SIZE,
): AsyncGenerator<ReadDocument> {
  let after: string | null = null;
  for (;;) {
    const page: readonly ReadDocument[] = await store.list({
      ...query,
      orderBy: [{ field: [...DOCUMENT_PATH_FIELD], direction: 'asc' }],
      offset: 0,
      limit: pageSize,
      ...(after === null ? {} : { startAt: { values: [after], inclusive: false } }),
    });
    yield* page;
    after = page.at(-1)?.path ?? null;
    if (after === null || page.length < pageSize) return;
  }
}

/** Returns all documents as a list, without a limit that could hide some. */
export async function listAll(store: Listing, query: WholeQuery): Promise<readonly ReadDocument[]> {
  const found: ReadDocument[] = [];
  for await (const document of everyDocument(store, query)) found.push(document);
  return found;
}
