import { VITAL_MAXIMUM_AGE_SECONDS } from '@yamori/domain';
import { showsMovement } from '@yamori/signal';
import { useTranslation } from 'react-i18next';
import type {
  DeviceReport,
  EstimateReport,
  StreamReport,
} from '../../live/chart/engine/chart-report.ts';
import css from './panel.module.css';
import { qualityWord, RATE_SOURCES, StreamQualityList } from './stream-quality.tsx';

type NumberPanelProps = {
  readonly devices: readonly DeviceReport[];
  /** Stream kinds whose quality is shown; null for all. */
  readonly kinds: readonly string[] | null;
  /** The name of each device, when there are several. */
  readonly getDeviceName?: ((serial: string) => string) | undefined;
};

/** The latest numbers of the devices with their ages, and their signal quality. */
export function NumberPanel({ devices, kinds, getDeviceName }: NumberPanelProps) {
  // Movement affects every device: a rate that another device counts then is not breathing.
  const moves = devices.some(({ respirationRate }) => showsMovement(respirationRate));
  return (
    <div className={css['panel']}>
      {devices.map((device) => (
        <DeviceSection
          key={device.serial}
          device={
            moves && device.respirationRate.kind === 'value'
              ? { ...device, respirationRate: MOVEMENT }
              : device
          }
          kinds={kinds}
          name={getDeviceName?.(device.serial)}
        />
      ))}
      <MarkLegend />
    </div>
  );
}

type DeviceSectionProps = {
  readonly device: DeviceReport;
  readonly kinds: readonly string[] | null;
  readonly name: string | undefined;
};

function DeviceSection({ device, kinds, name }: DeviceSectionProps) {
  return (
    <section className={css['device']}>
      {name === undefined ? null : (
        <h2>
          {name}
          <small>{device.serial}</small>
        </h2>
      )}
      <div className={css['numbers']} data-compact={kinds === null}>
        <Estimate name="heartRate" device={device} />
        <Estimate name="respirationRate" device={device} />
        <DeviceNumbers streams={device.streams} />
      </div>
      <StreamQualityList device={device} kinds={kinds} />
    </section>
  );
}

const MOVEMENT: EstimateReport = { kind: 'uncertain', reason: 'movement' };

/**
 * A rate computed here from a trace. Omitted if no stream can provide it; its place stays when a
 * trace falls silent.
 */
function Estimate({
  name,
  device,
}: {
  name: 'heartRate' | 'respirationRate';
  device: DeviceReport;
}) {
  const { t } = useTranslation('raw');
  const estimate: EstimateReport = device[name];
  const sources = device.streams.filter((stream) =>
    RATE_SOURCES[name].some((kind) => kind === stream.kind),
  );
  if (estimate.kind === 'none' && sources.length === 0) return null;
  const fresh = estimate.kind === 'value' && estimate.ageSeconds <= VITAL_MAXIMUM_AGE_SECONDS[name];
  const note = formatNote(
    t,
    estimate,
    sources.every((stream) => qualityWord(stream) === 'none'),
  );
  return (
    <NumberCard
      kind={name}
      label={t(`wave.${name}`)}
      value={fresh ? String(Math.round(estimate.value)) : '--'}
      unit={t('perMinute')}
      note={note}
      age={fresh ? estimate.ageSeconds : null}
    />
  );
}

function formatNote(
  t: ReturnType<typeof useTranslation<'raw'>>['t'],
  estimate: EstimateReport,
  isSilent: boolean,
): string {
  switch (estimate.kind) {
    case 'value':
      return t('reference');
    case 'uncertain':
      return t(`estimate.${estimate.reason}`);
    case 'none':
      return isSilent ? t('qualityWords.none') : t('estimate.settling');
  }
}

/** Numbers that the device measured itself. */
function DeviceNumbers({ streams }: { streams: readonly StreamReport[] }) {
  const { t } = useTranslation('raw');
  return streams.map((stream) => {
    const age = stream.ageSeconds;
    if (stream.kind === 'temperature') {
      return (
        <NumberCard
          key={stream.streamId}
          kind="temperature"
          label={t('wave.temperature')}
          value={figure(stream, 0, 'temperature', 1)}
          unit={t('celsius')}
          note={t('reference')}
          age={age}
        />
      );
    }
    if (stream.kind !== 'respihr') return null;
    return [
      <NumberCard
        key={`${stream.streamId}/0`}
        kind="respirationRate"
        label={t('wave.deviceRespirationRate')}
        value={figure(stream, 0, 'respirationRate', 0)}
        unit={t('perMinute')}
        note={t('reference')}
        age={age}
      />,
      <NumberCard
        key={`${stream.streamId}/1`}
        kind="heartRate"
        label={t('wave.deviceHeartRate')}
        value={figure(stream, 1, 'heartRate', 0)}
        unit={t('perMinute')}
        note={t('reference')}
        age={age}
      />,
    ];
  });
}

/** "--" if it was not measured or has exceeded its maximum age. */
export function figure(
  stream: StreamReport,
  channel: number,
  vital: keyof typeof VITAL_MAXIMUM_AGE_SECONDS,
  digits: number,
): string {
  const value = stream.latest[channel] ?? null;
  return value === null ||
    stream.ageSeconds === null ||
    stream.ageSeconds > VITAL_MAXIMUM_AGE_SECONDS[vital]
    ? '--'
    : value.toFixed(digits);
}

type NumberCardProps = {
  readonly kind: string;
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  readonly note: string;
  readonly age: number | null;
};

function NumberCard({ kind, label, value, unit, note, age }: NumberCardProps) {
  const { t } = useTranslation('raw');
  const words =
    age === null ? '' : age < 2 ? t('ageNow') : t('ageSeconds', { count: Math.floor(age) });
  return (
    <div className={css['number']} data-kind={kind} data-missing={value === '--'}>
      <span className={css['numberLabel']}>{label}</span>
      <span className={css['numberValue']}>
        {value}
        <small>{unit}</small>
      </span>
      <span className={css['numberNote']}>
        <span>{note}</span>
        <span>{words}</span>
      </span>
    </div>
  );
}

function MarkLegend() {
  const { t } = useTranslation('raw');
  return (
    <ul className={css['legend']} aria-label={t('legend.label')}>
      {(['gap', 'off', 'saturated', 'beyond', 'noisy'] as const).map((mark) => (
        <li key={mark} data-mark={mark}>
          {t(`legend.${mark}`)}
        </li>
      ))}
    </ul>
  );
}
