import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useArrivalApi } from './api.ts';
import { useAuthConfig } from '../../shared/registration/entry-context.tsx';
import { useOnline } from '../../shared/connection/use-online.ts';
import { Button } from '../../kit/form/button.tsx';
import { FormError } from '../../kit/form/form-error.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { ErrorState } from '../../kit/pages/page-state.tsx';
import { Note, RegistrationPage } from './registration-page.tsx';
import css from './registration.module.css';
import { useSpokenLanguage } from './use-registration.ts';

/** A visit without an account. */
export function AnonymousScreen() {
  const { t } = useTranslation('registration');
  const { waysIn } = useAuthConfig();
  const language = useSpokenLanguage();
  const online = useOnline();
  const { signInAnonymously } = useArrivalApi();
  const form = useForm({
    initial: {},
    submit: () => signInAnonymously(language),
  });
  if (!waysIn.anonymous) {
    return (
      <div className={css['page']}>
        <ErrorState
          title={t('anonymous.refused')}
          why={t('anonymous.refusedWhy')}
          icon="info"
          next={<Link to="/login">{t('toLogin')}</Link>}
        />
      </div>
    );
  }
  return (
    <RegistrationPage title={t('anonymous.title')} lead={t('anonymous.lead')}>
      <Note>{t('anonymous.later')}</Note>
      <form className={css['form']} {...form.bind}>
        <FormError message={form.errorText} />
        <Button submit kind="primary" busy={form.busy} disabled={!online}>
          {t('anonymous.start')}
        </Button>
      </form>
      <p className={css['foot']}>
        <Link to="/login">{t('toLogin')}</Link>
      </p>
    </RegistrationPage>
  );
}
