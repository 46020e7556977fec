import type { Problem } from '@yamori/domain';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  DEFAULT_PAGE_SIZE,
  isWholeList,
  pagesAfter,
} from '../../live/documents/collection-query.ts';
import { isWhole } from '../../live/documents/document-reader.ts';
import { useDocuments, type ProductDocuments } from '../../live/documents/documents-context.tsx';
import type { BoardFilter } from './board-filter.ts';
import { RoomRows, type RowStep } from './room-rows.ts';

/** Whether the list is there, and whether more of it can be read on. */
export type BoardStatus =
  | { readonly kind: 'loading' }
  /** `limit` is that of the loaded page: while a longer page loads, no further one is requested. */
  | { readonly kind: 'shown'; readonly complete: boolean; readonly limit: number }
  | { readonly kind: 'failed'; readonly problem: Problem };

export type BoardData = {
  readonly rows: RoomRows;
  readonly status: BoardStatus;
  readonly fetchAllPages: () => void;
  readonly retry: () => void;
};

type Scope = Pick<BoardFilter, 'building' | 'floor' | 'tag'> & {
  readonly organisationId: string | null;
};

/**
 * Rooms with their live state, in pages of 50 that are appended on scrolling: one live query whose
 * limit grows. A full page means that there may be more. The query filters by place and tag; states
 * that change every second (presence, sleep, fault) are filtered here, so that a room does not
 * leave the page while it is being read.
 */
export function useBoardData(scope: Scope): BoardData {
  const documents = useDocuments();
  const [rows] = useState(() => new RoomRows());
  const [status, setStatus] = useState<BoardStatus>({ kind: 'loading' });
  const [pages, setPages] = useState(1);
  const [attempt, setAttempt] = useState(0);
  const scopeKey = JSON.stringify(scope);
  const shownScope = useRef(scopeKey);
  const limit = pages * DEFAULT_PAGE_SIZE;
  useEffect(() => {
    if (shownScope.current !== scopeKey) {
      shownScope.current = scopeKey;
      rows.clear();
      setStatus({ kind: 'loading' });
      if (pages !== 1) {
        setPages(1);
        return undefined;
      }
    }
    return listen(documents, scope, limit, rows, setStatus);
    // The scope is compared by what it says.
    // oxlint-disable-next-line react/exhaustive-deps -- scopeKey stands for scope
  }, [documents, scopeKey, limit, rows, attempt]);
  const more = status.kind === 'shown' && !status.complete && status.limit === limit;
  const fetchAllPages = useCallback(() => {
    if (more)
      setPages((before) =>
        before * DEFAULT_PAGE_SIZE === limit ? (pagesAfter(before) ?? before) : before,
      );
  }, [more, limit]);
  const retry = useCallback(() => {
    setStatus({ kind: 'loading' });
    setAttempt((before) => before + 1);
  }, []);
  return { rows, status, fetchAllPages, retry };
}

function listen(
  documents: ProductDocuments,
  scope: Scope,
  limit: number,
  rows: RoomRows,
  setStatus: (status: BoardStatus) => void,
): () => void {
  let first = true;
  return boardQuery(documents, scope)
    .limit(limit)
    .subscribe(
      (snapshot) => {
        const present = new Set(snapshot.documents.map((document) => document.documentReferenceId));
        // The first result of a longer page replaces the shorter one: rooms that it lacks are gone.
        const gone = first
          ? rows.all().filter((room) => !present.has(room.documentReferenceId))
          : [];
        first = false;
        const steps = snapshot.changes.flatMap(({ kind, document }): RowStep[] =>
          isWhole(document) ? [{ kind, room: document }] : [],
        );
        rows.apply(
          [...gone.map((room): RowStep => ({ kind: 'removed', room })), ...steps],
          snapshot.isOwn,
        );
        setStatus({
          kind: 'shown',
          complete: isWholeList(snapshot.documents.length, limit),
          limit,
        });
      },
      (problem) => setStatus({ kind: 'failed', problem }),
    );
}

function boardQuery(documents: ProductDocuments, { organisationId, building, floor, tag }: Scope) {
  let query = documents.collection('room').where('archivedAt', '==', null).orderBy('name');
  if (organisationId !== null) query = query.where('domainId', '==', organisationId);
  if (building !== null) query = query.where('building', '==', building);
  if (floor !== null) query = query.where('floor', '==', floor);
  return tag === null ? query : query.where('tags', 'array-contains', tag);
}
