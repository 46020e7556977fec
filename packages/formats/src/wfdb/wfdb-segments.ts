import {
  addProblem,
  physicalSamples,
  type FormatProblem,
  type Recording,
  type RecordingGap,
  type RecordingStream,
} from '../recording.ts';
import type { WfdbSegment } from './wfdb-header.ts';

/** A segment that was read, or a gap for an empty or missing one. */
type ReadSegment =
  | { readonly kind: 'read'; readonly segment: Segment }
  | { readonly kind: 'gap'; readonly frameCount: number };

type SegmentedRecord = {
  readonly frameRateHz: number;
  readonly segments: readonly WfdbSegment[];
  /** Maximum number of samples of all signals together. */
  readonly maxSamples: number;
  /** Returns the record of a segment, the same one on every call; null if its header is missing. */
  readonly read: (recordName: string) => Recording | null;
  readonly problems: FormatProblem[];
};

const NO_SEGMENT = '~';

/** A segment may occur many times in a record; its data are computed once. */
type Segment = { readonly seconds: number; readonly streams: ReadonlyMap<string, RecordingStream> };

const getKey = ({ label, sampleRateHz }: Pick<RecordingStream, 'label' | 'sampleRateHz'>): string =>
  `${sampleRateHz} ${label}`;

function toSegment({ streams }: Recording): Segment {
  const seconds = streams.reduce(
    (longest, { samples, sampleRateHz }) => Math.max(longest, samples.values.length / sampleRateHz),
    0,
  );
  // The first of two signals with the same name counts.
  return {
    seconds,
    streams: new Map(streams.toReversed().map((stream) => [getKey(stream), stream])),
  };
}

/**
 * Joins the segments of a record: signals by label, in the order in which labels appear (a layout
 * segment, which has no samples, comes first). If a segment lacks a signal, its samples are
 * missing; time without a segment is a gap.
 */
export function joinSegments(record: SegmentedRecord): Pick<Recording, 'streams' | 'gaps'> {
  const parts: ReadSegment[] = [];
  const labels = new Map<string, RecordingStream>();
  const segments = new Map<Recording, Segment>();
  for (const { recordName, frameCount } of record.segments) {
    const recording = recordName === NO_SEGMENT ? null : record.read(recordName);
    if (recording === null && recordName !== NO_SEGMENT)
      addProblem(record.problems, {
        code: 'missingFile',
        message: `segment ${recordName} is missing`,
        byteOffset: 0,
      });
    for (const stream of recording?.streams ?? [])
      if (!labels.has(stream.label)) labels.set(stream.label, stream);
    for (const problem of recording?.problems ?? [])
      if (frameCount > 0) addProblem(record.problems, problem);
    if (recording !== null && recording.streams.length > 0) {
      const segment = segments.get(recording) ?? toSegment(recording);
      segments.set(recording, segment);
      if (frameCount > 0) parts.push({ kind: 'read', segment });
    } else if (frameCount > 0) {
      parts.push({ kind: 'gap', frameCount });
    }
  }
  const streams: RecordingStream[] = [];
  let left = record.maxSamples;
  for (const pattern of labels.values()) {
    const pieces = getPieces(pattern, parts, record.frameRateHz);
    const length = pieces.reduce((sum, { count }) => sum + count, 0);
    if (!(length <= left)) {
      record.problems.push({
        code: 'expandsTooFar',
        message: `segments expand to more than ${record.maxSamples} samples`,
        byteOffset: 0,
      });
      return { streams: [], gaps: [] };
    }
    left -= length;
    streams.push(joinStream(pattern, pieces, length));
  }
  return { streams, gaps: findGaps(parts, record.frameRateHz) };
}

function findGaps(parts: readonly ReadSegment[], frameRateHz: number): RecordingGap[] {
  const gaps: RecordingGap[] = [];
  let seconds = 0;
  let recordedSeconds = 0;
  for (const part of parts) {
    const length = part.kind === 'gap' ? part.frameCount / frameRateHz : part.segment.seconds;
    const last = gaps.at(-1);
    if (part.kind === 'read') recordedSeconds += length;
    else if (last?.endSeconds === seconds)
      gaps.splice(-1, 1, { ...last, endSeconds: seconds + length });
    else gaps.push({ startSeconds: seconds, endSeconds: seconds + length, recordedSeconds });
    seconds += length;
  }
  return gaps;
}

function getPieces(
  pattern: RecordingStream,
  parts: readonly ReadSegment[],
  frameRateHz: number,
): Piece[] {
  const perFrame = Math.round(pattern.sampleRateHz / frameRateHz);
  return parts.flatMap((part) => {
    if (part.kind === 'gap') return [];
    const stream = part.segment.streams.get(getKey(pattern)) ?? null;
    return [
      {
        stream,
        count:
          stream?.samples.values.length ??
          Math.round(part.segment.seconds * frameRateHz) * perFrame,
      },
    ];
  });
}

/** Digital if all segments have the same scale, otherwise physical. */
function joinStream(
  pattern: RecordingStream,
  pieces: readonly Piece[],
  length: number,
): RecordingStream {
  const { samples } = pattern;
  const isDigital =
    samples.kind === 'digital' &&
    pieces.every(({ stream }) => stream === null || isScaledAs(stream, pattern));
  if (isDigital && samples.kind === 'digital') {
    const values =
      samples.values instanceof Int32Array ? new Int32Array(length) : new Int16Array(length);
    values.fill(samples.notMeasured ?? 0);
    forEachPiece(pieces, (stream, at) => values.set(stream.samples.values, at));
    return { ...pattern, samples: { ...samples, values } };
  }
  const values = new Float32Array(length).fill(Number.NaN);
  forEachPiece(pieces, (stream, at) => values.set(physicalSamples(stream), at));
  return { ...pattern, samples: { kind: 'physical', values } };
}

type Piece = { readonly stream: RecordingStream | null; readonly count: number };

function forEachPiece(
  pieces: readonly Piece[],
  put: (stream: RecordingStream, at: number) => void,
): void {
  let at = 0;
  for (const { stream, count } of pieces) {
    if (stream !== null) put(stream, at);
    at += count;
  }
}

function isScaledAs({ samples }: RecordingStream, { samples: pattern }: RecordingStream): boolean {
  return (
    samples.kind === 'digital' &&
    pattern.kind === 'digital' &&
    samples.scale === pattern.scale &&
    samples.offset === pattern.offset &&
    samples.notMeasured === pattern.notMeasured
  );
}
