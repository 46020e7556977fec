import { MAX_EXPORT_DAYS, nightRange, ProblemError, type Report } from '@yamori/domain';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ExportApi, useExportApi } from '../../shared/exports/api.ts';
import { Dialog } from '../../kit/dialog/dialog.tsx';
import { DialogBody, DialogFoot, DialogText } from '../../kit/dialog/dialog-parts.tsx';
import { Button } from '../../kit/form/button.tsx';
import { ProgressBar } from '../../kit/pages/progress-bar.tsx';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';
import { saveFile } from '../../kit/save-file.ts';
import { useReportTexts } from './use-report-texts.ts';
import css from './report.module.css';

type Outcome = { readonly name: string; readonly words: string };
type Run =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running' | 'over';
      readonly done: readonly Outcome[];
      readonly total: number;
    };

/** The recordings of a report: one EDF+ file after the other for each chosen room. */
export function EdfFiles({
  report,
  client: handed,
}: {
  readonly report: Report;
  readonly client?: ExportApi;
}) {
  const { t } = useTranslation('reports');
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {t('format.edf')}
      </button>
      <Dialog open={open} title={t('edf.title')} onClose={() => setOpen(false)}>
        {open ? <EdfChoice report={report} handed={handed} onClose={() => setOpen(false)} /> : null}
      </Dialog>
    </>
  );
}

function EdfChoice({
  report,
  handed,
  onClose,
}: {
  readonly report: Report;
  readonly handed: ExportApi | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('reports');
  const { words } = useReportTexts();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(recordedRooms(report)));
  const { run, start, stop } = useEdfFiles(report, handed);
  const nights = (Date.parse(report.period.to) - Date.parse(report.period.from)) / 86_400_000 + 1;
  if (nights > MAX_EXPORT_DAYS)
    return (
      <DialogBody>
        <DialogText>{t('edf.tooLong', { nights, limit: MAX_EXPORT_DAYS })}</DialogText>
        <DialogFoot>
          <Button onClick={onClose}>{t('close')}</Button>
        </DialogFoot>
      </DialogBody>
    );
  const isRunning = run.kind === 'running';
  return (
    <DialogBody>
      <DialogText>
        {t('edf.why', { from: words.day(report.period.from), to: words.day(report.period.to) })}
      </DialogText>
      {run.kind === 'idle' ? (
        <RoomTicks report={report} chosen={chosen} onChoose={setChosen} />
      ) : (
        <>
          <ProgressBar
            label={t('edf.progress', { done: run.done.length, total: run.total })}
            done={run.done.length}
            total={run.total}
          />
          <output>
            {t(isRunning ? 'edf.progress' : 'edf.over', {
              done: run.done.length,
              total: run.total,
            })}
          </output>
          <ul className={css['outcomes']}>
            {run.done.map(({ name, words }) => (
              <li key={name}>
                <strong>{name}</strong> {words}
              </li>
            ))}
          </ul>
        </>
      )}
      <DialogFoot>
        <Button onClick={isRunning ? stop : onClose}>{t(isRunning ? 'stop' : 'close')}</Button>
        {run.kind === 'idle' ? (
          <Button
            kind="primary"
            disabled={chosen.size === 0}
            onClick={() => start(report.rooms.filter(({ roomId }) => chosen.has(roomId)))}
          >
            {chosen.size === 0 ? t('edf.choose') : t('edf.start', { count: chosen.size })}
          </Button>
        ) : null}
      </DialogFoot>
    </DialogBody>
  );
}

/** Rooms with at least one night, analysed or not: other rooms have little to save. */
const recordedRooms = ({ rooms }: Report): string[] =>
  rooms.filter(({ now }) => now.nights + now.pending > 0).map(({ roomId }) => roomId);

function RoomTicks({
  report,
  chosen,
  onChoose,
}: {
  readonly report: Report;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}) {
  const { t } = useTranslation('reports');
  const toggle = (roomId: string): void =>
    onChoose(
      new Set(
        chosen.has(roomId) ? [...chosen].filter((other) => other !== roomId) : [...chosen, roomId],
      ),
    );
  const isWhole = chosen.size === report.rooms.length;
  return (
    <fieldset className={css['tickPart']}>
      <legend>{t('rooms')}</legend>
      <div className={css['tickHead']}>
        <span>{t('edf.chosen', { chosen: chosen.size, all: report.rooms.length })}</span>
        <Button
          onClick={() => onChoose(new Set(isWhole ? [] : report.rooms.map(({ roomId }) => roomId)))}
        >
          {t(isWhole ? 'clear' : 'edf.all')}
        </Button>
      </div>
      <div className={css['ticks']}>
        {report.rooms.map(({ roomId, name }) => (
          <label key={roomId}>
            <input type="checkbox" checked={chosen.has(roomId)} onChange={() => toggle(roomId)} />
            <span>{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function useEdfFiles({ period, timeZone, nightStartsAt }: Report, handed: ExportApi | undefined) {
  const { t } = useTranslation('reports');
  const formatProblem = useProblemMessage();
  const own = useExportApi();
  const client = handed ?? own;
  const [run, setRun] = useState<Run>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const all = async (rooms: Report['rooms'], abort: AbortController): Promise<void> => {
    const range = {
      fromMs: nightRange(period.from, timeZone, nightStartsAt).fromMs,
      toMs: nightRange(period.to, timeZone, nightStartsAt).toMs,
    };
    const done: Outcome[] = [];
    for (const { roomId, name } of rooms) {
      if (abort.signal.aborted) break;
      const words = await client
        .download(
          { roomId, ...range, format: 'edf', streams: null, names: false },
          abort.signal,
          () => undefined,
        )
        .then(
          ({ blob, fileName }) => {
            saveFile(blob, fileName);
            return fileName;
          },
          (error: unknown) =>
            error instanceof ProblemError ? formatProblem(error.problem) : t('edf.stopped'),
        );
      done.push({ name, words });
      setRun({ kind: 'running', done: [...done], total: rooms.length });
    }
    setRun({ kind: 'over', done, total: rooms.length });
  };
  const start = (rooms: Report['rooms']): void => {
    running.current = new AbortController();
    setRun({ kind: 'running', done: [], total: rooms.length });
    void all(rooms, running.current);
  };
  return { run, start, stop: () => running.current?.abort() };
}
