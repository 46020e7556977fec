import { courseOf, EPOCH_SECONDS, type SleepStage } from '@yamori/domain';
import { correctEpochs, correctionOf, standingCorrections } from '@yamori/signal';
import type { Night } from './room-source.ts';

export const EPOCH_MS = 1000 * EPOCH_SECONDS;

export type Stretch = { readonly fromMs: number; readonly toMs: number };

type Edit = Night['edits'][number];
type Presence = Night['presence'][number]['state'];

/** Corrections that nobody has taken back, in the order in which they were made. */
export const standingEdits = ({ edits }: Pick<Night, 'edits'>): Edit[] =>
  standingCorrections(edits);

/** Epoch by epoch where somebody was, as the analysis has it. */
export const presenceEpochs = ({ presence }: Pick<Night, 'presence'>): Presence[] =>
  presence.flatMap(({ state, epochs }) => Array.from({ length: epochs }, () => state));

/**
 * Stages and presence with the corrections of staff over them; of several for an epoch the newest
 * holds.
 */
export function correctedEpochs(night: Pick<Night, 'epochs' | 'presence' | 'edits' | 'from'>): {
  readonly stages: readonly SleepStage[];
  readonly presence: readonly Presence[];
} {
  const [edits, presence] = [standingEdits(night), presenceEpochs(night)];
  return edits.length === 0
    ? { stages: night.epochs, presence }
    : correctEpochs(
        { fromMs: night.from.getTime(), stages: night.epochs, presence },
        edits.map(correctionOf),
      );
}

export const correctedStages = (
  night: Pick<Night, 'epochs' | 'presence' | 'edits' | 'from'>,
): readonly SleepStage[] =>
  night.edits.length === 0 ? night.epochs : correctedEpochs(night).stages;

/** From the first to the last epoch that something is known of; null where nothing is. */
export function recordedStretch(night: Pick<Night, 'epochs' | 'from'>): Stretch | null {
  const first = night.epochs.findIndex((stage) => stage !== 'missing');
  if (first < 0) return null;
  const startMs = night.from.getTime();
  return {
    fromMs: startMs + first * EPOCH_MS,
    toMs: startMs + (night.epochs.findLastIndex((stage) => stage !== 'missing') + 1) * EPOCH_MS,
  };
}

const EPOCHS_PER_MINUTE = 2;

/**
 * Epochs of a result that nothing is known of: no stage, and no figure of their minute either. A
 * stage needs more around it than a heart rate.
 */
export function missingStretches(night: Pick<Night, 'epochs' | 'from' | 'trends'>): Stretch[] {
  const startMs = night.from.getTime();
  const courses =
    night.trends === null
      ? []
      : [
          night.trends.heartRate,
          night.trends.respirationRate,
          night.trends.movement,
          night.trends.temperature,
        ];
  const isKnown = (epoch: number): boolean =>
    courses.some((course) => (course?.[Math.floor(epoch / EPOCHS_PER_MINUTE)] ?? null) !== null);
  const known = night.epochs.map((stage, epoch): SleepStage =>
    stage === 'missing' && isKnown(epoch) ? 'wake' : stage,
  );
  return courseOf(known)
    .filter(({ stage }) => stage === 'missing')
    .map(({ from, length }) => ({
      fromMs: startMs + from * EPOCH_MS,
      toMs: startMs + (from + length) * EPOCH_MS,
    }));
}

/** From falling asleep to waking up for good: the first and last epoch of sleep. */
export function sleptStretch(
  night: Pick<Night, 'epochs' | 'presence' | 'edits' | 'from'>,
): Stretch | null {
  const stages = correctedStages(night);
  const isSleep = (stage: SleepStage): boolean => stage !== 'wake' && stage !== 'missing';
  const first = stages.findIndex(isSleep);
  if (first < 0) return null;
  const startMs = night.from.getTime();
  return {
    fromMs: startMs + first * EPOCH_MS,
    toMs: startMs + (stages.findLastIndex(isSleep) + 1) * EPOCH_MS,
  };
}

/**
 * When somebody was in bed and when not, epoch by epoch as it counts; nothing where it is not
 * known.
 */
export function presenceStretches(
  night: Pick<Night, 'epochs' | 'presence' | 'edits' | 'from'>,
): (Stretch & { readonly inBed: boolean })[] {
  const startMs = night.from.getTime();
  const found: { fromMs: number; toMs: number; inBed: boolean }[] = [];
  for (const [epoch, state] of correctedEpochs(night).presence.entries()) {
    if (state === 'unknown') continue;
    const [fromMs, last] = [startMs + epoch * EPOCH_MS, found.at(-1)];
    if (last?.toMs === fromMs && last.inBed === (state === 'inBed')) last.toMs = fromMs + EPOCH_MS;
    else found.push({ fromMs, toMs: fromMs + EPOCH_MS, inBed: state === 'inBed' });
  }
  return found;
}
