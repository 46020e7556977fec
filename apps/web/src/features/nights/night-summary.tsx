import { useTranslation } from 'react-i18next';
import { useAwaitedDevicesFormatter } from '../../shared/device-state/use-awaited-devices-formatter.ts';
import { countedNight, knownCoverage } from './counted-night.ts';
import { sleptStretch } from './night-stages.ts';
import { useLength, useMoments } from './use-lane-labels.ts';
import css from './nights.module.css';
import type { Night } from './api.ts';

const MINUTE_MS = 60_000;

/** A summary to read in five seconds: time asleep, from when to when, and number of bed exits. */
export function NightSummary({ night, timeZone }: { night: Night; timeZone: string }) {
  const { t } = useTranslation('rooms');
  const formatAwaited = useAwaitedDevicesFormatter(timeZone);
  const { awaited } = night;
  const length = useLength();
  const { time } = useMoments(timeZone);
  const counted = countedNight(night, timeZone);
  const { metrics } = counted;
  const coverage = knownCoverage(counted);
  const slept = sleptStretch(night);
  const minutes = (name: string): string => {
    const value = metrics[name] ?? null;
    return value === null ? t('noValue') : length(value * MINUTE_MS);
  };
  const percent = (value: number | null): string =>
    value === null ? t('noValue') : `${Math.round(value)} %`;
  // The same figures as on the result page: within the time in bed, without the final exit.
  const exits = metrics['outOfBedCount'] ?? null;
  const rate = (value: number | null | undefined): string =>
    value === null || value === undefined ? t('noValue') : `${value.toFixed(1)} ${t('perMinute')}`;
  return (
    <>
      {awaited === null ? null : (
        <p className={css['note']} data-tone="warning">
          {t('summary.provisional', { serials: formatAwaited(awaited.devices) })}
        </p>
      )}
      <dl className={css['summary']} aria-label={t('summary.label')}>
        <Figure large name={t('summary.sleep')} value={minutes('TST')} mark={t('reference')} />
        <Figure
          large
          name={t('summary.slept')}
          value={slept === null ? t('noValue') : `${time(slept.fromMs)} → ${time(slept.toMs)}`}
          mark={t('reference')}
        />
        <Figure
          large
          name={t('summary.exits')}
          value={exits === null ? t('noValue') : t('times', { count: exits })}
          mark={t('reference')}
        />
        <Figure name={t('summary.efficiency')} value={percent(metrics['SE'] ?? null)} />
        <Figure name={t('summary.awake')} value={minutes('WASO')} />
        <Figure name={t('summary.heart')} value={rate(metrics['heartRateMean'])} />
        <Figure name={t('summary.breath')} value={rate(metrics['respirationRateMean'])} />
        <Figure
          name={t('summary.coverage')}
          value={percent(coverage === null || awaited !== null ? null : Math.floor(coverage * 100))}
        />
      </dl>
    </>
  );
}

const Figure = ({
  name,
  value,
  mark,
  large = false,
}: {
  name: string;
  value: string;
  mark?: string;
  large?: boolean;
}) => (
  <div className={css['figure']} data-large={large}>
    <dt>
      {name}
      {mark === undefined ? null : <small>{mark}</small>}
    </dt>
    <dd>{value}</dd>
  </div>
);
