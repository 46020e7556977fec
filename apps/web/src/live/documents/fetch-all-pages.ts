import type { Collection } from '@yamori/domain';
import type { CollectionQuery } from './collection-query.ts';
import { isWhole, type DocumentOf } from './document-reader.ts';

/** `isTruncated`: there are more than were read. */
type Fetched<Found> = { readonly found: readonly Found[]; readonly isTruncated: boolean };

const PAGE = 1_000;

/** Reads all results of a query, page by page, up to `maxDocuments`; omits bare documents. */
export async function fetchAllPages<C extends Collection>(
  query: CollectionQuery<C>,
  maxDocuments: number,
): Promise<Fetched<DocumentOf<C>>> {
  const found: DocumentOf<C>[] = [];
  let cursor: string | null = null;
  let read = 0;
  do {
    const limit = Math.min(PAGE, maxDocuments - read);
    const page: Awaited<ReturnType<typeof query.list>> = await query.list({ limit, cursor });
    found.push(
      ...page.documents.filter((document): document is DocumentOf<C> => isWhole(document)),
    );
    read += page.documents.length;
    cursor = page.nextCursor;
  } while (cursor !== null && read < maxDocuments);
  // A full last page may have a successor; only fetching the next page shows it.
  return {
    found,
    isTruncated: cursor !== null && (await query.list({ limit: 1, cursor })).documents.length > 0,
  };
}
