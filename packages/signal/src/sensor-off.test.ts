import { describe, expect, it } from 'vitest';
import { createMovement } from './body/movement.ts';
import { createPosture } from './body/posture.ts';
import { createPresence } from './body/presence.ts';
import { createAccelerometerRespiration } from './respiration/accelerometer-respiration.ts';
import { chestAccelerometer, joinSamples } from './testing/synthetic-signals.ts';

const HZ = 50;
const asleep = (seconds: number, seed = 1): Float32Array =>
  chestAccelerometer({
    seconds,
    sampleRateHz: HZ,
    up: [0, 0, 1],
    breathG: 0.01,
    noiseG: 0.004,
    seed,
  });
const unplugged = (seconds: number): Float32Array =>
  new Float32Array(seconds * HZ * 3).fill(Number.NaN);
/** A sensor on a table: gravity and hardly any noise. */
const onTable = (seconds: number): Float32Array =>
  chestAccelerometer({ seconds, sampleRateHz: HZ, up: [0, 0, 1], breathG: 0, noiseG: 0.0002 });

/** Presence, second by second, while these samples arrive. */
function presences(samples: Float32Array): string[] {
  const movement = createMovement({ sampleRateHz: HZ });
  const posture = createPosture({ sampleRateHz: HZ });
  const respiration = createAccelerometerRespiration({ sampleRateHz: HZ });
  const presence = createPresence();
  return Array.from({ length: samples.length / (3 * HZ) }, (_, second) => {
    const block = samples.subarray(second * HZ * 3, (second + 1) * HZ * 3);
    for (const estimator of [movement, posture, respiration]) estimator.push(block, second * 1000);
    const nowMs = (second + 1) * 1000;
    const reading = presence.update(
      {
        movement: movement.read(nowMs),
        posture: posture.read(nowMs),
        respiration: respiration.read(nowMs),
      },
      nowMs,
    );
    return reading.kind === 'value' ? reading.value : reading.kind;
  });
}

describe('presence while a sensor is off', () => {
  it('does not become out of bed', () => {
    const states = presences(joinSamples(asleep(60), unplugged(180)));
    expect(states[59]).toBe('inBed');
    expect(states).not.toContain('outOfBed');
  });

  it('becomes none once the last data are old', () => {
    expect(presences(joinSamples(asleep(60), unplugged(180))).at(-1)).not.toBe('inBed');
  });

  it('returns half a minute after the sensor is put back on', () => {
    expect(presences(joinSamples(asleep(60), unplugged(120), asleep(30, 2))).at(-1)).toBe('inBed');
  });

  it('becomes out of bed for a sensor left on a table', () => {
    const states = presences(joinSamples(asleep(60), onTable(150)));
    expect(states[59]).toBe('inBed');
    expect(states.at(-1)).toBe('outOfBed');
  });

  it('does not change for a short interruption', () => {
    const states = presences(joinSamples(asleep(60), unplugged(5), asleep(30, 3)));
    expect(new Set(states.slice(59))).toEqual(new Set(['inBed']));
  });
});

describe('createMovement with missing samples', () => {
  const activity = (
    samples: Float32Array,
  ): ReturnType<ReturnType<typeof createMovement>['read']> => {
    const movement = createMovement({ sampleRateHz: HZ });
    movement.push(samples, 0);
    return movement.read((samples.length / 3 / HZ) * 1000);
  };
  /** Removes some of every ten frames of three axes. */
  const thinned = (ofTen: number): Float32Array =>
    asleep(30).map((value, index) => (Math.floor(index / 3) % 10 < ofTen ? Number.NaN : value));

  it.each([1, 3, 5])('%d of ten missing frames hardly change the value', (ofTen) => {
    const whole = activity(asleep(30));
    const part = activity(thinned(ofTen));
    if (whole.kind !== 'value' || part.kind !== 'value') throw new Error('no figure');
    expect(Math.abs(part.value - whole.value)).toBeLessThan(0.25 * whole.value);
  });

  it.each([6, 9, 10])('%d of ten missing frames give no value', (ofTen) => {
    expect(activity(thinned(ofTen)).kind).not.toBe('value');
  });
});
