import { describe, expect, it } from 'vitest';
import {
  breathing,
  chestAccelerometer,
  joinSamples,
  seededRandom,
} from '../testing/synthetic-signals.ts';
import { analyseNight } from './analyse-night.ts';
import { correctNight, type NightCorrection, type RecordedNight } from './correct-night.ts';

/** 22:00 in Tokyo. */
const fromMs = Date.UTC(2026, 4, 1, 13);
const RATE_HZ = 25;
const MINUTES = 120;
const at = (minute: number): number => fromMs + minute * 60_000;

const lying = (minutes: number, seed: number) =>
  chestAccelerometer({
    seconds: minutes * 60,
    sampleRateHz: RATE_HZ,
    up: [0, 0.1, 0.99],
    perMinute: 14,
    seed,
  });
const random = seededRandom(7);
const walking = (minutes: number) =>
  Float32Array.from(
    { length: minutes * 60 * RATE_HZ * 3 },
    (_, i) =>
      (i % 3 === 1 ? 1 : 0) +
      0.3 * Math.sin((2 * Math.PI * 1.9 * Math.floor(i / 3)) / RATE_HZ) +
      0.05 * random(),
  );

/** 60 min asleep, 5 min up, 55 min asleep. */
const result = analyseNight({
  fromMs,
  toMs: at(MINUTES),
  utcOffsetMinutes: 540,
  channels: [
    {
      kind: 'accelerometer',
      sampleRateHz: RATE_HZ,
      stretches: [
        { fromMs, samples: joinSamples(lying(60, 1), walking(5), lying(55, 2)), source: 'A/1' },
      ],
    },
    {
      kind: 'impedance',
      sampleRateHz: 10,
      stretches: [{ fromMs, samples: breathing(MINUTES * 60, 10, 14), source: 'B/1' }],
    },
  ],
});
const night: RecordedNight = {
  fromMs,
  utcOffsetMinutes: 540,
  stages: result.epochs,
  presence: result.presence,
  trends: result.trends,
  events: result.events,
  variability: result.heartRateVariability,
  breathingMeasured: true,
  presenceMeasured: true,
};
const corrected = (...corrections: NightCorrection[]) => correctNight(night, corrections);
const stage = (
  from: number,
  to: number,
  name: 'wake' | 'asleep' | 'deep' | 'missing',
): NightCorrection => ({ fromMs: at(from), toMs: at(to), change: { kind: 'stage', stage: name } });
const inBed = (from: number, to: number, here: boolean): NightCorrection => ({
  fromMs: at(from),
  toMs: at(to),
  change: { kind: 'presence', inBed: here },
});

describe('correctNight', () => {
  it('returns the analysed night without corrections', () => {
    const { stages, presence, events, sleeps, metrics, bounds, coverage } = corrected();
    expect({ stages, presence, events, sleeps, metrics, bounds, coverage }).toEqual({
      stages: result.epochs,
      presence: result.presence,
      events: result.events,
      sleeps: result.sleeps,
      metrics: result.metrics,
      bounds: result.bounds,
      coverage: result.quality.coverage,
    });
    expect(metrics['TST']).toBeGreaterThan(90);
  });

  it('removes corrected wake from the sleep and moves its onset', () => {
    const { metrics } = corrected(stage(0, 20, 'wake'), stage(30, 31, 'wake'));
    const sleepIn = (from: number, to: number) =>
      result.epochs.slice(2 * from, 2 * to).filter((one) => one === 'asleep').length / 2;
    expect(metrics['TST']).toBe((result.metrics['TST'] ?? 0) - sleepIn(0, 20) - sleepIn(30, 31));
    expect(metrics['SOL']).toBe(20 - result.presence.indexOf('inBed') / 2);
    expect(metrics['awakenings']).toBe((result.metrics['awakenings'] ?? 0) + 1);
  });

  it('applies the later of two overlapping corrections', () => {
    const { stages } = corrected(stage(10, 20, 'wake'), stage(15, 25, 'deep'));
    expect([stages[2 * 14], stages[2 * 15], stages[2 * 24]]).toEqual(['wake', 'deep', 'deep']);
    expect(corrected(stage(15, 25, 'deep'), stage(10, 20, 'wake')).stages[2 * 19]).toBe('wake');
  });

  it('counts an absence that the sensors missed as wake', () => {
    const { metrics, stages, events } = corrected(inBed(30, 33, false));
    expect(metrics['outOfBedCount']).toBe((result.metrics['outOfBedCount'] ?? 0) + 1);
    expect(metrics['outOfBedMinutes']).toBe((result.metrics['outOfBedMinutes'] ?? 0) + 3);
    expect(new Set(stages.slice(60, 66))).toEqual(new Set(['wake']));
    expect(events).toContainEqual({
      kind: 'bedExit',
      fromMs: at(30),
      toMs: at(33),
      certainty: 0.9,
    });
  });

  it('leaves the number of absences unknown if only a stage was corrected in a night without presence', () => {
    const unmeasured: RecordedNight = {
      ...night,
      presence: result.presence.map(() => 'unknown'),
      events: [],
      presenceMeasured: false,
    };
    const exits = (...corrections: NightCorrection[]) =>
      correctNight(unmeasured, corrections).metrics['outOfBedCount'];
    expect(exits()).toBeNull();
    expect(exits(stage(0, 20, 'wake'))).toBeNull();
    expect(exits(inBed(0, 20, true))).toBe(0);
  });

  it('removes a false absence, with an unknown stage until one is given', () => {
    const away = inBed(55, 70, true);
    expect(corrected(away).metrics['outOfBedCount']).toBe(0);
    const [exit] = result.events.filter(({ kind }) => kind === 'bedExit');
    const epoch = Math.floor(((exit?.fromMs ?? 0) - fromMs) / 30_000) + 2;
    expect(corrected(away).stages[epoch]).toBe('missing');
    expect(corrected(away).coverage).toBeLessThan(result.quality.coverage);
    expect(corrected(away).bounds['TST']?.most).toBeGreaterThan(result.bounds['TST']?.most ?? 0);
    expect(corrected(away, stage(55, 70, 'asleep')).coverage).toBe(1);
  });

  it('sets presence to in bed for a correction to asleep', () => {
    const { presence, metrics } = corrected(stage(55, 70, 'asleep'));
    expect(new Set(presence.slice(110, 140))).toEqual(new Set(['inBed']));
    expect(metrics['outOfBedCount']).toBe(0);
  });

  it('ignores corrections outside the night and does not modify its input', () => {
    const before = structuredClone(night);
    const { stages } = corrected(
      stage(-60, 5, 'wake'),
      stage(115, 500, 'wake'),
      stage(300, 400, 'deep'),
    );
    expect(stages).toHaveLength(result.epochs.length);
    expect(new Set(stages.slice(0, 10))).toEqual(new Set(['wake']));
    expect(stages.at(-1)).toBe('wake');
    expect(stages).not.toContain('deep');
    expect(night).toEqual(before);
  });
});
