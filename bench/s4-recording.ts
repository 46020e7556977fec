import { encodeFrame } from '@yamori/frames';

/** One minute of one stream of one device. */
export type S4Stream = {
  readonly streamId: number;
  readonly name: string;
  readonly channels: number;
  readonly sampleRateHz: number;
};
export type S4Minute = {
  readonly serial: string;
  readonly stream: S4Stream;
  readonly startUs: number;
  readonly samples: readonly Int16Array[];
};

/** The streams of a fully equipped bed: ECG, accelerometer and EIT. */
export const S4_STREAMS: readonly S4Stream[] = [
  { streamId: 1, name: 'ecg', channels: 1, sampleRateHz: 250 },
  { streamId: 2, name: 'axl', channels: 3, sampleRateHz: 50 },
  { streamId: 3, name: 'eit', channels: 208, sampleRateHz: 20 },
];

export const S4_START_US = 1_760_000_000_000_000;
const SECONDS = 60;

/**
 * Breathing, a pulse, and noise of 3 to 6 digital steps, which makes the bits of real converters
 * hard to pack.
 */
export function buildMinutes(devices: number, minutes: number): S4Minute[] {
  const random = createNoise(4);
  const built: S4Minute[] = [];
  for (let minute = 0; minute < minutes; minute++) {
    for (let device = 0; device < devices; device++) {
      for (const stream of S4_STREAMS) {
        const first = minute * SECONDS * stream.sampleRateHz;
        const samples = Array.from({ length: stream.channels }, (_, channel) =>
          buildChannel(stream, channel, first, random),
        );
        built.push({
          serial: `BENCH-${device}`,
          stream,
          startUs: S4_START_US + minute * SECONDS * 1e6,
          samples,
        });
      }
    }
  }
  return built;
}

function buildChannel(
  stream: S4Stream,
  channel: number,
  first: number,
  random: () => number,
): Int16Array {
  const noise = 3 + (channel % 4);
  return Int16Array.from({ length: SECONDS * stream.sampleRateHz }, (_, index) => {
    const seconds = (first + index) / stream.sampleRateHz;
    const breath = Math.sin(2 * Math.PI * 0.25 * seconds + channel / 30);
    const beat =
      stream.name === 'ecg'
        ? 900 * Math.exp(-(((seconds % 0.85) - 0.2) ** 2) / 0.0004)
        : 20 * Math.sin(2 * Math.PI * 1.18 * seconds);
    return Math.round(400 * breath + beat + noise * (random() + random() + random() - 1.5) * 2);
  });
}

/** One frame a second, as the device sends it. */
export function framesOfMinute(minute: S4Minute): Buffer {
  const { stream } = minute;
  const firstSequence = Math.round((minute.startUs - S4_START_US) / 1e6);
  return Buffer.concat(
    Array.from({ length: SECONDS }, (_, second) =>
      encodeFrame({
        streamId: stream.streamId,
        sequence: firstSequence + second,
        deviceTimeUs: minute.startUs + second * 1e6,
        channels: minute.samples.map((channel) =>
          channel.subarray(second * stream.sampleRateHz, (second + 1) * stream.sampleRateHz),
        ),
      }),
    ),
  );
}

/** InfluxDB's line protocol: a line per instant, a field per channel, times in nanoseconds. */
export function linesOfMinute(minute: S4Minute): Buffer {
  const { stream, samples } = minute;
  const lines: string[] = [];
  for (let index = 0; index < SECONDS * stream.sampleRateHz; index++) {
    const timeUs = minute.startUs + Math.round((index * 1e6) / stream.sampleRateHz);
    lines.push(
      `${stream.name},d=${minute.serial} ${samples.map((channel, number) => `c${number}=${channel[index]}i`).join(',')} ${timeUs}000`,
    );
  }
  return Buffer.from(lines.join('\n'));
}

export const countSamples = (minutes: readonly S4Minute[]): number =>
  minutes.reduce(
    (sum, minute) => sum + minute.samples.length * (minute.samples[0]?.length ?? 0),
    0,
  );

function createNoise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
