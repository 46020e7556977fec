import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meanHeartRate } from '../beats/heart-rate.ts';
import { createChannelBlocks } from '../channels/channel-blocks.ts';
import { createSlowTrack } from '../respiration/slow-track.ts';
import {
  noReading,
  type Reading,
  mostCertainReading,
  uncertainReading,
  valueReading,
} from './reading.ts';
import { createSampleClock } from './sample-clock.ts';

const seeded = { seed: 10, numRuns: 150 };
const values = fc
  .tuple(fc.integer(), fc.integer({ min: 0, max: 100 }))
  .map(([value, percent]) => valueReading(value, percent / 100, 1));
const doubts = fc.constantFrom<Reading>(
  uncertainReading('noisy', 1),
  uncertainReading('flat', 2),
  noReading,
);

describe('mostCertainReading', () => {
  it('returns the value with the highest certainty in any order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(values, doubts, fc.constant(undefined)), { maxLength: 8 }),
        values,
        fc.nat(8),
        (some, value, place) => {
          const surest = mostCertainReading(some.toSpliced(place, 0, value));
          const certainties = [...some, value].flatMap((one) =>
            one?.kind === 'value' ? [one.certainty] : [],
          );
          expect(surest.kind === 'value' ? surest.certainty : -1).toBe(Math.max(...certainties));
        },
      ),
      seeded,
    );
  });

  it('returns the first uncertain reading without a value, and none otherwise', () => {
    expect(
      mostCertainReading([
        undefined,
        noReading,
        uncertainReading('flat', 3),
        uncertainReading('noisy', 4),
      ]),
    ).toEqual(uncertainReading('flat', 3));
    expect(mostCertainReading([noReading, undefined])).toBe(noReading);
    expect(mostCertainReading([uncertainReading('flat', 3), valueReading(5, 0, 4)])).toEqual(
      valueReading(5, 0, 4),
    );
  });
});

describe('createSampleClock', () => {
  it('gives the same times for any block size, with jitter under half a sample', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: -49, max: 49 })), {
          minLength: 1,
          maxLength: 20,
        }),
        fc.constantFrom(10, 100, 250),
        (blocks, rateHz) => {
          const clock = createSampleClock(rateHz);
          let taken = 0;
          for (const [i, [samples, jitterPercent]] of blocks.entries()) {
            const startMs = 7000 + (taken * 1000) / rateHz;
            expect(clock.begin(i === 0 ? startMs : startMs + (10 * jitterPercent) / rateHz)).toBe(
              i === 0,
            );
            expect(clock.timeMs(0)).toBeCloseTo(startMs, 6);
            clock.advance(samples);
            taken += samples;
          }
          expect(clock.timeMs(-taken)).toBeCloseTo(7000, 6);
        },
      ),
      seeded,
    );
  });
});

describe('createChannelBlocks', () => {
  const block = fc
    .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 90 }))
    .chain(([channels, length]) =>
      fc
        .array(
          fc.oneof(
            { weight: 5, arbitrary: fc.integer({ min: -2000, max: 2000 }) },
            { weight: 1, arbitrary: fc.constant(-32_768) },
          ),
          { minLength: channels * length, maxLength: channels * length },
        )
        .map((samples) => ({ channels, length, samples: Int16Array.from(samples) })),
    );

  it('interleaves channels without loss, and reuses its memory without residue', () => {
    const blocks = createChannelBlocks();
    fc.assert(
      fc.property(block, ({ channels, length, samples }) => {
        const turned = blocks.interleave(samples, length, channels);
        expect(turned).toHaveLength(samples.length);
        for (const [at, sample] of turned.entries())
          expect(sample).toBe(samples[(at % channels) * length + Math.floor(at / channels)]);
      }),
      seeded,
    );
  });

  it('averages the measured channels at each instant', () => {
    const blocks = createChannelBlocks();
    fc.assert(
      fc.property(block, ({ length, samples }) => {
        for (const [at, mean] of blocks.mean(samples, length).entries()) {
          const here = samples.filter((sample, i) => i % length === at && sample !== -32_768);
          expect(mean).toBe(
            here.length === 0
              ? Number.NaN
              : Math.fround(here.reduce((sum, one) => sum + one, 0) / here.length),
          );
        }
      }),
      seeded,
    );
  });
});

describe('createSlowTrack', () => {
  it('gives the same result for any blocks in any order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 }),
        fc.constantFrom(20, 25, 50),
        fc.boolean(),
        (lengths, sampleRateHz, reversed) => {
          const total = lengths.reduce((sum, length) => sum + length, 0);
          const samples = Float32Array.from({ length: total }, (_, i) =>
            i % 7 === 3 ? Number.NaN : (i * 37) % 64,
          );
          const track = () =>
            createSlowTrack({
              sampleRateHz,
              fromMs: 500,
              toMs: 500 + (1000 * total) / sampleRateHz,
            });
          const whole = track();
          const cut = track();
          whole.push(samples, 500);
          let from = 0;
          const blocks = lengths.map((length) => ({ from, to: (from += length) }));
          for (const { from: begin, to } of reversed ? blocks.toReversed() : blocks)
            cut.push(samples.subarray(begin, to), 500 + (1000 * begin) / sampleRateHz);
          expect(cut.values()).toEqual(whole.values());
        },
      ),
      seeded,
    );
  });
});

describe('meanHeartRate', () => {
  const intervals = fc.array(fc.integer({ min: 800, max: 1000 }), { minLength: 6, maxLength: 60 });
  const cumulate = (ms: readonly number[]) => {
    let at = 0;
    return [0, ...ms.map((interval) => (at += interval))];
  };

  it('equals beats over time', () => {
    fc.assert(
      fc.property(intervals, (ms) => {
        expect(meanHeartRate(cumulate(ms))).toBeCloseTo(
          (60_000 * ms.length) / ms.reduce((sum, one) => sum + one, 0),
          9,
        );
      }),
      seeded,
    );
  });

  it('tolerates a missed and a false beat', () => {
    fc.assert(
      fc.property(intervals, fc.nat(), (ms, place) => {
        const times = cumulate(ms);
        const at = 1 + (place % (times.length - 2));
        const invented = [...times, (times[at] ?? 0) + 100].toSorted((one, other) => one - other);
        for (const spoilt of [times.toSpliced(at, 1), invented])
          expect(Math.abs(meanHeartRate(spoilt) - meanHeartRate(times))).toBeLessThan(5);
      }),
      seeded,
    );
  });

  it('returns NaN for two beats or fewer', () => {
    expect([meanHeartRate([]), meanHeartRate([0, 900]), meanHeartRate([0, 900, 1800])]).toEqual([
      Number.NaN,
      Number.NaN,
      60_000 / 900,
    ]);
  });
});
