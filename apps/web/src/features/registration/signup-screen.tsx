import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useArrivalApi, useRegistrationApi } from './api.ts';
import { useAuthConfig } from '../../shared/registration/entry-context.tsx';
import { useRequest } from '../../api/use-request.ts';
import { useOnline } from '../../shared/connection/use-online.ts';
import { Button } from '../../kit/form/button.tsx';
import { FormError } from '../../kit/form/form-error.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { ErrorState } from '../../kit/pages/page-state.tsx';
import { AddressStep } from './address-step.tsx';
import { LinkChecking, LinkRefused } from './link-refused.tsx';
import { NewcomerFields, toNewcomer, NO_NEWCOMER, useNewcomerRules } from './newcomer-fields.tsx';
import { RegistrationPage } from './registration-page.tsx';
import css from './registration.module.css';
import { useSecrets, useSpokenLanguage } from './use-registration.ts';
import { ProviderSignUp } from './provider-sign-up.tsx';

/**
 * Signs up for an account: address, mail, then name and password. Nothing is created before the
 * address is proven.
 */
export function SignupScreen() {
  const { t } = useTranslation('registration');
  const { waysIn } = useAuthConfig();
  const { code: token } = useSecrets();
  if (token !== '') return <CompleteSignup token={token} />;
  if (!waysIn.signUp) {
    return (
      <div className={css['page']}>
        <ErrorState
          title={t('signup.refused')}
          why={t('signup.refusedWhy')}
          icon="info"
          next={
            <>
              <Link to="/register">{t('toRegister')}</Link>
              <Link to="/login">{t('toLogin')}</Link>
            </>
          }
        />
      </div>
    );
  }
  return (
    <RegistrationPage title={t('signup.title')} lead={t('signup.lead')}>
      {waysIn.passwordReset ? <AddressStep purpose={{ kind: 'signUp' }} /> : null}
      <ProviderSignUp beside={waysIn.passwordReset} />
      <p className={css['foot']}>
        <Link to="/login">{t('toLogin')}</Link>
        <Link to="/register">{t('toRegister')}</Link>
      </p>
    </RegistrationPage>
  );
}

function CompleteSignup({ token }: { readonly token: string }) {
  const { t } = useTranslation('registration');
  const { checkMailedLink } = useRegistrationApi();
  const language = useSpokenLanguage();
  const online = useOnline();
  const { signUp } = useArrivalApi();
  const link = useRequest(token, () => checkMailedLink(token, 'addressProof'));
  const form = useForm({
    initial: NO_NEWCOMER,
    rules: useNewcomerRules(false),
    submit: (values) => signUp(toNewcomer(values, token, language)),
  });
  if (link.kind === 'asking') return <LinkChecking />;
  if (link.kind === 'refused') return <LinkRefused problem={link.problem} onRetry={link.again} />;
  return (
    <RegistrationPage
      title={t('signup.completeTitle')}
      lead={t('signup.completeLead', { email: link.value.email })}
    >
      <form className={css['form']} {...form.bind}>
        {/* Password managers store visible fields: the address belongs to the password. */}
        <input type="email" autoComplete="username" value={link.value.email} readOnly hidden />
        <NewcomerFields form={form} asksEmail={false} />
        <FormError message={form.errorText} />
        <Button submit kind="primary" busy={form.busy} disabled={!online}>
          {t('signup.complete')}
        </Button>
      </form>
    </RegistrationPage>
  );
}
