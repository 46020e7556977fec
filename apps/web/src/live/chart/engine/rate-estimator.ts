import type { StreamDeclaration } from '@yamori/domain';
import {
  createAccelerometerRespiration,
  createChannelBlocks,
  createHeartRate,
  createRespirationRate,
  createGatedRespiration,
  heldBack,
  type Reading,
  type RespirationEstimator,
  type Samples,
  mostCertainReading,
  showsMovement,
} from '@yamori/signal';
import type { TraceFrame } from '../traces/stream-trace.ts';
import type { EstimateReport } from './chart-report.ts';

/** A rate computed from one stream in the browser, for immediate display. */
export type RateEstimator = {
  readonly rate: 'heartRate' | 'respirationRate';
  readonly push: (frame: TraceFrame) => void;
  /** Computes the rate; call it about once a second. `nowMs` is in the frames' time. */
  readonly read: (nowMs: number) => Reading;
};

/** Null for streams without a rate. */
export function createRateEstimator(stream: StreamDeclaration): RateEstimator | null {
  const { sampleRateHz, scale, channels } = stream;
  switch (stream.kind) {
    case 'ecg':
      return createHeartRateEstimator(stream);
    case 'impe':
    case 'flow':
      return createBreathRateEstimator(
        () => createRespirationRate({ sampleRateHz, scale }),
        selectAll,
      );
    case 'eit':
      return createBreathRateEstimator(
        () => createRespirationRate({ sampleRateHz, scale }),
        averageChannels(),
      );
    case 'eit-curves':
      return createBreathRateEstimator(() => createRespirationRate({ sampleRateHz }), selectAll);
    case 'respi-axl':
      return channels === 3
        ? createBreathRateEstimator(
            () => createAccelerometerRespiration({ sampleRateHz, scale }),
            interleaved(),
          )
        : null;
    case 'respihr':
      return null;
    default:
      return null;
  }
}

function createHeartRateEstimator({ sampleRateHz, scale }: StreamDeclaration): RateEstimator {
  const estimator = createHeartRate({ sampleRateHz, scale });
  return {
    rate: 'heartRate',
    push: (frame) =>
      estimator.push(frame.samples.subarray(0, frame.sampleCount), frame.deviceTimeMs),
    read: (nowMs) => estimator.read(nowMs),
  };
}

/** Selects the samples of a frame for the estimator. */
type SelectSamples = (frame: TraceFrame) => Samples;
const selectAll: SelectSamples = ({ samples, sampleCount }) => samples.subarray(0, sampleCount);

/** Breathing moves the mean of all readings, even if the image drifts. */
function averageChannels(): SelectSamples {
  const blocks = createChannelBlocks();
  return ({ samples, sampleCount }) => blocks.mean(samples, sampleCount);
}

function interleaved(): SelectSamples {
  const blocks = createChannelBlocks();
  return ({ samples, sampleCount }) => blocks.interleave(samples, sampleCount, 3);
}

/** No rate if the trace has gone flat or clips at the converter's limit. */
function createBreathRateEstimator(
  create: () => RespirationEstimator,
  select: SelectSamples,
): RateEstimator {
  const respiration = createGatedRespiration(create);
  let readMs = Number.NEGATIVE_INFINITY;
  return {
    rate: 'respirationRate',
    push(frame) {
      respiration.push(frame.samples, select(frame), frame.deviceTimeMs);
      // A new chart receives half a minute of frames at a time. The rate must be steady in them.
      if (Math.abs(frame.deviceTimeMs - readMs) < 1_000) return;
      readMs = frame.deviceTimeMs;
      respiration.read(readMs);
    },
    read(nowMs) {
      const { respirationRate, respirationDoubt } = respiration.read(nowMs);
      return heldBack(respirationRate, respirationDoubt);
    },
  };
}

/** The most reliable of several readings for display; none while any of them detects movement. */
export function reportEstimate(readings: readonly Reading[], nowMs: number): EstimateReport {
  const best = readings.find(showsMovement) ?? mostCertainReading(readings);
  switch (best.kind) {
    case 'value':
      return {
        kind: 'value',
        value: best.value,
        certainty: best.certainty,
        ageSeconds: Math.max(0, (nowMs - best.atMs) / 1000),
      };
    case 'uncertain':
      return { kind: 'uncertain', reason: best.reason };
    case 'none':
      return { kind: 'none' };
  }
}
