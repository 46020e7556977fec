import { epochSeconds } from './night-input.ts';
import type { NightEventKind, NightPresence, NightStage } from './night-analysis.ts';
import { type CorrectedNight, correctNight, type NightCorrection } from './correct-night.ts';

type Minutes = readonly (number | null)[];
type VariabilityName = 'heartRate' | 'SDNN' | 'RMSSD' | 'pNN50' | 'LF' | 'HF' | 'LFHF';

/**
 * A night as it is kept: moments as dates, presence in runs of epochs, null for what was not
 * measured, trends by the minute.
 */
export interface StoredNight {
  from: Date;
  epochs: readonly NightStage[];
  presence: readonly { state: NightPresence; epochs: number }[];
  trends: { heartRate: Minutes; respirationRate: Minutes; temperature: Minutes } | null;
  /** A call at the bedside is no event of the analysis; it stands here all the same. */
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

/** What staff said of a stretch, as it is kept. */
export interface StoredCorrection {
  from: Date;
  to: Date;
  change: NightCorrection['change'];
  editedAt: Date;
  undone: boolean;
}

/** Corrections that nobody has taken back, in the order in which they were made. */
export const standingCorrections = <Correction extends StoredCorrection>(
  corrections: readonly Correction[],
): Correction[] =>
  corrections
    .filter(({ undone }) => !undone)
    .toSorted((a, b) => a.editedAt.getTime() - b.editedAt.getTime());

export const correctionOf = ({ from, to, change }: StoredCorrection): NightCorrection => ({
  fromMs: from.getTime(),
  toMs: to.getTime(),
  change,
});

/**
 * A kept night with those corrections over it that stand. @param utcOffsetMinutes local time minus
 * UTC at its beginning
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
    standingCorrections(corrections).map(correctionOf),
  );
}

const known = (value: number | null): number => value ?? Number.NaN;

/**
 * Minutes of the stages that sensors tell apart; null in a night that knows sleep and wake only.
 */
export function stageMinutes(
  stages: readonly NightStage[],
): { light: number; deep: number; rem: number } | null {
  const count = (stage: NightStage): number =>
    (stages.filter((each) => each === stage).length * epochSeconds) / 60;
  const minutes = { light: count('light'), deep: count('deep'), rem: count('rem') };
  return minutes.light + minutes.deep + minutes.rem === 0 ? null : minutes;
}
