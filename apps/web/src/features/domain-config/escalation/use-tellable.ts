import { useQuery } from '@tanstack/react-query';
import { isWhole } from '../../../client/document-reader.ts';
import { useDocuments } from '../../../client/documents-context.tsx';
import type { Domain } from '../domain-source.ts';
import type { Tellable } from './groups.ts';

const MOST_PEOPLE = 500;

/** Members of the organisation and of those above it whom the reader sees, by name; null until they are read. */
export function useTellable({ documentReferenceId, ancestorIds }: Domain): readonly Tellable[] | null {
  const documents = useDocuments();
  const { data } = useQuery({
    queryKey: ['tellable', documentReferenceId, ancestorIds],
    queryFn: async () => (await documents.collection('staff').where('domainId', 'in', [documentReferenceId, ...ancestorIds]).orderBy('name').limit(MOST_PEOPLE).get()).filter(isWhole),
  });
  return data?.map(({ userId, name, state }) => ({ userId, name, state })) ?? null;
}
