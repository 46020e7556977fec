import type { OneTimeLinkEntry, SavedReport } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReportApi, useReportLinks } from './api.ts';
import { attempt } from '../../call-outcome.ts';
import { Button } from '../../kit/form/button.tsx';
import { FormError } from '../../kit/form/form-error.tsx';
import { SelectField } from '../../kit/form/select-field.tsx';
import { TextField } from '../../kit/form/text-field.tsx';
import { QueryBoundary } from '../../kit/pages/loaded.tsx';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import css from './report.module.css';

const HOURS = ['24', '72', '168', '336'] as const;
type Hours = (typeof HOURS)[number];

/**
 * Creates and revokes one-time links: they show this report without an account, in one browser,
 * until they expire.
 */
export function OneTimeLinks({ saved }: { readonly saved: SavedReport }) {
  const { t } = useTranslation('reports');
  const { createLink, revokeLink } = useReportApi();
  const formatProblem = useProblemMessage();
  const { domainId, sexes } = saved.filter;
  // The server refuses a link with a filter by sex, because it would reveal each resident's sex.
  const cannot = sexes.length > 0;
  const links = useReportLinks(saved);
  const [label, setLabel] = useState('');
  const [hours, setHours] = useState<Hours>('72');
  const [state, setState] = useState<
    | { readonly kind: 'idle' | 'busy' }
    | { readonly kind: 'made'; readonly address: string; readonly copied: boolean }
    | { readonly kind: 'failed'; readonly words: string }
  >({ kind: 'idle' });
  const make = async (): Promise<void> => {
    setState({ kind: 'busy' });
    const outcome = await attempt(() =>
      createLink({
        subject: { kind: 'report', domainId, report: saved.id },
        label: label.trim(),
        hours: Number(hours),
      }),
    );
    if (outcome.kind === 'refused')
      return setState({ kind: 'failed', words: formatProblem(outcome.problem) });
    setState({
      kind: 'made',
      address: `${window.location.origin}/register-report-access-user#${outcome.value}`,
      copied: false,
    });
    await links.refetch();
  };
  const revoke = async (linkId: string): Promise<void> => {
    const outcome = await attempt(() => revokeLink(linkId));
    if (outcome.kind === 'refused')
      setState({ kind: 'failed', words: formatProblem(outcome.problem) });
    await links.refetch();
  };
  return (
    <form
      className={css['part']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!cannot) void make();
      }}
    >
      <p>{t('links.why')}</p>
      <FormError message={state.kind === 'failed' ? state.words : null} />
      {cannot ? (
        <p role="note" className={css['cannot']}>
          {t('links.ofSexes')}
        </p>
      ) : (
        <div className={css['pair']}>
          <TextField
            label={t('links.label')}
            name="label"
            value={label}
            maxLength={120}
            onChange={setLabel}
          />
          <SelectField
            label={t('links.until')}
            name="hours"
            value={hours}
            choices={HOURS.map((value) => ({ value, label: t(`links.hours${value}`) }))}
            onChange={(next) => {
              if (next !== '') setHours(next);
            }}
          />
        </div>
      )}
      {state.kind === 'made' ? (
        <output className={css['made']}>
          <p>{t('links.once')}</p>
          <code>{state.address}</code>
          <Button
            onClick={() =>
              void navigator.clipboard
                .writeText(state.address)
                .then(() => setState({ ...state, copied: true }))
            }
          >
            <ToolIcon name="copy" size={14} />
            {t(state.copied ? 'links.copied' : 'links.copy')}
          </Button>
        </output>
      ) : null}
      <div>
        <Button
          submit
          kind="primary"
          busy={state.kind === 'busy'}
          disabled={cannot || label.trim() === ''}
        >
          {t('links.make')}
        </Button>
      </div>
      <QueryBoundary query={links}>
        {(found) => <LinkList links={found} onRevoke={(linkId) => void revoke(linkId)} />}
      </QueryBoundary>
    </form>
  );
}

function LinkList({
  links,
  onRevoke,
}: {
  readonly links: readonly OneTimeLinkEntry[];
  readonly onRevoke: (linkId: string) => void;
}) {
  const { t, i18n } = useTranslation('reports');
  const dateTimeFormat = new Intl.DateTimeFormat(i18n.language, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  if (links.length === 0) return null;
  return (
    <ul className={css['links']} aria-label={t('links.made')}>
      {links.map((link) => (
        <li key={link.linkId}>
          <span>{link.label}</span>
          <small>
            {t(`links.state.${link.state}`)} ·{' '}
            {t('links.endsAt', { at: dateTimeFormat.format(new Date(link.expiresAt)) })}
          </small>
          {link.state === 'open' || link.state === 'opened' ? (
            <Button
              label={t('links.revokeOf', { label: link.label })}
              onClick={() => onRevoke(link.linkId)}
            >
              {t('links.revoke')}
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
