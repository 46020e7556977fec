import { useTranslation } from 'react-i18next';
import { usePersonName } from '../../../shared/people/use-person-name.ts';
import { useMoments } from '../use-lane-labels.ts';
import type { Night } from '../api.ts';

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

/** Describes a correction. */
export function useCorrectionFormatter(timeZone: string): (edit: Night['edits'][number]) => string {
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
