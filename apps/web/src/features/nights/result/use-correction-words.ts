import { useTranslation } from 'react-i18next';
import { useMoments } from '../night-words.ts';
import type { Night } from '../room-source.ts';

/** Describes a correction. */
export function useCorrectionWords(timeZone: string): (edit: Night['edits'][number]) => string {
  const { t } = useTranslation('results');
  const { time } = useMoments(timeZone);
  return ({ from, to, change }) =>
    t('edit.entry', {
      from: time(from.getTime()),
      to: time(to.getTime()),
      what:
        change.kind === 'stage'
          ? t(`edit.stage.${change.stage}`)
          : t(change.inBed ? 'edit.inBed' : 'edit.outOfBed'),
    });
}
