import { describe, expect, it } from 'vitest';
import { hasRecordings, WHY_SKIPPED } from '../../../../tools/run/recordings.mjs';
import { mitBeats, mitLead, scoreBeats, sharedText } from '../testing/shared-recordings.ts';
import {
  gaussian,
  joinSamples,
  pushInBlocks,
  seededRandom,
  steadyBeats,
  syntheticEcg,
} from '../testing/synthetic-signals.ts';
import { type Beat, createBeatDetector, detectBeats } from './beat-detector.ts';

function findBeats(
  samples: Float32Array | Int16Array,
  sampleRateHz: number,
  frames?: readonly number[],
): Beat[] {
  const beats: Beat[] = [];
  const detector = createBeatDetector({ sampleRateHz, onBeat: (beat) => beats.push(beat) });
  pushInBlocks(detector, samples, sampleRateHz, frames ? { frames } : {});
  detector.flush();
  return beats;
}

const toSamples = (seconds: readonly number[], rate: number) =>
  seconds.map((second) => Math.round(second * rate));

describe('detectBeats on a synthetic ECG', () => {
  it.each([100, 125, 200, 250, 360, 500, 1000])(
    'finds every beat at %d Hz, within 10 ms of the peak',
    (sampleRateHz) => {
      const beatSeconds = steadyBeats(60, 72);
      const found = detectBeats(
        syntheticEcg({ seconds: 60, sampleRateHz, beatSeconds }),
        sampleRateHz,
      );
      expect(
        scoreBeats(toSamples(beatSeconds, sampleRateHz), found, Math.ceil(sampleRateHz / 100)),
      ).toMatchObject({ missed: 0, invented: 0 });
    },
  );

  it.each([30, 45, 60, 100, 150, 200])('finds every beat at %d beats a minute', (perMinute) => {
    const beatSeconds = steadyBeats(60, perMinute);
    const found = detectBeats(syntheticEcg({ seconds: 60, sampleRateHz: 250, beatSeconds }), 250);
    expect(scoreBeats(toSamples(beatSeconds, 250), found, 10)).toMatchObject({
      missed: 0,
      invented: 0,
    });
  });

  it('finds beats in an inverted lead, with negative amplitude', () => {
    const beatSeconds = steadyBeats(30, 70);
    const samples = syntheticEcg({ seconds: 30, sampleRateHz: 250, beatSeconds, amplitude: -1 });
    const beats = findBeats(samples, 250);
    expect(
      scoreBeats(
        toSamples(beatSeconds, 250),
        beats.map((beat) => beat.sampleIndex),
        3,
      ).missed,
    ).toBe(0);
    expect(beats.every((beat) => beat.amplitude < -0.5)).toBe(true);
  });

  it('finds beats on a baseline wander four times their height', () => {
    const beatSeconds = steadyBeats(60, 66);
    const samples = syntheticEcg({ seconds: 60, sampleRateHz: 250, beatSeconds, wander: 4 });
    expect(scoreBeats(toSamples(beatSeconds, 250), detectBeats(samples, 250), 10)).toMatchObject({
      missed: 0,
      invented: 0,
    });
  });

  it('finds beats after the lead loses four fifths of its height within a beat', () => {
    const first = syntheticEcg({
      seconds: 30,
      sampleRateHz: 250,
      beatSeconds: steadyBeats(30, 75),
    });
    const second = syntheticEcg({
      seconds: 30,
      sampleRateHz: 250,
      beatSeconds: steadyBeats(30, 75),
      amplitude: 0.2,
      seed: 2,
    });
    const reference = [
      ...steadyBeats(30, 75),
      ...steadyBeats(30, 75).map((second_) => second_ + 30),
    ];
    const score = scoreBeats(
      toSamples(reference, 250),
      detectBeats(joinSamples(first, second), 250),
      10,
    );
    expect(score.f1).toBeGreaterThan(0.93);
  });

  it('finds beats again within seconds after a burst of noise ten times their height', () => {
    const beatSeconds = steadyBeats(60, 75);
    const samples = syntheticEcg({ seconds: 60, sampleRateHz: 250, beatSeconds });
    const random = seededRandom(8);
    for (let i = 20 * 250; i < 23 * 250; i++) samples[i] = 10 * gaussian(random);
    const after = toSamples(
      beatSeconds.filter((second) => second > 29),
      250,
    );
    const found = detectBeats(samples, 250).filter((index) => index > 29 * 250);
    expect(scoreBeats(after, found, 10)).toMatchObject({ missed: 0, invented: 0 });
  });

  it('gives the same beats at any scale, and for int16 as for float', () => {
    const beatSeconds = steadyBeats(20, 80);
    const millivolts = syntheticEcg({ seconds: 20, sampleRateHz: 250, beatSeconds });
    const steps = Int16Array.from(millivolts, (value) => Math.round(value * 800));
    expect([...detectBeats(steps, 250)]).toEqual([...detectBeats(millivolts, 250)]);
  });
});

