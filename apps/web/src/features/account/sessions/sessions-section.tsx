import type { Problem, SessionEntry } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Age } from '../../../kit/clock/age.tsx';
import { useDialogs } from '../../../kit/dialog/dialogs-context.tsx';
import { Button } from '../../../kit/form/button.tsx';
import { FormError } from '../../../kit/form/form-error.tsx';
import { ToolIcon } from '../../../kit/icons/tool-icon.tsx';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';
import { useAccountChanged, useSessions, useSessionApi } from '../api.ts';
import { PageSection } from '../../../kit/pages/page-section.tsx';
import { useAct } from '../confirm/use-act.tsx';
import { readUserAgent } from '../describe-user-agent.ts';
import { QueryBoundary } from '../../../kit/pages/loaded.tsx';
import { useDayFormatter } from '../../../shared/time-of-day/use-day-formatter.ts';
import { useDeviceWords } from '../use-user-agent-formatter.ts';
import { useProviderFormatter } from './history-section.tsx';
import css from './sessions.module.css';

/** The sessions of this account, with buttons to end them. */
export function SessionsSection() {
  const { t } = useTranslation('account');
  const sessions = useSessions();
  return (
    <PageSection title={t('sessions.title')} lead={t('sessions.lead')}>
      <QueryBoundary query={sessions}>{(entries) => <Sessions entries={entries} />}</QueryBoundary>
    </PageSection>
  );
}

function Sessions({ entries }: { readonly entries: readonly SessionEntry[] }) {
  const { t } = useTranslation('account');
  const formatProblem = useProblemMessage();
  const { busy, problem, end, endOthers, endAll } = useEnding();
  return (
    <>
      <ul className={css['sessions']}>
        {entries
          .toSorted((one, other) => Number(other.current) - Number(one.current))
          .map((entry) => (
            <SessionRow
              key={entry.sessionId}
              entry={entry}
              disabled={busy}
              onEnd={() => void end(entry)}
            />
          ))}
      </ul>
      <FormError message={problem === null ? null : formatProblem(problem)} />
      <div className={css['tools']}>
        <Button disabled={busy || entries.length < 2} onClick={() => void endOthers()}>
          {t('sessions.endOthers')}
        </Button>
        <Button disabled={busy} onClick={() => void endAll()}>
          {t('sessions.endAll')}
        </Button>
      </div>
    </>
  );
}

function SessionRow({
  entry,
  disabled,
  onEnd,
}: {
  readonly entry: SessionEntry;
  readonly disabled: boolean;
  readonly onEnd: () => void;
}) {
  const { t } = useTranslation('account');
  const formatDevice = useDeviceWords();
  const getMethod = useProviderFormatter();
  const formatTime = useDayFormatter('time');
  const device = formatDevice(entry.userAgent);
  return (
    <li>
      <ToolIcon name={readUserAgent(entry.userAgent ?? '').isPhone ? 'phone' : 'desk'} size={22} />
      <div>
        <strong>{device}</strong>
        {entry.current ? (
          <em>
            <ToolIcon name="check" size={14} />
            {t('sessions.current')}
          </em>
        ) : null}
        <small>
          <span>
            {t('sessions.lastUsed')}
            <Age at={new Date(entry.lastUsedAt)} kind="ago" />
          </span>
          <span>{t('sessions.signedIn', { time: formatTime(entry.signedInAt) })}</span>
          <span>{getMethod(entry.provider)}</span>
          <span data-factor={entry.secondFactor}>
            {entry.secondFactor ? <ToolIcon name="shield" size={14} /> : null}
            {t(entry.secondFactor ? 'sessions.secondFactor' : 'sessions.noSecondFactor')}
          </span>
          {entry.address === null ? null : (
            <span>{t('sessions.from', { address: entry.address })}</span>
          )}
        </small>
      </div>
      {entry.current ? null : (
        <Button disabled={disabled} label={t('sessions.endNamed', { device })} onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}

function useEnding() {
  const { t } = useTranslation('account');
  const { end, endOthers, endAll } = useSessionApi();
  const dialogs = useDialogs();
  const changed = useAccountChanged();
  const act = useAct();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem(null);
    const outcome = await act(work).finally(() => setBusy(false));
    if (outcome.kind === 'refused') setProblem(outcome.problem);
    if (outcome.kind === 'done') await changed();
  };
  return {
    busy,
    problem,
    end: ({ sessionId }: SessionEntry) => run(() => end(sessionId)),
    endOthers: async () => {
      if (
        await dialogs.confirm({
          title: t('sessions.endOthersTitle'),
          message: t('sessions.endOthersWhy'),
          ok: t('sessions.endOthers'),
          isFinal: true,
        })
      )
        await run(endOthers);
    },
    endAll: async () => {
      if (
        await dialogs.confirm({
          title: t('sessions.endAllTitle'),
          message: t('sessions.endAllWhy'),
          ok: t('sessions.endAll'),
          kind: 'danger',
        })
      )
        await run(endAll);
    },
  };
}
