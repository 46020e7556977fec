import { ProblemError, getNightDate, type UploadState } from '@yamori/domain';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDialogs } from '../../../kit/dialog/dialogs-context.tsx';
import { Button } from '../../../kit/form/button.tsx';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';
import { getRoomId, useRoomClock, type Upload, useImportApi, originalPath } from '../api.ts';
import css from '../imports.module.css';
import { useMayOpen } from '../../../shared/viewer/use-may-open.ts';

type ImportCommand = 'rerun' | 'undo' | 'cancel' | 'discard';

/** The actions offered in each state; the server checks them again. */
const OFFERED: Readonly<Record<UploadState, readonly ImportCommand[]>> = {
  uploading: ['cancel'],
  checking: ['cancel'],
  ready: ['cancel'],
  storing: ['cancel'],
  analysing: ['cancel'],
  done: ['rerun', 'undo'],
  failed: ['rerun', 'discard'],
  undoing: [],
  undone: ['rerun', 'discard'],
};

/**
 * The actions of an import: undo, run again, cancel, delete the original, download it, open its
 * night.
 */
export function ImportActions({
  upload,
  isSparse = false,
}: {
  upload: Upload;
  isSparse?: boolean;
}) {
  const { t } = useTranslation('imports');
  const run = useImportCommand(upload);
  const clock = useRoomClock(getRoomId(upload.documentPath));
  const [busy, setBusy] = useState(false);
  const offered = OFFERED[upload.state].filter((name) =>
    name === 'rerun' || name === 'discard' ? upload.originalStored : true,
  );
  const press = async (name: ImportCommand): Promise<void> => {
    setBusy(true);
    await run(name);
    setBusy(false);
  };
  const seesNights = useMayOpen('room-sleep');
  const night =
    seesNights && upload.state === 'done' && upload.from !== null
      ? getNightDate(upload.from.getTime(), clock.timeZone, clock.nightStartsAt)
      : null;
  return (
    <div className={css['actions']}>
      {night === null ? null : (
        <Link
          className={css['action']}
          to="/room/$roomid/sleep"
          params={{ roomid: getRoomId(upload.documentPath) }}
          search={{ night }}
        >
          {t('action.openNight')}
        </Link>
      )}
      {offered
        .filter(
          (name) =>
            !isSparse || (name !== 'discard' && !(name === 'rerun' && upload.state === 'done')),
        )
        .map((name) => (
          <Button
            key={name}
            disabled={busy}
            label={`${t(`action.${name}`)}: ${upload.fileName}`}
            onClick={() => void press(name)}
          >
            {t(`action.${name}`)}
          </Button>
        ))}
      {upload.originalStored && !isSparse ? (
        <a
          className={css['action']}
          href={originalPath(upload)}
          download={upload.fileName}
          aria-label={`${t('action.download')}: ${upload.fileName}`}
        >
          {t('action.download')}
        </a>
      ) : null}
    </div>
  );
}

/** Asks for confirmation and reports the outcome. */
function useImportCommand(upload: Upload): (name: ImportCommand) => Promise<void> {
  const { t } = useTranslation('imports');
  const { run } = useImportApi();
  const dialogs = useDialogs();
  const toasts = useToasts();
  const formatProblem = useProblemMessage();
  return async (name) => {
    const agreed = await dialogs.confirm({
      title: t(`action.${name}Title`),
      message: t(`action.${name}Message`, { name: upload.fileName }),
      ok: t(`action.${name}Ok`),
      cancel: t('action.keep'),
      kind: name === 'rerun' ? 'plain' : 'danger',
    });
    if (!agreed) return;
    try {
      await run(name, upload);
      toasts.show({ type: 'positive', message: t('action.accepted') });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      toasts.show({ type: 'negative', message: formatProblem(error.problem) });
    }
  };
}
