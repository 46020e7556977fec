import type { BoostedTrees } from '@yamori/signal';
import { seededRandom } from './seeded-random.ts';

export interface TreeSettings {
  trees: number;
  depth: number;
  /** Learning rate: the share of each tree's prediction that is added. */
  rate: number;
  /** Minimum rows of a leaf, and the regularisation of small leaves. */
  minRows: number;
  lambda: number;
  /** Shares of rows and inputs for each tree. */
  rowShare: number;
  inputShare: number;
  seed: number;
}

interface Binned {
  /** Bin of every row, by input. */
  bins: Uint8Array;
  /** Upper edge of each bin but the last. */
  edges: Float64Array[];
}

const BINS = 40;
/** Infinite threshold: a node without a split sends every measured value to its first child. */
const NO_SPLIT = 1e300;

/**
 * Gradient boosting of the log loss with second-order leaves (T. Chen, C. Guestrin, "XGBoost", KDD
 * 2016, eq. 5–7).
 */
export function growTrees(
  rows: readonly Float64Array[],
  labels: Uint8Array,
  inputs: readonly string[],
  settings: TreeSettings,
): BoostedTrees {
  const random = seededRandom(settings.seed);
  const binned = binRows(rows, inputs.length);
  const share = labels.reduce((sum, label) => sum + label, 0) / labels.length;
  const bias = round(Math.log(share / (1 - share)), 5);
  const logOdds = new Float64Array(rows.length).fill(bias);
  const model = {
    depth: settings.depth,
    bias,
    inputs,
    splits: [] as number[],
    thresholds: [] as number[],
    leaves: [] as number[],
  };
  const gradient = new Float64Array(rows.length);
  const curvature = new Float64Array(rows.length);
  for (let tree = 0; tree < settings.trees; tree++) {
    for (let row = 0; row < rows.length; row++) {
      const p = 1 / (1 + Math.exp(-(logOdds[row] ?? 0)));
      const seen = random() < settings.rowShare;
      gradient[row] = seen ? (labels[row] ?? 0) - p : 0;
      curvature[row] = seen ? p * (1 - p) : 0;
    }
    const used = inputs.map((_, input) => input).filter(() => random() < settings.inputShare);
    growTree(
      {
        binned,
        gradient,
        curvature,
        used: used.length > 0 ? used : [0],
        settings,
        rowCount: rows.length,
        logOdds,
      },
      model,
    );
  }
  return model;
}

interface Growing {
  binned: Binned;
  gradient: Float64Array;
  curvature: Float64Array;
  used: number[];
  settings: TreeSettings;
  rowCount: number;
  logOdds: Float64Array;
}

function growTree(
  growing: Growing,
  model: { splits: number[]; thresholds: number[]; leaves: number[] },
): void {
  const { binned, settings, rowCount, logOdds } = growing;
  const inner = 2 ** settings.depth - 1;
  const nodeByRow = new Int32Array(rowCount);
  const splits = Array.from({ length: inner }, () => 0);
  const thresholds = Array.from({ length: inner }, () => NO_SPLIT);
  const values = new Float64Array(2 * inner + 1);
  for (let level = 0; level < settings.depth; level++) {
    const first = 2 ** level - 1;
    const found = bestSplits(growing, nodeByRow, first, 2 ** level);
    for (const [place, split] of found.entries()) {
      const node = first + place;
      values[2 * node + 1] = split?.left ?? values[node] ?? 0;
      values[2 * node + 2] = split?.right ?? values[node] ?? 0;
      if (!split) continue;
      splits[node] = split.input;
      thresholds[node] = round(binned.edges[split.input]?.[split.bin] ?? NO_SPLIT, 5);
    }
    for (let row = 0; row < rowCount; row++) {
      const node = nodeByRow[row] ?? 0;
      const split = found[node - first];
      const goesLeft = !split || (binned.bins[split.input * rowCount + row] ?? 0) <= split.bin;
      nodeByRow[row] = 2 * node + (goesLeft ? 1 : 2);
    }
  }
  const leaves = Array.from(values.subarray(inner), (value) => round(value, 4));
  for (let row = 0; row < rowCount; row++)
    logOdds[row] = (logOdds[row] ?? 0) + (leaves[(nodeByRow[row] ?? 0) - inner] ?? 0);
  model.splits.push(...splits);
  model.thresholds.push(...thresholds);
  model.leaves.push(...leaves);
}

