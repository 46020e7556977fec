import { epochSeconds } from './night-input.ts';
import type { NightEventKind, NightPresence, NightStage } from './night-analysis.ts';
import { type CorrectedNight, correctNight, type NightCorrection } from './correct-night.ts';

type Minutes = readonly (number | null)[];
type VariabilityName = 'heartRate' | 'SDNN' | 'RMSSD' | 'pNN50' | 'LF' | 'HF' | 'LFHF';

/**
 * A night in its stored form: times as dates, presence in runs of epochs, null for values that were
 * not measured, one trend value per minute.
 */
export interface StoredNight {
  from: Date;
  epochs: readonly NightStage[];
  presence: readonly { state: NightPresence; epochs: number }[];
  trends: { heartRate: Minutes; respirationRate: Minutes; temperature: Minutes } | null;
  /** Nurse calls are stored with the events, but the analysis ignores them. */
  events: readonly {
    kind: NightEventKind | 'call';
    from: Date;
    to: Date | null;
    certainty?: number | undefined;
  }[];
  heartRateVariability: readonly ({ from: Date; to: Date; coverage: number } & Record<
    VariabilityName,
    number | null
  >)[];
  metrics: Readonly<Record<string, number | null>>;
}

/** A stored correction by staff. */
export interface StoredCorrection {
  from: Date;
  to: Date;
  change: NightCorrection['change'];
  editedAt: Date;
  undone: boolean;
}

/** Corrections that were not undone, in the order in which they were made. */
export const activeCorrections = <Correction extends StoredCorrection>(
  corrections: readonly Correction[],
): Correction[] =>
  corrections
    .filter(({ undone }) => !undone)
    .toSorted((a, b) => a.editedAt.getTime() - b.editedAt.getTime());

export const toCorrection = ({ from, to, change }: StoredCorrection): NightCorrection => ({
  fromMs: from.getTime(),
  toMs: to.getTime(),
  change,
});

/**
 * Applies the active corrections to a stored night.
 *
 * @param utcOffsetMinutes local time minus UTC at the start of the night
 */
export function correctStoredNight(
  night: StoredNight,
  corrections: readonly StoredCorrection[],
  utcOffsetMinutes: number,
): CorrectedNight {
  const fromMs = night.from.getTime();
  return correctNight(
    {
      fromMs,
      utcOffsetMinutes,
      stages: night.epochs,
      presence: night.presence.flatMap(({ state, epochs }) =>
        Array.from({ length: epochs }, () => state),
      ),
      breathingMeasured: typeof night.metrics['respiratoryEventsPerHour'] === 'number',
      presenceMeasured: typeof night.metrics['outOfBedCount'] === 'number',
      trends: {
        heartRate: [...(night.trends?.heartRate ?? [])],
        respirationRate: [...(night.trends?.respirationRate ?? [])],
        temperature: [...(night.trends?.temperature ?? [])],
      },
      events: night.events.flatMap(({ kind, from, to, certainty }) =>
        kind === 'call'
          ? []
          : [
              {
                kind,
                fromMs: from.getTime(),
                toMs: (to ?? from).getTime(),
                certainty: certainty ?? 1,
              },
            ],
      ),
      variability: night.heartRateVariability.map(({ from, to, coverage, ...measures }) => ({
        fromSeconds: (from.getTime() - fromMs) / 1000,
        toSeconds: (to.getTime() - fromMs) / 1000,
        coverage,
        heartRate: known(measures.heartRate),
        SDNN: known(measures.SDNN),
        RMSSD: known(measures.RMSSD),
        pNN50: known(measures.pNN50),
        LF: known(measures.LF),
        HF: known(measures.HF),
        LFHF: known(measures.LFHF),
      })),
    },
    activeCorrections(corrections).map(toCorrection),
  );
}

const known = (value: number | null): number => value ?? Number.NaN;

/** Minutes of each sleep stage; null in a night that distinguishes only sleep and wake. */
export function stageMinutes(
  stages: readonly NightStage[],
): { light: number; deep: number; rem: number } | null {
  const count = (stage: NightStage): number =>
    (stages.filter((each) => each === stage).length * epochSeconds) / 60;
  const minutes = { light: count('light'), deep: count('deep'), rem: count('rem') };
  return minutes.light + minutes.deep + minutes.rem === 0 ? null : minutes;
}
