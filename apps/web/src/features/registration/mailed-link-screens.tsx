import {
  MIN_LENGTH_WITH_FACTOR,
  MIN_NEW_PASSWORD_LENGTH,
  MAILED_LINK_MINUTES,
} from '@yamori/domain';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useArrivalApi, useRegistrationApi } from './api.ts';
import { useAuthConfig } from '../../shared/registration/entry-context.tsx';
import { keepSecret } from '../../shared/registration/kept-secret.ts';
import { useRequest } from '../../api/use-request.ts';
import { useOnline } from '../../shared/connection/use-online.ts';
import { Button } from '../../kit/form/button.tsx';
import { FormError } from '../../kit/form/form-error.tsx';
import { PasswordField } from '../../kit/form/password-field.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { useRules } from '../../kit/form/form-rules.ts';
import { useToasts } from '../../kit/toast/toasts-view.tsx';
import { ErrorState } from '../../kit/pages/page-state.tsx';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { MailStep } from './address-step.tsx';
import { LinkChecking, LinkRefused } from './link-refused.tsx';
import { RegistrationPage } from './registration-page.tsx';
import css from './registration.module.css';
import { runForProblem, useSecrets, useSpokenLanguage } from './use-registration.ts';

/** Requests a password reset mail. */
export function ForgottenScreen() {
  const { t } = useTranslation('registration');
  const { waysIn } = useAuthConfig();
  const { resetPassword } = useRegistrationApi();
  const language = useSpokenLanguage();
  if (!waysIn.passwordReset) {
    return (
      <div className={css['page']}>
        <ErrorState
          title={t('forgotten.missing')}
          why={t('forgotten.missingWhy')}
          icon="info"
          next={<Link to="/login">{t('toLogin')}</Link>}
        />
      </div>
    );
  }
  return (
    <RegistrationPage title={t('forgotten.title')} lead={t('forgotten.lead')}>
      <MailStep
        submit={t('forgotten.send')}
        sending={t('forgotten.sending')}
        minutes={MAILED_LINK_MINUTES.resetPassword}
        send={(email) => resetPassword(email, language)}
      />
      <p className={css['foot']}>
        <Link to="/login">{t('toLogin')}</Link>
      </p>
    </RegistrationPage>
  );
}

/** The target of the reset mail. A second factor is required as after a password. */
export function ResetPasswordScreen() {
  const { t } = useTranslation('registration');
  const { code: token } = useSecrets();
  const { checkMailedLink } = useRegistrationApi();
  const rules = useRules();
  const online = useOnline();
  const { completeReset } = useArrivalApi();
  const link = useRequest(token, () => checkMailedLink(token, 'resetPassword'));
  const lengths = t('resetHint', {
    least: MIN_NEW_PASSWORD_LENGTH,
    beside: MIN_LENGTH_WITH_FACTOR,
  });
  const form = useForm({
    // The server knows whether the account has a second factor: the text names both minimum
    // lengths.
    initial: { password: '' },
    rules: {
      password: [
        rules.required,
        (text) => rules.atLeast(MIN_LENGTH_WITH_FACTOR)(text) === true || lengths,
      ],
    },
    submit: ({ password }) => completeReset(token, password),
  });
  if (link.kind === 'asking') return <LinkChecking />;
  if (link.kind === 'refused') return <LinkRefused problem={link.problem} />;
  return (
    <RegistrationPage title={t('reset.title')} lead={t('reset.lead', { email: link.value.email })}>
      <form className={css['form']} {...form.bind}>
        <input type="email" autoComplete="username" value={link.value.email} readOnly hidden />
        <PasswordField
          label={t('newPassword')}
          autoComplete="new-password"
          required
          hint={lengths}
          {...form.field('password')}
        />
        <FormError message={form.errorText} />
        <Button submit kind="primary" busy={form.busy} disabled={!online}>
          {form.busy ? t('reset.submitting') : t('reset.submit')}
        </Button>
      </form>
    </RegistrationPage>
  );
}

/** The target of the mail to a new address; the account that requested it must be signed in. */
export function ChangeEmailScreen() {
  const { t } = useTranslation('registration');
  const { code: token } = useSecrets();
  const { user } = useViewer();
  const { refresh } = useAuthConfig();
  const { checkMailedLink, completeEmail } = useRegistrationApi();
  const navigate = useNavigate();
  const toasts = useToasts();
  const online = useOnline();
  const link = useRequest(token, () => checkMailedLink(token, 'changeEmail'));
  const form = useForm({
    initial: {},
    submit: async () => {
      const problem = await runForProblem(() => completeEmail(token));
      if (problem !== null) return problem;
      await refresh();
      toasts.show({ type: 'positive', message: t('changeEmail.done') });
      await navigate({ to: '/account-info', replace: true });
      return null;
    },
  });
  if (link.kind === 'asking') return <LinkChecking />;
  if (link.kind === 'refused') return <LinkRefused problem={link.problem} />;
  if (user === null) {
    const next = '/handleauth?mode=changeEmail';
    return (
      <div className={css['page']}>
        <ErrorState
          title={t('changeEmail.signInFirst')}
          why={t('changeEmail.signInFirstWhy')}
          icon="info"
          next={
            <Link to="/login" search={{ next }} onClick={() => keepSecret(next, token)}>
              {t('toLogin')}
            </Link>
          }
        />
      </div>
    );
  }
  return (
    <RegistrationPage
      title={t('changeEmail.title')}
      lead={t('changeEmail.lead', { email: link.value.email })}
    >
      <form className={css['form']} {...form.bind}>
        <FormError message={form.errorText} />
        <Button submit kind="primary" busy={form.busy} disabled={!online}>
          {form.busy ? t('changeEmail.submitting') : t('changeEmail.submit')}
        </Button>
      </form>
    </RegistrationPage>
  );
}
