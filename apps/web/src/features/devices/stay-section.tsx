import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useStays } from './api.ts';
import { createDateTimeFormatter } from '../../locales/date-time-formatter.ts';
import { PlainTable } from '../../kit/pages/description-list.tsx';
import { QueryBoundary } from '../../kit/pages/loaded.tsx';
import css from './devices.module.css';

/** The device's rooms, newest first. */
export function StaySection({ serial }: { readonly serial: string }) {
  const { t, i18n } = useTranslation('devices');
  const at = createDateTimeFormatter(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const query = useStays(serial, 'always');
  return (
    <QueryBoundary query={query}>
      {({ stays }) =>
        stays.length === 0 ? (
          <p className={css['quiet']}>{t('noStays')}</p>
        ) : (
          <PlainTable
            label={t('stayTable')}
            heads={[t('room'), t('from'), t('until')]}
            rows={stays.map(({ roomId, roomName, from, to }) => ({
              key: `${roomId} ${from}`,
              cells: [
                <Link key="room" to="/room/$roomid/sleep" params={{ roomid: roomId }}>
                  {roomName}
                </Link>,
                at(from),
                to === null ? t('still') : at(to),
              ],
            }))}
          />
        )
      }
    </QueryBoundary>
  );
}
