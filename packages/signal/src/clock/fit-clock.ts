import { bestLag } from './cross-correlation.ts';

/** Evenly sampled values; NaN where nothing was measured. */
export type EvenSeries = {
  readonly startSeconds: number;
  readonly sampleRateHz: number;
  readonly values: Float32Array;
};

/**
 * True time = recorded time + `offsetSeconds` + `driftPpm` × 1e-6 × (recorded time - start of the
 * recording).
 */
export type ClockFit = {
  readonly offsetSeconds: number;
  /** 0 where the overlap is too short to estimate drift. */
  readonly driftPpm: number;
  /** 0..1: mean correlation of the matched pieces, times the share of pieces that agree. */
  readonly certainty: number;
  readonly overlapSeconds: number;
};

export type ClockFitOptions = { readonly maxOffsetSeconds: number };

const COARSE_HZ = 4;
const PIECE_SECONDS = 240;
const MAX_PIECES = 8;
const MIN_PIECE_SECONDS = 60;
/** Rate for refining a match. */
const FINE_HZ = 50;
const FINE_SECONDS = 0.6;
/** Minimum margin over the second-best lag for a match to count. */
const DISTINCT = 0.04;
const MIN_PEAK = 0.35;
/** Lags at least this far from the best one count as a different match. */
const APART_SECONDS = 8;
const AGREES_SECONDS = 0.15;
const DRIFT_NEEDS_SECONDS = 900;
const MAX_DRIFT = 1e-3;
const MIN_CERTAINTY = 0.3;

type Place = { readonly atSeconds: number; readonly offsetSeconds: number; readonly peak: number };

/**
 * Fits the clock offset and drift of a recording against a reference of the same kind of signal and
 * sample rate. Pieces of the recording are matched along the reference, and a line is fitted
 * through the offsets on which most pieces agree. Null where nothing overlaps or too few pieces
 * agree.
 *
 * @throws RangeError when the sample rates differ
 */
export function fitClock(
  reference: EvenSeries,
  recording: EvenSeries,
  options: ClockFitOptions,
): ClockFit | null {
  if (reference.sampleRateHz !== recording.sampleRateHz)
    throw new RangeError('reference and recording must have the same sample rate');
  const pieces = choosePieces(recording);
  const placed = pieces
    .map((piece) => placePiece(reference, recording, piece, options))
    .filter((place) => place !== null);
  const line = fitLine(placed);
  if (line === null) return null;
  const certainty = (line.peak * line.count) / pieces.length;
  if (certainty < MIN_CERTAINTY) return null;
  return {
    offsetSeconds: line.offsetSeconds,
    driftPpm: line.drift * 1e6,
    certainty: Math.min(1, certainty),
    overlapSeconds: overlap(reference, recording, line.offsetSeconds),
  };
}

type Piece = { readonly begin: number; readonly end: number };

/** Spread evenly over the recording; pieces with less than 60 % measured are dropped. */
function choosePieces({ values, sampleRateHz }: EvenSeries): Piece[] {
  const length = Math.min(values.length, Math.round(PIECE_SECONDS * sampleRateHz));
  if (length < MIN_PIECE_SECONDS * sampleRateHz) return [];
  const count = Math.min(MAX_PIECES, Math.max(1, Math.floor(values.length / length)));
  const step = count === 1 ? 0 : (values.length - length) / (count - 1);
  return Array.from({ length: count }, (_, index) => Math.round(index * step))
    .map((begin) => ({ begin, end: begin + length }))
    .filter(({ begin, end }) => measured(values.subarray(begin, end)) >= 0.6 * (end - begin));
}

function measured(values: Float32Array): number {
  let count = 0;
  for (const value of values) if (value === value) count += 1;
  return count;
}

