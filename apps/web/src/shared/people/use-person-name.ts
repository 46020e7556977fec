import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isWhole } from '../../live/documents/document-reader.ts';
import { useDocuments } from '../../live/documents/documents-context.tsx';
import { useViewer } from '../viewer/viewer-context.tsx';

const FRESH_MS = 10 * 60_000;

/**
 * A member's name if this reader may see members. The reader's own name too, since others read the
 * printed page.
 */
export function usePersonName(userId: string): string {
  const { t } = useTranslation('people');
  const { user } = useViewer();
  const documents = useDocuments();
  const isSelf = userId === user?.uid;
  const { data } = useQuery({
    queryKey: ['person-name', userId],
    staleTime: FRESH_MS,
    retry: 0,
    enabled: !isSelf && userId !== '',
    queryFn: async () => {
      const member = await documents.doc(`staff/${userId}`).get();
      return member !== null && isWhole(member) ? member.name : null;
    },
  });
  if (isSelf)
    return user.displayName === '' ? t('selfUnnamed') : t('self', { name: user.displayName });
  return data === undefined || data === null || data === '' ? t('other') : data;
}
