import type { Collection } from '@yamori/domain';
import type { CollectionQuery } from './collection-query.ts';
import { isWhole, type DocumentOf } from './document-reader.ts';

/** `isTruncated`: there are more than were read. */
type ReadOn<Found> = { readonly found: readonly Found[]; readonly isTruncated: boolean };

const PAGE = 1_000;

/** Reads all results of a query, page by page, up to `most`; omits bare documents. */
export async function fetchAllPages<C extends Collection>(
  question: CollectionQuery<C>,
  most: number,
): Promise<ReadOn<DocumentOf<C>>> {
  const found: DocumentOf<C>[] = [];
  let [cursor, read]: [string | null, number] = [null, 0];
  do {
    const limit = Math.min(PAGE, most - read);
    const page: Awaited<ReturnType<typeof question.list>> = await question.list({ limit, cursor });
    found.push(
      ...page.documents.filter((document): document is DocumentOf<C> => isWhole(document)),
    );
    read += page.documents.length;
    cursor = page.nextCursor;
  } while (cursor !== null && read < most);
  // A full last page may have a successor; only the next page would tell.
  return {
    found,
    isTruncated:
      cursor !== null && (await question.list({ limit: 1, cursor })).documents.length > 0,
  };
}
