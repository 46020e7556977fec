import { cleanIntervals } from '../hrv/clean-intervals.ts';
import { evenIntervals } from '../hrv/even-intervals.ts';
import { createEpochWindows, type EpochWindows, quantile } from '../model/epoch-windows.ts';
import { cyclePeaks, type CyclePeaks } from './heart-rate-cycles.ts';
import { cycleBandCount, cycleSpectrum, type CycleSpectrum, regularity } from './cycle-spectrum.ts';

/** Samples a second of the even series of intervals, and of the slow one for cycles. */
const RATE_HZ = 2;
const SLOW_HZ = 0.5;
const SLOWER = RATE_HZ / SLOW_HZ;
const MINUTE = 60 * RATE_HZ;
const SLOW_MINUTE = 60 * SLOW_HZ;

const bands = Array.from({ length: cycleBandCount }, (_, band) => `band ${band}`);
const neighbours = [-6, -4, -3, -2, -1, 1, 2, 3, 4, 6] as const;

/** Inputs of the apnoea model, in order. */
export const apneaInputs: readonly string[] = [
  ...bands.map((name) => `5 min ${name}`),
  ...bands.slice(2).map((name) => `3 min ${name}`),
  'cycle share 5 min',
  'cycle share 3 min',
  'cycle share 9 min',
  'peak 5 min',
  'peak 9 min',
  'total 5 min',
  'cycle power 5 min',
  'cycle power 3 min',
  'regularity 3 min',
  'regularity 5 min',
  'lag 5 min',
  'breath swing',
  'breath cycle 5 min',
  'breath cycle share',
  'breath regularity',
  'mean against 15 min',
  'spread 1 min',
  'spread 3 min',
  'spread 7 min',
  'fall 1 min',
  'rise 1 min',
  'cycles 3 min',
  'cycles 5 min',
  'cycles 15 min',
  'depth 3 min',
  'depth 7 min',
  'evenness 5 min',
  'mean against night',
  'normal share',
  'cycle power against night',
  'cycle power rank',
  'breath swing against night',
  'cycle share against night',
  'spread against night',
  'night share',
  'night power',
  'night regularity',
  ...neighbours.map((apart) => `cycle power ${apart} min away`),
  ...neighbours.map((apart) => `regularity ${apart} min away`),
];

/**
 * What the model looks at, a row of `apneaInputs` a minute: spectra of the intervals between beats
 * in windows of 3, 5 and 9 minutes around it, how regular the swing of 20..80 s is, single cycles,
 * how the swing with the breath comes and goes, and the same against the whole night. The heart
 * slows while breathing stops and races when it starts again (C. Guilleminault et al., "Cyclical
 * variation of the heart rate in sleep apnoea syndrome", Lancet 323 (1984) 126–131); which windows
 * and bands tell most: T. Penzel et al., Med. Biol. Eng. Comput. 40 (2002) 402–407.
 *
 * @param beatsSeconds rising times of heart beats
 * @param minutes how many minutes from 0 on
 */
export function apneaFeatures(beatsSeconds: ArrayLike<number>, minutes: number): Float64Array[] {
  const intervals = cleanIntervals(beatsSeconds);
  const series = evenIntervals(intervals, {
    fromSeconds: 0,
    toSeconds: 60 * minutes,
    rateHz: RATE_HZ,
    longestGapSeconds: 8,
  });
  const night = createNight(series, minutes);
  const normal = normalShares(intervals, minutes);
  const rows = Array.from({ length: minutes }, (_, minute) => [
    ...minuteFeatures(night, minute),
    normal[minute] ?? 0,
  ]);
  return addNight(rows);
}

interface Night {
  /**
   * Intervals over their median in the night, as logarithm: relative, so that a slow and a fast
   * heart look alike.
   */
  series: Float64Array;
  windows: EpochWindows;
  slow: Float64Array;
  /** Size of the swing with the breath, logarithm, at the slow rate. */
  breath: Float64Array;
  peaks: CyclePeaks;
}

function createNight(intervalsMs: Float64Array, minutes: number): Night {
  const median = quantile(intervalsMs, 0.5);
  const series = intervalsMs.map((value) => Math.log(value / median));
  const windows = createEpochWindows(series);
  const smooth = series.map((_, i) => windows.mean(i - 4, i + 5));
  const fast = createEpochWindows(series.map((value, i) => (value - (smooth[i] ?? 0)) ** 2));
  const slowLength = Math.floor(series.length / SLOWER);
  const slow = Float64Array.from({ length: slowLength }, (_, i) =>
    windows.mean(i * SLOWER, (i + 1) * SLOWER),
  );
  const breath = Float64Array.from(
    { length: slowLength },
    (_, i) => Math.log(1e-5 + fast.mean(i * SLOWER - 6, (i + 1) * SLOWER + 6)) / 2,
  );
  return { series, windows, slow, breath, peaks: cyclePeaks(series, RATE_HZ, minutes) };
}

