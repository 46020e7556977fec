import { toCourse, EPOCH_SECONDS, type SleepStage } from '@yamori/domain';
import { correctEpochs, toCorrection, activeCorrections } from '@yamori/signal';
import type { ExportedNight } from './exported-nights-store.ts';

type ShownEpoch = {
  readonly fromUs: number;
  /** The stage corrected by staff, otherwise the computed one. */
  readonly stage: SleepStage;
  readonly computedStage: SleepStage;
  /** Whether a valid correction overlaps the epoch, even with the same stage. */
  readonly isCorrected: boolean;
  /** Null if unknown. */
  readonly probabilityOfSleep: number | null;
  /** Presence after corrections; null if unknown. */
  readonly presence: string | null;
};

const EPOCH_US = EPOCH_SECONDS * 1e6;

/** Returns the epochs of a night that begin within the range, corrected as on the screens. */
export function shownEpochs({ fields }: ExportedNight, fromUs: number, toUs: number): ShownEpoch[] {
  const startMs = fields.from.getTime();
  const corrections = activeCorrections(fields.edits).map(toCorrection);
  const presences = fields.presence.flatMap(({ state, epochs }) =>
    Array.from({ length: epochs }, () => state),
  );
  const { stages, presence } = correctEpochs(
    { fromMs: startMs, stages: fields.epochs, presence: presences },
    corrections,
  );
  return fields.epochs
    .map((computedStage, index): ShownEpoch => {
      const [epochMs, nextMs] = [
        startMs + (index * EPOCH_US) / 1000,
        startMs + ((index + 1) * EPOCH_US) / 1000,
      ];
      const here = presence[index] ?? 'unknown';
      return {
        fromUs: epochMs * 1000,
        stage: stages[index] ?? computedStage,
        computedStage,
        isCorrected: corrections.some(
          (correction) => correction.fromMs < nextMs && correction.toMs > epochMs,
        ),
        probabilityOfSleep: fields.probabilityOfSleep[index] ?? null,
        presence: here === 'unknown' ? (presences[index] ?? null) : here,
      };
    })
    .filter((epoch) => epoch.fromUs >= fromUs && epoch.fromUs < toUs);
}

/** Merges consecutive epochs of the same stage. */
export function stageRuns(
  night: ExportedNight,
  fromUs: number,
  toUs: number,
): { readonly fromUs: number; readonly toUs: number; readonly stage: SleepStage }[] {
  const epochs = shownEpochs(night, fromUs, toUs);
  const startUs = epochs[0]?.fromUs ?? fromUs;
  return toCourse(epochs.map(({ stage }) => stage)).map(({ stage, from, length }) => ({
    fromUs: startUs + from * EPOCH_US,
    toUs: startUs + (from + length) * EPOCH_US,
    stage,
  }));
}
