import { describe, expect, it } from 'vitest';
import {
  drivePair,
  eitElectrodes,
  eitReadings,
  readingIndex,
  receivePair,
  reciprocalReading,
  usesElectrode,
} from './measurement-order.ts';

const readings = Array.from({ length: eitReadings }, (_, index) => index);

describe('measurement order', () => {
  it('drive pair k is followed by its 13 receive pairs', () => {
    expect(readings.slice(0, 13).map((index) => [drivePair(index), receivePair(index)])).toEqual(
      Array.from({ length: 13 }, (_, i) => [0, i + 2]),
    );
    expect([drivePair(13), receivePair(13)]).toEqual([1, 3]);
    expect([drivePair(207), receivePair(207)]).toEqual([15, 13]);
  });

  it('readingIndex inverts drivePair and receivePair', () => {
    for (const index of readings)
      expect(readingIndex(drivePair(index), receivePair(index))).toBe(index);
  });

  it('no reading shares an electrode with the drive', () => {
    for (let pair = 0; pair < eitElectrodes; pair++) {
      for (const step of [-1, 0, 1])
        expect(readingIndex(pair, (pair + step + eitElectrodes) % eitElectrodes)).toBe(-1);
    }
  });

  it('every reading has one reciprocal', () => {
    for (const index of readings) {
      expect(reciprocalReading(reciprocalReading(index))).toBe(index);
      expect(reciprocalReading(index)).not.toBe(index);
    }
  });

  it('each electrode is in 52 readings, four in a reading', () => {
    for (let electrode = 0; electrode < eitElectrodes; electrode++) {
      expect(readings.filter((index) => usesElectrode(index, electrode)).length).toBe(52);
    }
    const electrodes = Array.from({ length: eitElectrodes }, (_, electrode) => electrode);
    for (const index of readings)
      expect(electrodes.filter((electrode) => usesElectrode(index, electrode)).length).toBe(4);
  });
});
