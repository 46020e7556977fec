import {
  ProblemError,
  type ParameterOverrides,
  type Problem,
  type RehearsalCall,
  type RehearsalResult,
} from '@yamori/domain';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAlarmApi } from './api.ts';
import { createDateTimeFormatter } from '../../locales/date-time-formatter.ts';
import { Button } from '../../kit/form/button.tsx';
import { ProgressBar } from '../../kit/pages/progress-bar.tsx';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';
import css from './accidents.module.css';

export type RehearsalProps = {
  readonly place: RehearsalCall['place'];
  /** All overrides of the place as they would be saved. */
  readonly overrides: ParameterOverrides;
  /** Nothing to try: no changes, or invalid input. */
  readonly disabled?: boolean;
};

type Run =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly done: number; readonly of: number }
  | { readonly kind: 'failed'; readonly problem: Problem }
  /** `about`: the thresholds of the result, as text. */
  | { readonly kind: 'done'; readonly result: RehearsalResult; readonly about: string };

/**
 * Compares the alarms of the last 30 nights under other thresholds with those under the present
 * ones, before the others take effect.
 */
export function Rehearsal({ place, overrides, disabled = false }: RehearsalProps) {
  const { t } = useTranslation('accidents');
  const formatProblem = useProblemMessage();
  const about = JSON.stringify(overrides);
  const { run, start, stop } = useRun(place, overrides, about);
  return (
    <div className={css['rehearsal']}>
      <div className={css['buttons']}>
        {run.kind === 'running' ? (
          <Button onClick={stop}>{t('rehearsal.stop')}</Button>
        ) : (
          <Button disabled={disabled} onClick={start}>
            {t('rehearsal.do')}
          </Button>
        )}
      </div>
      {run.kind === 'running' ? (
        <ProgressBar
          label={t('rehearsal.running')}
          done={run.of === 0 ? null : run.done}
          total={run.of}
        />
      ) : null}
      {run.kind === 'failed' ? (
        <p className={css['error']} role="alert">
          {formatProblem(run.problem)}
        </p>
      ) : null}
      <output>
        {run.kind === 'done' ? (
          <RehearsalOutcome result={run.result} isOld={run.about !== about} />
        ) : null}
      </output>
    </div>
  );
}

function useRun(place: RehearsalCall['place'], overrides: ParameterOverrides, about: string) {
  const { rehearse: runRehearsal } = useAlarmApi();
  const [run, setRun] = useState<Run>({ kind: 'none' });
  const going = useRef<AbortController | null>(null);
  useEffect(() => () => going.current?.abort(), []);
  const rehearse = async (): Promise<void> => {
    const stop = new AbortController();
    going.current = stop;
    setRun({ kind: 'running', done: 0, of: 0 });
    try {
      const result = await runRehearsal(
        { place, overrides },
        { signal: stop.signal, onProgress: (done, of) => setRun({ kind: 'running', done, of }) },
      );
      setRun({ kind: 'done', result, about });
    } catch (error) {
      if (stop.signal.aborted) return setRun({ kind: 'none' });
      if (!(error instanceof ProblemError)) throw error;
      setRun({ kind: 'failed', problem: error.problem });
    }
  };
  return { run, start: () => void rehearse(), stop: () => going.current?.abort() };
}

function RehearsalOutcome({
  result,
  isOld,
}: {
  readonly result: RehearsalResult;
  readonly isOld: boolean;
}) {
  const { t, i18n } = useTranslation('accidents');
  const { nights, kinds, helped, missed, missedAlarms } = result;
  if (nights.length === 0) return <p className={css['note']}>{t('rehearsal.noLog')}</p>;
  const perNight = (side: 'before' | 'after'): string =>
    (nights.reduce((sum, night) => sum + night[side], 0) / nights.length).toFixed(1);
  const at = createDateTimeFormatter(i18n.language, {
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (
    <>
      {isOld ? <p className={css['error']}>{t('rehearsal.old')}</p> : null}
      <p>
        {t('rehearsal.summary', {
          nights: nights.length,
          before: perNight('before'),
          after: perNight('after'),
        })}
      </p>
      {kinds.length === 0 ? null : (
        <div className={css['tableBox']}>
          <table className={css['table']}>
            <thead>
              <tr>
                <th scope="col">{t('rehearsal.kind')}</th>
                <th scope="col">{t('rehearsal.before')}</th>
                <th scope="col">{t('rehearsal.after')}</th>
                <th scope="col">{t('rehearsal.change')}</th>
              </tr>
            </thead>
            <tbody>
              {kinds.map(({ kind, before, after }) => (
                <tr key={kind}>
                  <th scope="row">{t(`kind.${kind}`)}</th>
                  <td>{before}</td>
                  <td>{after}</td>
                  <td>{after > before ? `+${after - before}` : after - before}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className={missed > 0 ? css['error'] : css['note']}>
        {missed > 0
          ? t('rehearsal.missed', { count: missed, helped })
          : helped === 0
            ? t('rehearsal.noneHelped')
            : t('rehearsal.noneMissed', { helped })}
      </p>
      {missedAlarms.length === 0 ? null : (
        <ul className={css['missed']}>
          {missedAlarms.map(({ roomId, roomName, accidentId, kind, raisedAt }) => (
            <li key={`${roomId} ${accidentId}`}>
              <Link to="/room/$roomid/accident" params={{ roomid: roomId }}>
                {roomName}
              </Link>{' '}
              {t(`kind.${kind}`)} <time dateTime={raisedAt}>{at(new Date(raisedAt))}</time>
            </li>
          ))}
        </ul>
      )}
      <p className={css['note']}>{t('rehearsal.how')}</p>
    </>
  );
}
