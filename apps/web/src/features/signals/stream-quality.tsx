import { useTranslation } from 'react-i18next';
import type {
  DeviceReport,
  EstimateReport,
  StreamReport,
} from '../../live/chart/engine/chart-report.ts';
import css from './panel.module.css';

/** The quality of each stream as a label and a bar, with its losses. */
export function StreamQualityList({
  device,
  kinds,
}: {
  device: DeviceReport;
  kinds: readonly string[] | null;
}) {
  const { t } = useTranslation('raw');
  const streams = device.streams.filter(
    (stream) => stream.kind !== 'eit-curves' && (kinds === null || kinds.includes(stream.kind)),
  );
  const lost = streams.reduce((sum, stream) => sum + stream.lostFrames, 0);
  // A silent device breaks all of its traces simultaneously, so count that as one gap.
  const gaps = Math.max(0, ...streams.map((stream) => stream.gaps));
  return (
    <div className={css['quality']}>
      <h2>{t('quality')}</h2>
      <ul>
        {streams.map((stream) => (
          <QualityRow key={stream.streamId} stream={stream} rate={findRate(device, stream.kind)} />
        ))}
      </ul>
      <p className={css['counts']}>
        <span>{t('gaps', { count: gaps })}</span>
        <span>{t('lost', { count: lost })}</span>
        {device.droppedFrames > 0 ? (
          <span>{t('dropped', { count: device.droppedFrames })}</span>
        ) : null}
        {device.delayMs === null ? null : (
          <span>{t('delay', { ms: Math.round(device.delayMs / 10) * 10 })}</span>
        )}
      </p>
    </div>
  );
}

/** Streams from which a rate is computed. */
export const RATE_SOURCES = {
  heartRate: ['ecg'],
  respirationRate: ['respi-axl', 'impe', 'eit'],
} as const;

function findRate(device: DeviceReport, kind: string): EstimateReport | undefined {
  const name = (['heartRate', 'respirationRate'] as const).find((rate) =>
    RATE_SOURCES[rate].some((source) => source === kind),
  );
  return name === undefined ? undefined : device[name];
}

type QualityRowProps = {
  readonly stream: StreamReport;
  readonly rate: EstimateReport | undefined;
};

function QualityRow({ stream, rate }: QualityRowProps) {
  const { t } = useTranslation('raw');
  const word = qualityWord(stream, rate);
  const measured = stream.quality?.measured ?? 1;
  return (
    <li data-word={word}>
      <span>{t(`streams.${stream.kind}` as 'streams.ecg', { defaultValue: stream.kind })}</span>
      <strong>{t(`qualityWords.${word}`)}</strong>
      {word === 'idle' ? null : (
        <meter
          min={0}
          max={1}
          value={word === 'none' ? 0 : measured}
          aria-label={t('measured', { percent: Math.round(measured * 100) })}
        />
      )}
    </li>
  );
}

/** A stream without a frame for this long counts as silent. */
const SILENT_SECONDS = 10;

/** Text keys. */
type QualityWord =
  | 'good'
  | 'gaps'
  | 'off'
  | 'saturated'
  | 'flat'
  | 'movement'
  | 'noisy'
  | 'none'
  | 'idle';

/** Reasons for withholding a rate that concern its trace. */
const TRACE_FAULTS = ['saturated', 'flat', 'movement', 'noisy'] as const;

/**
 * The quality label for a stream's last ten seconds; the most severe one wins. A trace whose rate
 * is withheld is labelled with the reason: the rate's estimator judges more than the ten seconds.
 * @param rate the rate that is computed from the stream
 */
export function qualityWord(
  {
    ageSeconds,
    quality,
    sampleRateHz,
  }: Pick<StreamReport, 'ageSeconds' | 'quality' | 'sampleRateHz'>,
  rate: EstimateReport = NO_RATE,
): QualityWord {
  if (ageSeconds === null) return sampleRateHz > 0 ? 'none' : 'idle';
  if (sampleRateHz > 0 && ageSeconds > SILENT_SECONDS) return 'none';
  if (quality !== null) {
    if (quality.measured < 0.2) return 'off';
    if (quality.saturated > 0.1) return 'saturated';
    if (quality.noisy > 0.3) return 'noisy';
  }
  const fault =
    rate.kind === 'uncertain' ? TRACE_FAULTS.find((known) => known === rate.reason) : undefined;
  if (fault !== undefined) return fault;
  return quality !== null && quality.measured < 0.98 ? 'gaps' : 'good';
}

const NO_RATE: EstimateReport = { kind: 'none' };