describe('createBeatDetector', () => {
  const beatSeconds = steadyBeats(40, 68);
  const samples = syntheticEcg({ seconds: 40, sampleRateHz: 250, beatSeconds, noise: 0.03 });

  it.each([[[1]], [[7, 90, 3]], [[250]], [[10_000]]])(
    'gives the same beats for blocks of %j',
    (frames) => {
      const whole = findBeats(samples, 250, [samples.length]);
      expect(findBeats(samples, 250, frames).map((beat) => beat.sampleIndex)).toEqual(
        whole.map((beat) => beat.sampleIndex),
      );
    },
  );

  it('gives each beat its own time', () => {
    const beats: Beat[] = [];
    const detector = createBeatDetector({ sampleRateHz: 250, onBeat: (beat) => beats.push(beat) });
    pushInBlocks(detector, samples, 250, { startMs: 1_700_000_000_000 });
    expect(beats.length).toBeGreaterThan(40);
    for (const beat of beats) {
      const sinceStart = (beat.timeMs - 1_700_000_000_000) / 1000;
      expect(Math.min(...beatSeconds.map((second) => Math.abs(second - sinceStart)))).toBeLessThan(
        0.012,
      );
    }
  });

  it('reports each beat once, in order of time', () => {
    const beats = findBeats(samples, 250);
    expect(beats.every((beat, i) => i === 0 || beat.timeMs > (beats[i - 1]?.timeMs ?? 0))).toBe(
      true,
    );
  });

  it('finds the beats on both sides of a gap with their own times, and none in it', () => {
    const beats: Beat[] = [];
    const detector = createBeatDetector({ sampleRateHz: 250, onBeat: (beat) => beats.push(beat) });
    pushInBlocks(detector, samples, 250);
    pushInBlocks(detector, samples, 250, { startMs: 100_000 });
    detector.flush();
    expect(beats.filter((beat) => beat.timeMs > 40_000 && beat.timeMs < 100_000)).toEqual([]);
    expect(beats.filter((beat) => beat.timeMs >= 100_000).length).toBeGreaterThanOrEqual(
      beatSeconds.length - 1,
    );
    expect(beats.filter((beat) => beat.timeMs <= 40_000).length).toBeGreaterThanOrEqual(
      beatSeconds.length - 1,
    );
  });

  it('reads none before data, then settling, then the last beat, and none once that is old', () => {
    const detector = createBeatDetector({ sampleRateHz: 250 });
    expect(detector.read(0)).toEqual({ kind: 'none' });
    detector.push(samples.subarray(0, 100), 0);
    expect(detector.read(400)).toMatchObject({ kind: 'uncertain', reason: 'settling' });
    const endMs = 400 + pushInBlocks(detector, samples.subarray(100), 250, { startMs: 400 });
    expect(detector.read(endMs)).toMatchObject({ kind: 'value' });
    expect(detector.read(endMs + 20_000)).toEqual({ kind: 'none' });
  });

  it('bridges samples that were not measured', () => {
    const steps = Int16Array.from(samples, (value) => Math.round(value * 800));
    for (let i = 0; i < steps.length; i += 10) steps[i] = -32_768;
    const found = findBeats(steps, 250).map((beat) => beat.sampleIndex);
    expect(scoreBeats(toSamples(beatSeconds, 250), found, 10).f1).toBeGreaterThan(0.97);
  });

  it('gives a high contrast for an ECG and a low one for noise', () => {
    const ecg = createBeatDetector({ sampleRateHz: 250 });
    pushInBlocks(ecg, samples, 250);
    expect(ecg.contrast()).toBeGreaterThan(4);
    const random = seededRandom(4);
    const noise = createBeatDetector({ sampleRateHz: 250 });
    pushInBlocks(
      noise,
      Float32Array.from({ length: 10_000 }, () => gaussian(random)),
      250,
    );
    expect(noise.contrast()).toBeLessThan(2.5);
  });

  it('finds no beats in an empty recording or a single sample', () => {
    expect(detectBeats(new Float32Array(0), 250).length).toBe(0);
    expect(detectBeats(new Float32Array(1), 250).length).toBe(0);
  });
});

describe.skipIf(!hasRecordings)(`detectBeats on the MIT-BIH recordings${WHY_SKIPPED}`, () => {
  const tolerance = Math.round(0.15 * 360);

  it('record 100: all 2273 beats are found, and no false ones', () => {
    expect(scoreBeats(mitBeats('100'), detectBeats(mitLead('100'), 360), tolerance)).toMatchObject({
      found: 2273,
      missed: 0,
      invented: 0,
    });
  });

  it('record 106, a quarter of whose beats are ventricular, scores an F1 over 99.5 %', () => {
    expect(
      scoreBeats(mitBeats('106'), detectBeats(mitLead('106'), 360), tolerance).f1,
    ).toBeGreaterThan(0.995);
  });

  it('record 108 with tall P waves and noise scores an F1 over 97.5 %', () => {
    expect(
      scoreBeats(mitBeats('108'), detectBeats(mitLead('108'), 360), tolerance).f1,
    ).toBeGreaterThan(0.975);
  });

  it('record 118 with electrode motion at 24 dB has at most one error', () => {
    const samples = Float32Array.from(
      sharedText('ecg-noise-stress/118e24.csv').trim().split('\n'),
      Number,
    );
    const beats = sharedText('ecg-noise-stress/118e24_ann.csv').trim().split('\n').map(Number);
    const { missed, invented } = scoreBeats(beats, detectBeats(samples, 360), tolerance);
    expect(missed + invented).toBeLessThanOrEqual(1);
  });

  it('record 100 as a stream gives the same beats except the first', () => {
    const found = findBeats(mitLead('100'), 360, [90]).map((beat) => beat.sampleIndex);
    expect(scoreBeats(mitBeats('100'), found, tolerance).missed).toBeLessThanOrEqual(1);
  });
});
