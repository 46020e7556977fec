import { useTranslation } from 'react-i18next';
import { createDateTimeFormatter } from '../../locales/date-time-formatter.ts';
import css from '../../kit/clock/clock.module.css';
import { useNow } from '../../kit/clock/clock-context.tsx';
import { useOrganisationZone } from './use-room-clock.ts';

const MINUTE_MS = 60_000;

/** Local date and time of the rooms, by the server's clock, updated every minute. */
export function TimeOfDay({ size = 'normal' }: { size?: 'normal' | 'large' }) {
  const { i18n } = useTranslation();
  const timeZone = useOrganisationZone();
  const now = useNow(MINUTE_MS);
  const format = (options: Intl.DateTimeFormatOptions): string =>
    createDateTimeFormatter(i18n.language, { ...options, timeZone })(now);
  return (
    <time
      className={css['clock']}
      data-size={size}
      dateTime={new Date(now).toISOString()}
      title={timeZone}
    >
      <span className={css['day']}>
        {format({ month: 'numeric', day: 'numeric', weekday: 'short' })}
      </span>
      <span className={css['time']}>{format({ hour: '2-digit', minute: '2-digit' })}</span>
    </time>
  );
}
