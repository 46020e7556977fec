import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from './session-context.tsx';
import css from './ways.module.css';

/** For those who cannot sign in yet, or not any more; only what this installation offers. */
export function OtherEntrances() {
  const { t } = useTranslation('session');
  const [{ waysIn }] = useSession();
  return (
    <p className={css['foot']}>
      <Link to="/handleauth" search={{ mode: 'forgotten' }}>
        {t('forgotten')}
      </Link>
      <Link to="/register">{t('invited')}</Link>
      {waysIn.signUp ? <Link to="/signup">{t('signUp')}</Link> : null}
      {waysIn.registerDomain ? <Link to="/registerdomain">{t('registerDomain')}</Link> : null}
      {waysIn.anonymous ? <Link to="/anonymous">{t('guest')}</Link> : null}
    </p>
  );
}
