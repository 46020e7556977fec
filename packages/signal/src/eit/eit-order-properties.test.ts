import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eitRegions, globalImpedance, regionImpedance } from './eit-regions.ts';
import {
  drivePair,
  eitElectrodes,
  eitImagePixels,
  eitImageWidth,
  eitReadings,
  readingIndex,
  receivePair,
  reciprocalReading,
  usesElectrode,
} from './measurement-order.ts';
import { fillMissingReadings } from './missing-readings.ts';

const seeded = { seed: 208, numRuns: 40 };
const readings = Array.from({ length: eitReadings }, (_, index) => index);
/** Electrodes of a reading, from its pairs. */
const listElectrodes = (index: number) =>
  [drivePair(index), drivePair(index) + 1, receivePair(index), receivePair(index) + 1].map(
    (electrode) => electrode % eitElectrodes,
  );

describe('order of the readings', () => {
  it('every reading uses four different electrodes', () => {
    for (const index of readings) {
      const used = listElectrodes(index);
      expect(new Set(used).size).toBe(4);
      for (let electrode = 0; electrode < eitElectrodes; electrode++)
        expect(usesElectrode(index, electrode)).toBe(used.includes(electrode));
    }
  });

  it('every combination of pairs without a shared electrode has one index', () => {
    expect(readings.map((index) => readingIndex(drivePair(index), receivePair(index)))).toEqual(
      readings,
    );
    const pairs = Array.from({ length: eitElectrodes ** 2 }, (_, at) =>
      readingIndex(Math.floor(at / eitElectrodes), at % eitElectrodes),
    );
    expect(pairs.filter((index) => index >= 0).toSorted((one, other) => one - other)).toEqual(
      readings,
    );
    expect(pairs.filter((index) => index < 0)).toHaveLength(3 * eitElectrodes);
  });

  it('every reading has a reciprocal, never itself', () => {
    for (const index of readings) {
      const other = reciprocalReading(index);
      expect([drivePair(other), receivePair(other)]).toEqual([
        receivePair(index),
        drivePair(index),
      ]);
      expect(reciprocalReading(other)).toBe(index);
      expect(other).not.toBe(index);
    }
  });
});

describe('fillMissingReadings', () => {
  const electrodes = fc.uniqueArray(fc.nat(eitElectrodes - 1), { maxLength: 3 });
  const frame = fc
    .array(fc.integer({ min: -100, max: 100 }), { minLength: eitReadings, maxLength: eitReadings })
    .map((values) => Float64Array.from(values));
  const lostWith = (lost: readonly number[]) =>
    Uint8Array.from(readings, (index) =>
      lost.some((electrode) => usesElectrode(index, electrode)) ? 1 : 0,
    );

  it('copies the reciprocal where it is measured, without loss', () => {
    fc.assert(
      fc.property(
        frame,
        fc.uniqueArray(fc.nat(eitReadings - 1), { maxLength: 60 }),
        (values, lost) => {
          const whole = values.map(
            (value, index) => value + (values[reciprocalReading(index)] ?? 0),
          );
          const missing = new Uint8Array(eitReadings);
          for (const index of lost) if (missing[reciprocalReading(index)] === 0) missing[index] = 1;
          const filled = whole.map((value, index) => (missing[index] === 1 ? Number.NaN : value));
          fillMissingReadings(filled, missing);
          expect(filled).toEqual(whole);
        },
      ),
      seeded,
    );
  });

  it('interpolates readings of lost electrodes and leaves the others unchanged', () => {
    fc.assert(
      fc.property(frame, electrodes, (values, lost) => {
        const missing = lostWith(lost);
        const filled = values.map((value, index) => (missing[index] === 1 ? Number.NaN : value));
        fillMissingReadings(filled, missing);
        const kept = values.filter((_, index) => missing[index] === 0);
        for (const [index, value] of filled.entries()) {
          if (missing[index] === 0) expect(value).toBe(values[index]);
          // The relaxation starts from zero, so zero is among the bounding values.
          expect(value).toBeGreaterThanOrEqual(Math.min(0, ...kept));
          expect(value).toBeLessThanOrEqual(Math.max(0, ...kept));
        }
      }),
      seeded,
    );
  });

  it('fills a uniform frame with its own value', () => {
    for (const lost of [[0], [15], [3, 4], [2, 9]]) {
      const missing = lostWith(lost);
      const filled = Float64Array.from(readings, (index) =>
        missing[index] === 1 ? Number.NaN : 0.25,
      );
      fillMissingReadings(filled, missing);
      for (const value of filled) expect(value).toBeCloseTo(0.25, 2);
    }
  });
});

describe('eitRegions', () => {
  const boxes = fc
    .tuple(fc.nat(10), fc.nat(10), fc.integer({ min: 2, max: 10 }), fc.integer({ min: 2, max: 10 }))
    .map(([top, left, halfHeight, halfWidth]) => ({
      top,
      left,
      bottom: top + 2 * halfHeight,
      right: left + 2 * halfWidth,
    }));
  const createMask = ({
    top,
    left,
    bottom,
    right,
  }: {
    top: number;
    left: number;
    bottom: number;
    right: number;
  }) =>
    Uint8Array.from({ length: eitImagePixels }, (_, pixel) => {
      const row = Math.floor(pixel / eitImageWidth);
      const column = pixel % eitImageWidth;
      return row >= top && row < bottom && column >= left && column < right ? 1 : 0;
    });
  const size = (labels: Uint8Array, label: number) => labels.filter((one) => one === label).length;

  it('splits a box into four quarters at any position, and labels nothing outside it', () => {
    fc.assert(
      fc.property(boxes, (box) => {
        const mask = createMask(box);
        const { labels } = eitRegions('quadrants', mask);
        const quarter = ((box.bottom - box.top) * (box.right - box.left)) / 4;
        expect([1, 2, 3, 4].map((label) => size(labels, label))).toEqual([
          quarter,
          quarter,
          quarter,
          quarter,
        ]);
        expect(labels.map((label) => (label > 0 ? 1 : 0))).toEqual(mask);
        expect(labels[box.top * eitImageWidth + box.right - 1]).toBe(2);
        expect(labels[(box.bottom - 1) * eitImageWidth + box.left]).toBe(3);
      }),
      seeded,
    );
  });

  it('creates layers from front to back whose heights differ by at most a row', () => {
    fc.assert(
      fc.property(boxes, (box) => {
        const { labels } = eitRegions('layers', createMask(box));
        const rows = [1, 2, 3, 4].map((label) => size(labels, label) / (box.right - box.left));
        expect(Math.max(...rows) - Math.min(...rows)).toBeLessThanOrEqual(1);
        const down = Array.from(
          { length: box.bottom - box.top },
          (_, row) => labels[(box.top + row) * eitImageWidth + box.left] ?? 0,
        );
        expect(down.toSorted((one, other) => one - other)).toEqual(down);
      }),
      seeded,
    );
  });

  it('divides the impedance of the body, which rises as air lowers the conductivity', () => {
    fc.assert(
      fc.property(
        boxes,
        fc.constantFrom<('layers' | 'quadrants')[]>('layers', 'quadrants'),
        fc.integer({ min: 1, max: 9 }),
        (box, kind, salt) => {
          const mask = createMask(box);
          const image = Float32Array.from(mask, (inside, pixel) =>
            inside === 1 ? -((pixel * salt) % 11) : 0,
          );
          const parts = regionImpedance(image, eitRegions(kind, mask));
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(globalImpedance(image));
          expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
        },
      ),
      seeded,
    );
  });
});
