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

describe('missing readings', () => {
  it('leave the others alone', () => {
    const [values, missing] = [smooth(), none()];
    missing[5] = 1;
    values[5] = 99;
    fillMissingReadings(values, missing);
    const expected = smooth();
    expect([...values].filter((_, i) => i !== 5)).toEqual([...expected].filter((_, i) => i !== 5));
  });

  it('take the value of the reciprocal reading where that is there', () => {
    const [values, missing] = [smooth(), none()];
    missing[40] = 1;
    values[40] = Number.NaN;
    fillMissingReadings(values, missing);
    expect(values[40]).toBe(smooth()[reciprocalReading(40)]);
  });

  it('of a whole electrode come near what varies slowly around the ring', () => {
    const [values, missing] = [smooth(), none()];
    for (let i = 0; i < eitReadings; i++) if (usesElectrode(i, 9)) [values[i], missing[i]] = [0, 1];
    fillMissingReadings(values, missing);
    const truth = smooth();
    const worst = Math.max(...values.map((value, i) => Math.abs(value - (truth[i] ?? 0))));
    expect(worst).toBeLessThan(0.55);
  });

  it('keep a common level exactly', () => {
    const [values, missing] = [new Float64Array(eitReadings).fill(0.25), none()];
    for (let i = 0; i < eitReadings; i++) if (usesElectrode(i, 2)) [values[i], missing[i]] = [0, 1];
    fillMissingReadings(values, missing);
    for (const value of values) expect(value).toBeCloseTo(0.25, 4);
  });

  it('are zero when everything is missing', () => {
    const values = smooth();
    fillMissingReadings(values, none().fill(1));
    expect(Math.max(...values.map(Math.abs))).toBe(0);
  });
});
