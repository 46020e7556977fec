import { describe, expect, it } from 'vitest';
import { physicalSamples, type Recording, recordingSeconds } from '../recording.ts';
import { buildAxivity } from '../testing/axivity-builder.ts';
import { hasReferenceData, referenceBytes, referenceValues } from '../testing/reference-data.ts';
import { readAxivity } from './axivity.ts';

const fifty = (value: number): number[][] =>
  Array.from({ length: 50 }, (_, index) => [value, -index, 256]);
const codes = ({ problems }: Recording): (readonly [string, number])[] =>
  problems.map(({ code, byteOffset }) => [code, byteOffset]);
const values = (recording: Recording, label: string): number[] => [
  ...(recording.streams.find((stream) => stream.label === label)?.samples.values ?? []),
];

describe('readAxivity', () => {
  it('reads the axes in g, one temperature and light value a block, and the start with its fraction', () => {
    const recording = readAxivity(
      buildAxivity([
        { samples: fifty(128), seconds: 5.25 },
        { samples: fifty(-128), seconds: 5.75, temperature: 261 },
      ]),
    );
    expect(recording).toMatchObject({
      startedAt: '2024-03-02T22:30:05.25',
      problems: [],
      gaps: [],
    });
    expect(
      recording.streams.map(({ label, unit, sampleRateHz, samples }) => [
        label,
        unit,
        sampleRateHz,
        samples.values.length,
      ]),
    ).toEqual([
      ['x', 'g', 100, 100],
      ['y', 'g', 100, 100],
      ['z', 'g', 100, 100],
      ['temperature', 'degC', 2, 2],
      ['light', '', 2, 2],
    ]);
    expect(
      recording.streams[0] && [...physicalSamples(recording.streams[0])].slice(49, 51),
    ).toEqual([0.5, -0.5]);
    expect(values(recording, 'z')[0]).toBe(256);
    expect(values(recording, 'temperature').map((value) => value.toFixed(3))).toEqual([
      '25.586',
      '26.465',
    ]);
    expect(values(recording, 'light')).toEqual([300, 300]);
  });

  it('derives the rate from the block times rather than from the setting', () => {
    const recording = readAxivity(
      buildAxivity([0, 1, 2, 3].map((index) => ({ samples: fifty(1), seconds: index * 0.51 }))),
    );
    expect(recording.streams[0]?.sampleRateHz).toBeCloseTo(50 / 0.51, 1);
    expect(recording.gaps).toEqual([]);
    expect(recordingSeconds(recording)).toBeCloseTo(2.04, 2);
  });

  it('decodes ten-bit samples with an exponent', () => {
    const recording = readAxivity(
      buildAxivity([
        {
          samples: [
            [1, -2, 511],
            [512, -1024, 4],
            [-4088, 8, 4088],
          ],
          seconds: 0,
          isPacked: true,
        },
      ]),
    );
    expect(['x', 'y', 'z'].map((axis) => values(recording, axis))).toEqual([
      [1, 512, -4088],
      [-2, -1024, 8],
      [511, 4, 4088],
    ]);
  });

  it('reads gyroscope and accelerometer of six axes', () => {
    const recording = readAxivity(
      buildAxivity([{ samples: [[16_384, 0, 0, 2048, -2048, 0]], seconds: 0 }]),
    );
    expect(recording.streams.map(({ label, unit }) => [label, unit]).slice(0, 6)).toEqual([
      ['gyro x', 'deg/s'],
      ['gyro y', 'deg/s'],
      ['gyro z', 'deg/s'],
      ['x', 'g'],
      ['y', 'g'],
      ['z', 'g'],
    ]);
    expect(recording.streams.slice(0, 5).map((stream) => physicalSamples(stream)[0])).toEqual([
      1_000, 0, 0, 1, -1,
    ]);
  });

  it('skips a damaged block, reports its byte and leaves a gap', () => {
    const bytes = buildAxivity(
      [0, 1, 2, 3].map((index) => ({ samples: fifty(index), seconds: index * 0.5 })),
    );
    bytes[1_024 + 512 + 100] = 77;
    const recording = readAxivity(bytes);
    expect(codes(recording)).toEqual([['badChecksum', 1_024 + 512]]);
    expect(values(recording, 'x')).toHaveLength(150);
    expect(recording.gaps).toMatchObject([
      {
        startSeconds: expect.closeTo(0.5, 3),
        endSeconds: expect.closeTo(1, 3),
        recordedSeconds: expect.closeTo(0.5, 3),
      },
    ]);
  });

  it.each<[string, Uint8Array, (readonly [string, number])[]]>([
    ['no magic', new Uint8Array(2_000), [['badMagic', 0]]],
    ['half a header', buildAxivity([]).subarray(0, 500), [['truncated', 500]]],
    ['no block', buildAxivity([]), [['noSignals', 1_024]]],
    [
      'a truncated block',
      buildAxivity([
        { samples: fifty(1), seconds: 0 },
        { samples: fifty(1), seconds: 0.5 },
      ]).subarray(0, 1_024 + 700),
      [['truncated', 1_024 + 512]],
    ],
  ])('reports %s', (_, bytes, expected) => {
    expect(codes(readAxivity(bytes))).toEqual(expected);
  });
});

type Reference = Readonly<
  Record<
    string,
    {
      readonly columns: Readonly<
        Record<
          string,
          {
            readonly mean: number;
            readonly first10: readonly number[];
            readonly max: number;
            readonly min: number;
          }
        >
      >;
    }
  >
>;

describe.skipIf(!hasReferenceData('binary-accelerometer'))(
  'readAxivity on a real device (skipped where the recordings are absent)',
  () => {
    // The reference tool resampled to 100 Hz, so means agree but extremes may differ.
    it.each([
      ['ax3_testfile.cwa', []],
      ['ax3_testfile_corrupt_blocks_0_13_14_142_143_144.cwa', [0, 13, 14, 142, 143, 144]],
    ] as const)('%s: start, first sample, means, and which blocks are damaged', (name, damaged) => {
      const reference = referenceValues<Reference>('binary-accelerometer')[name]?.columns;
      const recording = readAxivity(referenceBytes(`binary-accelerometer/${name}`));
      expect(codes(recording)).toEqual(
        damaged.map((block) => ['badChecksum', 1_024 + 512 * block]),
      );
      expect(Date.parse(`${recording.startedAt}Z`) / 1000).toBeCloseTo(
        reference?.['time']?.first10[0] ?? 0,
        2,
      );
      for (const [label, column, digits] of [
        ['x', 'x', 1],
        ['y', 'y', 1],
        ['z', 'z', 1],
        ['temperature', 'temp', 2],
      ] as const) {
        const stream = recording.streams.find((each) => each.label === label);
        const all = stream === undefined ? [] : [...physicalSamples(stream)];
        expect(all[0]).toBeCloseTo(reference?.[column]?.first10[0] ?? Number.NaN, 5);
        expect(all.reduce((sum, value) => sum + value, 0) / all.length).toBeCloseTo(
          reference?.[column]?.mean ?? Number.NaN,
          digits,
        );
      }
    });
  },
);
