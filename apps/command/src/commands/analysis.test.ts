import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeEdf } from '@yamori/formats';
import { afterAll, describe, expect, it } from 'vitest';
import { programFile } from '../../../../tools/run/programs.mjs';
import { hasRecordings, recordingPath, WHY_SKIPPED } from '../../../../tools/run/recordings.mjs';

const main = programFile('apps/command/src/main.ts');
const folder = mkdtempSync(join(tmpdir(), 'yamori-analysis-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the real command in its own process; standard output is one JSON document. */
function yamori(...words: readonly string[]): {
  status: number | null;
  value: unknown;
  stderr: string;
} {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...words, '--json'], {
    encoding: 'utf8',
    cwd: folder,
    maxBuffer: 2 ** 28,
  });
  expect(stdout.split('\n')).toHaveLength(2);
  return { status, value: JSON.parse(stdout), stderr };
}

function input(name: string, content: string | object): string {
  writeFileSync(
    join(folder, name),
    typeof content === 'string' ? content : JSON.stringify(content),
  );
  return name;
}

/**
 * A sharp wave every `everySeconds`, and breathing at `perMinute` with a pause from 180 to 200 s.
 */
function recording(): string {
  const seconds = 300;
  const wave = (rate: number, at: (time: number) => number) =>
    Int16Array.from({ length: seconds * rate }, (_, i) => Math.round(at(i / rate)));
  const ecg = wave(
    250,
    (time) =>
      1000 * Math.exp(-((((time % 0.8) - 0.4) * 60) ** 2)) +
      60 * Math.sin(2 * Math.PI * 0.3 * time) +
      20 * Math.sin(2 * Math.PI * 3 * time),
  );
  const flow = wave(25, (time) =>
    time > 180 && time < 200 ? 0 : 500 * Math.sin((2 * Math.PI * 15 * time) / 60),
  );
  const stream = (label: string, unit: string, sampleRateHz: number, values: Int16Array) => ({
    label,
    unit,
    sampleRateHz,
    samples: { kind: 'digital' as const, values, scale: 0.001, offset: 0, notMeasured: null },
  });
  const written = writeEdf({
    startedAt: '2026-01-02T22:00:00',
    streams: [stream('ECG', 'mV', 250, ecg), stream('Flow', 'L/s', 25, flow)],
    gaps: [],
    annotations: [],
  });
  if (written.kind === 'refused') throw new Error(written.problem.message);
  writeFileSync(join(folder, 'night.edf'), written.bytes);
  return 'night.edf';
}

