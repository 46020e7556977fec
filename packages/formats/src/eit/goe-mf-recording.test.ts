import { describe, expect, it } from 'vitest';
import {
  GOE_MF_MEASUREMENTS,
  eitPairAt,
  readGoeMf,
  toFixedReceiverOrder,
} from './goe-mf-recording.ts';
import { hasReferenceData, referenceBytes, referenceValues } from '../testing/reference-data.ts';

describe('readGoeMf', () => {
  it('splits frames into voltages, currents, drive voltages and auxiliary values', () => {
    const floats = Float32Array.from({ length: 512 }, (_, index) => index);
    const recording = readGoeMf(new Uint8Array(floats.buffer));
    expect(recording).toMatchObject({ frameRateHz: 13, frameCount: 2, problems: [] });
    expect([
      recording.voltages[208],
      recording.currents[0],
      recording.currents[16],
      recording.driveVoltages[0],
      recording.auxiliary[15],
    ]).toEqual([256, 208, 464, 224, 255]);
  });

  it('keeps the whole frames of a truncated file and reports values that are not finite', () => {
    const floats = new Float32Array(256).fill(1);
    floats[3] = Number.NaN;
    const bytes = new Uint8Array(floats.buffer);
    expect(readGoeMf(Uint8Array.from([...bytes, 1, 2])).problems).toMatchObject([
      { code: 'truncated', byteOffset: 1024 },
      { code: 'badNumber', byteOffset: 12 },
    ]);
    expect(readGoeMf(bytes.subarray(0, 1000)).problems.map((problem) => problem.code)).toEqual([
      'noSignals',
      'truncated',
    ]);
  });
});

describe('eitPairAt and toFixedReceiverOrder', () => {
  it('receivers start two pairs after the drive and never touch its electrodes', () => {
    expect(eitPairAt(0)).toEqual({ drive: 0, receive: 2 });
    expect(eitPairAt(207)).toEqual({ drive: 15, receive: 13 });
    for (let index = 0; index < GOE_MF_MEASUREMENTS; index++) {
      const { drive, receive } = eitPairAt(index);
      expect([15, 0, 1]).not.toContain((receive - drive + 16) % 16);
    }
  });

  it('voltages can be sorted by receiver number', () => {
    const rotating = Float32Array.from(
      { length: GOE_MF_MEASUREMENTS },
      (_, index) => eitPairAt(index).drive * 100 + eitPairAt(index).receive,
    );
    expect(toFixedReceiverOrder(rotating)).toEqual(rotating.toSorted());
  });
});

type EitReference = {
  readonly frames: number;
  readonly raw_float32_first10_of_frame0: readonly number[];
  readonly raw_sum: number;
  readonly frame0_mean_of_first208: number;
};

describe.skipIf(!hasReferenceData('eit'))(
  'readGoeMf on real recordings (skipped where the recordings are absent)',
  () => {
    it.each([
      ['P04P-1016.get', 'goettingen-neonate'],
      ['vivo150905_t1_001.get', 'viasys-adult-breathing'],
      ['vivo150905_t1_006.get', 'viasys-adult-breathing'],
    ])('%s matches the reference in frames, first values and sum', (name, folder) => {
      const reference = referenceValues<Record<string, EitReference>>('eit')[name];
      const recording = readGoeMf(referenceBytes(`eit/${folder}/${name}`));
      expect(recording.frameCount).toBe(reference?.frames);
      expect(recording.problems).toEqual([]);
      for (const [index, value] of (reference?.raw_float32_first10_of_frame0 ?? []).entries())
        expect(recording.voltages[index]).toBeCloseTo(value, 6);
      let sum = 0;
      for (const part of [
        recording.voltages,
        recording.currents,
        recording.driveVoltages,
        recording.auxiliary,
      ])
        for (const value of part) sum += value;
      expect(sum).toBeCloseTo(reference?.raw_sum ?? 0, 2);
    });
  },
);
