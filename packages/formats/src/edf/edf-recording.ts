import { parseAnnotationLists } from './edf-annotations.ts';
import {
  type FormatProblem,
  type Recording,
  type RecordingAnnotation,
  type RecordingGap,
  addProblem,
  refusedRecording,
} from '../recording.ts';
import { type EdfHeader, type EdfSignalHeader, parseEdfHeader } from './edf-header.ts';
import { readEdfSignal } from './edf-samples.ts';
import { statusAnnotations } from './status-channel.ts';

const ANNOTATION_LABELS: ReadonlySet<string> = new Set(['EDF Annotations', 'BDF Annotations']);
const STATUS_LABEL = 'Status';
/** Record onsets have few digits; a smaller difference is not a gap. */
const GAP_TOLERANCE_SECONDS = 0.001;

/**
 * Reads EDF, EDF+C, EDF+D, BDF and BDF+. Keeps all complete data records, even against the header;
 * truncated, missing or surplus data are problems. In discontinuous variants the time between
 * records is in `gaps`. Records that begin before the previous one ends are reported, and their
 * samples stay in file order. `startedAt` includes the fraction of a second in the first record of
 * EDF+. A BDF status channel becomes a stream, and its events become annotations.
 */
export function readEdf(bytes: Uint8Array): Recording {
  const parsed = parseEdfHeader(bytes);
  if (parsed.kind === 'refused') return refusedRecording(parsed.problem);
  const { header } = parsed;
  const problems: FormatProblem[] = [...parsed.problems];
  const recordCount = completeRecords(header, bytes.length, problems);
  const read = readAnnotations(header, bytes, recordCount, problems);
  const ordinary = header.signals.filter((signal) => !isAnnotationSignal(header, signal));
  const streams = ordinary.map((signal) =>
    readEdfSignal(header, signal, { bytes, recordCount, problems }),
  );
  const status = header.variant.startsWith('BDF')
    ? streams.find((stream) => stream.label === STATUS_LABEL)
    : undefined;
  return {
    startedAt: header.startedAt === null ? null : laterBy(header.startedAt, read.startSeconds),
    ...(read.startSeconds === 0 ? {} : { startOffsetSeconds: read.startSeconds }),
    streams,
    annotations: [...read.annotations, ...(status === undefined ? [] : statusAnnotations(status))],
    gaps: streams.length === 0 ? [] : findGaps(header, read.onsets, problems),
    problems,
  };
}

const isAnnotationSignal = (header: EdfHeader, signal: EdfSignalHeader): boolean =>
  header.variant.includes('+') && ANNOTATION_LABELS.has(signal.label);

function completeRecords(header: EdfHeader, fileBytes: number, problems: FormatProblem[]): number {
  if (header.recordBytes === 0) return 0;
  const dataBytes = fileBytes - header.headerBytes;
  const complete = Math.floor(dataBytes / header.recordBytes);
  const endOffset = header.headerBytes + complete * header.recordBytes;
  if (header.recordCount < 0) {
    const message = `header does not state the number of records; ${complete} are complete`;
    problems.push({ code: 'recordCountUnknown', message, byteOffset: 236 });
    return complete;
  }
  if (complete < header.recordCount) {
    problems.push({
      code: 'truncated',
      message: `${complete} of ${header.recordCount} records are complete`,
      byteOffset: endOffset,
    });
    return complete;
  }
  const statedEnd = header.headerBytes + header.recordCount * header.recordBytes;
  if (fileBytes > statedEnd) {
    problems.push({
      code: 'trailingBytes',
      message: `${fileBytes - statedEnd} bytes after the last record ignored`,
      byteOffset: statedEnd,
    });
  }
  return header.recordCount;
}

type AnnotationRead = {
  readonly annotations: readonly RecordingAnnotation[];
  /** Start of each record relative to the first; empty without annotation signals. */
  readonly onsets: readonly number[];
  /** Fraction of a second by which the first record starts after the time in the header. */
  readonly startSeconds: number;
};

function readAnnotations(
  header: EdfHeader,
  bytes: Uint8Array,
  recordCount: number,
  problems: FormatProblem[],
): AnnotationRead {
  const channels = header.signals.filter((signal) => isAnnotationSignal(header, signal));
  const annotations: RecordingAnnotation[] = [];
  const onsets: number[] = [];
  for (let record = 0; record < recordCount && channels.length > 0; record++) {
    for (const [index, channel] of channels.entries()) {
      const begin = header.headerBytes + record * header.recordBytes + channel.recordOffsetBytes;
      const lists = parseAnnotationLists(
        bytes.subarray(begin, begin + channel.samplesPerRecord * header.sampleBytes),
        begin,
        problems,
      );
      annotations.push(...lists.annotations);
      if (index === 0)
        onsets.push(
          lists.recordOnsetSeconds ??
            (onsets.at(-1) ?? -header.recordSeconds) + header.recordSeconds,
        );
    }
  }
  const startSeconds = onsets[0] ?? 0;
  return {
    annotations: annotations.map((annotation) => ({
      ...annotation,
      onsetSeconds: annotation.onsetSeconds - startSeconds,
    })),
    onsets: onsets.map((onset) => onset - startSeconds),
    startSeconds,
  };
}

function findGaps(
  header: EdfHeader,
  onsets: readonly number[],
  problems: FormatProblem[],
): RecordingGap[] {
  const gaps: RecordingGap[] = [];
  // Records without duration, as in event files, have no gaps.
  if (!header.variant.endsWith('+D') || header.recordSeconds === 0) return gaps;
  for (let record = 1; record < onsets.length; record++) {
    const startSeconds = (onsets[record - 1] ?? 0) + header.recordSeconds;
    const endSeconds = onsets[record] ?? 0;
    if (endSeconds > startSeconds + GAP_TOLERANCE_SECONDS) {
      gaps.push({ startSeconds, endSeconds, recordedSeconds: record * header.recordSeconds });
    } else if (endSeconds < startSeconds - GAP_TOLERANCE_SECONDS) {
      const byteOffset = header.headerBytes + record * header.recordBytes;
      addProblem(problems, {
        code: 'overlap',
        message: `record ${record + 1} starts before the previous one ends`,
        byteOffset,
      });
    }
  }
  return gaps;
}

/**
 * Adds seconds to a local ISO time without a zone, to the microsecond. The fraction has no, three
 * or six digits. Returns the time unchanged if it cannot be shifted.
 */
export function laterBy(localTime: string, seconds: number): string {
  const whole = Date.parse(`${localTime.slice(0, 19)}Z`);
  const microseconds = Math.round((Number(`0${localTime.slice(19)}`) + seconds) * 1e6);
  const shifted = new Date(whole + Math.floor(microseconds / 1e6) * 1_000);
  if (Number.isNaN(shifted.getTime())) return localTime;
  const fraction = String(((microseconds % 1e6) + 1e6) % 1e6).padStart(6, '0');
  if (fraction === '000000') return shifted.toISOString().slice(0, 19);
  return `${shifted.toISOString().slice(0, 19)}.${fraction.endsWith('000') ? fraction.slice(0, 3) : fraction}`;
}
