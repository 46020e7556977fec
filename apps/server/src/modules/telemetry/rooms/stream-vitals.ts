import { isPressed, type StreamDeclaration } from '@yamori/domain';
import {
  createAccelerometerRespiration,
  createChannelBlocks,
  createFallWatch,
  createHeartRate,
  createMovement,
  createPosture,
  createRespirationRate,
  createTemperature,
  createWatchedRespiration,
  isNotMeasured,
  noReading,
  valueReading,
  type BreathDoubt,
  type Posture,
  type Reading,
} from '@yamori/signal';

/**
 * What one stream of a device can say; the device puts its streams together. Times are the device's
 * own.
 */
export type StreamVitals = {
  /** Samples channel-major, digital; borrowed until it returns. */
  readonly push: (
    samples: Int16Array,
    sampleCount: number,
    firstSampleTimeMs: number,
    sequence: number,
  ) => void;
  readonly read: (deviceNowMs: number) => StreamReadings;
  /**
   * The wearer moves: what came so far is no breath, and would be counted as such for another half
   * minute.
   */
  readonly forgetBreath?: () => void;
  /** What happened at moments since it was last asked, which somebody has to hear of at once. */
  readonly take?: () => readonly StreamHappening[];
};

export type StreamHappening =
  | { readonly kind: 'press'; readonly atMs: number; readonly sequence: number }
  | { readonly kind: 'fall'; readonly atMs: number };

export type StreamReadings = {
  readonly heartRate?: Reading;
  readonly respirationRate?: Reading;
  /** What stands against showing that rate, though it tells that somebody breathes. */
  readonly respirationDoubt?: BreathDoubt | null;
  /** When the last breath was; NaN before the first. */
  readonly lastBreathMs?: number;
  readonly temperature?: Reading;
  readonly posture?: Reading<Posture>;
  readonly movement?: Reading;
};

/**
 * Null for kinds that say nothing about the person (a maker's own streams are still kept and
 * shown).
 */
export function createStreamVitals(stream: StreamDeclaration): StreamVitals | null {
  switch (stream.kind) {
    case 'ecg':
      return ecgVitals(stream);
    case 'impe':
    case 'flow':
      return breathVitals(stream);
    case 'eit':
      return eitVitals(stream);
    case 'respi-axl':
      return accelerometerVitals(stream);
    case 'respihr':
      return reportedRates(stream);
    case 'temperature':
      return temperatureVitals(stream);
    case 'button':
      return buttonVitals();
    default:
      return null;
  }
}

function ecgVitals({ sampleRateHz, scale }: StreamDeclaration): StreamVitals {
  const heartRate = createHeartRate({ sampleRateHz, scale });
  return {
    push: (samples, sampleCount, timeMs) =>
      heartRate.push(samples.subarray(0, sampleCount), timeMs),
    read: (nowMs) => ({ heartRate: heartRate.read(nowMs) }),
  };
}

/** One channel that rises and falls with the breath: impedance of the chest, or air flow. */
function breathVitals({ sampleRateHz, scale }: StreamDeclaration): StreamVitals {
  const respiration = createWatchedRespiration(() =>
    createRespirationRate({ sampleRateHz, scale }),
  );
  return {
    push(samples, sampleCount, timeMs) {
      const taken = samples.subarray(0, sampleCount);
      respiration.push(taken, taken, timeMs);
    },
    read: (nowMs) => respiration.read(nowMs),
    forgetBreath: () => respiration.forget(),
  };
}

/** Breathing moves the mean of all readings; the image itself is made where it is looked at. */
function eitVitals({ sampleRateHz, scale }: StreamDeclaration): StreamVitals {
  const respiration = createWatchedRespiration(() =>
    createRespirationRate({ sampleRateHz, scale }),
  );
  const blocks = createChannelBlocks();
  return {
    push: (samples, sampleCount, timeMs) =>
      respiration.push(samples, blocks.mean(samples, sampleCount), timeMs),
    read: (nowMs) => respiration.read(nowMs),
    forgetBreath: () => respiration.forget(),
  };
}

function accelerometerVitals({ sampleRateHz, scale }: StreamDeclaration): StreamVitals {
  const movement = createMovement({ sampleRateHz, scale });
  const posture = createPosture({ sampleRateHz, scale });
  const falls = createFallWatch({ sampleRateHz, scale });
  // It looks no further back than the last movement by itself.
  const respiration = createWatchedRespiration(() =>
    createAccelerometerRespiration({ sampleRateHz, scale }),
  );
  const blocks = createChannelBlocks();
  return {
    push(samples, sampleCount, timeMs) {
      const block = blocks.interleave(samples, sampleCount, 3);
      for (const estimator of [movement, posture, falls]) estimator.push(block, timeMs);
      respiration.push(block, block, timeMs);
    },
    read: (nowMs) => ({
      movement: movement.read(nowMs),
      posture: posture.read(nowMs),
      ...respiration.read(nowMs),
    }),
    take: () => falls.take().map((atMs) => ({ kind: 'fall', atMs })),
  };
}

/** Rates that the device computed itself: taken as they are, a little less sure than our own. */
const REPORTED_CERTAINTY = 0.7;

function reportedRates({ scale, offset }: StreamDeclaration): StreamVitals {
  let respirationRate: Reading = noReading;
  let heartRate: Reading = noReading;
  const asReading = (digital: number | undefined, atMs: number): Reading =>
    digital === undefined || isNotMeasured(digital) || digital * scale + offset <= 0
      ? noReading
      : valueReading(digital * scale + offset, REPORTED_CERTAINTY, atMs);
  return {
    push(samples, sampleCount, timeMs) {
      const atMs = timeMs + (sampleCount - 1) * 1000;
      respirationRate = asReading(samples[sampleCount - 1], atMs);
      heartRate = asReading(samples[2 * sampleCount - 1], atMs);
    },
    read: () => ({ respirationRate, heartRate }),
  };
}

function temperatureVitals({ sampleRateHz, scale, offset }: StreamDeclaration): StreamVitals {
  const temperature = createTemperature({ sampleRateHz });
  let celsius = new Float32Array(16);
  return {
    push(samples, sampleCount, timeMs) {
      if (celsius.length < sampleCount) celsius = new Float32Array(sampleCount);
      for (let index = 0; index < sampleCount; index++) {
        const digital = samples[index] ?? 0;
        celsius[index] = isNotMeasured(digital) ? Number.NaN : digital * scale + offset;
      }
      temperature.push(celsius.subarray(0, sampleCount), timeMs);
    },
    read: (nowMs) => ({ temperature: temperature.read(nowMs) }),
  };
}

function buttonVitals(): StreamVitals {
  let taken: StreamHappening[] = [];
  return {
    push(samples, sampleCount, timeMs, sequence) {
      if (isPressed(samples.subarray(0, sampleCount)))
        taken.push({ kind: 'press', atMs: timeMs, sequence });
    },
    read: () => ({}),
    take() {
      const told = taken;
      taken = [];
      return told;
    },
  };
}
