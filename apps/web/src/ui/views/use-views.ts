import type { viewCollection } from '@yamori/domain';
import { useQuery } from '@tanstack/react-query';
import { isWhole, type DocumentOf } from '../../client/document-reader.ts';
import { useDocuments } from '../../client/documents-context.tsx';

export type View = DocumentOf<typeof viewCollection>;

const MOST_VIEWS = 200;

/** Views that a room may be shown by; empty until they are read. */
export function useViews(): readonly View[] {
  const documents = useDocuments();
  const { data } = useQuery({ queryKey: ['views'], queryFn: async () => (await documents.collection('view').orderBy('name').limit(MOST_VIEWS).get()).filter(isWhole) });
  return data ?? [];
}
