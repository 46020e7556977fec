import { sequenceDistance } from '@yamori/frames';
import { durationUs, type Clock } from '../../../core/timeline/timeline-frame.ts';

export type SequenceCounters = {
  frames: number;
  /** Same sequence and time as the newest frame. */
  repeated: number;
  /** Behind the newest frame in sequence and time. */
  back: number;
  /** Times at which frames were missing, and how many in all. */
  gaps: number;
  missingFrames: number;
  /**
   * The device counts from the beginning, or its clock was set back: what comes is new all the
   * same.
   */
  restarts: number;
};

export type SequenceStep = 'first' | 'next' | 'gap' | 'repeated' | 'back' | 'restart';

export type SequencedFrame = {
  readonly streamId: number;
  readonly sequence: number;
  readonly deviceTimeUs: number;
  readonly sampleCount: number;
};

/**
 * Follows each stream's sequence, to count what is missing and to tell what is live from what comes
 * late. It decides nothing about storage: there a frame is known by sequence and time together.
 */
export type SequenceWatch = {
  readonly see: (frame: SequencedFrame, sampleRateHz: number) => SequenceStep;
  readonly counters: () => ReadonlyMap<number, SequenceCounters>;
  /**
   * The end of the newest frame of all streams, by the device's clock. After that was set back:
   * of the streams that have sent since.
   */
  readonly newestUs: () => number;
};

type Head = {
  sequence: number;
  deviceTimeUs: number;
  endUs: number;
  aheadMs: number;
  /** False from when another stream shows that the device's clock was set back. */
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
    // Ahead in one of the two: a counter that began anew, or a clock that was set back.
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

/** Late frames and repetitions belong on the timeline only. */
export const isLive = (step: SequenceStep): boolean => step !== 'repeated' && step !== 'back';
