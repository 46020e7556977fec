import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadBlockCoder, type BlockCoder } from './block-coder.ts';
import { encodeFrame } from './frame-encoder.ts';
import { NOT_MEASURED } from './frame-layout.ts';
import { blocksWasm } from './testing/wasm-bytes.ts';
import { readDescribedBlock } from './testing/described-block.ts';
import { aFrame, aWave, joinBytes } from './testing/frame-builder.ts';

const coder = loadBlockCoder(blocksWasm());

function pack(channels: readonly Int16Array[]): Uint8Array {
  coder.begin(channels.length, channels[0]?.length ?? 0);
  coder.placeSamples(channels, 0);
  return packed(coder);
}

function packed(from: BlockCoder): Uint8Array {
  const bytes = new Uint8Array(from.pack());
  from.takePacked(bytes, 0);
  return bytes;
}
const unpack = (bytes: Uint8Array, channels: readonly Int16Array[]): Int16Array[] =>
  coder.decode(bytes, channels.length, channels[0]?.length ?? 0);
const bytesASample = (channels: readonly Int16Array[]): number =>
  pack(channels).length / (channels.length * (channels[0]?.length ?? 1));

/** Seeded, reproducible noise, approximately normal with standard deviation 1. */
function noise(seed: number): () => number {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  return () => 2 * (uniform() + uniform() + uniform());
}

const extreme = fc.constantFrom(-32_768, -32_767, -16_385, -1, 0, 1, 16_384, 32_766, 32_767);
const sample = fc.oneof(
  { weight: 2, arbitrary: extreme },
  { weight: 1, arbitrary: fc.integer({ min: -32_768, max: 32_767 }) },
  { weight: 3, arbitrary: fc.integer({ min: -20, max: 20 }) },
);

describe('the block coder', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 33])(
    'a block of %i channels survives with any samples and length',
    (channelCount) => {
      const channels = fc.integer({ min: 1, max: 90 }).chain((length) =>
        fc.array(fc.array(sample, { minLength: length, maxLength: length }), {
          minLength: channelCount,
          maxLength: channelCount,
        }),
      );
      fc.assert(
        fc.property(channels, (values) => {
          const block = values.map((own) => Int16Array.from(own));
          expect(unpack(pack(block), block)).toEqual(block);
        }),
        { numRuns: 60 },
      );
    },
  );

  it.each([
    ['a model per channel', 3, 500],
    ['long channels', 2, 5_000],
    ['channels longer than the fit', 2, 9_000],
    ['many channels and a shared model', 40, 120],
    ['208 electrodes', 208, 200],
    ['many short channels', 300, 3],
    ['more channels than a frame of four samples can have', 8_192, 4],
    ['one sample', 1, 1],
  ])('a block with %s survives', (_, channelCount, length) => {
    for (const amplitude of [1, 30, 3_000, 32_000]) {
      const random = noise(length);
      const block = Array.from({ length: channelCount }, (_none, channel) =>
        Int16Array.from({ length }, (_unused, index) =>
          Math.round(
            amplitude * 0.9 * Math.sin(index / 9 + channel / 20) + (amplitude / 40) * random(),
          ),
        ),
      );
      expect(unpack(pack(block), block)).toEqual(block);
    }
  });

  it('a block with steps that wrap around survives', () => {
    const block = Array.from({ length: 9 }, (_, channel) =>
      Int16Array.from({ length: 300 }, (_none, index) =>
        (index + channel) % 2 === 0 ? -32_768 : 32_767,
      ),
    );
    expect(unpack(pack(block), block)).toEqual(block);
  });

  it('a block with unmeasured intervals survives', () => {
    const block = Array.from({ length: 20 }, (_, channel) =>
      aWave(250).map((value, index) => ((index + channel) % 60 < 20 ? NOT_MEASURED : value)),
    );
    expect(unpack(pack(block), block)).toEqual(block);
  });

  it('a new coder writes the same bytes, even for a large block', () => {
    const random = noise(6);
    const block = Array.from({ length: 3 }, () =>
      Int16Array.from({ length: 40_000 }, () => Math.round(9_000 * random())),
    );
    const fresh = loadBlockCoder(blocksWasm());
    fresh.begin(3, 40_000);
    fresh.placeSamples(block, 0);
    const bytes = packed(fresh);
    expect(bytes).toEqual(pack(block));
    expect(fresh.decode(bytes, 3, 40_000)).toEqual(block);
  });

  it('the previous block has no effect', () => {
    const one = [aWave(400)];
    const other = Array.from({ length: 20 }, () => aWave(100, 20_000, 7));
    const alone = pack(one);
    pack(other);
    expect(pack(one)).toEqual(alone);
    expect(unpack(alone, one)).toEqual(one);
  });
});

