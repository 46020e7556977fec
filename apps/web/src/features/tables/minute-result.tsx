import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attempt } from '../../call-outcome.ts';
import { Button } from '../../kit/form/button.tsx';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';
import { useCsvAccess } from './csv-access.ts';
import type { UploadState } from './api.ts';
import css from './csv-import.module.css';
import type { CsvHost } from './csv-host.ts';
import type { MinuteUpload } from './engine/csv-message.ts';
import { RefusedRows } from './refused-rows.tsx';

type MinuteResultProps = {
  readonly host: CsvHost;
  readonly fileName: string;
  readonly uploads: readonly MinuteUpload[];
  readonly onAnother: () => void;
};

const LOOK_MS = 1000;
const OVER: ReadonlySet<string> = new Set(['done', 'failed', 'undone']);
const STATES = [
  'uploading',
  'checking',
  'ready',
  'storing',
  'analysing',
  'done',
  'failed',
  'undoing',
  'undone',
] as const;

/** The upload state of each room's minutes; each upload can be removed again. */
export function MinuteResult({ host, fileName, uploads, onAnother }: MinuteResultProps) {
  const { t } = useTranslation('csvImport');
  const { client } = useCsvAccess();
  const formatProblem = useProblemMessage();
  const [states, look] = useUploadStates(uploads);
  const undo = async (path: string): Promise<void> => {
    await attempt(() => client.undoUpload(path));
    look();
  };
  return (
    <>
      <section className={css['panel']} aria-labelledby="csv-result">
        <h2 id="csv-result" className={css['result']}>
          {fileName}
        </h2>
        <ul className={css['recent']}>
          {uploads.map(({ room, path, rows, again }) => {
            const found = states.get(path);
            const state = STATES.find((candidate) => candidate === found?.state) ?? 'uploading';
            return (
              <li key={path}>
                <strong>{room}</strong>
                <span>{t('minuteRows', { count: rows })}</span>
                <span data-state={state}>
                  {t(`minuteStates.${state}`)}
                  {again ? ` · ${t('minuteAgain')}` : ''}
                  {found?.error === null || found === undefined
                    ? ''
                    : ` · ${formatProblem({ code: found.error })}`}
                </span>
                <Link to="/room/$roomid" params={{ roomid: path.split('/')[1] ?? '' }}>
                  {t('openRoom')}
                </Link>
                {state === 'done' && !again ? (
                  <Button label={`${room}: ${t('undoOk')}`} onClick={() => void undo(path)}>
                    {t('undoOk')}
                  </Button>
                ) : null}
              </li>
            );
          })}
        </ul>
        <RefusedRows host={host} fileName={fileName} />
      </section>
      <div className={css['actions']}>
        <Button kind="primary" onClick={onAnother}>
          {t('another')}
        </Button>
      </div>
    </>
  );
}

function useUploadStates(
  uploads: readonly MinuteUpload[],
): readonly [ReadonlyMap<string, UploadState>, () => void] {
  const { client } = useCsvAccess();
  const [states, setStates] = useState<ReadonlyMap<string, UploadState>>(new Map());
  const [round, setRound] = useState(0);
  useEffect(() => {
    const state: { left: boolean; timer: ReturnType<typeof setTimeout> | undefined } = {
      left: false,
      timer: undefined,
    };
    const look = async (): Promise<void> => {
      const outcome = await attempt(() => client.uploads(uploads.map(({ path }) => path)));
      if (state.left) return;
      if (outcome.kind === 'done')
        setStates(new Map(outcome.value.map((upload) => [upload.path, upload])));
      if (outcome.kind === 'refused' || outcome.value.some((upload) => !OVER.has(upload.state)))
        state.timer = setTimeout(() => void look(), LOOK_MS);
    };
    if (uploads.length > 0) void look();
    return () => {
      state.left = true;
      clearTimeout(state.timer);
    };
  }, [client, uploads, round]);
  return [states, () => setRound((before) => before + 1)];
}
