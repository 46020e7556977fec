import { joinChannels } from './chunks/chunk-codec.ts';
import { durationUs } from './timeline-frame.ts';

/** Contiguous samples. Samples outside all runs were not received. */
export type TimelineRun = {
  /**
   * Timeline time of the first sample, µs since 1970 UTC; sample `i` follows after i ÷ rate, to
   * within 1.5 samples.
   */
  readonly firstSampleTimeUs: number;
  /** Undefined for events, where each run is one frame at a single time. */
  readonly sampleRateHz?: number;
  /** Offset subtracted from the device's own times. */
  readonly clockOffsetUs: number;
  /** Digital values, one array per channel; -32,768 means "not measured". */
  readonly channels: readonly Int16Array[];
};

export type TimedFrame = {
  readonly timeUs: number;
  readonly sampleRateHz: number;
  readonly clockOffsetUs: number;
  readonly sequence: number;
  readonly channels: readonly Int16Array[];
};

/** Maximum deviation, in samples, of a frame that continues a run. */
const TOLERANCE_SAMPLES = 1.5;

/** Joins frames into runs, in order of time, and trims them to [fromUs, toUs). */
export function joinRuns(
  frames: readonly TimedFrame[],
  fromUs: number,
  toUs: number,
): TimelineRun[] {
  const sorted = frames
    .map((frame) => trim(frame, fromUs, toUs))
    .filter((frame) => frame !== null)
    .sort((one, other) => one.timeUs - other.timeUs || one.sequence - other.sequence);
  const runs: TimelineRun[] = [];
  let open: TimedFrame[] = [];
  let samples = 0;
  const close = (): void => {
    const [first] = open;
    if (first === undefined) return;
    const { timeUs, sampleRateHz, clockOffsetUs } = first;
    runs.push({
      firstSampleTimeUs: timeUs,
      ...(sampleRateHz > 0 ? { sampleRateHz } : {}),
      clockOffsetUs,
      channels: joinChannels(open),
    });
    open = [];
    samples = 0;
  };
  for (const frame of sorted) {
    const [first] = open;
    if (first !== undefined && !continues(first, samples, frame)) close();
    open.push(frame);
    samples += frame.channels[0]?.length ?? 0;
  }
  close();
  return runs;
}

function continues(first: TimedFrame, samples: number, frame: TimedFrame): boolean {
  if (
    first.sampleRateHz === 0 ||
    first.sampleRateHz !== frame.sampleRateHz ||
    first.clockOffsetUs !== frame.clockOffsetUs ||
    first.channels.length !== frame.channels.length
  )
    return false;
  const missUs = Math.abs(frame.timeUs - first.timeUs - durationUs(samples, first.sampleRateHz));
  return missUs <= (TOLERANCE_SAMPLES * 1e6) / first.sampleRateHz;
}

function trim(frame: TimedFrame, fromUs: number, toUs: number): TimedFrame | null {
  const length = frame.channels[0]?.length ?? 0;
  if (frame.sampleRateHz === 0) return frame.timeUs >= fromUs && frame.timeUs < toUs ? frame : null;
  const begin = Math.max(0, Math.ceil(((fromUs - frame.timeUs) * frame.sampleRateHz) / 1e6));
  const end = Math.min(length, Math.ceil(((toUs - frame.timeUs) * frame.sampleRateHz) / 1e6));
  if (begin >= end) return null;
  if (begin === 0 && end === length) return frame;
  return {
    ...frame,
    timeUs: frame.timeUs + durationUs(begin, frame.sampleRateHz),
    channels: frame.channels.map((channel) => channel.subarray(begin, end)),
  };
}
