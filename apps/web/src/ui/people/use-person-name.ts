import { useQuery } from '@tanstack/react-query';
import { isWhole } from '../../client/document-reader.ts';
import { useDocuments } from '../../client/documents-context.tsx';
import { useViewer } from '../viewer/viewer-context.tsx';

const FRESH_MS = 10 * 60_000;

/** `self`: oneself; `other`: somebody of whom this reader may not read. */
export type PersonWords = { readonly self: string; readonly other: string };

/** Who wrote: oneself, or a member by name where this reader may read of members. */
export function usePersonName(userId: string, words: PersonWords): string {
  const { user } = useViewer();
  const documents = useDocuments();
  const isSelf = userId === user?.uid;
  const { data } = useQuery({
    queryKey: ['person-name', userId], staleTime: FRESH_MS, retry: 0, enabled: !isSelf && userId !== '',
    queryFn: async () => {
      const member = await documents.doc(`staff/${userId}`).get();
      return member !== null && isWhole(member) ? member.name : null;
    },
  });
  return isSelf ? words.self : (data ?? words.other);
}
