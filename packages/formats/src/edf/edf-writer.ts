import type {
  FormatProblem,
  FormatProblemCode,
  RecordingAnnotation,
  RecordingGap,
  RecordingStream,
} from '../recording.ts';
import { type EdfStart, edfStart } from './edf-fields.ts';
import { writeHeader } from './edf-header-writer.ts';
import { recordLists } from './edf-lists.ts';
import { planRecords, type RecordPlan, toSegments } from './edf-records.ts';
import { type EdfSignal, toEdfSignal } from './edf-signal.ts';

export type EdfContent = {
  /**
   * Local time of the first sample, ISO 8601 without a zone, with an optional fraction of a second.
   */
  readonly startedAt: string;
  readonly streams: readonly RecordingStream[];
  /**
   * As in a `Recording`: streams are joined across gaps. A file with gaps is EDF+D, otherwise
   * EDF+C.
   */
  readonly gaps?: readonly RecordingGap[];
  readonly annotations?: readonly RecordingAnnotation[];
  /** Code, sex, birthdate and name as subfields of EDF+; "X X X X" (unknown) by default. */
  readonly patient?: string;
  /** Device that made the recording; blanks become underscores. */
  readonly equipment?: string;
};

export type EdfWriteResult =
  | {
      readonly kind: 'file';
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly paddedSeconds: number;
    }
  | { readonly kind: 'refused'; readonly problem: FormatProblem };

const MAX_SIGNALS = 9_998;

/**
 * Writes EDF+C or EDF+D (Kemp and Olivan 2003). Rejects streams without a rate. A missing value is
 * the lowest of its signal's range, marked by an annotation. Annotations are UTF-8, the header is
 * ASCII.
 */
export function writeEdf(content: EdfContent): EdfWriteResult {
  const start = edfStart(content.startedAt);
  if (start === null)
    return reject('badTime', `start "${content.startedAt}" is not a local ISO time`);
  const unrated = content.streams.find((stream) => !(stream.sampleRateHz > 0));
  if (unrated !== undefined) return reject('badRate', `stream "${unrated.label}" has no rate`);
  if (content.streams.length > MAX_SIGNALS)
    return reject(
      'overLimit',
      `${content.streams.length} streams exceed the limit of ${MAX_SIGNALS}`,
    );
  const gaps = content.gaps ?? [];
  const sampledSeconds = content.streams.reduce(
    (longest, stream) => Math.max(longest, stream.samples.values.length / stream.sampleRateHz),
    0,
  );
  const plan = planRecords(
    content.streams.map((stream) => stream.sampleRateHz),
    toSegments(gaps, sampledSeconds),
  );
  if (plan === null)
    return reject('badRate', 'no record duration gives each stream a whole number of samples');
  const planned = content.streams.map(toEdfSignal);
  const holes = planned.flatMap(({ signal, notMeasured }) =>
    notMeasured.map((run) => ({
      onsetSeconds: secondsInTime(run.onsetSeconds, gaps),
      durationSeconds: run.durationSeconds,
      text: `Not measured: ${signal.label}`,
    })),
  );
  const lists = buildLists(plan, start, [...(content.annotations ?? []), ...holes]);
  const signals = planned.map(({ signal }) => signal);
  const header = writeHeader({
    ...plan,
    start,
    isContinuous: gaps.length === 0,
    recordCount: plan.records.length,
    listBytes: lists.bytesPerRecord,
    patient: content.patient,
    equipment: content.equipment,
    signals: signals.map((signal) => ({
      ...signal,
      samplesPerRecord: Math.round(signal.sampleRateHz * plan.recordSeconds),
    })),
  });
  if (header === null)
    return reject('badNumber', 'a range does not fit the eight characters of an EDF number');
  return {
    kind: 'file',
    bytes: join(header, { plan, signals, lists }),
    paddedSeconds: plan.paddedSeconds,
  };
}

const reject = (code: FormatProblemCode, message: string): EdfWriteResult => ({
  kind: 'refused',
  problem: { code, message, byteOffset: 0 },
});

/** Samples are counted without gaps, annotations with them. */
function secondsInTime(sampledSeconds: number, gaps: readonly RecordingGap[]): number {
  return gaps.reduce(
    (seconds, gap) =>
      sampledSeconds >= gap.recordedSeconds - 1e-9
        ? sampledSeconds - gap.recordedSeconds + gap.endSeconds
        : seconds,
    sampledSeconds,
  );
}

type RecordLists = { readonly bytesPerRecord: number; readonly records: readonly Uint8Array[] };

/** Assigns each annotation to the last record that begins no later than it. */
function buildLists(
  plan: RecordPlan,
  start: EdfStart,
  annotations: readonly RecordingAnnotation[],
): RecordLists {
  const inRecord = plan.records.map((): RecordingAnnotation[] => []);
  let record = 0;
  for (const annotation of annotations.toSorted(
    (one, other) => one.onsetSeconds - other.onsetSeconds,
  )) {
    while (
      record + 1 < plan.records.length &&
      (plan.records[record + 1]?.onsetSeconds ?? Infinity) <= annotation.onsetSeconds
    )
      record++;
    inRecord[record]?.push({
      ...annotation,
      onsetSeconds: annotation.onsetSeconds + start.fractionSeconds,
    });
  }
  const records = plan.records.map(({ onsetSeconds }, index) =>
    recordLists(onsetSeconds + start.fractionSeconds, inRecord[index] ?? []),
  );
  const longest = records.reduce((most, { length }) => Math.max(most, length), 0);
  return { bytesPerRecord: longest + (longest & 1), records };
}

type EdfBody = {
  readonly plan: RecordPlan;
  readonly signals: readonly EdfSignal[];
  readonly lists: RecordLists;
};

function join(header: Uint8Array, { plan, signals, lists }: EdfBody): Uint8Array<ArrayBuffer> {
  const counts = signals.map((signal) => Math.round(signal.sampleRateHz * plan.recordSeconds));
  const recordBytes = counts.reduce((sum, count) => sum + 2 * count, 0) + lists.bytesPerRecord;
  const bytes = new Uint8Array(header.length + plan.records.length * recordBytes);
  const view = new DataView(bytes.buffer);
  bytes.set(header);
  let at = header.length;
  for (const [record, { recordedSeconds, untilSeconds }] of plan.records.entries()) {
    for (const [index, signal] of signals.entries()) {
      const first = Math.round(recordedSeconds * signal.sampleRateHz);
      const samples = signal.values.subarray(
        first,
        Math.min(first + (counts[index] ?? 0), Math.round(untilSeconds * signal.sampleRateHz)),
      );
      for (let sample = 0; sample < (counts[index] ?? 0); sample++, at += 2)
        view.setInt16(at, samples[sample] ?? signal.digitalMin, true);
    }
    bytes.set(lists.records[record] ?? new Uint8Array(0), at);
    at += lists.bytesPerRecord;
  }
  return bytes;
}
