import { toCourse, EPOCH_SECONDS, type SleepStage, type TimelineStreams } from '@yamori/domain';
import { correctEpochs, toCorrection, activeCorrections } from '@yamori/signal';
import type { Night } from './api.ts';

export const EPOCH_MS = 1000 * EPOCH_SECONDS;

export type Stretch = { readonly fromMs: number; readonly toMs: number };

type Edit = Night['edits'][number];
type Presence = Night['presence'][number]['state'];

/** Corrections that are not withdrawn, oldest first. */
export const getActiveEdits = ({ edits }: Pick<Night, 'edits'>): Edit[] => activeCorrections(edits);

/** Presence by epoch, as analysed. */
export const presenceEpochs = ({ presence }: Pick<Night, 'presence'>): Presence[] =>
  presence.flatMap(({ state, epochs }) => Array.from({ length: epochs }, () => state));

/** Stages and presence with staff corrections applied; the newest correction of an epoch wins. */
export function correctedEpochs(night: Pick<Night, 'epochs' | 'presence' | 'edits' | 'from'>): {
  readonly stages: readonly SleepStage[];
  readonly presence: readonly Presence[];
} {
  const [edits, presence] = [getActiveEdits(night), presenceEpochs(night)];
  return edits.length === 0
    ? { stages: night.epochs, presence }
    : correctEpochs(
        { fromMs: night.from.getTime(), stages: night.epochs, presence },
        edits.map(toCorrection),
      );
}

export const correctedStages = (
  night: Pick<Night, 'epochs' | 'presence' | 'edits' | 'from'>,
): readonly SleepStage[] =>
  night.edits.length === 0 ? night.epochs : correctedEpochs(night).stages;

/** From the first to the last epoch with data; null if there are none. */
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
 * Epochs with neither a stage nor a trend value. A stage needs more surrounding data than a heart
 * rate.
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
  return toCourse(known)
    .filter(({ stage }) => stage === 'missing')
    .map(({ from, length }) => ({
      fromMs: startMs + from * EPOCH_MS,
      toMs: startMs + (from + length) * EPOCH_MS,
    }));
}

/** From sleep onset to final awakening: the first and last epoch of sleep. */
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

/** Presence intervals with corrections; unknown epochs are omitted. */
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

/** Grace period: devices send measurements immediately, so anything later is missing. */
const COMES_WITHIN_MS = 60_000;

/**
 * The gaps between the recordings of a night, up to now. In a night in progress without a result,
 * the time before the first recording is no gap: the person may not have been in bed.
 */
export function findGaps(
  { fromMs, toMs }: Stretch,
  recorded: TimelineStreams['recorded'],
  nowMs: number,
  hasResult: boolean,
): Stretch[] {
  const endMs = Math.min(toMs, nowMs - COMES_WITHIN_MS);
  const gaps: Stretch[] = [];
  const isBeginning = nowMs < toMs && !hasResult;
  let atMs = isBeginning ? Math.max(fromMs, recorded[0]?.from ?? fromMs) : fromMs;
  for (const { from, to } of recorded) {
    if (from > atMs) gaps.push({ fromMs: atMs, toMs: Math.min(from, endMs) });
    atMs = Math.max(atMs, to);
  }
  if (atMs < endMs) gaps.push({ fromMs: atMs, toMs: endMs });
  return gaps.filter((gap) => gap.fromMs < gap.toMs);
}
