import { describe, expect, it } from 'vitest';
import * as signal from './index.ts';
import {
  chestAccelerometer,
  gaussian,
  joinSamples,
  seededRandom,
  steadyBeats,
  syntheticEcg,
  breathing,
} from './testing/synthetic-signals.ts';

/**
 * Ten minutes of one room, second by second, as the server feeds them: asleep, up and about, away,
 * back in bed.
 */
const startMs = 1_795_228_800_000;

interface Second {
  presence: string;
  sleepState: string;
  posture: string;
  heartRate: number;
  respirationRate: number;
}

function accelerometer(): Float32Array {
  const lying = (seconds: number, seed: number) =>
    chestAccelerometer({ seconds, sampleRateHz: 50, up: [0, 0.1, 0.99], perMinute: 14, seed });
  const random = seededRandom(9);
  const walking = Float32Array.from({ length: 30 * 150 }, (_, at) => {
    return (
      (at % 3 === 1 ? 1 : 0) +
      0.3 * Math.sin((2 * Math.PI * 1.9 * Math.floor(at / 3)) / 50) +
      0.05 * gaussian(random)
    );
  });
  const putDown = chestAccelerometer({
    seconds: 90,
    sampleRateHz: 50,
    up: [0, 0, 1],
    breathG: 0,
    noiseG: 0.0004,
    seed: 5,
  });
  return joinSamples(lying(400, 1), walking, putDown, lying(80, 2));
}

function live(): Second[] {
  const axl = accelerometer();
  const ecg = syntheticEcg({ seconds: 600, sampleRateHz: 250, beatSeconds: steadyBeats(600, 62) });
  const movement = signal.createMovement({ sampleRateHz: 50 });
  const posture = signal.createPosture({ sampleRateHz: 50 });
  const respiration = signal.createAccelerometerRespiration({ sampleRateHz: 50 });
  const heart = signal.createHeartRate({ sampleRateHz: 250 });
  const presence = signal.createPresence();
  const sleep = signal.createSleepState();
  const getValue = <V>(reading: signal.Reading<V>): V | string =>
    reading.kind === 'value' ? reading.value : reading.kind;
  return Array.from({ length: 600 }, (_, second) => {
    const fromMs = startMs + second * 1000;
    const nowMs = startMs + second * 1000 + 1000;
    const block = axl.subarray(second * 150, second * 150 + 150);
    for (const estimator of [movement, posture, respiration]) estimator.push(block, fromMs);
    heart.push(ecg.subarray(second * 250, second * 250 + 250), fromMs);
    const evidence = {
      movement: movement.read(nowMs),
      posture: posture.read(nowMs),
      respiration: respiration.read(nowMs),
    };
    const present = presence.update(evidence, nowMs);
    const state = sleep.update({ ...evidence, presence: present }, nowMs);
    return {
      presence: String(getValue(present)),
      sleepState: String(getValue(state)),
      posture: String(getValue(evidence.posture)),
      heartRate: Number(getValue(heart.read(nowMs))),
      respirationRate: Number(getValue(evidence.respiration)),
    };
  });
}

describe('estimators on ten minutes of a room', () => {
  const seconds = live();

  it('the sleeper is found in bed within half a minute, after settling', () => {
    expect(seconds[2]?.presence).toBe('uncertain');
    expect(seconds[30]?.presence).toBe('inBed');
    expect(seconds[30]?.posture).toBe('supine');
  });

  it('a still wearer falls asleep, without a premature state', () => {
    const states = [...new Set(seconds.slice(30, 400).map(({ sleepState }) => sleepState))];
    expect(states).toEqual(['uncertain', 'asleep']);
  });

  it('heart and respiration rate are shown during sleep', () => {
    for (const { heartRate, respirationRate } of seconds.slice(60, 400)) {
      expect(Math.abs(heartRate - 62)).toBeLessThan(1.5);
      expect(Math.abs(respirationRate - 14)).toBeLessThan(1.5);
    }
  });

  it('getting up is detected within fifteen seconds', () => {
    expect(seconds[399]?.presence).toBe('inBed');
    expect(seconds[415]?.presence).toBe('outOfBed');
    expect(seconds[415]?.posture).toBe('upright');
    expect(seconds[416]?.sleepState).toBe('awake');
  });

  it('no respiration is shown while walking or for a sensor on the table', () => {
    expect(
      seconds.slice(412, 428).every(({ respirationRate }) => Number.isNaN(respirationRate)),
    ).toBe(true);
    expect(
      seconds.slice(475, 518).every(({ respirationRate }) => Number.isNaN(respirationRate)),
    ).toBe(true);
  });

  it('presence stays out of bed while the sensor is on the table', () => {
    expect(new Set(seconds.slice(420, 518).map(({ presence }) => presence))).toEqual(
      new Set(['outOfBed']),
    );
  });

  it('the return is detected within half a minute', () => {
    expect(seconds[555]?.presence).toBe('inBed');
    expect(seconds.at(-1)?.posture).toBe('supine');
  });
});

describe('impedance and accelerometer', () => {
  it('both sensors give the same respiration rate', () => {
    const impedance = signal.measureRespiration(breathing(60, 50, 14, 0.4, 0.02), 50);
    if (impedance.kind === 'value') expect(impedance.value).toBeCloseTo(14, 0);
    expect(impedance.kind).toBe('value');
  });
});
