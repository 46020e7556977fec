import { getNightDate } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { createDateTimeFormatter } from '../../locales/date-time-formatter.ts';
import { useTimed } from '../../kit/clock/clock-context.tsx';
import { useRoomClock } from '../../shared/time-of-day/use-room-clock.ts';
import { useAwaitedDevicesFormatter } from '../../shared/device-state/use-awaited-devices-formatter.ts';
import css from './cards.module.css';
import { lastNightAt, type NightSummary } from './night-summary.ts';
import { NightStrip } from './night-strip.tsx';
import { useLastNight, useNightStatus, type LastNight } from './use-last-night.ts';

type NightLineProps = {
  readonly roomId: string;
  readonly domainId: string;
  readonly size: 'small' | 'large' | 'table';
};

/**
 * The last night in small, with its date: hypnogram and time asleep, or why there is none. Another
 * night never replaces it.
 */
export function NightLine({ roomId, domainId, size }: NightLineProps) {
  const clock = useRoomClock(domainId);
  const night = useTimed((nowMs) => lastNightAt(nowMs, clock));
  const isRunning = useTimed(
    (nowMs) => night === getNightDate(nowMs, clock.timeZone, clock.nightStartsAt),
  );
  const { isSeen, isKnown } = useNightStatus(roomId, night);
  const shown = { night, isRunning, size, timeZone: clock.timeZone };
  return isSeen || isKnown ? (
    <RequestedNight {...shown} roomId={roomId} isSeen={isSeen} />
  ) : (
    <NightState {...shown} state={LOADING} />
  );
}

const LOADING = { kind: 'loading' } as const;

type NightProps = Pick<NightLineProps, 'size'> & {
  readonly night: string;
  readonly timeZone: string;
  /** The night is not over, so it has no result yet. */
  readonly isRunning: boolean;
};

const RequestedNight = ({
  roomId,
  isSeen,
  ...shown
}: NightProps & { readonly roomId: string; readonly isSeen: boolean }) => (
  <NightState {...shown} state={useLastNight(roomId, shown.night, isSeen)} />
);

function NightState({
  state,
  night,
  timeZone,
  isRunning,
  size,
}: NightProps & { readonly state: LastNight }) {
  const { t } = useTranslation('home');
  const { short, full } = useNightNames(night);
  if (state.kind !== 'found') {
    const kind = state.kind === 'none' && isRunning ? 'running' : state.kind;
    const isTruncated = kind === 'failed' && size !== 'large';
    return (
      <span
        className={css['night']}
        data-size={size}
        data-night={kind}
        title={isTruncated ? `${full} ${t('night.failed')}` : undefined}
      >
        <span className={css['nightWord']}>
          {size === 'large' ? full : short} {t(isTruncated ? 'night.failedShort' : `night.${kind}`)}
        </span>
      </span>
    );
  }
  const { totalSleepMinutes: minutes, runs, epochs, awaited } = state.night;
  const whole = Math.round(minutes ?? 0);
  const time =
    minutes === null
      ? '--'
      : t('night.duration', { hours: Math.floor(whole / 60), minutes: whole % 60 });
  return (
    <span className={css['night']} data-size={size} data-night="found">
      <span className={css['nightDate']}>{short}</span>
      <NightStrip name={full} runs={runs} epochs={epochs} height={size === 'large' ? 18 : 10} />
      <span className={css['nightWord']}>
        {awaited.length === 0 ? null : <Provisional awaited={awaited} timeZone={timeZone} />}
        {size === 'large' ? t('night.sleep', { time }) : time}
      </span>
    </span>
  );
}

/** Marks a night as provisional, and names the devices whose records have not arrived. */
function Provisional({
  awaited,
  timeZone,
}: {
  readonly awaited: NightSummary['awaited'];
  readonly timeZone: string;
}) {
  const { t } = useTranslation('home');
  const why = t('night.awaited', { devices: useAwaitedDevicesFormatter(timeZone)(awaited) });
  return (
    <span className={css['provisional']} title={why}>
      {t('night.provisional')}
      <span className="visually-hidden">{why}</span>
    </span>
  );
}

/** A night is named by the date on which it began. */
function useNightNames(night: string): { readonly short: string; readonly full: string } {
  const { t, i18n } = useTranslation('home');
  const date = { month: 'numeric', day: 'numeric', timeZone: 'UTC' } as const;
  const atMs = Date.parse(`${night}T00:00:00Z`);
  return {
    short: createDateTimeFormatter(i18n.language, date)(atMs),
    full: t('night.name', {
      date: createDateTimeFormatter(i18n.language, { ...date, weekday: 'short' })(atMs),
    }),
  };
}
