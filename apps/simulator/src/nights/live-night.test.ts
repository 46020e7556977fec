import type { StreamDeclaration } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { liveNight } from './live-night.ts';
import { nightRequest, type NightRequest } from './night-request.ts';
import { makeHabits, makeNightScript } from './night-script.ts';

const AXL: StreamDeclaration = {
  streamId: 1,
  kind: 'respi-axl',
  channels: 3,
  unit: 'g',
  sampleRateHz: 50,
  scale: 1 / 8192,
  offset: 0,
};
const BUTTON: StreamDeclaration = {
  streamId: 4,
  kind: 'button',
  channels: 1,
  unit: '',
  sampleRateHz: 0,
  scale: 1,
  offset: 0,
};
const fromMs = Date.parse('2025-10-01T03:00:00Z');
const request = (person: string, night = '2025-10-01'): NightRequest => ({
  id: 1,
  person,
  night,
  fromMs,
  toMs: fromMs + 86_400_000,
  utcOffsetMinutes: 540,
  startMs: fromMs + 8 * 3_600_000,
  hours: 5,
  asRecorded: false,
  devices: [{ serial: 'D-1', streams: [AXL, BUTTON] }],
});

describe('liveNight', () => {
  it('gives a plausible night of a resident, and the same one again', () => {
    const { analysis, streams } = liveNight(request('room 201'));
    expect(analysis.quality.code).toBe('good');
    expect(analysis.metrics['TST']).toBeGreaterThan(90);
    expect(analysis.metrics['TST']).toBeLessThan(270);
    expect(analysis.sleeps.filter(({ kind }) => kind === 'main')).toHaveLength(1);
    // The bed is empty in the evening and occupied hours later.
    expect([analysis.presence[2 * (8 * 60 + 14)], analysis.presence[2 * (12 * 60)]]).toEqual([
      'outOfBed',
      'inBed',
    ]);
    expect(streams).toEqual([
      { serial: 'D-1', streamId: 1, signal: 'accelerometer', sampleRateHz: 12 },
    ]);
    const short: NightRequest = { ...request('room 201'), hours: 1 };
    expect(liveNight(short).analysis).toEqual(liveNight(short).analysis);
  });

  it('throws for an invalid request', () => {
    expect(nightRequest.safeParse({ ...request('a'), hours: 25 }).success).toBe(false);
    expect(nightRequest.safeParse({ ...request('a'), devices: [{ serial: 'D' }] }).success).toBe(
      false,
    );
  });
});

describe('makeNightScript', () => {
  const scripts = Array.from({ length: 60 }, (_, seed) =>
    makeNightScript(makeHabits(createRandom(seed)), createRandom(seed + 1000)),
  );

  it('gives steps in order of time, all different, ending in the morning', () => {
    for (const { steps } of scripts) {
      for (const [index, step] of steps.entries())
        expect(step.atSeconds).toBeGreaterThanOrEqual(steps[index - 1]?.atSeconds ?? 0);
      expect(steps.at(-1)?.atSeconds).toBeGreaterThan(9 * 3600);
      expect(steps.at(-1)?.atSeconds).toBeLessThan(13 * 3600);
    }
    expect(new Set(scripts.map((script) => JSON.stringify(script))).size).toBe(scripts.length);
  });

  it('includes getting up, pauses in breathing and calls for some residents', () => {
    const has = (test: (script: (typeof scripts)[number]) => boolean): number =>
      scripts.filter(test).length;
    const rises = ({ steps }: (typeof scripts)[number]): number =>
      steps.filter(
        ({ atSeconds, action }) =>
          action.kind === 'become' &&
          action.condition === 'walking' &&
          atSeconds > 4 * 3600 &&
          atSeconds < 8 * 3600,
      ).length;
    expect(has((script) => rises(script) > 0)).toBeGreaterThan(15);
    expect(has((script) => rises(script) === 0)).toBeGreaterThan(5);
    const pausing = has(({ steps }) => steps.some(({ action }) => action.kind === 'apnea'));
    expect(pausing).toBeGreaterThan(2);
    expect(pausing).toBeLessThan(30);
    expect(has(({ steps }) => steps.some(({ action }) => action.kind === 'press'))).toBeGreaterThan(
      0,
    );
  });
});
