import { useTranslation } from 'react-i18next';
import { isWhole } from '../../../client/document-reader.ts';
import { useDocument } from '../../../client/documents-context.tsx';
import { useViewer } from '../../../ui/viewer/viewer-context.tsx';

/** Who it was, as far as the reader may know: general staff see nobody above themselves. */
export function PersonName({ userId }: { userId: string }) {
  const { t } = useTranslation('imports');
  const { user } = useViewer();
  const person = useDocument(`staff/${userId}`);
  if (user?.uid === userId) return <>{t('history.you')}</>;
  const name = 'value' in person && person.value !== null && isWhole(person.value) ? person.value.name : '';
  return <>{name === '' ? t('history.someone') : name}</>;
}
