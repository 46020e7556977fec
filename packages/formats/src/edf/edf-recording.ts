import { parseAnnotationLists } from './edf-annotations.ts';
import { EDF_SAMPLE_BYTES, type EdfHeader, type EdfSignalHeader, parseEdfHeader } from './edf-header.ts';
import { type FormatProblem, type Recording, type RecordingAnnotation, type RecordingGap, type RecordingStream, refusedRecording } from '../recording.ts';

const ANNOTATION_LABEL = 'EDF Annotations';
/** Record onsets are written with few digits; less than this is no gap. */
const GAP_TOLERANCE_SECONDS = 0.001;

/**
 * Reads EDF, EDF+C and EDF+D. Complete data records are kept whatever the header claims; what is cut,
 * missing or over is a problem. In EDF+D the time between records is in `gaps`. `startedAt` includes
 * the fraction of a second that EDF+ puts into its first record.
 */
export function readEdf(bytes: Uint8Array): Recording {
  const parsed = parseEdfHeader(bytes);
  if (parsed.kind === 'refused') return refusedRecording(parsed.problem);
  const { header } = parsed;
  const problems: FormatProblem[] = [...parsed.problems];
  const recordCount = completeRecords(header, bytes.length, problems);
  const read = readAnnotations(header, bytes, recordCount, problems);
  const streams = header.signals
    .filter((signal) => !isAnnotationSignal(header, signal))
    .map((signal, index) => readSignal(header, signal, { bytes, recordCount, index, problems }));
  return {
    startedAt: addFraction(header.startedAt, read.startSeconds),
    streams,
    annotations: read.annotations,
    gaps: findGaps(header, read.onsets, problems),
    problems,
  };
}

const isAnnotationSignal = (header: EdfHeader, signal: EdfSignalHeader): boolean => header.variant !== 'EDF' && signal.label === ANNOTATION_LABEL;

function completeRecords(header: EdfHeader, fileBytes: number, problems: FormatProblem[]): number {
  if (header.recordBytes === 0) return 0;
  const dataBytes = fileBytes - header.headerBytes;
  const complete = Math.floor(dataBytes / header.recordBytes);
  const endOffset = header.headerBytes + complete * header.recordBytes;
  if (header.recordCount < 0) {
    const message = `the header does not say how many records there are; ${complete} are complete`;
    problems.push({ code: 'recordCountUnknown', message, byteOffset: 236 });
    return complete;
  }
  if (complete < header.recordCount) {
    problems.push({ code: 'truncated', message: `${complete} of ${header.recordCount} records are complete`, byteOffset: endOffset });
    return complete;
  }
  const statedEnd = header.headerBytes + header.recordCount * header.recordBytes;
  if (fileBytes > statedEnd) {
    problems.push({ code: 'trailingBytes', message: `${fileBytes - statedEnd} bytes behind the last record are left out`, byteOffset: statedEnd });
  }
  return header.recordCount;
}

type SignalSource = { readonly bytes: Uint8Array; readonly recordCount: number; readonly index: number; readonly problems: FormatProblem[] };

function readSignal(header: EdfHeader, signal: EdfSignalHeader, source: SignalSource): RecordingStream {
  const values = new Int16Array(source.recordCount * signal.samplesPerRecord);
  const view = new DataView(source.bytes.buffer, source.bytes.byteOffset, source.bytes.byteLength);
  let written = 0;
  for (let record = 0; record < source.recordCount; record++) {
    const begin = header.headerBytes + record * header.recordBytes + signal.recordOffsetBytes;
    const end = begin + signal.samplesPerRecord * EDF_SAMPLE_BYTES;
    for (let at = begin; at < end; at += EDF_SAMPLE_BYTES) values[written++] = view.getInt16(at, true);
  }
  const scale = (signal.physicalMax - signal.physicalMin) / (signal.digitalMax - signal.digitalMin);
  const offset = signal.physicalMin - signal.digitalMin * scale;
  const usable = scale !== 0 && Number.isFinite(scale) && Number.isFinite(offset);
  if (!usable) {
    const message = `signal "${signal.label}" has no range; its digital values are given`;
    source.problems.push({ code: 'digitalRange', message, byteOffset: 256 + 104 * header.signals.length });
  }
  const sampleRateHz = signal.samplesPerRecord / header.recordSeconds;
  const hasRate = Number.isFinite(sampleRateHz);
  if (!hasRate) {
    source.problems.push({ code: 'badRate', message: `signal "${signal.label}" has records of no duration, so no rate`, byteOffset: 244 });
  }
  return {
    label: signal.label,
    unit: signal.unit,
    sampleRateHz: hasRate ? sampleRateHz : 0,
    samples: { kind: 'digital', values, scale: usable ? scale : 1, offset: usable ? offset : 0, notMeasured: null },
  };
}

type AnnotationRead = {
  readonly annotations: readonly RecordingAnnotation[];
  /** Start of each record from the start of the first one; empty when the file does not say. */
  readonly onsets: readonly number[];
  /** Fraction of a second by which the first record starts later than the header's time. */
  readonly startSeconds: number;
};

function readAnnotations(header: EdfHeader, bytes: Uint8Array, recordCount: number, problems: FormatProblem[]): AnnotationRead {
  const channels = header.signals.filter((signal) => isAnnotationSignal(header, signal));
  const annotations: RecordingAnnotation[] = [];
  const onsets: number[] = [];
  for (let record = 0; record < recordCount && channels.length > 0; record++) {
    for (const [index, channel] of channels.entries()) {
      const begin = header.headerBytes + record * header.recordBytes + channel.recordOffsetBytes;
      const lists = parseAnnotationLists(bytes.subarray(begin, begin + channel.samplesPerRecord * EDF_SAMPLE_BYTES), begin, problems);
      annotations.push(...lists.annotations);
      if (index === 0) onsets.push(lists.recordOnsetSeconds ?? (onsets.at(-1) ?? -header.recordSeconds) + header.recordSeconds);
    }
  }
  const startSeconds = onsets[0] ?? 0;
  return {
    annotations: annotations.map((annotation) => ({ ...annotation, onsetSeconds: annotation.onsetSeconds - startSeconds })),
    onsets: onsets.map((onset) => onset - startSeconds),
    startSeconds,
  };
}

function findGaps(header: EdfHeader, onsets: readonly number[], problems: FormatProblem[]): RecordingGap[] {
  const gaps: RecordingGap[] = [];
  if (header.variant !== 'EDF+D') return gaps;
  for (let record = 1; record < onsets.length; record++) {
    const startSeconds = (onsets[record - 1] ?? 0) + header.recordSeconds;
    const endSeconds = onsets[record] ?? 0;
    if (endSeconds > startSeconds + GAP_TOLERANCE_SECONDS) {
      gaps.push({ startSeconds, endSeconds, recordedSeconds: record * header.recordSeconds });
    } else if (endSeconds < startSeconds - GAP_TOLERANCE_SECONDS) {
      const byteOffset = header.headerBytes + record * header.recordBytes;
      problems.push({ code: 'badTime', message: `record ${record + 1} starts before the one before it ends`, byteOffset });
    }
  }
  return gaps;
}

function addFraction(startedAt: string | null, seconds: number): string | null {
  if (startedAt === null || seconds === 0) return startedAt;
  const shifted = new Date(Date.parse(`${startedAt}Z`) + seconds * 1_000);
  return Number.isNaN(shifted.getTime()) ? startedAt : shifted.toISOString().slice(0, -1);
}