describe('yamori beats, respiration, events, night', () => {
  const file = recording();

  it('beats finds every beat, the quality, and the rate a minute', () => {
    const { status, value } = yamori('beats', file, '--channel', '0');
    const { beatsSeconds, ...rest } = value as {
      beatsSeconds: number[];
      sampleRateHz: number;
      quality: { grade: string; toSeconds: number }[];
      heartRatePerMinute: number[];
    };
    expect(status).toBe(0);
    expect(rest.sampleRateHz).toBe(250);
    expect(Math.abs(beatsSeconds.length - 375)).toBeLessThan(4);
    expect(beatsSeconds.every((beat) => Math.abs((beat % 0.8) - 0.4) < 0.02)).toBe(true);
    expect(rest.heartRatePerMinute.map(Math.round)).toEqual([75, 75, 75, 75, 75]);
    expect(rest.quality.at(-1)?.toSeconds).toBe(300);
  });

  it('respiration gives windows of 64 s every 32 s, and minutes', () => {
    const { value } = yamori('respiration', file, '--channel', 'Flow');
    const { windows, minutes } = value as {
      windows: { fromSeconds: number; toSeconds: number; perMinute: number; certainty: number }[];
      minutes: { fromSeconds: number; perMinute: number; certainty: number }[];
    };
    expect(
      windows.map(({ fromSeconds, toSeconds }) => [fromSeconds, toSeconds]).slice(0, 2),
    ).toEqual([
      [0, 64],
      [32, 96],
    ]);
    expect(windows).toHaveLength(8);
    expect(minutes.map(({ fromSeconds }) => fromSeconds)).toEqual([0, 60, 120, 180, 240]);
    for (const { perMinute, certainty } of [...windows.slice(0, 4), ...minutes.slice(0, 2)]) {
      expect(perMinute).toBeCloseTo(15, 0);
      expect(certainty).toBeGreaterThan(0.8);
    }
  });

  it('events finds the pause and the number an hour', () => {
    const { value } = yamori('events', file);
    const { events, perHour } = value as {
      events: { kind: string; onsetSeconds: number; durationSeconds: number; certainty: number }[];
      perHour: number;
    };
    expect(events).toHaveLength(1);
    expect(events[0]?.kind).toBe('apnea');
    expect(Math.abs((events[0]?.onsetSeconds ?? 0) - 180)).toBeLessThan(3);
    expect(perHour).toBeCloseTo(12, 6);
  });

  it('night gives a result with its provenance and its limits', () => {
    const { value } = yamori('night', file);
    expect(value).toMatchObject({
      epochSeconds: 30,
      quality: { code: 'noSleepSignals' },
      metrics: { TST: null, SE: null },
      provenance: {
        algorithm: 'yamori-night',
        signals: ['ecg', 'flow'],
        segments: ['night.edf: ECG', 'night.edf: Flow'],
      },
    });
    const { epochs, trends } = value as {
      epochs: string[];
      trends: { heartRate: number[]; respirationRate: number[] };
    };
    expect(epochs).toEqual(Array.from({ length: 10 }, () => 'missing'));
    expect(trends.heartRate[2]).toBeCloseTo(75, 0);
    expect(trends.respirationRate[1]).toBeCloseTo(15, 0);
  });

  it('a missing channel and a missing file are named', () => {
    expect(yamori('beats', file, '--channel', '7')).toMatchObject({
      status: 2,
      value: { problems: [{ code: 'channel-unknown', place: '--channel' }] },
    });
    expect(yamori('respiration', input('empty.edf', ''))).toMatchObject({
      status: 2,
      value: { problems: [{ code: 'recording-unreadable' }] },
    });
    expect(yamori('night')).toMatchObject({
      status: 2,
      value: { problems: [{ code: 'usage-wrong' }] },
    });
  });
});

describe('yamori stats', () => {
  it('prints the figures of the contract, in minutes and %', () => {
    const stages = [
      ...Array.from({ length: 4 }, () => 'W'),
      ...Array.from({ length: 24 }, () => 'N2'),
      'R',
      'R',
      '?',
      'W',
    ];
    const { status, value } = yamori(
      'stats',
      input('stages.json', {
        epochSeconds: 30,
        stages,
        events: [{ kind: 'OA', onsetSeconds: 300, durationSeconds: 12 }],
      }),
    );
    expect(status).toBe(0);
    expect(value).toMatchObject({
      TIB: 16,
      SPT: 13,
      TST: 13,
      SE: 81.25,
      SME: 100,
      SOL: 2,
      LPS: 2,
      WASO: 0.5,
      WASOinSPT: 0,
      awakenings: 0,
      REMLatency: 12,
      stageMinutes: { W: 2.5, N1: 0, N2: 12, N3: 0, R: 1, '?': 0.5 },
      coverage: 0.96875,
      bounds: { TST: { least: 13, most: 13.5 } },
    });
    expect((value as { eventsPerHour: number }).eventsPerHour).toBeCloseTo(60 / 13, 9);
  });

  it('names an unknown stage by its position', () => {
    expect(
      yamori('stats', input('bad.json', { epochSeconds: 30, stages: ['W', 'N7'] })),
    ).toMatchObject({
      status: 2,
      value: { problems: [{ code: 'stage-unknown', place: 'stages[1]' }] },
    });
    expect(yamori('stats', input('broken.json', '{'))).toMatchObject({
      status: 2,
      value: { problems: [{ code: 'input-wrong', place: 'broken.json' }] },
    });
  });
});