function placePiece(
  reference: EvenSeries,
  recording: EvenSeries,
  { begin, end }: Piece,
  { maxOffsetSeconds }: ClockFitOptions,
): Place | null {
  const startSeconds = recording.startSeconds + begin / recording.sampleRateHz;
  const piece: EvenSeries = {
    startSeconds,
    sampleRateHz: recording.sampleRateHz,
    values: recording.values.subarray(begin, end),
  };
  const around = cutSeries(
    reference,
    startSeconds - maxOffsetSeconds,
    startSeconds + (end - begin) / recording.sampleRateHz + maxOffsetSeconds,
  );
  if (around === null) return null;
  const coarse = [levels, activity]
    .flatMap((feature) => matchPiece(piece, around, feature, COARSE_HZ, maxOffsetSeconds) ?? [])
    .filter((found) => found.peak >= MIN_PEAK && found.peak - found.second >= DISTINCT)
    .sort((one, other) => other.peak - other.second - (one.peak - one.second))[0];
  if (coarse === undefined) return null;
  const close = cutSeries(
    around,
    startSeconds + coarse.offsetSeconds - FINE_SECONDS,
    startSeconds + coarse.offsetSeconds + (end - begin) / recording.sampleRateHz + FINE_SECONDS,
  );
  const fine =
    close === null
      ? null
      : matchPiece(
          piece,
          close,
          levels,
          Math.min(FINE_HZ, recording.sampleRateHz),
          FINE_SECONDS,
          coarse.offsetSeconds,
        );
  const offsetSeconds =
    fine !== null && fine.peak >= coarse.peak / 2 ? fine.offsetSeconds : coarse.offsetSeconds;
  return {
    atSeconds: (begin + end) / 2 / recording.sampleRateHz,
    offsetSeconds,
    peak: coarse.peak,
  };
}

type Found = { readonly offsetSeconds: number; readonly peak: number; readonly second: number };
type Feature = (series: EvenSeries, rateHz: number) => EvenSeries;

function matchPiece(
  piece: EvenSeries,
  around: EvenSeries,
  feature: Feature,
  rateHz: number,
  withinSeconds: number,
  nearSeconds = 0,
): Found | null {
  const one = feature(piece, rateHz);
  const other = feature(around, rateHz);
  const toLag = (offset: number): number =>
    Math.round((one.startSeconds + offset - other.startSeconds) * one.sampleRateHz);
  const best = bestLag(
    one.values,
    other.values,
    toLag(nearSeconds - withinSeconds),
    toLag(nearSeconds + withinSeconds),
    APART_SECONDS * one.sampleRateHz,
  );
  return best === null
    ? null
    : {
        offsetSeconds: best.lag / one.sampleRateHz + other.startSeconds - one.startSeconds,
        peak: best.peak,
        second: best.second,
      };
}

/** Mean of each block, without trends slower than half a minute. */
const levels: Feature = (series, rateHz) => centred(blocks(series, rateHz, (value) => value));
/** Mean absolute change within each block. */
const activity: Feature = (series, rateHz) =>
  centred(blocks(series, rateHz, (value, before) => Math.abs(value - before)));

function blocks(
  { startSeconds, sampleRateHz, values }: EvenSeries,
  rateHz: number,
  of: (value: number, before: number) => number,
): EvenSeries {
  const size = Math.max(1, Math.round(sampleRateHz / rateHz));
  const reduced = Float32Array.from({ length: Math.floor(values.length / size) }, (_, block) => {
    let sum = 0;
    let count = 0;
    for (let index = block * size; index < (block + 1) * size; index++) {
      const value = of(values[index] ?? Number.NaN, values[index - 1] ?? Number.NaN);
      if (value !== value) continue;
      sum += value;
      count += 1;
    }
    return count >= size / 2 ? sum / count : Number.NaN;
  });
  return { startSeconds, sampleRateHz: sampleRateHz / size, values: reduced };
}

const TREND_SECONDS = 30;

