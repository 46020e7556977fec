import { cleanIntervals } from '../hrv/clean-intervals.ts';
import { resampleIntervals } from '../hrv/resample-intervals.ts';
import { createEpochWindows, type EpochWindows, quantile } from '../model/epoch-windows.ts';
import { cyclePeaks, type CyclePeaks } from './heart-rate-cycles.ts';
import { cycleBandCount, cycleSpectrum, type CycleSpectrum, regularity } from './cycle-spectrum.ts';

/** Sample rates of the resampled RR series and of the decimated one used for cycles. */
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
 * Computes the model's features, one row in the order of `apneaInputs` a minute: spectra of the RR
 * intervals in windows of 3, 5 and 9 minutes around it, the regularity of 20..80 s cycles, single
 * cycles, the modulation of respiratory sinus arrhythmia, and the same relative to the whole night.
 * The heart slows while breathing stops and speeds up when it resumes (C. Guilleminault et al.,
 * "Cyclical variation of the heart rate in sleep apnoea syndrome", Lancet 323 (1984) 126–131). The
 * windows and bands follow T. Penzel et al., Med. Biol. Eng. Comput. 40 (2002) 402–407.
 *
 * @param beatsSeconds ascending times of heart beats
 * @param minutes number of minutes from time 0
 */
export function apneaFeatures(beatsSeconds: ArrayLike<number>, minutes: number): Float64Array[] {
  const intervals = cleanIntervals(beatsSeconds);
  const series = resampleIntervals(intervals, {
    fromSeconds: 0,
    toSeconds: 60 * minutes,
    rateHz: RATE_HZ,
    maxGapSeconds: 8,
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
  /** Log ratio of each interval to the night's median, so that slow and fast hearts compare. */
  series: Float64Array;
  windows: EpochWindows;
  slow: Float64Array;
  /** Log amplitude of respiratory sinus arrhythmia, at the slow rate. */
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
  const around = spectrumAround(slow, middle);
  const three = around(3);
  const five = around(5);
  const nine = around(9);
  const breathFive = cycleSpectrum(breath, middle - 2.5 * SLOW_MINUTE, 5 * SLOW_MINUTE, SLOW_HZ);
  const regularThree = regularity(slow, middle - 1.5 * SLOW_MINUTE, 3 * SLOW_MINUTE, SLOW_HZ);
  const regularFive = regularity(slow, middle - 2.5 * SLOW_MINUTE, 5 * SLOW_MINUTE, SLOW_HZ);
  const regularBreath = regularity(breath, middle - 2.5 * SLOW_MINUTE, 5 * SLOW_MINUTE, SLOW_HZ);
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
    logDeviation(windows, start, end),
    logDeviation(windows, start - MINUTE, end + MINUTE),
    logDeviation(windows, start - 3 * MINUTE, end + 3 * MINUTE),
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

/** Returns a function that computes the spectrum of a window of `minutes` around `middle`. */
const spectrumAround =
  (slow: Float64Array, middle: number) =>
  (minutes: number): CycleSpectrum =>
    cycleSpectrum(slow, middle - (minutes * SLOW_MINUTE) / 2, minutes * SLOW_MINUTE, SLOW_HZ);

const logDeviation = (windows: EpochWindows, from: number, to: number): number =>
  Math.log(1e-4 + windows.deviation(from, to));

/** Share of each minute covered by normal intervals. */
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
 * Appends each minute's values relative to the night, the night's own values, and the values of the
 * neighbouring minutes.
 */
function addNight(rows: number[][]): Float64Array[] {
  const column = (name: string) =>
    Float64Array.from(rows, (row) => row[apneaInputs.indexOf(name)] ?? Number.NaN);
  const power = column('cycle power 5 min');
  const breath = column('breath swing');
  const share = column('cycle share 5 min');
  const spread = column('spread 3 min');
  const regular = column('regularity 5 min');
  const sorted = power.filter((value) => !Number.isNaN(value)).sort();
  // Most nights are quiet for at least a third of the time.
  const usualPower = quantile(power, 0.3);
  const usualBreath = quantile(breath, 0.3);
  const usualShare = quantile(share, 0.3);
  const usualSpread = quantile(spread, 0.3);
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
