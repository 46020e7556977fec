import { useTranslation } from 'react-i18next';
import { listWords } from '../../locales/list-words.ts';
import { momentWords } from '../../locales/moment-words.ts';

type AwaitedDevice = { readonly serial: string; readonly since: Date | string | null };

/** Names devices whose records have not arrived, each with the time of its newest record. */
export function useAwaitedWords(timeZone: string): (devices: readonly AwaitedDevice[]) => string {
  const { t, i18n } = useTranslation('states');
  const moment = momentWords(i18n.language, {
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
  return (devices) =>
    listWords(
      i18n.language,
      devices.map(({ serial, since }) =>
        since === null
          ? t('awaitedNever', { serial })
          : t('awaited', { serial, since: moment(since) }),
      ),
    );
}
