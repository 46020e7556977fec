import type { RecordingGap, RecordingStream } from '@yamori/formats';
import type { ImportedFrame } from '../../../core/timeline/importing/append-frames.ts';
import type { PlannedStream } from './import-plan.ts';
import { digitalValues } from './sample-values.ts';

/** A stretch of a recording: what lies before it is counted in `firstSamples` of each signal. */
export type RecordingPart = {
  /** From the beginning of the recording to the part's first sample. */
  readonly startSeconds: number;
  readonly streams: readonly RecordingStream[];
  /** Within the part, in its own seconds. */
  readonly gaps: readonly RecordingGap[];
  readonly firstSamples: readonly number[];
};

type FrameFrom = {
  readonly serial: string;
  readonly receivedMs: number;
  /** Timeline time of a moment of the recording. */
  readonly timeUs: (recordingSeconds: number) => number;
};

/** A frame to be made: its samples are taken when it is its turn. */
type DueFrame = {
  readonly samples: number;
  /** From the beginning of the recording to the end of its last sample. */
  readonly endSeconds: number;
  readonly make: () => ImportedFrame;
};

/** Largest part of a frame's payload that is used. */
const MAX_SAMPLES = 16_000;
const LONGEST_FRAME_SECONDS = 6 * 3600;
/** What a file says lies further from its beginning is damage. */
const LONGEST_RECORDING_SECONDS = 400 * 86_400;

export const isWithinRecording = (seconds: number): boolean =>
  seconds >= 0 && seconds <= LONGEST_RECORDING_SECONDS;

/**
 * Samples of a frame: a second, ten at slow rates, and a whole stretch of minutes for signals of a
 * value a minute.
 */
export function samplesAFrame(sampleRateHz: number, channels: number): number {
  const wanted = sampleRateHz >= 10 ? sampleRateHz : sampleRateHz >= 1 ? 10 * sampleRateHz : 60;
  return Math.max(
    1,
    Math.min(
      Math.round(wanted),
      Math.floor(MAX_SAMPLES / channels),
      Math.floor(LONGEST_FRAME_SECONDS * sampleRateHz),
    ),
  );
}

/**
 * Cuts a part into frames, the same ones whenever it is cut again: by the count of samples from the
 * recording's beginning, and at gaps. By time.
 */
export function cutFrames(
  part: RecordingPart,
  planned: readonly PlannedStream[],
  from: FrameFrom,
): DueFrame[] {
  const due = planned.flatMap((stream) => cutStream(part, stream, from));
  return due.sort((one, other) => one.atSeconds - other.atSeconds);
}

type TimedFrame = DueFrame & { readonly atSeconds: number };

function cutStream(part: RecordingPart, planned: PlannedStream, from: FrameFrom): TimedFrame[] {
  const signals = planned.members.flatMap((member) => part.streams[member] ?? []);
  const [first] = signals;
  if (first === undefined || signals.length !== planned.members.length || planned.sampleRateHz <= 0)
    return [];
  const length = Math.min(...signals.map((signal) => signal.samples.values.length));
  const step = samplesAFrame(planned.sampleRateHz, planned.channels);
  const before = part.firstSamples[planned.members[0] ?? 0] ?? 0;
  return stretches(part.gaps, planned.sampleRateHz, length).flatMap((stretch) => {
    const frames: TimedFrame[] = [];
    for (let at = stretch.begin; at < stretch.end;) {
      // Up to the next whole frame of the recording.
      const frameEnd = Math.min(stretch.end, at + step - ((before + at) % step));
      const { begin, end } = measuredPart(signals, at, frameEnd);
      at = frameEnd;
      const atSeconds =
        part.startSeconds + stretch.startSeconds + (begin - stretch.begin) / planned.sampleRateHz;
      if (begin < end && isWithinRecording(atSeconds))
        frames.push({
          atSeconds,
          endSeconds: atSeconds + (end - begin) / planned.sampleRateHz,
          samples: (end - begin) * planned.channels,
          make: () => ({
            serial: from.serial,
            streamId: planned.streamId,
            sequence: Math.floor((before + begin) / step) >>> 0,
            deviceTimeUs: from.timeUs(atSeconds),
            encoding: 'delta',
            receivedMs: from.receivedMs,
            clockOffsetUs: 0,
            sampleRateHz: planned.sampleRateHz,
            channels: signals.map((signal) => digitalValues(signal, planned, begin, end)),
          }),
        });
    }
    return frames;
  });
}

/**
 * Files of ours fill up what a stream was silent about (decision 027): that is no sample, at either
 * end of a frame.
 */
function measuredPart(
  signals: readonly RecordingStream[],
  from: number,
  to: number,
): { readonly begin: number; readonly end: number } {
  const isFilling = (index: number): boolean =>
    signals.every(
      ({ samples }) =>
        samples.kind === 'digital' &&
        samples.notMeasured !== null &&
        samples.values[index] === samples.notMeasured,
    );
  let [begin, end] = [from, to];
  while (begin < end && isFilling(begin)) begin++;
  while (end > begin && isFilling(end - 1)) end--;
  return { begin, end };
}

type Stretch = { readonly begin: number; readonly end: number; readonly startSeconds: number };

/** Samples without a gap between them. */
function stretches(gaps: readonly RecordingGap[], sampleRateHz: number, length: number): Stretch[] {
  const found: Stretch[] = [];
  let begin = 0;
  let startSeconds = 0;
  for (const gap of gaps) {
    const end = Math.min(length, Math.max(begin, Math.round(gap.recordedSeconds * sampleRateHz)));
    if (end > begin) found.push({ begin, end, startSeconds });
    begin = end;
    startSeconds = gap.endSeconds;
  }
  if (length > begin) found.push({ begin, end: length, startSeconds });
  return found;
}
