import { describe, expect, it } from 'vitest';
import { createSlowTrack } from '../respiration/slow-track.ts';
import { sleepStatistics } from '../sleep/sleep-statistics.ts';
import { breathing, joinSamples } from '../testing/synthetic-signals.ts';
import type { NightEvent, NightPresence, NightTrends } from './night-analysis.ts';
import { epochHeartRates, scoreNightEpochs } from './night-epochs.ts';
import { nightEvents } from './night-events.ts';
import { hypnogramStage, type MetricsInput, nightMetrics } from './night-metrics.ts';
import type { NightSignals } from './night-signals.ts';

const fromMs = Date.UTC(2026, 4, 1, 13);

/** Signals of some epochs: in bed, still and measured unless overridden. */
function createSignals(epochs: number, parts: Partial<NightSignals> = {}): NightSignals {
  const nothing = () => new Float32Array(epochs).fill(Number.NaN);
  return {
    epochs,
    activityMg: new Float32Array(epochs).fill(2),
    presence: Array.from({ length: epochs }, () => 'inBed'),
    posture: Array.from({ length: epochs }, () => 'supine'),
    respirationRate: nothing(),
    deviceHeartRate: nothing(),
    temperature: nothing(),
    beatsMs: [],
    epochBeats: -1,
    seen: new Uint8Array(epochs).fill(1),
    seenByChannel: new Map(),
    breathing: undefined,
    sources: new Set(['A']),
    kinds: new Set(['accelerometer']),
    ...parts,
  };
}

const parsePresence = (letters: string): NightPresence[] =>
  Array.from(letters, (letter) =>
    letter === 'i' ? 'inBed' : letter === 'o' ? 'outOfBed' : 'unknown',
  );

describe('scoreNightEpochs', () => {
  it('scores a still body as asleep', () => {
    const { stages, timesInBed } = scoreNightEpochs(createSignals(240), fromMs);
    expect(new Set(stages.slice(40))).toEqual(new Set(['asleep']));
    expect(timesInBed).toEqual([{ fromEpoch: 0, toEpoch: 240 }]);
  });

  it('scores time out of bed as wake, even while the sensor is still', () => {
    const presence = Array.from({ length: 240 }, (_, epoch) =>
      epoch >= 100 && epoch < 110 ? ('outOfBed' as const) : ('inBed' as const),
    );
    const { stages, probabilityOfSleep } = scoreNightEpochs(
      createSignals(240, { presence }),
      fromMs,
    );
    expect(new Set(stages.slice(100, 110))).toEqual(new Set(['wake']));
    expect(probabilityOfSleep[105]).toBeNull();
    expect(probabilityOfSleep[50]).toBeGreaterThan(0);
  });

  it('scores epochs without activity as missing, even with a heart rate', () => {
    const activityMg = new Float32Array(240).fill(2).fill(Number.NaN, 50, 70);
    const { stages } = scoreNightEpochs(
      createSignals(240, { activityMg, deviceHeartRate: new Float32Array(240).fill(58) }),
      fromMs,
    );
    expect(new Set(stages.slice(50, 70))).toEqual(new Set(['missing']));
  });

  it('scores epochs of unknown presence as missing', () => {
    const { stages, timesInBed } = scoreNightEpochs(
      createSignals(60, { presence: Array.from({ length: 60 }, () => null) }),
      fromMs,
    );
    expect(new Set(stages)).toEqual(new Set(['missing']));
    expect(timesInBed).toEqual([]);
  });
});

describe('epochHeartRates', () => {
  const beatsMs = Array.from({ length: 120 }, (_, beat) => fromMs + beat * 1000);

  it('uses the beats of the epoch and its neighbours', () => {
    const rates = epochHeartRates(
      { beatsMs, deviceHeartRate: new Float32Array(6).fill(Number.NaN), epochs: 6 },
      fromMs,
    );
    expect([...rates].slice(0, 4).map(Math.round)).toEqual([60, 60, 60, 60]);
    expect(rates[5]).toBeNaN();
  });

  it("uses the device's rate where there are too few beats", () => {
    const rates = epochHeartRates(
      { beatsMs, deviceHeartRate: new Float32Array(6).fill(71), epochs: 6 },
      fromMs,
    );
    expect(rates[1]).toBeCloseTo(60, 6);
    expect(rates[5]).toBe(71);
  });
});

