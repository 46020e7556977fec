import { ACCESS_LEVELS, accessLevelName, ACCESS_LEVEL_WORDS, type UserInfo } from '@yamori/domain';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInvitationApi } from './api.ts';
import { useAuthConfig } from '../../shared/registration/entry-context.tsx';
import { useRequest } from '../../api/use-request.ts';
import { FormError } from '../../kit/form/form-error.tsx';
import { useToasts } from '../../kit/toast/toasts-view.tsx';
import { ErrorState } from '../../kit/pages/page-state.tsx';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { JoinAsGuest } from './join-as-guest.tsx';
import { JoinAsMember, type Joining } from './join-as-member.tsx';
import { JoinAsNewcomer } from './join-as-newcomer.tsx';
import { LinkChecking, LinkRefused, LeaveLink } from './link-refused.tsx';
import { DescriptionList, RegistrationPage } from './registration-page.tsx';
import css from './registration.module.css';
import { useDateTimeFormatter } from './use-date-time-formatter.ts';
import { useSecrets } from './use-registration.ts';

/** An invitation with its organisation, level, author and expiry, and the form to accept it. */
export function RegisterUserScreen() {
  const { t } = useTranslation('registration');
  const { domainId = '' } = useParams({ strict: false });
  const { code, proof } = useSecrets();
  if (code === '') {
    return (
      <div className={css['page']}>
        <ErrorState
          title={t('invitation.noCode')}
          why={t('invitation.noCodeWhy')}
          icon="info"
          next={<Link to="/register">{t('toRegister')}</Link>}
        />
      </div>
    );
  }
  return <Invitation key={code} domainId={domainId} code={code} proof={proof} />;
}

/**
 * Individuals without an organisation may move; members of another one may not (decision 016). The
 * server reports a required second factor.
 */
const belongs = ({ domainId, accessLevel }: UserInfo): boolean =>
  domainId !== null && accessLevel > ACCESS_LEVELS.individualUser;

function AlreadyMember({ name }: { readonly name: string }) {
  const { t } = useTranslation('registration');
  const formatProblem = useProblemMessage();
  return (
    <div className={css['form']}>
      <p>{t('invitation.signedInAs', { name })}</p>
      <FormError message={formatProblem({ code: 'member-exists' })} />
      <p className={css['lead']}>{t('invitation.notYou')}</p>
      <LeaveLink />
    </div>
  );
}

function Invitation({ domainId, code, proof }: Pick<Joining, 'domainId' | 'code' | 'proof'>) {
  const { t, i18n } = useTranslation('registration');
  const { view } = useInvitationApi();
  const { refresh } = useAuthConfig();
  const { user } = useViewer();
  const formatDateTime = useDateTimeFormatter();
  const navigate = useNavigate();
  const toasts = useToasts();
  const [wantedMethod, onWant] = useState<string | null>(null);
  const seen = useRequest(code, () => view(code, domainId));
  if (seen.kind === 'asking') return <LinkChecking />;
  if (seen.kind === 'refused') return <LinkRefused problem={seen.problem} onRetry={seen.again} />;
  const invitation = seen.value;
  const organisation = invitation.organisation ?? '';
  const level =
    ACCESS_LEVEL_WORDS[i18n.language === 'en' ? 'en' : 'ja'][
      accessLevelName(invitation.accessLevel) ?? 'requestMfa'
    ];
  const onJoined = async (): Promise<void> => {
    await refresh();
    toasts.show({ type: 'positive', message: t('invitation.joined', { organisation }) });
    await navigate({ href: '/', replace: true });
  };
  const joining: Joining = { invitation, domainId, code, proof, onJoined, wantedMethod, onWant };
  return (
    <RegistrationPage
      title={t('invitation.title', { organisation })}
      lead={t('invitation.lead', { inviter: invitation.invitedBy })}
    >
      <DescriptionList
        facts={[
          [t('invitation.organisation'), organisation],
          [t('invitation.level'), level],
          [t('invitation.inviter'), invitation.invitedBy],
          [t('invitation.until'), formatDateTime(invitation.expiresAt)],
        ]}
      />
      {user !== null && belongs(user) ? (
        <AlreadyMember name={user.displayName} />
      ) : user === null ? (
        <JoinAsNewcomer {...joining} />
      ) : user.isAnonymous ? (
        <JoinAsGuest {...joining} />
      ) : (
        <JoinAsMember {...joining} name={user.displayName} />
      )}
    </RegistrationPage>
  );
}
