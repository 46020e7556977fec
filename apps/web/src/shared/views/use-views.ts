import type { viewCollection } from '@yamori/domain';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { DocumentOf } from '../../live/documents/document-reader.ts';
import { useDocuments } from '../../live/documents/documents-context.tsx';
import { fetchAllPages } from '../../live/documents/fetch-all-pages.ts';

export type View = DocumentOf<typeof viewCollection>;

/** Far more than an installation will have. */
const MAX_VIEWS = 2_000;
const NONE: readonly View[] = [];

/** The selectable views. */
export function useViewList(): UseQueryResult<readonly View[]> {
  const documents = useDocuments();
  return useQuery({
    queryKey: ['views'],
    queryFn: async () =>
      (await fetchAllPages(documents.collection('view').orderBy('name'), MAX_VIEWS)).found,
  });
}

/** The same for rendering; empty while loading. */
export const useViews = (): readonly View[] => useViewList().data ?? NONE;
