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
   * End of the newest frame of all streams, in device time. After a clock was set back: of the
   * streams that have sent since.
   */
  readonly newestUs: () => number;
};

type Head = {
  sequence: number;
  deviceTimeUs: number;
  endUs: number;
  aheadMs: number;
  /** False once another stream shows that the device’s clock was set back. */
  isCurrent: boolean;
  readonly counters: SequenceCounters;
};

export function createSequenceWatch(clock: Clock, liveAgainSeconds: number): SequenceWatch {
  const heads = new Map<number, Head>();

  function stepOf(head: Head, frame: SequencedFrame): SequenceStep {
    if (frame.sequence === head.sequence && frame.deviceTimeUs === head.deviceTimeUs)
      return 'repeated';
    const ahead = sequenceDistance(head.sequence, frame.sequence);
    const isAhead = isForward(ahead);
    if (isAhead && frame.deviceTimeUs >= head.deviceTimeUs) return ahead === 1 ? 'next' : 'gap';
    // Ahead in only one of the two: the counter restarted, or the clock was set back.
    if (isAhead || frame.deviceTimeUs >= head.endUs) return 'restart';
    return clock.nowMs() - head.aheadMs > liveAgainSeconds * 1000 ? 'restart' : 'back';
  }

  return {
    see(frame, sampleRateHz) {
      const endUs = frame.deviceTimeUs + durationUs(frame.sampleCount, sampleRateHz);
      const head = heads.get(frame.streamId);
      if (head === undefined) {
        heads.set(frame.streamId, {
          sequence: frame.sequence,
          deviceTimeUs: frame.deviceTimeUs,
          endUs,
          aheadMs: clock.nowMs(),
          isCurrent: true,
          counters: { frames: 1, repeated: 0, back: 0, gaps: 0, missingFrames: 0, restarts: 0 },
        });
        return 'first';
      }
      const step = stepOf(head, frame);
      const ahead = sequenceDistance(head.sequence, frame.sequence);
      count(head.counters, step, ahead);
      if (step === 'repeated' || step === 'back') return step;
      const isClockSetBack = frame.deviceTimeUs < head.deviceTimeUs && isForward(ahead);
      if (isClockSetBack) for (const other of heads.values()) other.isCurrent = false;
      head.isCurrent = true;
      head.sequence = frame.sequence;
      head.deviceTimeUs = frame.deviceTimeUs;
      head.endUs = endUs;
      head.aheadMs = clock.nowMs();
      return step;
    },
    newestUs: () =>
      Math.max(
        ...[...heads.values()].filter(({ isCurrent }) => isCurrent).map(({ endUs }) => endUs),
      ),
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
