import { ProblemError, type ImportSettings } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/form/button.tsx';
import { Spinner } from '../../../kit/pages/spinner.tsx';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';
import { type Upload, useClockFit, useImportApi } from '../api.ts';
import { useLengthFormatter } from '../import-formatters.ts';
import css from '../imports.module.css';

const DAY_SECONDS = 86_400;
const MILLION = 1e6;

/**
 * A checked import that waits for review: its clock difference to the room's data, and whether to
 * correct it.
 */
export function ClockReview({ upload }: { upload: Upload }) {
  const { t, i18n } = useTranslation('imports');
  const { start } = useImportApi();
  const formatProblem = useProblemMessage();
  const toasts = useToasts();
  const length = useLengthFormatter();
  const [busy, setBusy] = useState(false);
  const fit = useClockFit(upload);
  const store = async (settings?: ImportSettings): Promise<void> => {
    setBusy(true);
    try {
      await start(upload, settings);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      toasts.show({ type: 'negative', message: formatProblem(error.problem) });
    } finally {
      setBusy(false);
    }
  };
  if (fit.isPending)
    return (
      <p className={css['looking']} aria-live="polite">
        <Spinner size={18} />
        {t('clock.looking')}
      </p>
    );
  const found = fit.data ?? null;
  const seconds = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 });
  const perDay = found === null ? 0 : (found.driftPpm * DAY_SECONDS) / MILLION;
  return (
    <section className={css['clock']} aria-label={t('clock.title')}>
      {fit.isError ? (
        <p className={css['error']}>
          {formatProblem(
            fit.error instanceof ProblemError ? fit.error.problem : { code: 'server-failed' },
          )}
        </p>
      ) : null}
      {found === null ? (
        fit.isError ? null : (
          <p className={css['note']}>{t('clock.none')}</p>
        )
      ) : (
        <p>
          {t(found.offsetSeconds < 0 ? 'clock.ahead' : 'clock.behind', {
            seconds: seconds.format(Math.abs(found.offsetSeconds)),
          })}
          {Math.abs(perDay) < 0.01
            ? ''
            : t('clock.drift', { seconds: seconds.format(Math.abs(perDay)) })}
          <small>
            {t('clock.certainty', {
              percent: Math.round(found.certainty * 100),
              kind: found.kind,
              length: length(found.overlapSeconds),
            })}
          </small>
        </p>
      )}
      <div className={css['actions']}>
        {found === null ? null : (
          <Button
            kind="primary"
            busy={busy}
            onClick={() =>
              void store({
                clock: { offsetSeconds: found.offsetSeconds, driftPpm: found.driftPpm },
              })
            }
          >
            {t('clock.adjust')}
          </Button>
        )}
        <Button
          kind={found === null ? 'primary' : 'plain'}
          disabled={busy}
          onClick={() => void store()}
        >
          {t(found === null ? 'action.start' : 'clock.asIs')}
        </Button>
      </div>
    </section>
  );
}
