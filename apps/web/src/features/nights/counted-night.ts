import { utcOffsetMs, type SleepStage } from '@yamori/domain';
import { correctStoredNight } from '@yamori/signal';
import { presenceEpochs, recordedStretch, getActiveEdits } from './night-stages.ts';
import type { Night } from './api.ts';

type Presence = Night['presence'][number]['state'];

/** The share of the time in bed with known data; null for a night without any. */
export const knownCoverage = ({
  night,
  coverage,
}: Pick<CountedNight, 'night' | 'coverage'>): number | null =>
  night.quality === null || (coverage === 0 && recordedStretch(night) === null) ? null : coverage;

/** The analysed night with staff corrections applied. */
export type CountedNight = {
  readonly night: Night;
  readonly stages: readonly SleepStage[];
  readonly presence: readonly Presence[];
  readonly sleeps: readonly {
    readonly kind: Night['sleeps'][number]['kind'];
    readonly fromMs: number;
    readonly toMs: number;
    readonly minutesAsleep: number;
  }[];
  readonly metrics: Readonly<Record<string, number | null>>;
  readonly bounds: Readonly<Record<string, { readonly least: number; readonly most: number }>>;
  readonly coverage: number;
  /** Active corrections, oldest first. */
  readonly corrections: readonly Night['edits'][number][];
};

const MINUTE_MS = 60_000;

export function countedNight(night: Night, timeZone: string): CountedNight {
  const corrections = getActiveEdits(night);
  if (corrections.length > 0) {
    const corrected = correctStoredNight(
      night,
      corrections,
      utcOffsetMs(night.from.getTime(), timeZone) / MINUTE_MS,
    );
    const metrics = withKnownTimeInBed({ night, ...corrected });
    return { night, corrections, ...corrected, metrics };
  }
  const coverage = night.quality?.coverage ?? 0;
  return {
    night,
    corrections,
    presence: presenceEpochs(night),
    stages: night.epochs,
    metrics: withKnownTimeInBed({ night, coverage, metrics: night.metrics }),
    bounds: night.bounds,
    coverage,
    sleeps: night.sleeps.map(({ kind, from, to, minutesAsleep }) => ({
      kind,
      fromMs: from.getTime(),
      toMs: to.getTime(),
      minutesAsleep,
    })),
  };
}

/**
 * Without a known epoch, the time in bed would be how long a device was worn, such as twelve hours.
 */
const withKnownTimeInBed = (
  counted: Pick<CountedNight, 'night' | 'coverage' | 'metrics'>,
): CountedNight['metrics'] =>
  knownCoverage(counted) === null ? { ...counted.metrics, TIB: null } : counted.metrics;

/** Only the metrics. A night without corrections needs no unpacking. */
export const countedMetrics = (night: Night, timeZone: string): CountedNight['metrics'] =>
  getActiveEdits(night).length === 0 ? night.metrics : countedNight(night, timeZone).metrics;
