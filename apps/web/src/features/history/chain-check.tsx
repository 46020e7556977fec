import type { ChainReport, HistoryCheck, Problem } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attempt } from '../../call-outcome.ts';
import { createDateTimeFormatter, fullDateTime } from '../../locales/date-time-formatter.ts';
import { useOnline } from '../../shared/connection/use-online.ts';
import { Button } from '../../kit/form/button.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { ProblemState } from '../../kit/pages/problem-state.tsx';
import { useHistoryApi } from './api.ts';
import css from './update-history.module.css';

type Checked = {
  readonly checked: HistoryCheck;
  readonly getName: (rootDomainId: string) => string;
};

/** Verifies the hash chain of the audit log. Runs on request, since it reads every entry. */
export function ChainCheck() {
  const { t } = useTranslation('history');
  const client = useHistoryApi();
  const online = useOnline();
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<Checked | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const check = async (): Promise<void> => {
    setBusy(true);
    const outcome = await attempt(async () => {
      const checked = await client.check();
      const names =
        checked.chains.length === 0
          ? new Map<string, string>()
          : await client.names(checked.chains.map(({ rootDomainId }) => `domain/${rootDomainId}`));
      return {
        checked,
        getName: (rootDomainId: string) => names.get(`domain/${rootDomainId}`) ?? rootDomainId,
      };
    });
    setFound(outcome.kind === 'done' ? outcome.value : null);
    setProblem(outcome.kind === 'refused' ? outcome.problem : null);
    setBusy(false);
  };
  return (
    <section className={css['section']} aria-labelledby="history-check">
      <header className={css['head']}>
        <div>
          <h2 id="history-check">{t('checkTitle')}</h2>
          <p>{t('checkLead')}</p>
        </div>
        <Button busy={busy} disabled={!online} onClick={() => void check()}>
          {t('check')}
        </Button>
      </header>
      {problem === null ? null : <ProblemState problem={problem} compact />}
      {found === null ? null : <Found found={found} />}
    </section>
  );
}

function Found({
  found: {
    checked: { checkedAt, chains },
    getName,
  },
}: {
  readonly found: Checked;
}) {
  const { t, i18n } = useTranslation('history');
  const at = createDateTimeFormatter(i18n.language, fullDateTime(i18n.language));
  const faults = chains.reduce((sum, { faultCount }) => sum + faultCount, 0);
  const redacted = chains.reduce((sum, chain) => sum + chain.redacted, 0);
  const unproven = chains.reduce((sum, chain) => sum + chain.unprovenRedacted, 0);
  const figure = new Intl.NumberFormat(i18n.language);
  const entries = figure.format(chains.reduce((sum, chain) => sum + chain.entries, 0));
  return (
    <div className={css['found']}>
      <output className={css['verdict']} data-holds={faults === 0}>
        <ToolIcon name={faults === 0 ? 'check' : 'alert'} size={20} />
        {faults === 0
          ? t('holds', { at: at(checkedAt), entries, count: chains.length })
          : t('broken', { at: at(checkedAt), count: faults })}
      </output>
      {faults === 0 ? null : <p>{t('brokenWhy')}</p>}
      {chains
        .filter(({ faultCount }) => faultCount > 0)
        .map((chain) => (
          <Faults
            key={chain.rootDomainId}
            chain={chain}
            organisation={getName(chain.rootDomainId)}
          />
        ))}
      {redacted === 0 ? null : (
        <p className={css['quiet']}>
          {t('redacted', { count: redacted })}
          {unproven === 0 ? null : ` ${t('unprovenRedacted', { count: unproven })}`}
        </p>
      )}
      <details>
        <summary>{t('heads')}</summary>
        <p className={css['quiet']}>{t('headsWhy')}</p>
        <dl className={css['heads']}>
          {chains.map(({ rootDomainId, head }) => (
            <div key={rootDomainId}>
              <dt>{getName(rootDomainId)}</dt>
              <dd>{head === '' ? '—' : head}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}

function Faults({
  chain: { faults, faultCount },
  organisation,
}: {
  readonly chain: ChainReport;
  readonly organisation: string;
}) {
  const { t, i18n } = useTranslation('history');
  const at = createDateTimeFormatter(i18n.language, {
    ...fullDateTime(i18n.language),
    second: '2-digit',
  });
  return (
    <div>
      <h3>{t('faultsOf', { organisation })}</h3>
      <ul className={css['faults']}>
        {faults.map((fault) => (
          <li key={`${fault.kind} ${fault.path ?? ''}`}>
            <strong>{t(`faults.${fault.kind}`)}</strong>
            <span>{fault.at === null ? t('unknownPlace') : at(fault.at)}</span>
            <small>{fault.path}</small>
          </li>
        ))}
        {faultCount > faults.length ? (
          <li className={css['quiet']}>{t('moreFaults', { count: faultCount - faults.length })}</li>
        ) : null}
      </ul>
    </div>
  );
}