function minuteFeatures({ windows, slow, breath, peaks }: Night, minute: number): number[] {
  const middle = (minute + 0.5) * SLOW_MINUTE;
  const start = minute * MINUTE;
  const end = start + MINUTE;
  const around = spectrumOf(slow, middle);
  const [three, five, nine] = [around(3), around(5), around(9)];
  const breathFive = cycleSpectrum(breath, middle - 2.5 * SLOW_MINUTE, 5 * SLOW_MINUTE, SLOW_HZ);
  const [regularThree, regularFive, regularBreath] = [
    regularity(slow, middle - 1.5 * SLOW_MINUTE, 3 * SLOW_MINUTE, SLOW_HZ),
    regularity(slow, middle - 2.5 * SLOW_MINUTE, 5 * SLOW_MINUTE, SLOW_HZ),
    regularity(breath, middle - 2.5 * SLOW_MINUTE, 5 * SLOW_MINUTE, SLOW_HZ),
  ];
  const own = slow.subarray(Math.max(0, middle - SLOW_MINUTE / 2), middle + SLOW_MINUTE / 2);
  const mean = windows.mean(start, end);
  const breathMean = createEpochWindows(
    breath.subarray(Math.max(0, middle - 1.5 * SLOW_MINUTE), middle + 1.5 * SLOW_MINUTE),
  );
  return [
    ...five.shares,
    ...three.shares.slice(2),
    five.cycleShare,
    three.cycleShare,
    nine.cycleShare,
    five.peak,
    nine.peak,
    five.total,
    five.cycle,
    three.cycle,
    regularThree.best,
    regularFive.best,
    regularFive.lag,
    breathMean.mean(0, breathMean.length),
    breathFive.cycle,
    breathFive.cycleShare,
    regularBreath.best,
    mean - windows.mean(start - 7 * MINUTE, end + 7 * MINUTE),
    spreadOf(windows, start, end),
    spreadOf(windows, start - MINUTE, end + MINUTE),
    spreadOf(windows, start - 3 * MINUTE, end + 3 * MINUTE),
    mean - quantile(own, 0.05),
    quantile(own, 0.95) - mean,
    peaks.count(minute - 1, minute + 2),
    peaks.count(minute - 2, minute + 3),
    peaks.count(minute - 7, minute + 8),
    peaks.depth(minute - 1, minute + 2),
    peaks.depth(minute - 3, minute + 4),
    peaks.evenness(minute - 2, minute + 3),
    mean,
  ];
}

/** Spectrum of so many minutes around a middle. */
const spectrumOf =
  (slow: Float64Array, middle: number) =>
  (minutes: number): CycleSpectrum =>
    cycleSpectrum(slow, middle - (minutes * SLOW_MINUTE) / 2, minutes * SLOW_MINUTE, SLOW_HZ);

const spreadOf = (windows: EpochWindows, from: number, to: number): number =>
  Math.log(1e-4 + windows.deviation(from, to));

/** Share of each minute that normal intervals cover. */
function normalShares(
  { atSeconds, intervalMs, normal }: ReturnType<typeof cleanIntervals>,
  minutes: number,
): Float64Array {
  const shares = new Float64Array(minutes);
  for (let i = 0; i < normal.length; i++) {
    const minute = Math.floor((atSeconds[i] ?? 0) / 60);
    if (normal[i] === 1 && minute < minutes)
      shares[minute] = (shares[minute] ?? 0) + (intervalMs[i] ?? 0) / 60_000;
  }
  return shares;
}

/**
 * Adds what a minute is against the whole night, what the night is like, and what its neighbours
 * are.
 */
function addNight(rows: number[][]): Float64Array[] {
  const column = (name: string) =>
    Float64Array.from(rows, (row) => row[apneaInputs.indexOf(name)] ?? Number.NaN);
  const [power, breath, share, spread, regular] = [
    column('cycle power 5 min'),
    column('breath swing'),
    column('cycle share 5 min'),
    column('spread 3 min'),
    column('regularity 5 min'),
  ];
  const sorted = power.filter((value) => !Number.isNaN(value)).sort();
  // Most nights are quiet for a third at least.
  const [usualPower = 0, usualBreath = 0, usualShare = 0, usualSpread = 0] = [
    power,
    breath,
    share,
    spread,
  ].map((values) => quantile(values, 0.3));
  const night = [quantile(share, 0.7), quantile(power, 0.7), quantile(regular, 0.7)];
  const near = (values: Float64Array, minute: number) =>
    values[Math.min(rows.length - 1, Math.max(0, minute))] ?? Number.NaN;
  return rows.map((row, minute) => {
    const own = power[minute] ?? Number.NaN;
    return Float64Array.from([
      ...row,
      own - usualPower,
      sorted.filter((value) => value < own).length / sorted.length,
      (breath[minute] ?? 0) - usualBreath,
      (share[minute] ?? 0) - usualShare,
      (spread[minute] ?? 0) - usualSpread,
      ...night,
      ...neighbours.map((apart) => near(power, minute + apart)),
      ...neighbours.map((apart) => near(regular, minute + apart)),
    ]);
  });
}
