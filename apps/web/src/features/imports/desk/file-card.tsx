import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { joinList } from '../../../locales/join-list.ts';
import { Button } from '../../../kit/form/button.tsx';
import { ToolIcon, type ToolIconName } from '../../../kit/icons/tool-icon.tsx';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';
import { ImportUnderWay, StateUnderWay } from '../history/import-under-way.tsx';
import { useRoom, useRoomClock } from '../api.ts';
import { useSizeFormatter } from '../import-formatters.ts';
import css from '../imports.module.css';
import { useMayOpen } from '../../../shared/viewer/use-may-open.ts';
import { StepProgress } from '../step-progress.tsx';
import { canBeTold } from '../reading/file-check.ts';
import type { ImportItem } from '../uploads/import-item.ts';
import type { ImportQueue } from '../uploads/import-queue.ts';
import { CheckReport } from './check-report.tsx';
import { FileButton } from './drop-zone.tsx';
import { SendForm } from './send-form.tsx';

type FileCardProps = {
  readonly item: ImportItem;
  readonly queue: ImportQueue;
  readonly isRoomFixed: boolean;
  readonly isPrimary: boolean;
};

/** One chosen file, from its check to its upload. */
export function FileCard({ item, queue, isRoomFixed, isPrimary }: FileCardProps) {
  const { t, i18n } = useTranslation('imports');
  const size = useSizeFormatter();
  const clock = useRoomClock(item.roomId);
  const isUnusable =
    item.stage.kind === 'checked' &&
    item.check?.problem !== null &&
    item.check?.problem !== undefined &&
    !canBeTold(item.check.problem);
  const look = isUnusable ? 'refused' : getLook(item);
  const isGivenUp = item.stage.kind === 'sending' || item.stage.kind === 'fileNeeded';
  return (
    <li className={css['card']} data-import-file={item.fileName} data-stage={look}>
      <header className={css['cardHead']}>
        <h2 title={item.fileName}>{item.fileName}</h2>
        <span className={css['size']}>{size(item.sizeBytes)}</span>
        <RoomName roomId={isRoomFixed || item.stage.kind === 'checked' ? null : item.roomId} />
        {item.stage.kind === 'there' && item.roomId !== null && item.sha256 !== null ? (
          <StateUnderWay roomId={item.roomId} sha256={item.sha256} />
        ) : (
          <span className={css['chip']} data-tone={TONES[look]}>
            <ToolIcon name={ICONS[look]} size={16} />
            {t(`stage.${look}`)}
          </span>
        )}
        <button
          type="button"
          className={css['remove']}
          aria-label={t(isGivenUp ? 'item.giveUp' : 'item.remove', { name: item.fileName })}
          title={t(isGivenUp ? 'item.giveUp' : 'item.remove', { name: item.fileName })}
          onClick={() => queue.remove(item.id)}
        >
          <ToolIcon name="close" size={18} />
        </button>
      </header>
      {item.partNames.length === 0 ? null : (
        <p className={css['note']}>
          {t('item.parts', { names: joinList(i18n.language, item.partNames) })}
        </p>
      )}
      <CardBody item={item} queue={queue} isUnusable={isUnusable} />
      {item.check === null || item.stage.kind !== 'checked' ? null : (
        <CheckReport check={item.check} timeZone={clock.timeZone} />
      )}
      {item.check === null || item.stage.kind !== 'checked' || isUnusable ? null : (
        <SendForm
          item={item}
          check={item.check}
          queue={queue}
          clock={clock}
          isRoomFixed={isRoomFixed}
          isPrimary={isPrimary}
        />
      )}
    </li>
  );
}

