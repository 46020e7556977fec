import type { RecordingGap, RecordingStream } from '@yamori/formats';
import type { ImportedFrame } from '../../../core/timeline/importing/append-frames.ts';
import type { PlannedStream } from './import-plan.ts';
import { digitalValues } from './sample-values.ts';

/** A part of a recording. `firstSamples` is the number of earlier samples of each signal. */
export type RecordingPart = {
  /** Time from the start of the recording to the part's first sample. */
  readonly startSeconds: number;
  readonly streams: readonly RecordingStream[];
  /** Gaps within the part, in seconds since its start. */
  readonly gaps: readonly RecordingGap[];
  readonly firstSamples: readonly number[];
};

type FrameFrom = {
  readonly serial: string;
  readonly receivedMs: number;
  /** Converts recording time to timeline time. */
  readonly timeUs: (recordingSeconds: number) => number;
};

/** A frame whose samples are not converted yet, to save memory. */
type DueFrame = {
  readonly samples: number;
  /** Time from the start of the recording to the end of the last sample. */
  readonly endSeconds: number;
  readonly make: () => ImportedFrame;
};

/** Maximum samples of a frame, within its payload limit. */
const MAX_SAMPLES = 16_000;
const MAX_FRAME_SECONDS = 6 * 3600;
/** Offsets beyond this are damage. */
const MAX_RECORDING_SECONDS = 400 * 86_400;

export const isWithinRecording = (seconds: number): boolean =>
  seconds >= 0 && seconds <= MAX_RECORDING_SECONDS;

/** Samples per frame: one second; ten seconds below 10 Hz; 60 samples below 1 Hz. */
export function samplesAFrame(sampleRateHz: number, channels: number): number {
  const samples = sampleRateHz >= 10 ? sampleRateHz : sampleRateHz >= 1 ? 10 * sampleRateHz : 60;
  return Math.max(
    1,
    Math.min(
      Math.round(samples),
      Math.floor(MAX_SAMPLES / channels),
      Math.floor(MAX_FRAME_SECONDS * sampleRateHz),
    ),
  );
}

/**
 * Cuts a part into frames, in chronological order. Frame boundaries depend only on gaps and on the
 * sample count since the start of the recording, so repeated runs give equal frames.
 */
export function cutFrames(
  part: RecordingPart,
  planned: readonly PlannedStream[],
  from: FrameFrom,
): DueFrame[] {
  const due = planned.flatMap((stream) => cutStream(part, stream, from));
  return due.sort((a, b) => a.atSeconds - b.atSeconds);
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
  return splitAtGaps(part.gaps, planned.sampleRateHz, length).flatMap((segment) => {
    const frames: TimedFrame[] = [];
    for (let at = segment.begin; at < segment.end;) {
      // Up to the next frame boundary of the recording.
      const frameEnd = Math.min(segment.end, at + step - ((before + at) % step));
      const { begin, end } = trimFill(signals, at, frameEnd);
      at = frameEnd;
      const atSeconds =
        part.startSeconds + segment.startSeconds + (begin - segment.begin) / planned.sampleRateHz;
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
 * Trims fill samples from both ends. Our own exports fill the gaps of a stream with them (decision
 * 027).
 */
function trimFill(
  signals: readonly RecordingStream[],
  from: number,
  to: number,
): { readonly begin: number; readonly end: number } {
  const isFill = (index: number): boolean =>
    signals.every(
      ({ samples }) =>
        samples.kind === 'digital' &&
        samples.notMeasured !== null &&
        samples.values[index] === samples.notMeasured,
    );
  let [begin, end] = [from, to];
  while (begin < end && isFill(begin)) begin++;
  while (end > begin && isFill(end - 1)) end--;
  return { begin, end };
}

type Segment = { readonly begin: number; readonly end: number; readonly startSeconds: number };

/** Splits samples at the gaps. */
function splitAtGaps(
  gaps: readonly RecordingGap[],
  sampleRateHz: number,
  length: number,
): Segment[] {
  const segments: Segment[] = [];
  let begin = 0;
  let startSeconds = 0;
  for (const gap of gaps) {
    const end = Math.min(length, Math.max(begin, Math.round(gap.recordedSeconds * sampleRateHz)));
    if (end > begin) segments.push({ begin, end, startSeconds });
    begin = end;
    startSeconds = gap.endSeconds;
  }
  if (length > begin) segments.push({ begin, end: length, startSeconds });
  return segments;
}
