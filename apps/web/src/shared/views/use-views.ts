import type { viewCollection } from '@yamori/domain';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { DocumentOf } from '../../live/documents/document-reader.ts';
import { useDocuments } from '../../live/documents/documents-context.tsx';
import { readOn } from '../../live/documents/read-on.ts';

export type View = DocumentOf<typeof viewCollection>;

/** As many as an installation will hardly have. */
const MOST_VIEWS = 2_000;
const NONE: readonly View[] = [];

/** Views that a room may be shown by. */
export function useViewList(): UseQueryResult<readonly View[]> {
  const documents = useDocuments();
  return useQuery({
    queryKey: ['views'],
    queryFn: async () =>
      (await readOn(documents.collection('view').orderBy('name'), MOST_VIEWS)).found,
  });
}

/** The same for those who show by them; empty until they are read. */
export const useViews = (): readonly View[] => useViewList().data ?? NONE;