interface Split {
  input: number;
  bin: number;
  left: number;
  right: number;
}

function bestSplits(
  growing: Growing,
  nodeByRow: Int32Array,
  first: number,
  nodes: number,
): (Split | undefined)[] {
  const { binned, gradient, curvature, used, settings, rowCount } = growing;
  const best: (Split | undefined)[] = Array.from({ length: nodes }, () => undefined);
  const gains = new Float64Array(nodes).fill(1e-6);
  const sums = new Float64Array(nodes * BINS * 2);
  for (const input of used) {
    sums.fill(0);
    for (let row = 0; row < rowCount; row++) {
      const at =
        (((nodeByRow[row] ?? 0) - first) * BINS + (binned.bins[input * rowCount + row] ?? 0)) * 2;
      sums[at] = (sums[at] ?? 0) + (gradient[row] ?? 0);
      sums[at + 1] = (sums[at + 1] ?? 0) + (curvature[row] ?? 0);
    }
    for (let node = 0; node < nodes; node++) {
      const split = findBestSplit(sums.subarray(node * BINS * 2, (node + 1) * BINS * 2), settings);
      if (!split || split.gain <= (gains[node] ?? 0)) continue;
      gains[node] = split.gain;
      best[node] = { input, ...split };
    }
  }
  return best;
}

function findBestSplit(
  sums: Float64Array,
  { minRows, lambda, rate }: TreeSettings,
): (Omit<Split, 'input'> & { gain: number }) | undefined {
  let [totalGradient, totalCurvature] = [0, 0];
  for (let bin = 0; bin < BINS; bin++) {
    totalGradient += sums[2 * bin] ?? 0;
    totalCurvature += sums[2 * bin + 1] ?? 0;
  }
  const score = (g: number, h: number) => (g * g) / (h + lambda);
  // The curvature of an undecided row is 1/4.
  const minLeafRows = minRows / 4;
  let best: (Omit<Split, 'input'> & { gain: number }) | undefined;
  let [g, h] = [0, 0];
  for (let bin = 0; bin < BINS - 1; bin++) {
    g += sums[2 * bin] ?? 0;
    h += sums[2 * bin + 1] ?? 0;
    const [otherG, otherH] = [totalGradient - g, totalCurvature - h];
    if (h < minLeafRows || otherH < minLeafRows) continue;
    const gain = score(g, h) + score(otherG, otherH) - score(totalGradient, totalCurvature);
    if (gain <= (best?.gain ?? 0)) continue;
    best = {
      bin,
      gain,
      left: (rate * g) / (h + lambda),
      right: (rate * otherG) / (otherH + lambda),
    };
  }
  return best;
}

/** Bins with about equal numbers of rows. Missing values have the last bin. */
function binRows(rows: readonly Float64Array[], inputs: number): Binned {
  const bins = new Uint8Array(rows.length * inputs);
  const edges = Array.from({ length: inputs }, (_, input) => {
    const sorted = Float64Array.from(
      rows.map((row) => row[input] ?? Number.NaN).filter((value) => !Number.isNaN(value)),
    ).sort();
    const cuts = Array.from(
      { length: BINS - 2 },
      (_unused, i) => sorted[Math.floor(((i + 1) * sorted.length) / (BINS - 1))] ?? NO_SPLIT,
    );
    const own = Float64Array.from(new Set(cuts));
    for (const [row, values] of rows.entries()) {
      const value = values[input] ?? Number.NaN;
      let bin = 0;
      while (bin < own.length && !(value <= (own[bin] ?? 0))) bin += 1;
      bins[input * rows.length + row] = Number.isNaN(value) ? BINS - 1 : bin;
    }
    return own;
  });
  return { bins, edges };
}

export const round = (value: number, digits: number): number => Number(value.toPrecision(digits));
