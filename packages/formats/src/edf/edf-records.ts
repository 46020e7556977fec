import type { RecordingGap } from '../recording.ts';

/** A run of samples without a gap: its start, and the length of the samples before it. */
type Segment = {
  readonly startSeconds: number;
  readonly recordedSeconds: number;
  readonly lengthSeconds: number;
};

export function toSegments(gaps: readonly RecordingGap[], sampledSeconds: number): Segment[] {
  const begins = [
    { startSeconds: 0, recordedSeconds: 0 },
    ...gaps.map((gap) => ({ startSeconds: gap.endSeconds, recordedSeconds: gap.recordedSeconds })),
  ];
  return begins
    .map((begin, index) => ({
      ...begin,
      lengthSeconds: (begins[index + 1]?.recordedSeconds ?? sampledSeconds) - begin.recordedSeconds,
    }))
    .filter((segment) => segment.lengthSeconds > 0);
}

/** Maximum record size recommended by Kemp and Olivan. */
const MAX_RECORD_BYTES = 61_440;
const TOLERANCE = 1e-6;
/** Record durations in order of preference; each fits the header's eight characters. */
const DURATIONS = [
  1, 2, 5, 10, 30, 60, 4, 8, 20, 3, 6, 12, 15, 120, 300, 600, 3600, 86_400, 0.5, 0.25, 0.2, 0.1,
  0.05, 0.04, 0.02, 0.01, 0.008, 0.005, 0.004, 0.002, 0.001,
];

/**
 * One record with the samples from `recordedSeconds` to `untilSeconds`; the rest of it is padding.
 */
type PlannedRecord = {
  readonly onsetSeconds: number;
  readonly recordedSeconds: number;
  readonly untilSeconds: number;
};

export type RecordPlan = {
  readonly recordSeconds: number;
  readonly records: readonly PlannedRecord[];
  /** Padding that completes the last record of each segment. */
  readonly paddedSeconds: number;
};

/**
 * Plans records of one duration that contain a whole number of samples at every rate. Prefers a
 * duration that fills all segments exactly; otherwise pads the last record of a segment where the
 * following gap leaves room. Null if there is no such duration.
 */
export function planRecords(
  rates: readonly number[],
  segments: readonly Segment[],
): RecordPlan | null {
  if (rates.length === 0)
    return {
      recordSeconds: 0,
      records: [{ onsetSeconds: 0, recordedSeconds: 0, untilSeconds: 0 }],
      paddedSeconds: 0,
    };
  const usable = DURATIONS.filter(
    (seconds) =>
      rates.every((rate) => isWhole(rate * seconds)) &&
      rates.reduce((sum, rate) => sum + 2 * Math.round(rate * seconds), 0) <= MAX_RECORD_BYTES,
  );
  const fillsExactly = (seconds: number): boolean =>
    segments.every(({ lengthSeconds }) => isWhole(lengthSeconds / seconds));
  const fits = (seconds: number): boolean =>
    segments.every(
      (segment, index) =>
        getPaddedEnd(segment, seconds) <=
        (segments[index + 1]?.startSeconds ?? Infinity) + TOLERANCE,
    );
  const padding = (seconds: number): number =>
    segments.reduce(
      (sum, segment) =>
        sum + getPaddedEnd(segment, seconds) - segment.startSeconds - segment.lengthSeconds,
      0,
    );
  const recordSeconds =
    usable.find(fillsExactly) ??
    usable.filter(fits).toSorted((one, other) => padding(one) - padding(other))[0];
  if (recordSeconds === undefined) return null;
  const records = segments.flatMap((segment) =>
    Array.from({ length: countRecords(segment, recordSeconds) }, (_, index) => ({
      onsetSeconds: segment.startSeconds + index * recordSeconds,
      recordedSeconds: segment.recordedSeconds + index * recordSeconds,
      untilSeconds: segment.recordedSeconds + segment.lengthSeconds,
    })),
  );
  return {
    recordSeconds,
    records,
    paddedSeconds: Math.max(0, wholeMicroseconds(padding(recordSeconds))),
  };
}

/** Record size that our reader accepts beyond the standard, for slow signals next to fast ones. */
const MAX_READABLE_RECORD_BYTES = 8 * 1024 * 1024;

/**
 * A record duration with a whole number of samples at every rate, within the standard's size if
 * possible; null for unsuitable rates.
 */
export function chooseRecordSeconds(rates: readonly number[]): number | null {
  const bytes = (seconds: number): number =>
    rates.reduce((sum, rate) => sum + 2 * Math.round(rate * seconds), 0);
  const usable = DURATIONS.filter((seconds) => rates.every((rate) => isWhole(rate * seconds)));
  return (
    usable.find((seconds) => bytes(seconds) <= MAX_RECORD_BYTES) ??
    usable
      .toSorted((one, other) => one - other)
      .find((seconds) => bytes(seconds) <= MAX_READABLE_RECORD_BYTES) ??
    null
  );
}

const isWhole = (value: number): boolean =>
  Math.round(value) >= 1 && Math.abs(value - Math.round(value)) <= TOLERANCE * Math.max(1, value);
const countRecords = ({ lengthSeconds }: Segment, recordSeconds: number): number =>
  Math.ceil(lengthSeconds / recordSeconds - TOLERANCE);
const getPaddedEnd = (segment: Segment, recordSeconds: number): number =>
  segment.startSeconds + countRecords(segment, recordSeconds) * recordSeconds;

/** Removes rounding errors from sums of decimal fractions. */
const wholeMicroseconds = (seconds: number): number => Math.round(seconds * 1e6) / 1e6;
