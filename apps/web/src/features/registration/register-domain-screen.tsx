import type { InvitationView } from '@yamori/domain';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useInvitationApi } from './api.ts';
import { useAuthConfig } from '../../shared/registration/entry-context.tsx';
import { useRequest } from '../../api/use-request.ts';
import { ErrorState } from '../../kit/pages/page-state.tsx';
import { DomainForm } from './domain-form.tsx';
import { LinkChecking, LinkRefused, LeaveLink } from './link-refused.tsx';
import { DescriptionList, RegistrationPage } from './registration-page.tsx';
import css from './registration.module.css';
import { useDateTimeFormatter } from './use-date-time-formatter.ts';
import { useSecrets } from './use-registration.ts';

/**
 * Registers a new organisation and its first member: by an invitation, by the link that an empty
 * server prints, or openly.
 */
export function RegisterDomainScreen() {
  const { t } = useTranslation('registration');
  const { waysIn } = useAuthConfig();
  const { code, proof } = useSecrets();
  if (code !== '') return <Invited key={code} code={code} proof={proof} />;
  if (!waysIn.registerDomain) {
    const next = (
      <>
        <Link to="/register">{t('toRegister')}</Link>
        <LeaveLink />
      </>
    );
    return (
      <div className={css['page']}>
        <ErrorState
          title={t('domain.refused')}
          why={t('domain.refusedWhy')}
          icon="info"
          next={next}
        />
      </div>
    );
  }
  return (
    <RegistrationPage title={t('domain.title')} lead={t('domain.lead')}>
      <DomainForm code={null} proof={proof} startsWithMail={waysIn.domainByMail} />
    </RegistrationPage>
  );
}

function Invited({ code, proof }: { readonly code: string; readonly proof: string }) {
  const { t } = useTranslation('registration');
  const { waysIn } = useAuthConfig();
  const { view } = useInvitationApi();
  const formatDateTime = useDateTimeFormatter();
  const seen = useRequest<InvitationView>(code, () => view(code, null));
  if (seen.kind === 'asking') return <LinkChecking />;
  if (seen.kind === 'refused') return <LinkRefused problem={seen.problem} onRetry={seen.again} />;
  const { organisation, invitedBy, expiresAt, kind, isFirstStart } = seen.value;
  // A code for staff belongs to another page.
  if (kind === 'member') return <LinkRefused problem={{ code: 'invitation-not-found' }} />;
  return (
    <RegistrationPage
      title={t('domain.title')}
      lead={isFirstStart ? t('domain.lead') : t('domain.leadInvited', { inviter: invitedBy })}
    >
      <DescriptionList
        facts={[
          ...(organisation === null
            ? []
            : [[t('invitation.organisation'), t('domain.leadBelow', { organisation })] as const]),
          [t('invitation.until'), formatDateTime(expiresAt)],
        ]}
      />
      <DomainForm
        code={code}
        proof={proof}
        startsWithMail={waysIn.passwordReset && !isFirstStart}
      />
    </RegistrationPage>
  );
}
