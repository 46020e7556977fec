import { ACCESS_LEVEL_WORDS, accessLevelName, type InvitationEntry } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { useInvitationApi, type DomainChoice } from '../api.ts';
import type { RequestState } from '../../../api/use-request.ts';
import { useDialogs } from '../../../kit/dialog/dialogs-context.tsx';
import { Button } from '../../../kit/form/button.tsx';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import { EmptyState, Skeleton } from '../../../kit/pages/page-state.tsx';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';
import { useDateTimeFormatter } from '../use-date-time-formatter.ts';
import { runForProblem, useSpokenLanguage } from '../use-registration.ts';
import css from './invitations.module.css';

type ListProps = {
  readonly listed: RequestState<readonly InvitationEntry[]>;
  readonly domains: readonly DomainChoice[];
  readonly onChanged: () => void;
};

/** Every invitation that the actor may manage, newest first, with its state. */
export function InvitationList({ listed, domains, onChanged }: ListProps) {
  const { t } = useTranslation('invitations');
  if (listed.kind === 'refused') return null;
  return (
    <section
      className={css['panel']}
      aria-labelledby="invitations-title"
      aria-busy={listed.kind === 'asking'}
    >
      <h2 id="invitations-title">{t('list')}</h2>
      {listed.kind === 'asking' ? <Skeleton height={120} /> : null}
      {listed.kind === 'ready' && listed.value.length === 0 ? (
        <EmptyState title={t('empty')} why={t('emptyWhy')} compact />
      ) : null}
      {listed.kind === 'ready' && listed.value.length > 0 ? (
        <table className={css['table']}>
          <thead>
            <tr>
              <th>{t('who')}</th>
              <th>{t('where')}</th>
              <th>{t('until')}</th>
              <th>{t('by')}</th>
              <th>{t('state')}</th>
              <th>{t('action')}</th>
            </tr>
          </thead>
          <tbody>
            {listed.value.map((entry) => (
              <Row key={entry.invitationId} entry={entry} domains={domains} onChanged={onChanged} />
            ))}
          </tbody>
        </table>
      ) : null}
    </section>
  );
}

function Row({
  entry,
  domains,
  onChanged,
}: {
  readonly entry: InvitationEntry;
  readonly domains: readonly DomainChoice[];
  readonly onChanged: () => void;
}) {
  const { t } = useTranslation('invitations');
  const language = useSpokenLanguage();
  const formatDateTime = useDateTimeFormatter();
  const domain =
    entry.domainId === null
      ? t('noParent')
      : (domains.find(({ domainId }) => domainId === entry.domainId)?.name ?? '');
  const level =
    entry.organisationKind === null
      ? ACCESS_LEVEL_WORDS[language][accessLevelName(entry.accessLevel) ?? 'requestMfa']
      : t('newOrganisation', { kind: t(entry.organisationKind) });
  return (
    <tr>
      <td data-label={t('who')}>
        {entry.label === '' ? <span className={css['quiet']}>{t('noLabel')}</span> : entry.label}
        {entry.mailed ? <small>{t('mailedMark')}</small> : null}
      </td>
      <td data-label={t('where')}>{t('levelAt', { domain, level })}</td>
      <td data-label={t('until')}>{formatDateTime(entry.expiresAt)}</td>
      <td data-label={t('by')}>{entry.invitedBy}</td>
      <td data-label={t('state')}>
        <span className={css['state']} data-state={entry.state}>
          {t(`states.${entry.state}`)}
        </span>
      </td>
      <td>{entry.state === 'open' ? <Revoke entry={entry} onRevoked={onChanged} /> : null}</td>
    </tr>
  );
}

function Revoke({
  entry,
  onRevoked,
}: {
  readonly entry: InvitationEntry;
  readonly onRevoked: () => void;
}) {
  const { t } = useTranslation('invitations');
  const { revoke: revokeInvitation } = useInvitationApi();
  const dialogs = useDialogs();
  const toasts = useToasts();
  const formatProblem = useProblemMessage();
  const revoke = async (): Promise<void> => {
    if (
      !(await dialogs.confirm({
        title: t('revokeTitle'),
        message: t('revokeWhy'),
        ok: t('revoke'),
        kind: 'danger',
      }))
    )
      return;
    const { invitationId } = entry;
    const problem = await runForProblem(() => revokeInvitation(invitationId));
    toasts.show(
      problem === null
        ? { type: 'positive', message: t('revoked') }
        : { type: 'negative', message: formatProblem(problem) },
    );
    onRevoked();
  };
  return <Button onClick={() => void revoke()}>{t('revoke')}</Button>;
}
