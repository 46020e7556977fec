import { MAXIMUM_LIST_VALUES } from '@yamori/domain';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useDocuments } from '../../../../live/documents/documents-context.tsx';
import { fetchAllPages } from '../../../../live/documents/fetch-all-pages.ts';
import type { Domain } from '../domain-source.ts';
import type { EscalationMember } from './groups.ts';

const MAX_PEOPLE = 5_000;

type TellablePeople = {
  readonly people: readonly EscalationMember[];
  /** There are more than these. */
  readonly isTruncated: boolean;
};

/** Members of the organisation and its ancestors whom the user can see, by name. */
export function useTellable({
  documentReferenceId,
  ancestorIds,
}: Domain): UseQueryResult<TellablePeople> {
  const documents = useDocuments();
  return useQuery({
    queryKey: ['tellable', documentReferenceId, ancestorIds],
    queryFn: async () => {
      // The closest first, up to the limit of a query; real trees are less deep.
      const places = [documentReferenceId, ...ancestorIds.toReversed()].slice(
        0,
        MAXIMUM_LIST_VALUES,
      );
      const { found, isTruncated } = await fetchAllPages(
        documents.collection('staff').where('domainId', 'in', places).orderBy('name'),
        MAX_PEOPLE,
      );
      return {
        people: found.map(({ userId, name, state }) => ({ userId, name, state })),
        isTruncated,
      };
    },
  });
}
