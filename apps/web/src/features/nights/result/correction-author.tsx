import { useTranslation } from 'react-i18next';
import { usePersonName } from '../../../shared/people/use-person-name.ts';
import { useMoments } from '../night-words.ts';
import type { Night } from '../room-source.ts';

/** The author and time of a correction. */
export function CorrectionAuthor({
  edit: { editedBy, editedAt },
  timeZone,
}: {
  edit: Night['edits'][number];
  timeZone: string;
}) {
  const { t } = useTranslation('results');
  const { time, day } = useMoments(timeZone);
  const name = usePersonName(editedBy);
  return (
    <>{t('edit.by', { name, at: `${day(editedAt.getTime())} ${time(editedAt.getTime())}` })}</>
  );
}
