import { useTranslation } from 'react-i18next';
import type { DeviceReport } from '../../live/chart/engine/chart-report.ts';
import {
  BUTTON_LONG_PRESS,
  BUTTON_PRESSED,
  BUTTON_RELEASED,
  isDownAt,
} from '../../live/chart/surface/event-pen.ts';
import { createDateTimeFormatter } from '../../locales/date-time-formatter.ts';
import { StateIcon } from '../../shared/room-state/state-icon.tsx';
import css from './panel.module.css';

const LISTED = 50;

/** Whether a button is pressed now; unknown before its first event. */
export function ButtonState({ devices }: { devices: readonly DeviceReport[] }) {
  const { t } = useTranslation('raw');
  const isDown = devices.some((device) => isDownAt(device.events, Number.POSITIVE_INFINITY));
  const isKnown = devices.some((device) => device.events.length > 0);
  return (
    <output className={css['buttonState']} data-down={isDown}>
      <StateIcon shape="call" size={40} />
      <strong>{isDown ? t('button.down') : isKnown ? t('button.up') : t('button.idle')}</strong>
    </output>
  );
}

/** Button events, newest first. */
export function EventHistory({
  devices,
  getDeviceName,
}: {
  devices: readonly DeviceReport[];
  getDeviceName?: ((serial: string) => string) | undefined;
}) {
  const { t, i18n } = useTranslation('raw');
  const events = devices
    .flatMap(({ serial, events: own }) => own.map((event) => ({ ...event, serial })))
    .toSorted((a, b) => b.timeMs - a.timeMs)
    .slice(0, LISTED);
  const formatTime = createDateTimeFormatter(i18n.language, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return (
    <section className={css['events']}>
      <h2>{t('button.history')}</h2>
      {events.length === 0 ? <p>{t('button.none')}</p> : null}
      <ol>
        {events.map((event) => (
          <li key={`${event.serial}/${event.timeMs}/${event.code}`}>
            <span>
              {getWord(t, event.code)}
              {getDeviceName === undefined ? '' : ` · ${getDeviceName(event.serial)}`}
            </span>
            <time dateTime={new Date(event.timeMs).toISOString()}>{formatTime(event.timeMs)}</time>
          </li>
        ))}
      </ol>
    </section>
  );
}

function getWord(t: ReturnType<typeof useTranslation<'raw'>>['t'], code: number): string {
  switch (code) {
    case BUTTON_PRESSED:
      return t('button.press');
    case BUTTON_RELEASED:
      return t('button.release');
    case BUTTON_LONG_PRESS:
      return t('button.long');
    default:
      return t('button.unknown', { code });
  }
}
