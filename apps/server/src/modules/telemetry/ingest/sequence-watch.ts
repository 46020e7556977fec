import { sequenceDistance } from '@yamori/frames';
import { durationUs, type Clock } from '../../../core/timeline/timeline-frame.ts';

export type SequenceCounters = {
  frames: number;
  /** Same sequence and time as the newest frame. */
  repeated: number;
  /** Behind the newest frame in sequence and time. */
  back: number;
  /** Number of gaps, and of frames missing in them. */
  gaps: number;
  missingFrames: number;
  /** The device restarted its counter, or its clock was set back; its frames are new. */
  restarts: number;
};

export type SequenceStep = 'first' | 'next' | 'gap' | 'repeated' | 'back' | 'restart';

type SequencedFrame = {
  readonly streamId: number;
  readonly sequence: number;
  readonly deviceTimeUs: number;
  readonly sampleCount: number;
};

/**
 * Follows each stream’s sequence, to count missing frames and separate live frames from late ones.
 * Does not affect storage, which identifies a frame by sequence and time.
 */
export type SequenceWatch = {
  readonly see: (frame: SequencedFrame, sampleRateHz: number) => SequenceStep;
  readonly counters: () => ReadonlyMap<number, SequenceCounters>;
  /**
   * End of the newest frame of all streams, in device time. After the clock was set back: of the
   * frames since then.
   */
  readonly newestUs: () => number;
};

type Head = {
  sequence: number;
  deviceTimeUs: number;
  endUs: number;
  aheadMs: number;
  readonly counters: SequenceCounters;
};

/**
 * A device that sent its newest frame within this time still has its clock and its counters: an
 * older frame with an older number is only late.
 */
const STILL_NEWEST_MS = 5_000;

export function createSequenceWatch(clock: Clock, liveAgainSeconds: number): SequenceWatch {
  const heads = new Map<number, Head>();
  const newest = { endUs: Number.NEGATIVE_INFINITY, arrivedMs: Number.NEGATIVE_INFINITY };

  /** `ahead`: how far the frame's sequence is after that of the head. */
  function classifyStep(head: Head, frame: SequencedFrame, ahead: number): SequenceStep {
    if (frame.sequence === head.sequence && frame.deviceTimeUs === head.deviceTimeUs)
      return 'repeated';
    const isAhead = isForward(ahead);
    if (isAhead && frame.deviceTimeUs >= head.deviceTimeUs) return ahead === 1 ? 'next' : 'gap';
    // Ahead in only one of the two: the counter restarted, or the clock was set back.
    if (isAhead || frame.deviceTimeUs >= head.endUs) return 'restart';
    return clock.nowMs() - head.aheadMs > liveAgainSeconds * 1000 ? 'restart' : 'back';
  }

  function moveNewest(endUs: number): void {
    newest.endUs = endUs;
    newest.arrivedMs = clock.nowMs();
  }

  return {
    see(frame, sampleRateHz) {
      const endUs = frame.deviceTimeUs + durationUs(frame.sampleCount, sampleRateHz);
      const head = heads.get(frame.streamId);
      const isNewest = endUs >= newest.endUs;
      if (head === undefined) {
        if (isNewest) moveNewest(endUs);
        heads.set(frame.streamId, {
          sequence: frame.sequence,
          deviceTimeUs: frame.deviceTimeUs,
          endUs,
          aheadMs: clock.nowMs(),
          counters: { frames: 1, repeated: 0, back: 0, gaps: 0, missingFrames: 0, restarts: 0 },
        });
        return 'first';
      }
      const ahead = sequenceDistance(head.sequence, frame.sequence);
      const step = classifyStep(head, frame, ahead);
      count(head.counters, step, ahead);
      if (step === 'repeated' || step === 'back') return step;
      const isSetBack = frame.deviceTimeUs < head.deviceTimeUs;
      const isQuiet = clock.nowMs() - newest.arrivedMs > STILL_NEWEST_MS;
      if (isNewest || (isSetBack && (isForward(ahead) || isQuiet))) moveNewest(endUs);
      head.sequence = frame.sequence;
      head.deviceTimeUs = frame.deviceTimeUs;
      head.endUs = endUs;
      head.aheadMs = clock.nowMs();
      return step;
    },
    newestUs: () => newest.endUs,
    counters: () => new Map([...heads].map(([streamId, head]) => [streamId, { ...head.counters }])),
  };
}

const isForward = (ahead: number): boolean => ahead > 0 && ahead < 2 ** 31;

function count(counters: SequenceCounters, step: SequenceStep, ahead: number): void {
  counters.frames += 1;
  switch (step) {
    case 'first':
    case 'next':
      break;
    case 'repeated':
      counters.repeated += 1;
      break;
    case 'back':
      counters.back += 1;
      break;
    case 'restart':
      counters.restarts += 1;
      break;
    case 'gap':
      counters.gaps += 1;
      counters.missingFrames += ahead - 1;
      break;
  }
}

/** Late and repeated frames only belong to the timeline. */
export const isLive = (step: SequenceStep): boolean => step !== 'repeated' && step !== 'back';
