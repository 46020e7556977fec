import {
  type FleetJob,
  type FleetJobs,
  JOB_KINDS,
  JOB_STATES,
  type JobState,
} from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useJobs, useRetryJob } from '../api.ts';
import { attempt } from '../../../call-outcome.ts';
import { createDateTimeFormatter, fullDateTime } from '../../../locales/date-time-formatter.ts';
import { useUrlParams } from '../../../kit/url-state/use-url-params.ts';
import { useOnline } from '../../../shared/connection/use-online.ts';
import { Button } from '../../../kit/form/button.tsx';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import { PlainTable } from '../../../kit/pages/description-list.tsx';
import { PageSection } from '../../../kit/pages/page-section.tsx';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';
import { JOBS_SHAPE } from './fleet-shapes.ts';
import css from './fleet.module.css';
import { PolledValue } from './polled-value.tsx';

/** Jobs that wait, run, or failed and can be retried. The address holds the state filter. */
export function JobsSection() {
  const { t } = useTranslation('fleet');
  const [values, change] = useUrlParams();
  const state = JOB_STATES.find((candidate) => candidate === values['jobs']) ?? 'failed';
  const query = useJobs(state);
  return (
    <PageSection title={t('jobs.title')} lead={t('jobs.lead')}>
      <PolledValue query={query} shape={JOBS_SHAPE}>
        {(found) => (
          <Found
            found={found}
            state={state}
            onState={(next) => change({ jobs: next === 'failed' ? undefined : next })}
          />
        )}
      </PolledValue>
    </PageSection>
  );
}

type FoundProps = {
  readonly found: FleetJobs;
  readonly state: JobState;
  readonly onState: (state: JobState) => void;
};

function Found({ found: { counts, jobs, waitingNights }, state, onState }: FoundProps) {
  const { t, i18n } = useTranslation('fleet');
  const formatProblem = useProblemMessage();
  const getKind = useKindLabel();
  const figure = new Intl.NumberFormat(i18n.language);
  const at = createDateTimeFormatter(i18n.language, fullDateTime(i18n.language));
  const countJobs = (one: JobState): number =>
    counts.reduce((sum, { state: own, count }) => sum + (own === one ? count : 0), 0);
  const kinds = counts.filter(({ state: own }) => own === state);
  return (
    <>
      <fieldset className={css['segments']} aria-label={t('jobs.states')}>
        {JOB_STATES.map((option) => (
          <button
            key={option}
            type="button"
            aria-pressed={option === state}
            data-alert={option === 'failed' && countJobs(option) > 0}
            onClick={() => onState(option)}
          >
            {t(`jobs.state.${option}`)}
            <b>{figure.format(countJobs(option))}</b>
          </button>
        ))}
      </fieldset>
      <p>{t('jobs.waitingNights', { count: figure.format(waitingNights) })}</p>
      {kinds.length === 0 ? (
        <p className={css['quiet']}>{t(`jobs.none.${state}`)}</p>
      ) : (
        <p className={css['quiet']}>
          {kinds
            .map(({ kind, count }) =>
              t('jobs.kindCount', { kind: getKind(kind), count: figure.format(count) }),
            )
            .join(t('separator'))}
        </p>
      )}
      {jobs.length === 0 ? null : (
        <PlainTable
          label={t('jobs.list')}
          heads={[
            t('jobs.kind'),
            t('jobs.organisation'),
            t('jobs.ordered'),
            t('jobs.attempt'),
            t('jobs.problem'),
            ...(state === 'failed' ? [t('jobs.act')] : []),
          ]}
          numbers={[3]}
          rows={jobs.map((job) => ({
            key: job.jobId,
            cells: [
              getKind(job.kind),
              job.domainName,
              at(job.createdAt),
              figure.format(job.attempt),
              job.problem === null ? '' : formatProblem({ code: job.problem }),
              ...(state === 'failed'
                ? [job.mayRetry ? <Retry key="retry" job={job} /> : t('jobs.notHere')]
                : []),
            ],
          }))}
        />
      )}
      {countJobs(state) > jobs.length ? (
        <p className={css['quiet']}>
          {t('jobs.more', {
            shown: figure.format(jobs.length),
            count: figure.format(countJobs(state)),
          })}
        </p>
      ) : null}
    </>
  );
}

function useKindLabel(): (kind: string) => string {
  const { t } = useTranslation('fleet');
  return (kind) => {
    const known = JOB_KINDS.find((candidate) => candidate === kind);
    return known === undefined ? kind : t(`jobs.kinds.${known}`);
  };
}

function Retry({ job: { jobId, kind } }: { readonly job: FleetJob }) {
  const { t } = useTranslation('fleet');
  const retryJob = useRetryJob();
  const online = useOnline();
  const toasts = useToasts();
  const formatProblem = useProblemMessage();
  const getKind = useKindLabel();
  const [busy, setBusy] = useState(false);
  const retry = async (): Promise<void> => {
    setBusy(true);
    const outcome = await attempt(() => retryJob(jobId)).finally(() => setBusy(false));
    toasts.show(
      outcome.kind === 'done'
        ? { type: 'positive', message: t('jobs.retried') }
        : { type: 'negative', message: formatProblem(outcome.problem) },
    );
  };
  return (
    <Button
      busy={busy}
      disabled={!online}
      label={t('jobs.retryNamed', { kind: getKind(kind) })}
      onClick={() => void retry()}
    >
      {t('jobs.retry')}
    </Button>
  );
}
