import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { ProvidersList } from './providers-list.tsx';
import css from './providers.module.css';

/**
 * Links further sign-in methods to this account: the page for users whose address is already known.
 */
export function LinkScreen() {
  const { t } = useTranslation('federation');
  const { t: routes } = useTranslation('routes');
  const { user } = useViewer();
  if (user === null) return null;
  return (
    <div className={css['page']}>
      <h1>{routes('link.title')}</h1>
      <p>{t('account.linkPage')}</p>
      <div className={css['card']}>
        <ProvidersList user={user} next="/link" />
      </div>
      <Link to="/account-info">{t('account.done')}</Link>
    </div>
  );
}
