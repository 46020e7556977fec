import type { StreamDeclaration } from '@yamori/domain';
import { createAccelerometerRespiration, createChannelBlocks, createHeartRate, createRespirationRate, type Estimator, type Reading, surestReading } from '@yamori/signal';
import type { TraceFrame } from '../traces/stream-trace.ts';
import type { EstimateReport } from './chart-report.ts';

/** A rate that is computed here, for immediate display, from one stream. */
export type RateEstimator = {
  readonly rate: 'heartRate' | 'respirationRate';
  readonly push: (frame: TraceFrame) => void;
  /** Does the work; call it about once a second. `nowMs` is in the frames' time. */
  readonly read: (nowMs: number) => Reading;
};

/** Null where the stream says nothing of a rate. */
export function createRateEstimator(stream: StreamDeclaration): RateEstimator | null {
  const { sampleRateHz, scale, channels } = stream;
  switch (stream.kind) {
    case 'ecg': return singleChannel('heartRate', createHeartRate({ sampleRateHz, scale }));
    case 'impe': case 'flow': return singleChannel('respirationRate', createRespirationRate({ sampleRateHz, scale }));
    case 'eit': return meanOfChannels(createRespirationRate({ sampleRateHz, scale }));
    case 'eit-curves': return singleChannel('respirationRate', createRespirationRate({ sampleRateHz }));
    case 'respi-axl': return channels === 3 ? accelerometer(createAccelerometerRespiration({ sampleRateHz, scale })) : null;
    case 'respihr': return null;
    default: return null;
  }
}

function singleChannel(rate: RateEstimator['rate'], estimator: Estimator): RateEstimator {
  return {
    rate,
    push: (frame) => estimator.push(frame.samples.subarray(0, frame.sampleCount), frame.deviceTimeMs),
    read: (nowMs) => estimator.read(nowMs),
  };
}

/** Breathing moves the mean of all readings, also where the image drifts. */
function meanOfChannels(estimator: Estimator): RateEstimator {
  const blocks = createChannelBlocks();
  return {
    rate: 'respirationRate',
    push: ({ samples, sampleCount, deviceTimeMs }) => estimator.push(blocks.mean(samples, sampleCount), deviceTimeMs),
    read: (nowMs) => estimator.read(nowMs),
  };
}

function accelerometer(estimator: Estimator): RateEstimator {
  const blocks = createChannelBlocks();
  return {
    rate: 'respirationRate',
    push: ({ samples, sampleCount, deviceTimeMs }) => estimator.push(blocks.interleave(samples, sampleCount, 3), deviceTimeMs),
    read: (nowMs) => estimator.read(nowMs),
  };
}

/** The surest of several readings as the page shows it. */
export function reportEstimate(readings: readonly Reading[], nowMs: number): EstimateReport {
  const best = surestReading(readings);
  switch (best.kind) {
    case 'value': return { kind: 'value', value: best.value, certainty: best.certainty, ageSeconds: Math.max(0, (nowMs - best.atMs) / 1000) };
    case 'uncertain': return { kind: 'uncertain', reason: best.reason };
    case 'none': return { kind: 'none' };
  }
}
