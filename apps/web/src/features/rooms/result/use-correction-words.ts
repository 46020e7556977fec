import { useTranslation } from 'react-i18next';
import { useViewer } from '../../../ui/viewer/viewer-context.tsx';
import { useMoments } from '../night-words.ts';
import type { Night } from '../room-source.ts';

type Correction = Night['edits'][number];
export type CorrectionWords = { readonly what: (edit: Correction) => string; readonly who: (edit: Correction) => string };

/** What a correction says, and who made it when. */
export function useCorrectionWords(timeZone: string): CorrectionWords {
  const { t } = useTranslation('results');
  const { time, day } = useMoments(timeZone);
  const { user } = useViewer();
  return {
    what: ({ from, to, change }) => t('edit.entry', {
      from: time(from.getTime()), to: time(to.getTime()), what: change.kind === 'stage' ? t(`edit.stage.${change.stage}`) : t(change.inBed ? 'edit.inBed' : 'edit.outOfBed'),
    }),
    who: ({ editedBy, editedAt }) => t('edit.by', { name: editedBy === user?.uid ? t('edit.self') : t('edit.other'), at: `${day(editedAt.getTime())} ${time(editedAt.getTime())}` }),
  };
}
