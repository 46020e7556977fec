import type { SignInEntry } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/form/button.tsx';
import { ToolIcon } from '../../../kit/icons/tool-icon.tsx';
import { useSignInHistory } from '../api.ts';
import { PageSection } from '../../../kit/pages/page-section.tsx';
import { QueryBoundary } from '../../../kit/pages/loaded.tsx';
import { useDayFormatter } from '../../../shared/time-of-day/use-day-formatter.ts';
import { useDeviceWords } from '../use-user-agent-formatter.ts';
import css from './sessions.module.css';
import { useOrganisationProviderName } from '../use-linked-method-name.ts';

const SHOWN_FIRST = 10;

/** Sign-in attempts of this account in the last 180 days. */
export function HistorySection() {
  const { t } = useTranslation('account');
  const history = useSignInHistory();
  return (
    <PageSection title={t('history.title')} lead={t('history.lead')}>
      <QueryBoundary query={history}>{(entries) => <History entries={entries} />}</QueryBoundary>
    </PageSection>
  );
}

function History({ entries }: { readonly entries: readonly SignInEntry[] }) {
  const { t } = useTranslation('account');
  const [all, showAll] = useState(false);
  if (entries.length === 0) return <p>{t('history.none')}</p>;
  return (
    <>
      <ol className={css['history']}>
        {(all ? entries : entries.slice(0, SHOWN_FIRST)).map((entry) => (
          <HistoryRow key={`${entry.at} ${entry.outcome} ${entry.provider}`} entry={entry} />
        ))}
      </ol>
      {all || entries.length <= SHOWN_FIRST ? null : (
        <div>
          <Button onClick={() => showAll(true)}>
            {t('history.more', { count: entries.length - SHOWN_FIRST })}
          </Button>
        </div>
      )}
    </>
  );
}

function HistoryRow({ entry }: { readonly entry: SignInEntry }) {
  const { t } = useTranslation('account');
  const formatDevice = useDeviceWords();
  const getMethod = useProviderFormatter();
  const formatTime = useDayFormatter('time');
  const good = entry.outcome === 'succeeded';
  return (
    <li data-good={good}>
      <ToolIcon name={good ? 'check' : 'alert'} size={18} />
      <strong>{t(`history.outcome.${entry.outcome}`)}</strong>
      <time dateTime={entry.at}>{formatTime(entry.at)}</time>
      <small>
        <span>{getMethod(entry.provider)}</span>
        <span>{formatDevice(entry.userAgent)}</span>
        <span>{t('sessions.from', { address: entry.address })}</span>
      </small>
    </li>
  );
}

const KNOWN = ['email', 'line', 'google', 'passkey', 'anonymous', 'singleTimeToken'] as const;

/**
 * The name of a sign-in method. An organisation's own provider has its name, an unknown one its id.
 */
export function useProviderFormatter(): (provider: string) => string {
  const { t } = useTranslation('account');
  const getOrganisation = useOrganisationProviderName();
  return (provider) => {
    const known = KNOWN.find((name) => name === provider);
    return known === undefined
      ? t('methods.saml', { name: getOrganisation(provider) ?? provider.replace(/^saml\./, '') })
      : t(`methods.${known}`);
  };
}
