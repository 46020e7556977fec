import { Link, useNavigate } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useEnterApi, useRegistrationApi } from './api.ts';
import { useAuthConfig } from '../../shared/registration/entry-context.tsx';
import { useRequest } from '../../api/use-request.ts';
import { useOnline } from '../../shared/connection/use-online.ts';
import { Button } from '../../kit/form/button.tsx';
import { FormError } from '../../kit/form/form-error.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { ErrorState } from '../../kit/pages/page-state.tsx';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { LinkChecking, LinkRefused } from './link-refused.tsx';
import { DescriptionList, Note, RegistrationPage } from './registration-page.tsx';
import css from './registration.module.css';
import { useDateTimeFormatter } from './use-date-time-formatter.ts';
import { useSecrets, useSpokenLanguage } from './use-registration.ts';

/** Draws the report of the session. */
type ReportPart = ComponentType<{ readonly reportId: string }>;

/** A one-time link to a report, and the report once the link has opened a session. */
export function ReportAccessScreen({ Report }: { readonly Report: ReportPart }) {
  const { t } = useTranslation('registration');
  const { code: token } = useSecrets();
  const { user } = useViewer();
  if (user !== null && user.singleTimeToken !== null) return <Opened Report={Report} />;
  if (token === '')
    return (
      <div className={css['page']}>
        <ErrorState
          title={t('report.noToken')}
          why={t('report.noTokenWhy')}
          icon="info"
          next={<Link to="/login">{t('toLogin')}</Link>}
        />
      </div>
    );
  return <Closed token={token} />;
}

function Closed({ token }: { readonly token: string }) {
  const { t } = useTranslation('registration');
  const { checkOneTimeLink } = useRegistrationApi();
  const { openOneTimeLink } = useEnterApi();
  const language = useSpokenLanguage();
  const formatDateTime = useDateTimeFormatter();
  const online = useOnline();
  const link = useRequest(token, () => checkOneTimeLink(token));
  const form = useForm({
    initial: {},
    // Stay on the page: it then shows the report of the new session.
    submit: async () => {
      const entry = await openOneTimeLink(token, language);
      return entry.kind === 'refused' ? entry.problem : null;
    },
  });
  if (link.kind === 'asking') return <LinkChecking />;
  if (link.kind === 'refused') return <LinkRefused problem={link.problem} onRetry={link.again} />;
  const { organisation, label, expiresAt } = link.value;
  return (
    <RegistrationPage title={t('report.title')} lead={t('report.lead', { organisation })}>
      <DescriptionList
        facts={[
          [t('report.label'), label],
          [t('report.until'), formatDateTime(expiresAt)],
        ]}
      />
      <Note>{t('report.once')}</Note>
      <form className={css['form']} {...form.bind}>
        <FormError message={form.errorText} />
        <Button submit kind="primary" busy={form.busy} disabled={!online}>
          {form.busy ? t('report.opening') : t('report.open')}
        </Button>
      </form>
    </RegistrationPage>
  );
}

function Opened({ Report }: { readonly Report: ReportPart }) {
  const { t } = useTranslation('registration');
  const { currentOneTimeLink } = useRegistrationApi();
  const { signOut } = useAuthConfig();
  const navigate = useNavigate();
  const formatDateTime = useDateTimeFormatter();
  const link = useRequest('own', currentOneTimeLink);
  if (link.kind === 'asking') return <LinkChecking />;
  if (link.kind === 'refused') return <LinkRefused problem={link.problem} onRetry={link.again} />;
  const { organisation, expiresAt, subject } = link.value;
  const leave = async (): Promise<void> => {
    await signOut();
    await navigate({ to: '/login', replace: true });
  };
  return (
    <div className={css['opened']}>
      <header>
        <img src="/icon.svg" alt="" width="40" height="40" />
        <h1>{t('report.opened')}</h1>
        <p>{t('report.openedWhy', { organisation, at: formatDateTime(expiresAt) })}</p>
        <Button onClick={() => void leave()}>{t('report.leave')}</Button>
      </header>
      <Report reportId={subject.report} />
    </div>
  );
}
