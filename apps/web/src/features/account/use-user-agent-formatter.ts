import { useTranslation } from 'react-i18next';
import { describeUserAgent } from './describe-user-agent.ts';

/** The name of a device in the current language. */
export function useDeviceWords(): (userAgent: string | null) => string {
  const { t } = useTranslation('account');
  return (userAgent) =>
    describeUserAgent(userAgent ?? '', {
      both: (browser, system) => t('device.both', { browser, system }),
      unknown: t('device.unknown'),
    });
}
