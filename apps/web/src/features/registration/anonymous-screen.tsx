import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useArrivalApi } from './api.ts';
import { useEntry } from '../../shared/registration/entry-context.tsx';
import { useOnline } from '../../shared/connection/use-online.ts';
import { Button } from '../../kit/form/button.tsx';
import { FormTrouble } from '../../kit/form/form-trouble.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { TroubleState } from '../../kit/pages/page-state.tsx';
import { Note, RegistrationPage } from './registration-page.tsx';
import css from './registration.module.css';
import { useSpokenLanguage } from './use-registration.ts';

/** A visit without an account. */
export function AnonymousScreen() {
  const { t } = useTranslation('registration');
  const { waysIn } = useEntry();
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
        <TroubleState
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
        <FormTrouble words={form.trouble} />
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
