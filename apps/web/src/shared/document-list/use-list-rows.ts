import type { Collection } from '@yamori/domain';
import { useCallback } from 'react';
import { DEFAULT_PAGE_SIZE, type CollectionQuery } from '../../live/documents/collection-query.ts';
import { isWhole, type DocumentOf } from '../../live/documents/document-reader.ts';
import { useRowStore } from '../../live/documents/documents-context.tsx';
import type { ListStatus } from '../../live/documents/live-result.ts';
import { useExternalStore } from '../../live/documents/live-store.ts';
import type { RowStore } from '../../live/documents/row-store.ts';

type Paging = {
  readonly status: ListStatus;
  /** Does nothing while a page is loading, or after the last one. */
  readonly loadNextPage: () => void;
  readonly retry: () => void;
};

export type PagedRows<C extends Collection> = Paging & { readonly store: RowStore<C> };

/**
 * A live query in pages of 50 that are appended as the user scrolls: its limit grows. A next page
 * exists only if the last result was full. Earlier rows stay while a longer result loads; a query
 * that differs starts again with an empty first page.
 */
export function usePagedRows<C extends Collection>(
  query: CollectionQuery<C>,
  flushIntervalMs?: number,
): PagedRows<C> {
  const store = useRowStore(query.limit(DEFAULT_PAGE_SIZE), flushIntervalMs);
  const status = useExternalStore(store.status);
  // A new function after each page, so that a list whose end is still visible calls it again.
  const loadNextPage = useCallback(() => {
    if (status.kind === 'shown' && !status.complete) store.loadNextPage();
  }, [store, status]);
  return { store, status, loadNextPage, retry: store.retry };
}

export type ListRows<C extends Collection> = Paging & { readonly rows: readonly DocumentOf<C>[] };

/** Rows that change every second are drawn twice a second. */
const DRAW_INTERVAL_MS = 500;

/** Like `usePagedRows`, for lists that render all their rows together. */
export function useListRows<C extends Collection>(query: CollectionQuery<C>): ListRows<C> {
  const { store, ...paging } = usePagedRows(query, DRAW_INTERVAL_MS);
  const documents = useExternalStore(store.documents);
  const rows = documents.filter((document): document is DocumentOf<C> => isWhole(document));
  return { rows, ...paging };
}
