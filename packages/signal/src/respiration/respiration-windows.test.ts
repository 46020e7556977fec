import { describe, expect, it } from 'vitest';
import { hasRecordings, WHY_SKIPPED } from '../../../../tools/run/recordings.mjs';
import { csvColumn } from '../testing/shared-recordings.ts';
import { breathing, joinSamples } from '../testing/synthetic-signals.ts';
import { flowBreathShare, respirationMinutes, respirationWindows } from './respiration-windows.ts';

const sampleRateHz = 50;

describe('respirationWindows and respirationMinutes', () => {
  it('windows of 64 s cover the recording in steps of 32 s', () => {
    const windows = respirationWindows(breathing(200, sampleRateHz, 14), { sampleRateHz });
    expect(windows.map(({ fromSeconds, toSeconds }) => [fromSeconds, toSeconds])).toEqual([
      [0, 64],
      [32, 96],
      [64, 128],
      [96, 160],
      [128, 192],
    ]);
    for (const { perMinute, certainty } of windows) {
      expect(perMinute).toBeCloseTo(14, 0);
      expect(certainty).toBeGreaterThan(0.8);
    }
  });

  it('the rates follow a change', () => {
    const minutes = respirationMinutes(
      joinSamples(breathing(180, sampleRateHz, 12), breathing(180, sampleRateHz, 24)),
      { sampleRateHz },
    );
    const rates = minutes.map(({ perMinute }) => Math.round(perMinute ?? 0));
    // The minute of the change includes ten seconds of the previous rate.
    expect([...rates.slice(0, 3), ...rates.slice(4)]).toEqual([12, 12, 12, 24, 24]);
    expect(rates[3]).toBeGreaterThanOrEqual(22);
    expect(minutes.map(({ fromSeconds, toSeconds }) => [fromSeconds, toSeconds])[1]).toEqual([
      60, 120,
    ]);
  });

  it('small breaths count in flow but are ripples in effort', () => {
    const uneven = breathing(120, sampleRateHz, 16).map(
      (value, i) => value * (Math.floor((i * 16) / 60 / sampleRateHz) % 4 === 3 ? 0.3 : 1),
    );
    const [effort] = respirationWindows(uneven, { sampleRateHz });
    const [flow] = respirationWindows(uneven, { sampleRateHz, breathShare: flowBreathShare });
    expect(flow?.perMinute).toBeCloseTo(16, 0);
    expect(effort?.perMinute ?? 0).toBeLessThan(14);
  });

  it('noise, a flat line and a gap give no rate and a low certainty', () => {
    const parts = [
      breathing(64, sampleRateHz, 15, 0, 1, 3),
      new Float32Array(64 * sampleRateHz).fill(2),
      new Float32Array(64 * sampleRateHz).fill(Number.NaN),
    ];
    for (const part of parts) {
      const [window] = respirationWindows(part, { sampleRateHz });
      expect(window?.perMinute).toBeNull();
      expect(window?.certainty).toBeLessThan(0.5);
    }
  });

  it('rates resume once half a window after a gap is measured', () => {
    const hole = joinSamples(
      breathing(64, sampleRateHz, 15),
      new Float32Array(60 * sampleRateHz).fill(Number.NaN),
      breathing(132, sampleRateHz, 18),
    );
    const rates = respirationWindows(hole, { sampleRateHz }).map(({ perMinute }) =>
      perMinute === null ? null : Math.round(perMinute),
    );
    expect(rates).toEqual([15, null, null, 18, 18, 18, 18]);
  });

  it('a recording shorter than one window has none', () => {
    expect(respirationWindows(breathing(60, sampleRateHz, 15), { sampleRateHz })).toEqual([]);
  });
});

describe.skipIf(!hasRecordings)(`figure A3, impedance${WHY_SKIPPED}`, () => {
  it.each([
    ['01', 21.26, 0.5],
    ['05', 5.98, 0.5],
  ])('record %s matches the rate of the annotators', (record, perMinute, apart) => {
    const windows = respirationWindows(
      csvColumn(`ecg-resp-bidmc/bidmc_${record}_Signals.csv`, 'RESP'),
      { sampleRateHz: 125 },
    );
    const rates = windows.flatMap((window) => window.perMinute ?? []);
    expect(rates.length).toBeGreaterThan(windows.length / 2);
    expect(
      Math.abs(rates.reduce((sum, rate) => sum + rate, 0) / rates.length - perMinute),
    ).toBeLessThan(apart);
  });
});
