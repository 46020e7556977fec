import { useTranslation } from 'react-i18next';
import { joinList } from '../../locales/join-list.ts';
import { createDateTimeFormatter } from '../../locales/date-time-formatter.ts';

type AwaitedDevice = { readonly serial: string; readonly since: Date | string | null };

/** Names devices whose records have not arrived, each with the time of its newest record. */
export function useAwaitedDevicesFormatter(
  timeZone: string,
): (devices: readonly AwaitedDevice[]) => string {
  const { t, i18n } = useTranslation('states');
  const moment = createDateTimeFormatter(i18n.language, {
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
  return (devices) =>
    joinList(
      i18n.language,
      devices.map(({ serial, since }) =>
        since === null
          ? t('awaitedNever', { serial })
          : t('awaited', { serial, since: moment(since) }),
      ),
    );
}
