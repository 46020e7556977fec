import { useTranslation } from 'react-i18next';
import { attempt } from '../../call-outcome.ts';
import { useDocuments } from '../../live/documents/documents-context.tsx';
import { useClock } from '../../kit/clock/clock-context.tsx';
import { useOnline } from '../../shared/connection/use-online.ts';
import { useDialogs } from '../../kit/dialog/dialogs-context.tsx';
import { Button } from '../../kit/form/button.tsx';
import { useToasts } from '../../kit/toast/toasts-view.tsx';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';
import css from './room-config.module.css';
import type { Room } from './api.ts';

type RoomStatusProps = {
  readonly room: Room;
  /** Devices in the room; null while unknown. */
  readonly deviceCount: number | null;
  readonly onGone: () => void;
};

/** Archives and restores a room; deletes one that never recorded anything. */
export function RoomStatus({ room, deviceCount, onGone }: RoomStatusProps) {
  const { t } = useTranslation('roomConfig');
  const online = useOnline();
  const actions = useStatusActions(room, onGone);
  const isArchived = room.archivedAt !== null;
  return (
    <section className={css['part']} aria-label={t('standing.label')}>
      <h3>{t('standing.label')}</h3>
      <p className={css['quiet']}>
        {isArchived
          ? t('standing.archivedWhy')
          : deviceCount !== null && deviceCount > 0
            ? t('standing.devicesFirst', { count: deviceCount })
            : t('standing.archiveWhy')}
      </p>
      <div className={css['acts']}>
        {isArchived ? (
          <Button disabled={!online} onClick={() => void actions.archive(false)}>
            {t('standing.restore')}
          </Button>
        ) : (
          <Button
            disabled={!online || deviceCount !== 0}
            onClick={() => void actions.archive(true)}
          >
            {t('standing.archive')}
          </Button>
        )}
        <Button disabled={!online || deviceCount !== 0} onClick={() => void actions.remove()}>
          {t('standing.remove')}
        </Button>
      </div>
    </section>
  );
}

function useStatusActions(room: Room, onGone: () => void) {
  const { t } = useTranslation('roomConfig');
  const clock = useClock();
  const dialogs = useDialogs();
  const toasts = useToasts();
  const formatProblem = useProblemMessage();
  const { name, documentReferenceId } = room;
  const place = useDocuments().doc(`room/${documentReferenceId}`);
  const archive = async (isArchived: boolean): Promise<void> => {
    const outcome = await attempt(() =>
      place.update({ archivedAt: isArchived ? new Date(clock.now()) : null }),
    );
    if (outcome.kind === 'refused')
      toasts.show({ type: 'negative', message: formatProblem(outcome.problem) });
    else
      toasts.show({
        type: 'positive',
        message: t(isArchived ? 'standing.didArchive' : 'standing.didRestore', { name }),
        timeoutMs: 10_000,
        action: { label: t('undo'), run: () => void archive(!isArchived) },
      });
  };
  const remove = async (): Promise<void> => {
    if (
      !(await dialogs.confirm({
        title: t('standing.removeTitle', { name }),
        message: t('standing.removeWhy'),
        ok: t('standing.remove'),
        cancel: t('cancel'),
        kind: 'danger',
      }))
    )
      return;
    const outcome = await attempt(() => place.delete());
    if (outcome.kind === 'done') {
      toasts.show({ type: 'positive', message: t('standing.didRemove', { name }) });
      return onGone();
    }
    const isRecorded = ['document-in-use', 'room-recorded-in-use'].includes(outcome.problem.code);
    if (!isRecorded || room.archivedAt !== null)
      return void toasts.show({ type: 'negative', message: formatProblem(outcome.problem) });
    if (
      await dialogs.confirm({
        title: t('standing.keptTitle'),
        message: t('standing.keptWhy', { name }),
        ok: t('standing.archive'),
        cancel: t('cancel'),
      })
    )
      await archive(true);
  };
  return { archive, remove };
}
