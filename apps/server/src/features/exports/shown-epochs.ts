import { EPOCH_SECONDS, type SleepStage } from '@yamori/domain';
import type { ExportedNight } from './exported-nights-store.ts';

export type ShownEpoch = {
  readonly fromUs: number;
  /** As it counts: what staff corrected, else what the analysis found. */
  readonly stage: SleepStage;
  readonly computedStage: SleepStage;
  readonly isCorrected: boolean;
  /** Null where nobody can say. */
  readonly probabilityOfSleep: number | null;
  readonly presence: string | null;
};

const EPOCH_US = EPOCH_SECONDS * 1e6;

/** Epochs of a night, those that begin within the range. */
export function shownEpochs({ fields }: ExportedNight, fromUs: number, toUs: number): ShownEpoch[] {
  const startUs = fields.from.getTime() * 1000;
  const corrections = stageEdits(fields.edits);
  const presences = fields.presence.flatMap(({ state, epochs }) => Array.from({ length: epochs }, () => state));
  return fields.epochs.map((computedStage, index): ShownEpoch => {
    const epochUs = startUs + index * EPOCH_US;
    const correction = corrections.find((edit) => epochUs >= edit.fromUs && epochUs < edit.toUs);
    return {
      fromUs: epochUs, stage: correction?.stage ?? computedStage, computedStage, isCorrected: correction !== undefined,
      probabilityOfSleep: fields.probabilityOfSleep[index] ?? null, presence: presences[index] ?? null,
    };
  }).filter((epoch) => epoch.fromUs >= fromUs && epoch.fromUs < toUs);
}

type StageEdit = { readonly fromUs: number; readonly toUs: number; readonly stage: SleepStage };

/** The newest first: it is the one that counts. */
function stageEdits(edits: ExportedNight['fields']['edits']): StageEdit[] {
  return edits.filter(({ undone }) => !undone).toSorted((one, other) => other.editedAt.getTime() - one.editedAt.getTime())
    .flatMap(({ change, from, to }) => (change.kind === 'stage' ? [{ fromUs: from.getTime() * 1000, toUs: to.getTime() * 1000, stage: change.stage }] : []));
}

/** Equal stages together. */
export function stageRuns(night: ExportedNight, fromUs: number, toUs: number): { readonly fromUs: number; readonly toUs: number; readonly stage: SleepStage }[] {
  const runs: { fromUs: number; toUs: number; stage: SleepStage }[] = [];
  for (const epoch of shownEpochs(night, fromUs, toUs)) {
    const last = runs.at(-1);
    if (last !== undefined && last.stage === epoch.stage && last.toUs === epoch.fromUs) last.toUs += EPOCH_US;
    else runs.push({ fromUs: epoch.fromUs, toUs: epoch.fromUs + EPOCH_US, stage: epoch.stage });
  }
  return runs;
}