describe('nightEvents', () => {
  const listKinds = (events: readonly NightEvent[]) =>
    events.map(({ kind, fromMs: at, toMs }) => [
      kind,
      (at - fromMs) / 30_000,
      (toMs - fromMs) / 30_000,
    ]);

  it('lists exits and returns in order', () => {
    const presence = parsePresence('oiiiooiiio');
    expect(listKinds(nightEvents(createSignals(10), presence, fromMs))).toEqual([
      ['bedReturn', 1, 1],
      ['bedExit', 4, 6],
      ['bedReturn', 6, 6],
      ['bedExit', 9, 10],
    ]);
  });

  it('lists gaps of at least a minute and body movements in bed', () => {
    const seen = Uint8Array.of(1, 0, 1, 1, 0, 0, 0, 1, 1, 1);
    const activityMg = Float32Array.of(2, 2, 60, 80, 0, 0, 0, 2, 2, 90);
    expect(
      listKinds(
        nightEvents(createSignals(10, { seen, activityMg }), parsePresence('iiiiiiiiio'), fromMs),
      ).filter(([kind]) => kind !== 'bedExit'),
    ).toEqual([
      ['movement', 2, 4],
      ['gap', 4, 7],
    ]);
  });

  it('lists breathing events in bed only', () => {
    const samples = joinSamples(
      breathing(180, 25, 15),
      new Float32Array(20 * 25),
      breathing(100, 25, 15),
    );
    const track = createSlowTrack({ sampleRateHz: 25, fromMs, toMs: fromMs + 300_000 });
    track.push(samples, fromMs);
    const pauses = (letters: string) =>
      nightEvents(createSignals(10, { breathing: track }), parsePresence(letters), fromMs).filter(
        ({ kind }) => kind === 'apnea',
      );
    expect(pauses('iiiiiiiiii')).toHaveLength(1);
    expect(Math.abs((pauses('iiiiiiiiii')[0]?.fromMs ?? 0) - fromMs - 180_000)).toBeLessThan(2500);
    expect(pauses('iiiioooooi')).toHaveLength(0);
  });
});

describe('nightMetrics', () => {
  const noTrends: NightTrends = {
    heartRate: [],
    respirationRate: [],
    movement: [],
    temperature: [],
    posture: [],
    heartRateBand: { least: [], most: [] },
    respirationRateBand: { least: [], most: [] },
  };
  const input = (parts: Partial<MetricsInput> = {}): MetricsInput => ({
    statistics: sleepStatistics(['W', 'S', 'S', 'S', 'W', 'S'], 30),
    trends: noTrends,
    inBedMinutes: [0, 3],
    variability: [],
    events: [],
    presenceMeasured: true,
    episodes: [],
    mainSleep: undefined,
    ...parts,
  });

  it('names the statistics', () => {
    expect(nightMetrics(input())).toMatchObject({
      TIB: 3,
      TST: 2,
      SOL: 0.5,
      WASO: 0.5,
      awakenings: 1,
      REMLatency: null,
      outOfBedCount: 0,
      napCount: 0,
      sleepMidpoint: null,
    });
  });

  it('gives null rather than zero where nothing is known', () => {
    const metrics = nightMetrics(input({ statistics: sleepStatistics(['?', '?'], 30) }));
    expect(metrics).toMatchObject({ TIB: 1, TST: null, SE: null, SPT: null, awakenings: null });
  });

  it('summarises a trend over the time in bed only', () => {
    const heartRate = [90, 60, null, 62, 64, 120];
    const metrics = nightMetrics(
      input({ trends: { ...noTrends, heartRate }, inBedMinutes: [1, 5] }),
    );
    expect(metrics).toMatchObject({
      heartRateMean: 62,
      heartRateLeast: 60,
      heartRateMost: 64,
      temperatureMean: null,
    });
    expect(metrics['heartRateSD']).toBeCloseTo(Math.sqrt(8 / 3), 9);
  });

  it('counts absences and naps', () => {
    const events: NightEvent[] = [
      { kind: 'bedExit', fromMs, toMs: fromMs + 240_000, certainty: 0.9 },
      { kind: 'bedReturn', fromMs: fromMs + 240_000, toMs: fromMs + 240_000, certainty: 0.9 },
    ];
    const episodes = [
      { kind: 'main' as const, fromEpoch: 0, toEpoch: 9, minutesAsleep: 400 },
      { kind: 'nap' as const, fromEpoch: 20, toEpoch: 60, minutesAsleep: 20 },
    ];
    expect(
      nightMetrics(
        input({ events, episodes, mainSleep: { onsetMinutes: 1380, wakeMinutes: 420 } }),
      ),
    ).toMatchObject({
      outOfBedCount: 1,
      outOfBedMinutes: 4,
      napCount: 1,
      napMinutes: 20,
      sleepMidpoint: 180,
    });
  });

  it('excludes windows without variability from its mean', () => {
    const window = (RMSSD: number) => ({
      fromSeconds: 0,
      toSeconds: 300,
      heartRate: 60,
      SDNN: RMSSD,
      RMSSD,
      pNN50: 1,
      LF: 1,
      HF: 1,
      LFHF: 1,
      coverage: 1,
    });
    expect(
      nightMetrics(input({ variability: [window(30), window(Number.NaN), window(50)] }))['RMSSD'],
    ).toBe(40);
  });

  it('maps stages to AASM names', () => {
    expect(
      (['wake', 'light', 'deep', 'rem', 'asleep', 'missing'] as const).map(hypnogramStage),
    ).toEqual(['W', 'N2', 'N3', 'R', 'S', '?']);
  });
});