describe('compression', () => {
  const wave = (index: number, channel: number): number =>
    400 * Math.sin((2 * Math.PI * index) / 80 + channel / 30);

  it('the size of a noisy wave is near the entropy of its noise', () => {
    // log2(4 × sqrt(2 π e)) = 4.05 bits, plus the error of predicting the wave.
    const random = noise(1);
    const block = Array.from({ length: 208 }, (_, channel) =>
      Int16Array.from({ length: 200 }, (_none, index) =>
        Math.round(wave(index, channel) + 4 * random()),
      ),
    );
    expect(bytesASample(block)).toBeLessThan(0.585);
    expect(bytesASample(block)).toBeGreaterThan(0.506);
  });

  it('constants, lines and duplicate channels take almost no space', () => {
    expect(bytesASample([new Int16Array(2_500).fill(7)])).toBeLessThan(0.03);
    expect(
      bytesASample([Int16Array.from({ length: 2_500 }, (_, index) => 12 * index - 15_000)]),
    ).toBeLessThan(0.04);
    const random = noise(2);
    const first = Int16Array.from({ length: 1_000 }, () => Math.round(300 * random()));
    expect(bytesASample([first, first])).toBeLessThan(0.6 * bytesASample([first]));
  });

  it('values of few bits and of fractional pitch take less space', () => {
    const random = noise(3);
    const digits = Array.from({ length: 2_500 }, (_, index) =>
      Math.round(60 * Math.sin(index / 20) + 2 * random()),
    );
    const plain = bytesASample([Int16Array.from(digits)]);
    for (const pitch of [16, 257.5, 100.3]) {
      const spread = Int16Array.from(digits, (value) => Math.round(value * pitch));
      expect(unpack(pack([spread]), [spread])).toEqual([spread]);
      expect(bytesASample([spread])).toBeLessThan(plain + 0.05);
    }
  });

  it('a few values spread over a line take less space', () => {
    const random = noise(5);
    const values = Array.from(
      { length: 60 },
      (_, index) => 211 * ((index * index) % 149) - 15_000,
    ).sort((one, other) => one - other);
    const block = [
      Int16Array.from(
        { length: 2_000 },
        (_, index) =>
          values[
            Math.max(0, Math.min(59, Math.round(30 + 24 * Math.sin(index / 15) + random())))
          ] ?? 0,
      ),
    ];
    expect(unpack(pack(block), block)).toEqual(block);
    expect(bytesASample(block)).toBeLessThan(0.6);
  });

  it('unpredictable samples take hardly more than 2 bytes each', () => {
    const random = noise(4);
    const block = [
      Int16Array.from({ length: 4_000 }, () =>
        Math.max(-32_768, Math.min(32_767, Math.round(20_000 * random()))),
      ),
    ];
    expect(bytesASample(block)).toBeLessThan(2.1);
    expect(unpack(pack(block), block)).toEqual(block);
  });
});

