import type { StayList as Stays } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { createDateTimeFormatter } from '../../locales/date-time-formatter.ts';
import css from './stays.module.css';

type StayListProps = {
  /** Null while loading. */
  readonly stays: Stays['stays'] | null;
  readonly isUnknown: boolean;
  /** The subject of the page; rows name the other one. */
  readonly subject: 'room' | 'device';
};

/** Which device was in which room and when, newest first. */
export function StayList({ stays, isUnknown, subject }: StayListProps) {
  const { t, i18n } = useTranslation('list');
  const format = createDateTimeFormatter(i18n.language, { dateStyle: 'short', timeStyle: 'short' });
  const words = isUnknown ? t('stays.unknown') : stays?.length === 0 ? t('stays.none') : null;
  return (
    <details className={css['stays']}>
      <summary>{t('stays.title')}</summary>
      {words === null ? null : <p>{words}</p>}
      <ol>
        {(stays ?? []).map(({ serial, roomId, roomName, deviceName, from, to }) => (
          <li key={`${serial} ${roomId} ${from}`}>
            <b>{subject === 'device' ? roomName : deviceName === '' ? serial : deviceName}</b>
            <span>
              {to === null
                ? t('stays.since', { from: format(from) })
                : t('stays.span', { from: format(from), to: format(to) })}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
