import { useTranslation } from 'react-i18next';
import { useViewer } from '../../../ui/viewer/viewer-context.tsx';
import { AccountSection } from '../account-section.tsx';

/** Tells a guest how to keep the account that they have. */
export function GuestSection() {
  const { t } = useTranslation('profile');
  const { user } = useViewer();
  return user?.isAnonymous === true && user.singleTimeToken === null ? <AccountSection title={t('guest.title')} lead={t('guest.lead')}>{null}</AccountSection> : null;
}