function CardBody({
  item,
  queue,
  isUnusable,
}: Pick<FileCardProps, 'item' | 'queue'> & { isUnusable: boolean }) {
  const { t } = useTranslation('imports');
  const size = useSizeFormatter();
  const formatProblem = useProblemMessage();
  const { stage } = item;
  const label = t('item.progress', { name: item.fileName });
  switch (stage.kind) {
    case 'waiting':
    case 'queued':
      return <StepProgress label={label} fraction={stage.kind === 'queued' ? 0 : null} />;
    case 'checking':
      return <StepProgress label={label} fraction={stage.fraction} />;
    case 'checked':
      return (
        <>
          {isUnusable &&
          item.check?.problem &&
          item.check.problem.code !== 'import-file-missing' ? (
            <p className={css['error']}>{formatProblem(item.check.problem)}</p>
          ) : null}
          <MissingFiles item={item} isUnusable={isUnusable} />
        </>
      );
    case 'sending':
      return (
        <>
          <StepProgress
            label={label}
            fraction={stage.sentBytes / Math.max(1, item.sizeBytes)}
            words={t('item.sent', { sent: size(stage.sentBytes), size: size(item.sizeBytes) })}
            isHeld={stage.held !== 'no'}
          />
          {stage.held === 'no' ? null : (
            <p className={css['warning']}>
              {t(stage.held === 'network' ? 'item.held' : 'item.heldByTab')}
            </p>
          )}
        </>
      );
    case 'fileNeeded':
      return <FileNeeded item={item} queue={queue} by={stage.by} wasOther={stage.wasOther} />;
    case 'refused':
      return <p className={css['error']}>{formatProblem(stage.problem)}</p>;
    case 'there':
      return (
        <>
          {stage.wasThere ? <p className={css['note']}>{t('item.wasThere')}</p> : null}
          {item.roomId === null || item.sha256 === null ? null : (
            <ImportUnderWay roomId={item.roomId} sha256={item.sha256} />
          )}
        </>
      );
  }
}

/** The missing files of a record that has several. */
function MissingFiles({ item, isUnusable }: Pick<FileCardProps, 'item'> & { isUnusable: boolean }) {
  const { t, i18n } = useTranslation('imports');
  const files = (item.check?.faults ?? []).flatMap(({ code, file }) =>
    code === 'missingFile' && file !== undefined ? [file] : [],
  );
  if (files.length === 0) return null;
  return (
    <p className={css[isUnusable ? 'error' : 'warning']}>
      {t('item.missing', { count: files.length, files: joinList(i18n.language, files) })}
      {item.partNames.length === 0 ? '' : t('item.addMissing')}
    </p>
  );
}

function FileNeeded({
  item,
  queue,
  by,
  wasOther,
}: Pick<FileCardProps, 'item' | 'queue'> & { by: 'permission' | 'choice'; wasOther: boolean }) {
  const { t } = useTranslation('imports');
  return (
    <div className={css['needed']}>
      <p className={wasOther ? css['error'] : css['note']} role={wasOther ? 'alert' : undefined}>
        {t(wasOther ? 'item.wasOther' : by === 'permission' ? 'item.permission' : 'item.choice')}
      </p>
      {by === 'permission' ? (
        <Button kind="primary" onClick={() => void queue.resume(item.id, [])}>
          {t('item.resume')}
        </Button>
      ) : (
        <FileButton
          words={t('item.chooseAgain')}
          multiple={item.partNames.length > 0}
          onFiles={(files) => {
            if (files.length > 0) void queue.resume(item.id, files);
          }}
        />
      )}
    </div>
  );
}

function RoomName({ roomId }: { roomId: string | null }) {
  const room = useRoom(roomId ?? '-');
  const mayOpen = useMayOpen('room-history');
  if (roomId === null || !('value' in room) || room.value === null) return null;
  return !mayOpen ? (
    <span>{room.value.name}</span>
  ) : (
    <Link className={css['roomName']} to="/room/$roomid/history" params={{ roomid: roomId }}>
      {room.value.name}
    </Link>
  );
}

type Look =
  | 'waiting'
  | 'checking'
  | 'checked'
  | 'queued'
  | 'sending'
  | 'network'
  | 'otherTab'
  | 'fileNeeded'
  | 'there'
  | 'refused';
const getLook = ({ stage }: ImportItem): Look =>
  stage.kind === 'sending' && stage.held !== 'no' ? stage.held : stage.kind;

const TONES: Readonly<Record<Look, 'good' | 'warning' | 'danger' | 'information' | 'none'>> = {
  waiting: 'none',
  checking: 'information',
  checked: 'none',
  queued: 'none',
  sending: 'information',
  network: 'warning',
  otherTab: 'information',
  fileNeeded: 'warning',
  there: 'good',
  refused: 'danger',
};
const ICONS: Readonly<Record<Look, ToolIconName>> = {
  waiting: 'more',
  checking: 'search',
  checked: 'door',
  queued: 'more',
  sending: 'upload',
  network: 'wifiOff',
  otherTab: 'copy',
  fileNeeded: 'help',
  there: 'check',
  refused: 'alert',
};
