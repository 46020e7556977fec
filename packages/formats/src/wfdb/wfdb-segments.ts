import { noteProblem, physicalSamples, type FormatProblem, type Recording, type RecordingGap, type RecordingStream } from '../recording.ts';
import type { WfdbSegment } from './wfdb-header.ts';

/** A segment that could be read, or the time of one that is empty or not there. */
export type ReadSegment = { readonly kind: 'read'; readonly recording: Recording } | { readonly kind: 'gap'; readonly frameCount: number };

export type SegmentedRecord = {
  readonly frameRateHz: number;
  readonly segments: readonly WfdbSegment[];
  /** Reads a segment's own record; null when its header is not there. */
  readonly read: (recordName: string) => Recording | null;
  readonly problems: FormatProblem[];
};

const NO_SEGMENT = '~';

/**
 * Joins the segments of a record: signals by their label, in the order in which labels appear (a layout segment, which
 * has no samples, comes first). Where a segment lacks a signal its samples are "not measured"; time without a segment is
 * a gap.
 */
export function joinSegments(record: SegmentedRecord): Pick<Recording, 'streams' | 'gaps'> {
  const parts: ReadSegment[] = [];
  const labels = new Map<string, RecordingStream>();
  for (const { recordName, frameCount } of record.segments) {
    const recording = recordName === NO_SEGMENT ? null : record.read(recordName);
    if (recording === null && recordName !== NO_SEGMENT) noteProblem(record.problems, { code: 'missingFile', message: `segment ${recordName} is not there`, byteOffset: 0 });
    for (const stream of recording?.streams ?? []) if (!labels.has(stream.label)) labels.set(stream.label, stream);
    for (const problem of recording?.problems ?? []) if (frameCount > 0) noteProblem(record.problems, problem);
    if (recording !== null && recording.streams.length > 0) {
      if (frameCount > 0) parts.push({ kind: 'read', recording });
    } else if (frameCount > 0) {
      parts.push({ kind: 'gap', frameCount });
    }
  }
  return { streams: [...labels.values()].map((pattern) => joinStream(pattern, parts, record.frameRateHz)), gaps: gapsOf(parts, record.frameRateHz) };
}

const secondsOf = (recording: Recording): number => recording.streams.reduce((longest, { samples, sampleRateHz }) => Math.max(longest, samples.values.length / sampleRateHz), 0);

function gapsOf(parts: readonly ReadSegment[], frameRateHz: number): RecordingGap[] {
  const gaps: RecordingGap[] = [];
  let [seconds, recordedSeconds] = [0, 0];
  for (const part of parts) {
    const length = part.kind === 'gap' ? part.frameCount / frameRateHz : secondsOf(part.recording);
    const last = gaps.at(-1);
    if (part.kind === 'read') recordedSeconds += length;
    else if (last?.endSeconds === seconds) gaps.splice(-1, 1, { ...last, endSeconds: seconds + length });
    else gaps.push({ startSeconds: seconds, endSeconds: seconds + length, recordedSeconds });
    seconds += length;
  }
  return gaps;
}

/** Digital where all segments scale alike, else physical. */
function joinStream(pattern: RecordingStream, parts: readonly ReadSegment[], frameRateHz: number): RecordingStream {
  const perFrame = Math.round(pattern.sampleRateHz / frameRateHz);
  const pieces = parts.flatMap((part) => {
    if (part.kind === 'gap') return [];
    const stream = part.recording.streams.find((each) => each.label === pattern.label && each.sampleRateHz === pattern.sampleRateHz) ?? null;
    return [{ stream, count: stream?.samples.values.length ?? Math.round(secondsOf(part.recording) * frameRateHz) * perFrame }];
  });
  const length = pieces.reduce((sum, { count }) => sum + count, 0);
  const { samples } = pattern;
  const isDigital = samples.kind === 'digital' && pieces.every(({ stream }) => stream === null || isScaledAs(stream, pattern));
  if (isDigital && samples.kind === 'digital') {
    const values = samples.values instanceof Int32Array ? new Int32Array(length) : new Int16Array(length);
    values.fill(samples.notMeasured ?? 0);
    place(pieces, (stream, at) => values.set(stream.samples.values, at));
    return { ...pattern, samples: { ...samples, values } };
  }
  const values = new Float32Array(length).fill(Number.NaN);
  place(pieces, (stream, at) => values.set(physicalSamples(stream), at));
  return { ...pattern, samples: { kind: 'physical', values } };
}

type Piece = { readonly stream: RecordingStream | null; readonly count: number };

function place(pieces: readonly Piece[], put: (stream: RecordingStream, at: number) => void): void {
  let at = 0;
  for (const { stream, count } of pieces) {
    if (stream !== null) put(stream, at);
    at += count;
  }
}

function isScaledAs({ samples }: RecordingStream, { samples: pattern }: RecordingStream): boolean {
  return samples.kind === 'digital' && pattern.kind === 'digital' && samples.scale === pattern.scale && samples.offset === pattern.offset && samples.notMeasured === pattern.notMeasured;
}
