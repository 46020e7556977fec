/** A deterministic random generator, 0..1. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    // xorshift32 (Marsaglia 2003)
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}

export function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

export interface EcgShape {
  seconds: number;
  sampleRateHz: number;
  /** Times of the R peaks in seconds. */
  beatSeconds: readonly number[];
  amplitude?: number;
  /** Standard deviation of white noise, mV. */
  noise?: number;
  /** Amplitude of a 0.25 Hz baseline wander, mV. */
  wander?: number;
  seed?: number;
}

interface Wave {
  atMs: number;
  widthMs: number;
  height: number;
}

const heartWaves: readonly Wave[] = [
  { atMs: -170, widthMs: 22, height: 0.12 },
  { atMs: -28, widthMs: 8, height: -0.12 },
  { atMs: 0, widthMs: 10, height: 1.1 },
  { atMs: 28, widthMs: 9, height: -0.25 },
  { atMs: 260, widthMs: 45, height: 0.3 },
];

/** Synthetic ECG in mV: P, Q, R, S and T waves as Gaussians around each beat. */
export function syntheticEcg({
  seconds,
  sampleRateHz,
  beatSeconds,
  amplitude = 1,
  noise = 0.01,
  wander = 0,
  seed = 1,
}: EcgShape): Float32Array {
  const random = seededRandom(seed);
  const out = Float32Array.from({ length: Math.round(seconds * sampleRateHz) }, (_, i) => {
    return noise * gaussian(random) + wander * Math.sin((2 * Math.PI * 0.25 * i) / sampleRateHz);
  });
  for (const beat of beatSeconds) {
    for (const wave of heartWaves) {
      const centre = (beat + wave.atMs / 1000) * sampleRateHz;
      const width = (wave.widthMs / 1000) * sampleRateHz;
      for (
        let i = Math.max(0, Math.floor(centre - 5 * width));
        i < Math.min(out.length, centre + 5 * width);
        i++
      ) {
        out[i] =
          (out[i] ?? 0) +
          amplitude * wave.height * Math.exp(-((i - centre) ** 2) / (2 * width * width));
      }
    }
  }
  return out;
}

/** Evenly spaced beat times; the first after half an interval. */
export function steadyBeats(seconds: number, perMinute: number): number[] {
  const interval = 60 / perMinute;
  return Array.from({ length: Math.floor(seconds / interval) }, (_, i) => (i + 0.5) * interval);
}

/** A breathing curve: a sine with a second harmonic, plus noise. */
export function breathing(
  seconds: number,
  sampleRateHz: number,
  perMinute: number,
  amplitude = 1,
  noise = 0,
  seed = 1,
): Float32Array {
  const random = seededRandom(seed);
  return Float32Array.from({ length: Math.round(seconds * sampleRateHz) }, (_, i) => {
    const phase = (2 * Math.PI * perMinute * i) / sampleRateHz / 60;
    return amplitude * (Math.sin(phase) + 0.2 * Math.sin(2 * phase)) + noise * gaussian(random);
  });
}

/**
 * A sensor at rest, interleaved x y z in g: gravity along `up`, breathing on one axis, and noise.
 */
export function chestAccelerometer(options: {
  seconds: number;
  sampleRateHz: number;
  up: readonly [number, number, number];
  perMinute?: number;
  breathG?: number;
  breathAxis?: 0 | 1 | 2;
  noiseG?: number;
  seed?: number;
}): Float32Array {
  const {
    seconds,
    sampleRateHz,
    up,
    perMinute = 15,
    breathG = 0.004,
    breathAxis = 2,
    noiseG = 0.001,
    seed = 1,
  } = options;
  const random = seededRandom(seed);
  const frames = Math.round(seconds * sampleRateHz);
  const breath = breathing(seconds, sampleRateHz, perMinute, breathG);
  return Float32Array.from({ length: frames * 3 }, (_, at) => {
    const axis = at % 3;
    const moved = axis === breathAxis ? (breath[Math.floor(at / 3)] ?? 0) : 0;
    return (up[axis] ?? 0) + moved + noiseG * gaussian(random);
  });
}

interface Pushable {
  push(samples: Float32Array | Int16Array, firstSampleTimeMs: number): void;
}

/** Pushes a recording in blocks whose lengths cycle through `frames`. */
export function pushInBlocks(
  target: Pushable,
  samples: Float32Array | Int16Array,
  sampleRateHz: number,
  options: { frames?: readonly number[]; channels?: number; startMs?: number } = {},
): number {
  const {
    frames = [Math.max(1, Math.round(sampleRateHz / 5))],
    channels = 1,
    startMs = 0,
  } = options;
  const total = samples.length / channels;
  for (let at = 0, block = 0; at < total; block++) {
    const length = Math.min(total - at, frames[block % frames.length] ?? 1);
    target.push(
      samples.subarray(at * channels, (at + length) * channels),
      startMs + (at * 1000) / sampleRateHz,
    );
    at += length;
  }
  return startMs + (total * 1000) / sampleRateHz;
}

export function joinSamples(...parts: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
