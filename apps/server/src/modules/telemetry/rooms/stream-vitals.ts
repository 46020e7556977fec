import { isPressed, VITALS, type StreamDeclaration, type Vital } from '@yamori/domain';
import {
  createAccelerometerRespiration,
  createChannelBlocks,
  createFallWatch,
  createHeartRate,
  createMovement,
  createPosture,
  createRespirationRate,
  createTemperature,
  createGatedRespiration,
  isNotMeasured,
  noReading,
  valueReading,
  type BreathDoubt,
  type Posture,
  type Reading,
} from '@yamori/signal';

/** Estimators of one stream; the device combines them. Times are in device time. */
export type StreamVitals = {
  /** Samples are channel-major, digital, and borrowed until the call returns. */
  readonly push: (
    samples: Int16Array,
    sampleCount: number,
    firstSampleTimeMs: number,
    sequence: number,
  ) => void;
  readonly read: (deviceNowMs: number) => StreamReadings;
  /**
   * Discards recent respiration when the wearer moves; the estimator would otherwise count the
   * movement for another half minute.
   */
  readonly forgetBreath?: () => void;
  /** Drains the events since the last call, for immediate delivery. */
  readonly take?: () => readonly StreamHappening[];
};

export type StreamHappening =
  | { readonly kind: 'press'; readonly atMs: number; readonly sequence: number }
  | { readonly kind: 'fall'; readonly atMs: number };

export type StreamReadings = {
  readonly heartRate?: Reading | undefined;
  readonly respirationRate?: Reading | undefined;
  /** Why the rate must not be shown although it proves breathing. */
  readonly respirationDoubt?: BreathDoubt | null;
  /** Time of the last breath; NaN before the first. */
  readonly lastBreathMs?: number;
  readonly temperature?: Reading | undefined;
  readonly posture?: Reading<Posture> | undefined;
  readonly movement?: Reading | undefined;
};

/** Returns null for kinds without vitals (a vendor’s own streams are only stored and shown). */
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

/** The vitals that streams of a kind can give. */
const STREAM_VITALS: Readonly<Record<string, readonly Vital[]>> = {
  ecg: ['heartRate'],
  impe: ['respirationRate'],
  flow: ['respirationRate'],
  eit: ['respirationRate'],
  'respi-axl': ['respirationRate'],
  respihr: ['heartRate', 'respirationRate'],
  temperature: ['temperature'],
};

export const findMeasuredVitals = (streams: readonly StreamDeclaration[]): readonly Vital[] =>
  VITALS.filter((vital) => streams.some(({ kind }) => STREAM_VITALS[kind]?.includes(vital)));

function ecgVitals({ sampleRateHz, scale }: StreamDeclaration): StreamVitals {
  const heartRate = createHeartRate({ sampleRateHz, scale });
  return {
    push: (samples, sampleCount, timeMs) =>
      heartRate.push(samples.subarray(0, sampleCount), timeMs),
    read: (nowMs) => ({ heartRate: heartRate.read(nowMs) }),
  };
}

/** One channel that follows the breath: chest impedance or air flow. */
function breathVitals({ sampleRateHz, scale }: StreamDeclaration): StreamVitals {
  const respiration = createGatedRespiration(() => createRespirationRate({ sampleRateHz, scale }));
  return {
    push(samples, sampleCount, timeMs) {
      const taken = samples.subarray(0, sampleCount);
      respiration.push(taken, taken, timeMs);
    },
    read: (nowMs) => respiration.read(nowMs),
    forgetBreath: () => respiration.forget(),
  };
}

/** Breathing moves the mean of all channels; the browser reconstructs the image. */
function eitVitals({ sampleRateHz, scale }: StreamDeclaration): StreamVitals {
  const respiration = createGatedRespiration(() => createRespirationRate({ sampleRateHz, scale }));
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
  // The estimator already restarts after each movement, so it needs no `forgetBreath`.
  const respiration = createGatedRespiration(() =>
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

/** Certainty of rates that the device computed; slightly lower than that of our own. */
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
      const events = taken;
      taken = [];
      return events;
    },
  };
}
