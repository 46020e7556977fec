import { describe, expect, it } from 'vitest';
import { fillMissingReadings } from './missing-readings.ts';
import {
  drivePair,
  eitReadings,
  receivePair,
  reciprocalReading,
  usesElectrode,
} from './measurement-order.ts';

const smooth = () =>
  Float64Array.from({ length: eitReadings }, (_, i) =>
    Math.cos((2 * Math.PI * (drivePair(i) + receivePair(i))) / 16),
  );
const none = () => new Uint8Array(eitReadings);

describe('fillMissingReadings', () => {
  it('leaves the other readings unchanged', () => {
    const values = smooth();
    const missing = none();
    missing[5] = 1;
    values[5] = 99;
    fillMissingReadings(values, missing);
    const expected = smooth();
    expect([...values].filter((_, i) => i !== 5)).toEqual([...expected].filter((_, i) => i !== 5));
  });

  it('copies the reciprocal reading where it is measured', () => {
    const values = smooth();
    const missing = none();
    missing[40] = 1;
    values[40] = Number.NaN;
    fillMissingReadings(values, missing);
    expect(values[40]).toBe(smooth()[reciprocalReading(40)]);
  });

  it('approximates a whole electrode where readings vary slowly around the ring', () => {
    const values = smooth();
    const missing = none();
    for (let i = 0; i < eitReadings; i++) if (usesElectrode(i, 9)) [values[i], missing[i]] = [0, 1];
    fillMissingReadings(values, missing);
    const truth = smooth();
    const worst = Math.max(...values.map((value, i) => Math.abs(value - (truth[i] ?? 0))));
    expect(worst).toBeLessThan(0.55);
  });

  it('preserves a uniform level exactly', () => {
    const values = new Float64Array(eitReadings).fill(0.25);
    const missing = none();
    for (let i = 0; i < eitReadings; i++) if (usesElectrode(i, 2)) [values[i], missing[i]] = [0, 1];
    fillMissingReadings(values, missing);
    for (const value of values) expect(value).toBeCloseTo(0.25, 4);
  });

  it('fills with zero when everything is missing', () => {
    const values = smooth();
    fillMissingReadings(values, none().fill(1));
    expect(Math.max(...values.map(Math.abs))).toBe(0);
  });
});
