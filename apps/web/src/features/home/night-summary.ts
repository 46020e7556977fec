import type { SleepStage } from '@yamori/domain';

/** Pieces of one stage in a row, for drawing: start and length in epochs. */
export type StageRun = { readonly stage: SleepStage; readonly from: number; readonly length: number };

/** The last finished night of a room in small. */
export type NightSummary = {
  readonly night: string;
  /** Total sleep time in minutes; null where the analysis could not tell. */
  readonly totalSleepMinutes: number | null;
  readonly runs: readonly StageRun[];
  readonly epochs: number;
};

/** Runs of equal stages, without the missing epochs at both ends. */
export function stageRuns(epochs: readonly SleepStage[]): { readonly runs: readonly StageRun[]; readonly epochs: number } {
  const first = epochs.findIndex((stage) => stage !== 'missing');
  if (first < 0) return { runs: [], epochs: 0 };
  const last = epochs.findLastIndex((stage) => stage !== 'missing');
  const runs: { stage: SleepStage; from: number; length: number }[] = [];
  epochs.slice(first, last + 1).forEach((stage, index) => {
    const run = runs.at(-1);
    if (run?.stage === stage) run.length += 1;
    else runs.push({ stage, from: index, length: 1 });
  });
  return { runs, epochs: last + 1 - first };
}

/** Minutes of a stage; an epoch is half a minute. */
export const stageMinutes = (runs: readonly StageRun[], stage: SleepStage): number =>
  Math.round(runs.filter((run) => run.stage === stage).reduce((sum, run) => sum + run.length, 0) / 2);
