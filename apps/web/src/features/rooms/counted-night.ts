import type { SleepStage } from '@yamori/domain';
import { correctNight, type CorrectedNight, type RecordedNight } from '@yamori/signal';
import { zoneOffsetMs } from '../../ui/clock/zone-time.ts';
import { correctionOf, presenceEpochs, standingEdits } from './night-stages.ts';
import type { Night } from './room-source.ts';

type Presence = Night['presence'][number]['state'];

/** A night as it counts: what the analysis found, with the corrections of staff over it. */
export type CountedNight = {
  readonly night: Night;
  readonly stages: readonly SleepStage[];
  readonly presence: readonly Presence[];
  readonly sleeps: readonly { readonly kind: Night['sleeps'][number]['kind']; readonly fromMs: number; readonly toMs: number; readonly minutesAsleep: number }[];
  readonly metrics: Readonly<Record<string, number | null>>;
  readonly bounds: Readonly<Record<string, { readonly least: number; readonly most: number }>>;
  readonly coverage: number;
  /** Corrections that hold, oldest first. */
  readonly corrections: readonly Night['edits'][number][];
};

const MINUTE_MS = 60_000;

export function countedNight(night: Night, timeZone: string): CountedNight {
  const corrections = standingEdits(night);
  const presence = presenceEpochs(night);
  if (corrections.length > 0) return { night, corrections, ...corrected(night, presence, corrections, timeZone) };
  return {
    night, corrections, presence, stages: night.epochs, metrics: night.metrics, bounds: night.bounds, coverage: night.quality?.coverage ?? 0,
    sleeps: night.sleeps.map(({ kind, from, to, minutesAsleep }) => ({ kind, fromMs: from.getTime(), toMs: to.getTime(), minutesAsleep })),
  };
}

/** Its figures alone: a night that nobody corrected is not unfolded for them. */
export const countedMetrics = (night: Night, timeZone: string): CountedNight['metrics'] => (standingEdits(night).length === 0 ? night.metrics : countedNight(night, timeZone).metrics);

function corrected(night: Night, presence: readonly Presence[], edits: Night['edits'], timeZone: string): CorrectedNight {
  const fromMs = night.from.getTime();
  const recorded: RecordedNight = {
    fromMs, utcOffsetMinutes: zoneOffsetMs(timeZone, fromMs) / MINUTE_MS, stages: night.epochs, presence, breathingMeasured: typeof night.metrics['respiratoryEventsPerHour'] === 'number',
    trends: { heartRate: night.trends?.heartRate ?? [], respirationRate: night.trends?.respirationRate ?? [], temperature: night.trends?.temperature ?? [] },
    // A call at the bedside is no event of the analysis.
    events: night.events.flatMap(({ kind, from, to, certainty }) => (kind === 'call' ? [] : [{ kind, fromMs: from.getTime(), toMs: (to ?? from).getTime(), certainty: certainty ?? 1 }])),
    variability: night.heartRateVariability.map((window) => ({
      fromSeconds: (window.from.getTime() - fromMs) / 1000, toSeconds: (window.to.getTime() - fromMs) / 1000, coverage: window.coverage, heartRate: number(window.heartRate),
      SDNN: number(window.SDNN), RMSSD: number(window.RMSSD), pNN50: number(window.pNN50), LF: number(window.LF), HF: number(window.HF), LFHF: number(window.LFHF),
    })),
  };
  return correctNight(recorded, edits.map(correctionOf));
}

const number = (value: number | null): number => value ?? Number.NaN;