describe('yamori score, sleepwake, apnea-minutes', () => {
  it('score prints a letter a minute', () => {
    const counts = [
      ...Array.from({ length: 20 }, () => 0),
      ...Array.from({ length: 12 }, () => 5000),
    ];
    const file = input('counts.csv', `count\n${counts.join('\n')}\n`);
    for (const method of ['sadeh', 'cole-kripke']) {
      const { minutes } = yamori('score', method, file).value as { minutes: string[] };
      expect(minutes).toHaveLength(32);
      expect([minutes[3], minutes[28]]).toEqual(['S', 'W']);
    }
    expect(yamori('score', 'guess', file)).toMatchObject({
      status: 2,
      value: { problems: [{ code: 'usage-wrong', place: 'guess' }] },
    });
  });

  it('sleepwake prints a letter and a probability an epoch', () => {
    const rows = Array.from(
      { length: 400 },
      (_, epoch) =>
        `${epoch < 50 ? 40 + (epoch % 7) : epoch % 40 === 0 ? 4 : 0.1},${epoch < 50 ? 0.9 : 0.3}`,
    );
    const { epochs, probabilityOfSleep } = yamori(
      'sleepwake',
      input('epochs.csv', `activity,heartRate\n${rows.join('\n')}\n`),
    ).value as { epochs: string[]; probabilityOfSleep: number[] };
    expect([epochs.length, probabilityOfSleep.length]).toEqual([400, 400]);
    expect(epochs.slice(0, 40).every((letter) => letter === 'W')).toBe(true);
    expect(epochs.slice(150, 350).filter((letter) => letter === 'S').length).toBeGreaterThan(190);
    expect(yamori('sleepwake', input('other.csv', 'a,b\n1,2\n'))).toMatchObject({
      status: 2,
      value: { problems: [{ code: 'column-missing' }] },
    });
  });

  it('apnea-minutes prints a letter and a probability a minute, events an hour and a class', () => {
    const beatsSeconds = Array.from({ length: 3600 }, (_, i) => i + 0.02 * Math.sin(i));
    const { value } = yamori('apnea-minutes', input('beats.json', { beatsSeconds, minutes: 60 }));
    const { minutes, probability } = value as { minutes: string[]; probability: number[] };
    expect([minutes.length, probability.length]).toEqual([60, 60]);
    expect(value).toMatchObject({ class: 'none' });
    expect(
      yamori('apnea-minutes', input('falling.json', { beatsSeconds: [2, 1], minutes: 1 })),
    ).toMatchObject({
      status: 2,
      value: { problems: [{ code: 'input-wrong', place: 'beatsSeconds[1]' }] },
    });
  });
});

describe.skipIf(!hasRecordings)(`yamori on real recordings${WHY_SKIPPED}`, () => {
  it('score reproduces every label of the vendor', () => {
    const rows = readFileSync(
      recordingPath('actigraphy-actigraph/GT3XPlus-RawData-Day01-sleep-awake.csv'),
      'utf8',
    )
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => line.split(','));
    const file = input('axis1.csv', `count\n${rows.map((row) => row[1]).join('\n')}\n`);
    expect((yamori('score', 'sadeh', file).value as { minutes: string[] }).minutes.join('')).toBe(
      rows.map((row) => row[4]).join(''),
    );
    expect(
      (yamori('score', 'cole-kripke', file).value as { minutes: string[] }).minutes.join(''),
    ).toBe(rows.map((row) => row[5]).join(''));
  });

  it('eit finds the ball in the tank: to the right, less conductive', () => {
    const { value } = yamori(
      'eit',
      recordingPath('eit/tank-known-positions/avgdata_ph1t1.derived.csv'),
      '--column',
      'vvAvg2',
      '--reference-column',
      'vvRef',
    );
    const { image, frames } = value as {
      frames: number;
      image: { width: number; height: number; values: number[] };
    };
    expect([frames, image.width, image.height, image.values.length]).toEqual([1, 32, 32, 1024]);
    const deepest = image.values.indexOf(Math.min(...image.values));
    expect(((deepest % 32) + 0.5) / 16 - 1).toBeCloseTo(0.467, 0);
    expect(Math.abs(1 - (Math.floor(deepest / 32) + 0.5) / 16)).toBeLessThan(0.15);
  });

  it('eit finds the breathing of a newborn; air lowers the conductivity of the lungs', () => {
    const { value } = yamori('eit', recordingPath('eit/goettingen-neonate/P04P-1016.get'));
    const { image, ...rest } = value as {
      frames: number;
      framesPerSecond: number;
      breathingPerMinute: number;
      globalImpedance: number[];
      image: { values: number[] };
    };
    expect([rest.frames, rest.framesPerSecond, rest.globalImpedance.length]).toEqual([
      220, 13, 220,
    ]);
    expect(rest.breathingPerMinute).toBeGreaterThan(33);
    expect(rest.breathingPerMinute).toBeLessThan(39);
    expect(image.values.reduce((sum, pixel) => sum + pixel, 0)).toBeLessThan(0);
  });
});
