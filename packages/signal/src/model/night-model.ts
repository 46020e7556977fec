import { type BoostedTrees, treeLogOdds } from './boosted-trees.ts';
import { type LinearModel, linearLogOdds } from './linear-model.ts';
import { type ChainSettings, smoothStates } from './two-state-chain.ts';

/** Two small models that answer together, and a chain that smooths their answers along the night. */
export interface NightModel {
  version: string;
  linear: LinearModel;
  trees: BoostedTrees;
  chain: ChainSettings;
  /** Probability from which the state is said to hold. */
  threshold: number;
}

/** Probability of the state for each row of inputs, the whole night taken into account. */
export function nightShares(model: NightModel, rows: readonly Float64Array[]): Float64Array {
  return smoothStates(Float64Array.from(rows, (row) => rowLogOdds(model, row)), model.chain);
}

/** What both models say of one row: the mean of their log odds. */
export const rowLogOdds = (model: Pick<NightModel, 'linear' | 'trees'>, row: ArrayLike<number>): number =>
  (linearLogOdds(model.linear, row) + treeLogOdds(model.trees, row)) / 2;
