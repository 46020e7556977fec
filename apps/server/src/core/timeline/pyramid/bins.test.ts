import { NOT_MEASURED } from '@yamori/frames';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBlockCoder } from '../chunks/block-coder.ts';
import { decodeBins, encodeBins } from './bin-codec.ts';
import { createBinCollector, type Bins, type BinSheet } from './bins.ts';
import { fineBinUs } from './levels.ts';

const coder = createBlockCoder();
const RATES = [0.5, 1, 13, 20, 50, 250, 999];
const SECOND_US = 1_000_000;

/** Reference implementation, sample by sample. */
function slowly(
  binUs: number,
  fromUs: number,
  toUs: number,
  startUs: number,
  rateHz: number,
  samples: Int16Array,
): Map<number, number[]> {
  const bins = new Map<number, number[]>();
  samples.forEach((sample, index) => {
    const timeUs = startUs + Math.round((index * 1e6) / rateHz);
    const bin = Math.floor(timeUs / binUs);
    if (bin < Math.floor(fromUs / binUs) || bin >= Math.ceil(toUs / binUs)) return;
    bins.set(bin, [...(bins.get(bin) ?? []), sample]);
  });
  return bins;
}

const flat = (bins: Bins): { bin: number; count: number; low: number; high: number }[] =>
  Array.from(bins.counts, (count, index) => ({
    bin: bins.firstBin + index,
    count,
    low: bins.minimum[0]?.[index] ?? NOT_MEASURED,
    high: bins.maximum[0]?.[index] ?? NOT_MEASURED,
  })).filter((one) => one.count > 0);

describe('createBinCollector', () => {
  it('assigns every sample to exactly the bin of its time, at any rate and start', () => {
    const scene = fc.record({
      binUs: fc.constantFrom(1, 7_777, 100_000, SECOND_US, 10 * SECOND_US),
      rateHz: fc.constantFrom(...RATES),
      startUs: fc.integer({ min: -5_000_000, max: 5_000_000 }),
      samples: fc.array(fc.integer({ min: -32_767, max: 32_767 }), { minLength: 1, maxLength: 60 }),
    });
    fc.assert(
      fc.property(scene, ({ binUs, rateHz, startUs, samples }) => {
        const values = Int16Array.from(samples);
        const lengthUs = Math.ceil((samples.length * 1e6) / rateHz);
        const [fromUs, toUs] =
          binUs === 1
            ? [startUs, startUs + 50]
            : [startUs - 3 * binUs, Math.min(startUs + lengthUs, startUs + 2_000 * binUs)];
        const collector = createBinCollector(binUs, fromUs, toUs);
        collector.addSamples(startUs, rateHz, [values]);
        const wanted = [...slowly(binUs, fromUs, toUs, startUs, rateHz, values)].map(
          ([bin, own]) => ({
            bin,
            count: own.length,
            low: Math.min(...own),
            high: Math.max(...own),
          }),
        );
        expect(flat(collector.finish())).toEqual(wanted);
      }),
      { numRuns: 300 },
    );
  });

  it('builds the same bins from finer bins as from samples', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...RATES),
        fc.array(fc.integer({ min: -32_767, max: 32_767 }), { minLength: 1, maxLength: 200 }),
        (rateHz, samples) => {
          const values = Int16Array.from(samples);
          const toUs = Math.ceil((samples.length * 1e6) / rateHz) + 1;
          const collect = (binUs: number) => createBinCollector(binUs, 0, toUs);
          const [fine, direct, coarse] = [
            collect(SECOND_US),
            collect(10 * SECOND_US),
            collect(10 * SECOND_US),
          ];
          fine.addSamples(0, rateHz, [values]);
          direct.addSamples(0, rateHz, [values]);
          coarse.addBins(fine.sheet(), Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
          const [one, other] = [direct.finish(), coarse.finish()];
          expect(flat(other)).toEqual(flat(one));
          other.mean[0]?.forEach((mean, index) =>
            expect(Math.abs(mean - (one.mean[0]?.[index] ?? 0))).toBeLessThanOrEqual(1),
          );
        },
      ),
    );
  });

  it('ignores samples that were not measured', () => {
    const collector = createBinCollector(SECOND_US, 0, 3 * SECOND_US);
    collector.addSamples(0, 2, [
      Int16Array.of(5, NOT_MEASURED, NOT_MEASURED, NOT_MEASURED, -7, 9),
      Int16Array.of(1, 2, 3, 4, 5, 6),
    ]);
    const bins = collector.finish();
    expect([...bins.counts]).toEqual([2, 2, 2]);
    expect(
      [bins.minimum[0], bins.maximum[0], bins.mean[0]].map((track) => [...(track ?? [])]),
    ).toEqual([
      [5, NOT_MEASURED, -7],
      [5, NOT_MEASURED, 9],
      [5, NOT_MEASURED, 1],
    ]);
    expect([...(bins.mean[1] ?? [])]).toEqual([2, 4, 6]);
  });

  it('adds only bins of the given range', () => {
    const fine = createBinCollector(SECOND_US, 0, 4 * SECOND_US);
    fine.addSamples(0, 1, [Int16Array.of(1, 2, 3, 4)]);
    const part = createBinCollector(SECOND_US, 0, 4 * SECOND_US);
    part.addBins(fine.sheet(), SECOND_US, 3 * SECOND_US);
    expect(flat(part.finish()).map((bin) => bin.low)).toEqual([2, 3]);
  });

  it('assigns an event without duration to the bin of its time', () => {
    const collector = createBinCollector(SECOND_US, 0, 10 * SECOND_US);
    collector.addSamples(3 * SECOND_US, 0, [Int16Array.of(1, 2)]);
    expect(flat(collector.finish())).toEqual([{ bin: 3, count: 2, low: 1, high: 2 }]);
  });

  it.each([1, 9, 40])('restores encoded bins for any values and times: %i bins', (length) => {
    const value = fc.oneof(
      fc.constantFrom(-32_768, 32_767, 0),
      fc.integer({ min: -32_768, max: 32_767 }),
    );
    const track = fc.array(value, { minLength: length, maxLength: length });
    const tracks = fc
      .integer({ min: 0, max: 3 })
      .chain((channels) => fc.array(track, { minLength: 3 * channels, maxLength: 3 * channels }));
    const anyCounts = fc.array(fc.constantFrom(0, 1, 200, 4e9), {
      minLength: length,
      maxLength: length,
    });
    fc.assert(
      fc.property(
        tracks,
        anyCounts,
        fc.integer({ min: -1e9, max: 2e9 }),
        (values, counts, firstBin) => {
          const channelCount = values.length / 3;
          const [minimum, maximum, mean] = [0, 1, 2].map((part) =>
            Int16Array.from(
              values
                .slice(part * channelCount, (part + 1) * channelCount)
                .flatMap((own) =>
                  own.map((one, index) => (counts[index] === 0 ? NOT_MEASURED : one)),
                ),
            ),
          );
          if (minimum === undefined || maximum === undefined || mean === undefined)
            throw new Error('no tracks');
          const bins: BinSheet = {
            binUs: SECOND_US,
            firstBin,
            counts: Uint32Array.from(counts),
            channelCount,
            minimum,
            maximum,
            mean,
          };
          expect(decodeBins(coder, encodeBins(coder, bins))).toEqual(bins);
        },
      ),
    );
  });

  it('fineBinUs chooses a width with enough samples per bin', () => {
    expect([1_000, 250, 150, 100, 50, 20, 1, 0].map(fineBinUs)).toEqual(
      [1, 1, 1, 2, 5, 10, 10, 10].map((seconds) => seconds * SECOND_US),
    );
  });
});