/** Subtracts the moving mean. */
function centred(series: EvenSeries): EvenSeries {
  const { values, sampleRateHz } = series;
  const half = Math.round((TREND_SECONDS * sampleRateHz) / 2);
  const sums = new Float64Array(values.length + 1);
  const counts = new Float64Array(values.length + 1);
  values.forEach((value, index) => {
    sums[index + 1] = (sums[index] ?? 0) + (value === value ? value : 0);
    counts[index + 1] = (counts[index] ?? 0) + (value === value ? 1 : 0);
  });
  const mean = (index: number): number => {
    const from = Math.max(0, index - half);
    const to = Math.min(values.length, index + half + 1);
    return ((sums[to] ?? 0) - (sums[from] ?? 0)) / ((counts[to] ?? 0) - (counts[from] ?? 0));
  };
  return { ...series, values: values.map((value, index) => value - mean(index)) };
}

function cutSeries(series: EvenSeries, fromSeconds: number, toSeconds: number): EvenSeries | null {
  const begin = Math.max(0, Math.floor((fromSeconds - series.startSeconds) * series.sampleRateHz));
  const end = Math.min(
    series.values.length,
    Math.ceil((toSeconds - series.startSeconds) * series.sampleRateHz),
  );
  return end <= begin
    ? null
    : {
        ...series,
        startSeconds: series.startSeconds + begin / series.sampleRateHz,
        values: series.values.subarray(begin, end),
      };
}

type Line = {
  readonly offsetSeconds: number;
  readonly drift: number;
  readonly count: number;
  readonly peak: number;
};

/**
 * RANSAC-style: every pair proposes a line; the line is fitted through the largest set of inliers.
 */
function fitLine(places: readonly Place[]): Line | null {
  let best: readonly Place[] = [];
  for (const one of places) {
    for (const other of places) {
      const drift =
        one === other
          ? 0
          : (other.offsetSeconds - one.offsetSeconds) / (other.atSeconds - one.atSeconds);
      if (!(Math.abs(drift) <= MAX_DRIFT)) continue;
      const agreeing = places.filter(
        (each) =>
          Math.abs(
            each.offsetSeconds - one.offsetSeconds - drift * (each.atSeconds - one.atSeconds),
          ) <= AGREES_SECONDS,
      );
      if (agreeing.length > best.length) best = agreeing;
    }
  }
  // A single match, or one on which fewer than half agree, may be chance.
  if (
    best.length === 0 ||
    (places.length > 1 && best.length < 2) ||
    best.length * 2 < places.length
  )
    return null;
  return {
    ...regression(best),
    count: best.length,
    peak: best.reduce((sum, { peak }) => sum + peak, 0) / best.length,
  };
}

function regression(places: readonly Place[]): Pick<Line, 'offsetSeconds' | 'drift'> {
  const mean = (of: (place: Place) => number): number =>
    places.reduce((sum, each) => sum + of(each), 0) / places.length;
  const at = mean((each) => each.atSeconds);
  const offset = mean((each) => each.offsetSeconds);
  const span =
    Math.max(...places.map((each) => each.atSeconds)) -
    Math.min(...places.map((each) => each.atSeconds));
  if (span < DRIFT_NEEDS_SECONDS) return { offsetSeconds: offset, drift: 0 };
  const drift =
    mean((each) => (each.atSeconds - at) * (each.offsetSeconds - offset)) /
    mean((each) => (each.atSeconds - at) ** 2);
  return { offsetSeconds: offset - drift * at, drift };
}

/** Seconds of the recording that were measured in the reference too. */
function overlap(reference: EvenSeries, recording: EvenSeries, offsetSeconds: number): number {
  const shift = Math.round(
    (recording.startSeconds + offsetSeconds - reference.startSeconds) * reference.sampleRateHz,
  );
  let shared = 0;
  recording.values.forEach((value, index) => {
    const other = reference.values[index + shift] ?? Number.NaN;
    if (value === value && other === other) shared += 1;
  });
  return shared / recording.sampleRateHz;
}
