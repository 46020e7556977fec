import { useTranslation } from 'react-i18next';
import { deviceWords } from './device-words.ts';

/** The name of a device in the current language. */
export function useDeviceWords(): (userAgent: string | null) => string {
  const { t } = useTranslation('account');
  return (userAgent) =>
    deviceWords(userAgent ?? '', {
      both: (browser, system) => t('device.both', { browser, system }),
      unknown: t('device.unknown'),
    });
}