describe('readDescribedBlock', () => {
  const described = (block: readonly Int16Array[]): void => {
    expect(readDescribedBlock(pack(block), block.length, block[0]?.length ?? 0)).toEqual(
      block.map((samples) => [...samples]),
    );
  };
  const wave = (channels: number, length: number, amplitude: number, spread: number) => {
    const random = noise(channels + length);
    return Array.from({ length: channels }, (_, channel) =>
      Int16Array.from({ length }, (_none, index) =>
        Math.round(amplitude * Math.sin(index / 11 + channel / 7) + spread * random()),
      ),
    );
  };

  it('reads blocks of every kind of model and residual', () => {
    described(wave(1, 2_500, 900, 12));
    described(wave(3, 500, 9_000, 2_500));
    described(wave(40, 120, 400, 4));
    described(wave(12, 9, 30_000, 900));
    described([
      new Int16Array(500),
      Int16Array.from({ length: 500 }, (_, index) => (index % 90 === 0 ? 32_767 : index % 7)),
    ]);
    described([Int16Array.of(-32_768)]);
  });

  it('reads both kinds of lists next to plain channels', () => {
    const [digits = new Int16Array(0)] = wave(1, 1_200, 60, 2);
    described([
      digits.map((value) => 257 * value),
      digits,
      Int16Array.from(digits, (value) => Math.round(100.3 * value)),
    ]);
    const some = Array.from(
      { length: 60 },
      (_, index) => 211 * ((index * index) % 149) - 15_000,
    ).sort((one, other) => one - other);
    described([
      Int16Array.from(
        { length: 2_000 },
        (_, index) => some[Math.round(30 + 24 * Math.sin(index / 15))] ?? 0,
      ),
    ]);
  });

  it('reads random blocks', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }).chain((length) =>
          fc.array(fc.array(sample, { minLength: length, maxLength: length }), {
            minLength: 1,
            maxLength: 4,
          }),
        ),
        (values) => {
          described(values.map((own) => Int16Array.from(own)));
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('damaged blocks', () => {
  it('most damage is reported as RangeError, and none breaks the coder', () => {
    const block = Array.from({ length: 12 }, (_, channel) => aWave(200, 900, 30 + channel));
    const whole = pack(block);
    const outcomes = { refused: 0, other: 0 };
    for (let round = 0; round < 3_000; round++) {
      const damaged = Uint8Array.from(whole);
      damaged[(round * 7_919) % whole.length] = (round * 31) & 255;
      try {
        coder.decode(
          round % 3 === 0 ? damaged.subarray(0, (round * 13) % whole.length) : damaged,
          12,
          200,
        );
        outcomes.other += 1;
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
        outcomes.refused += 1;
      }
    }
    expect(outcomes.refused).toBeGreaterThan(2_400);
    expect(unpack(whole, block)).toEqual(block);
  });

  it('wrong counts and too large blocks are rejected', () => {
    const block = [aWave(300), aWave(300)];
    const bytes = pack(block);
    expect(() => coder.decode(bytes, 2, 301)).toThrow(RangeError);
    expect(() => coder.decode(bytes, 3, 300)).toThrow(RangeError);
    expect(() => coder.begin(60_000, 60_000)).toThrow('too large');
    expect(unpack(bytes, block)).toEqual(block);
  });
});

describe('frames in rows', () => {
  const frames = Array.from({ length: 7 }, (_, sequence) =>
    aFrame({
      sequence,
      deviceTimeUs: 1_763_692_613_000_000 + sequence * 1_000_000,
      channels: [aWave(33 + sequence), aWave(33 + sequence, 20_000)],
      encoding: sequence % 2 === 0 ? 'plain' : 'delta',
    }),
  );
  const encoded = frames.map(encodeFrame);

  it('scan returns the fields and the row of each frame', () => {
    const rows = [
      joinBytes(encoded.slice(0, 3)),
      joinBytes(encoded.slice(3, 4)),
      joinBytes(encoded.slice(4)),
    ];
    expect(coder.scan(rows)).toEqual(
      frames.map((frame, index) => ({
        index,
        row: [0, 0, 0, 1, 2, 2, 2][index],
        sequence: frame.sequence,
        deviceTimeUs: frame.deviceTimeUs,
        sampleCount: 33 + index,
        channelCount: 2,
        encoding: frame.encoding,
      })),
    );
    expect(coder.scan([])).toEqual([]);
  });

  it('frames become a block, in any order and together with samples', () => {
    const scanned = coder.scan([joinBytes(encoded.toReversed())]);
    const between = [Int16Array.of(1, 2, 3), Int16Array.of(-4, -5, -6)];
    const length = frames.reduce((sum, frame) => sum + (frame.channels[0]?.length ?? 0), 3);
    coder.begin(2, length);
    let at = 0;
    for (const frame of scanned.toReversed()) {
      coder.placeFrame(frame, at);
      at += frame.sampleCount;
      if (frame.sequence !== 2) continue;
      coder.placeSamples(between, at);
      at += 3;
    }
    const folded = coder.fold(0, 33);
    expect([[...folded.minimum], [...folded.maximum], [...folded.count]]).toEqual([
      [Math.min(...aWave(33)), Math.min(...aWave(33, 20_000))],
      [900, 20_000],
      [33, 33],
    ]);
    const wanted = [0, 1].map((channel) =>
      Int16Array.from(
        frames.flatMap((frame) => [
          ...(frame.channels[channel] ?? []),
          ...(frame.sequence === 2 ? (between[channel] ?? []) : []),
        ]),
      ),
    );
    expect(coder.decode(packed(coder), 2, length)).toEqual(wanted);
  });

  it('invalid rows and oversized frames are rejected', () => {
    const row = joinBytes(encoded);
    for (const at of [0, 5, 40, row.length - 1]) {
      const damaged = Uint8Array.from(row);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      expect(() => coder.scan([damaged])).toThrow(RangeError);
    }
    expect(() => coder.scan([row.subarray(0, row.length - 1)])).toThrow(RangeError);
    expect(() => coder.scan([row, Uint8Array.of(1)])).toThrow(RangeError);
    const [first] = coder.scan([row]);
    if (first === undefined) throw new Error('no frame');
    coder.begin(2, 20);
    expect(() => coder.placeFrame(first, 0)).toThrow('does not fit');
    coder.begin(3, 100);
    expect(() => coder.placeFrame(first, 0)).toThrow('does not fit');
  });

  it('fold ignores unmeasured samples', () => {
    coder.begin(2, 4);
    coder.placeSamples(
      [Int16Array.of(NOT_MEASURED, 5, -3, NOT_MEASURED), new Int16Array(4).fill(NOT_MEASURED)],
      0,
    );
    const { minimum, maximum, sum, count } = coder.fold(0, 4);
    expect([[...minimum], [...maximum], [...sum], [...count]]).toEqual([
      [-3, 32_767],
      [5, -32_768],
      [2, 0],
      [2, 0],
    ]);
  });
});
