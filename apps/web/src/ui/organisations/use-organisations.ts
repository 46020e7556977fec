import type { domainCollection } from '@yamori/domain';
import { useQuery } from '@tanstack/react-query';
import { isWhole, type DocumentOf } from '../../client/document-reader.ts';
import { useDocuments } from '../../client/documents-context.tsx';
import { useViewer } from '../viewer/viewer-context.tsx';

export type Organisation = DocumentOf<typeof domainCollection>;

const MOST_LISTED = 200;

/** The organisations that the reader reaches, by name; empty until they are read. */
export function useOrganisations(): readonly Organisation[] {
  const documents = useDocuments();
  const { user } = useViewer();
  const { data } = useQuery({
    queryKey: ['organisations', user?.uid],
    queryFn: async () => (await documents.collection('domain').orderBy('name').limit(MOST_LISTED).get()).filter(isWhole),
  });
  return data ?? [];
}
