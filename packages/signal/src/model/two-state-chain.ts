import { probability } from './boosted-trees.ts';

/** How a state that comes and goes in stretches behaves: chance to begin and to end from one epoch to the next, 0..1. */
export interface ChainSettings {
  begins: number;
  ends: number;
  /** Weight of what an epoch alone says, 0..1: neighbours look at overlapping windows and repeat each other. */
  evidenceWeight: number;
}

/**
 * Smooths log odds along time: a hidden two-state Markov chain with the forward-backward algorithm (L. R. Rabiner, Proc. IEEE
 * 77 (1989) 257–286, section III A). Returns the probability of the state in each epoch given the whole night.
 *
 * @param logOdds what each epoch alone says against the usual share of the state; NaN says nothing
 */
export function smoothStates(logOdds: ArrayLike<number>, { begins, ends, evidenceWeight }: ChainSettings): Float64Array {
  const length = logOdds.length;
  const usual = Math.log(begins / ends);
  const forward = new Float64Array(length);
  const evidence = (epoch: number) => {
    const value = logOdds[epoch] ?? Number.NaN;
    return Number.isNaN(value) ? 0 : evidenceWeight * (value - usual);
  };
  let state = usual;
  for (let epoch = 0; epoch < length; epoch++) {
    if (epoch > 0) {
      const p = probability(state);
      const next = p * (1 - ends) + (1 - p) * begins;
      state = Math.log(next / (1 - next));
    }
    state += evidence(epoch);
    forward[epoch] = state;
  }
  const out = new Float64Array(length);
  // Log of (what the future says if the state holds) over (if it does not).
  let backward = 0;
  for (let epoch = length - 1; epoch >= 0; epoch--) {
    out[epoch] = probability((forward[epoch] ?? 0) + backward);
    const odds = Math.exp(Math.min(500, Math.max(-500, backward + evidence(epoch))));
    backward = Math.log(((1 - ends) * odds + ends) / (begins * odds + 1 - begins));
  }
  return out;
}
