import type { Actor } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInvitationApi } from '../api.ts';
import { useRequest } from '../../../api/use-request.ts';
import { ProblemState } from '../../../kit/pages/problem-state.tsx';
import { LoadingState, PageHeader } from '../../../kit/pages/page-state.tsx';
import { InvitationForm } from './invitation-form.tsx';
import { InvitationList } from './invitation-list.tsx';
import css from './invitations.module.css';

/** Creates invitations, delivers them as a link, a code or a QR code, and lists them. */
export function InvitationsPage({ actor }: { readonly actor: Actor }) {
  const { t } = useTranslation('invitations');
  const api = useInvitationApi();
  const [round, setRound] = useState(0);
  const again = (): void => setRound((before) => before + 1);
  const domains = useRequest('domains', api.domains);
  const listed = useRequest(`list ${round}`, api.list);
  return (
    <div className={css['page']}>
      <PageHeader title={t('title')} />
      <p className={css['lead']}>{t('lead')}</p>
      {domains.kind === 'asking' ? <LoadingState /> : null}
      {domains.kind === 'refused' ? (
        <ProblemState problem={domains.problem} onRetry={domains.again} compact />
      ) : null}
      {domains.kind === 'ready' ? (
        <InvitationForm actor={actor} domains={domains.value} onMade={again} />
      ) : null}
      {listed.kind === 'refused' ? (
        <ProblemState problem={listed.problem} onRetry={again} compact />
      ) : null}
      <InvitationList
        listed={listed}
        domains={domains.kind === 'ready' ? domains.value : []}
        onChanged={again}
      />
    </div>
  );
}
