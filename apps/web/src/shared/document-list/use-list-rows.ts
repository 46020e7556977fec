import type { Collection, Problem } from '@yamori/domain';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type CollectionQuery,
  DEFAULT_PAGE_SIZE,
  isWholeList,
  pagesAfter,
} from '../../live/documents/collection-query.ts';
import { isWhole, type DocumentOf } from '../../live/documents/document-reader.ts';

export type ListStatus =
  | { readonly kind: 'loading' }
  /** `complete`: there are no further rows. */
  | { readonly kind: 'shown'; readonly complete: boolean }
  | { readonly kind: 'failed'; readonly problem: Problem };

export type ListRows<C extends Collection> = {
  readonly rows: readonly DocumentOf<C>[];
  readonly status: ListStatus;
  /** Loads the next page; does nothing while one is loading or none is left. */
  readonly fetchAllPages: () => void;
  readonly retry: () => void;
};

type Shown<C extends Collection> = {
  readonly key: string;
  readonly limit: number;
  readonly rows: readonly DocumentOf<C>[];
  readonly status: ListStatus;
};

/** Rows that change every second are drawn twice a second. */
const DRAW_INTERVAL_MS = 500;

/**
 * A live query in pages of 50 that are appended as the reader scrolls: its limit grows. A next page
 * exists only if the last result was full. Earlier rows stay while a longer result loads, and go
 * when the query changes.
 */
export function useListRows<C extends Collection>(question: CollectionQuery<C>): ListRows<C> {
  const key = JSON.stringify(question.spec);
  const [asked, setAsked] = useState({ key, pages: 1, attempt: 0 });
  if (asked.key !== key) setAsked({ key, pages: 1, attempt: 0 });
  const limit = asked.pages * DEFAULT_PAGE_SIZE;
  const [shown, setShown] = useState<Shown<C>>({
    key,
    limit: 0,
    rows: [],
    status: { kind: 'loading' },
  });
  const lastDrawn = useRef(0);
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | null = null;
    let newest: Shown<C> | null = null;
    const draw = (): void => {
      waiting = null;
      lastDrawn.current = performance.now();
      if (newest !== null) setShown(newest);
    };
    const show = (next: Shown<C>, first: boolean): void => {
      newest = next;
      if (first) draw();
      else
        waiting ??= setTimeout(
          draw,
          Math.max(0, DRAW_INTERVAL_MS - (performance.now() - lastDrawn.current)),
        );
    };
    let first = true;
    const stop = question.limit(limit).subscribe(
      ({ documents }) => {
        const rows = documents.filter((document): document is DocumentOf<C> => isWhole(document));
        show(
          {
            key,
            limit,
            rows,
            status: { kind: 'shown', complete: isWholeList(documents.length, limit) },
          },
          first,
        );
        first = false;
      },
      (problem) => show({ key, limit, rows: [], status: { kind: 'failed', problem } }, true),
    );
    return () => {
      stop();
      if (waiting !== null) clearTimeout(waiting);
    };
    // Compare queries by their content.
    // oxlint-disable-next-line react/exhaustive-deps -- `key` identifies the query
  }, [key, limit, asked.attempt]);
  const isOther = shown.key !== key;
  const more =
    !isOther && shown.limit === limit && shown.status.kind === 'shown' && !shown.status.complete;
  const fetchAllPages = useCallback(() => {
    if (more)
      setAsked((before) =>
        before.pages * DEFAULT_PAGE_SIZE === limit
          ? { ...before, pages: pagesAfter(before.pages) ?? before.pages }
          : before,
      );
  }, [more, limit]);
  const retry = useCallback(() => {
    setShown((before) => ({ ...before, status: { kind: 'loading' } }));
    setAsked((before) => ({ ...before, attempt: before.attempt + 1 }));
  }, []);
  return {
    rows: isOther ? [] : shown.rows,
    status: isOther ? { kind: 'loading' } : shown.status,
    fetchAllPages,
    retry,
  };
}
