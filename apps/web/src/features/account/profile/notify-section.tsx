import { useTranslation } from 'react-i18next';
import { AccountSection } from '../account-section.tsx';
import { useProfile } from './use-profile.ts';

/**
 * How members are told. What a device does is chosen at the device, in the bar above every page. Mail has no switch before
 * something sends it: whoever finds a switch relies on it at night. The member's choices (`notify`) wait in the contract.
 */
export function NotifySection() {
  const { t } = useTranslation('profile');
  const profile = useProfile();
  // Only members are told of anything.
  if (profile.data?.isMember === false) return null;
  return <AccountSection title={t('notify.title')} lead={t('notify.lead')}>{null}</AccountSection>;
}
