import type { AccidentSeverity } from '@yamori/domain';

/** Pulses of one tone, repeated every `everyMs`. Times in ms from the start of the burst. */
export type AlarmBurst = {
  readonly pulsesAtMs: readonly number[];
  readonly pulseMs: number;
  readonly hz: number;
  readonly everyMs: number;
};

/**
 * Bursts whose pulses express the priority, as users of ward monitors know them: ten, three or two
 * pulses, fast or slow. The numbers, lengths and intervals of the pulses are within IEC
 * 60601-1-8:2006, tables 3 and 4. We claim no conformity: the loudness depends on the loudspeaker.
 */
export const ALARM_BURSTS: Readonly<Record<AccidentSeverity, AlarmBurst>> = {
  high: {
    pulsesAtMs: [0, 250, 500, 1000, 1250, 2000, 2250, 2500, 3000, 3250],
    pulseMs: 150,
    hz: 660,
    everyMs: 6400,
  },
  medium: { pulsesAtMs: [0, 400, 800], pulseMs: 200, hz: 523, everyMs: 7000 },
  low: { pulsesAtMs: [0, 400], pulseMs: 200, hz: 440, everyMs: 20_600 },
  technical: { pulsesAtMs: [0, 400], pulseMs: 200, hz: 330, everyMs: 20_600 },
};

/** One soft tone every five minutes while an urgent alarm is over but unchecked. */
export const UNCHECKED_BURST: AlarmBurst = {
  pulsesAtMs: [0],
  pulseMs: 300,
  hz: 392,
  everyMs: 300_000,
};

/**
 * A tone alone is hard to place in a corridor: the fundamental and four harmonics (the same
 * standard, 6.3.3.1).
 */
const HARMONICS = [1, 2, 3, 4, 5];
/** Share of a pulse over which it rises and falls, so that it does not click. */
const RAMP = 0.15;

/** One burst and the silence after it. @returns mono samples from −1 to 1 */
export function renderBurst(
  { pulsesAtMs, pulseMs, hz, everyMs }: AlarmBurst,
  sampleRateHz: number,
): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.round((everyMs * sampleRateHz) / 1000));
  const length = Math.round((pulseMs * sampleRateHz) / 1000);
  const most = HARMONICS.reduce((sum, harmonic) => sum + 1 / harmonic, 0);
  for (const atMs of pulsesAtMs) {
    const from = Math.round((atMs * sampleRateHz) / 1000);
    for (let i = 0; i < length && from + i < samples.length; i++) {
      const tone = HARMONICS.reduce(
        (sum, harmonic) =>
          sum + Math.sin((2 * Math.PI * hz * harmonic * i) / sampleRateHz) / harmonic,
        0,
      );
      samples[from + i] =
        (tone / most) * Math.min(1, i / (length * RAMP), (length - i) / (length * RAMP));
    }
  }
  return samples;
}
