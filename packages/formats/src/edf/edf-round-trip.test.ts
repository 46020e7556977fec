import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { physicalSamples, type RecordingGap, type RecordingStream } from '../recording.ts';
import { readEdf } from './edf-recording.ts';
import { writeEdf } from './edf-writer.ts';

const RATES = [1, 4, 10, 12.5, 25, 50, 100, 128] as const;

/** Whole seconds of samples in several stretches with gaps between them. */
const stretches = fc.array(
  fc.record({
    seconds: fc.integer({ min: 1, max: 5 }),
    gapSeconds: fc.integer({ min: 1, max: 100_000 }).map((tenths) => tenths / 10),
  }),
  { minLength: 1, maxLength: 5 },
);

function listGaps(parts: readonly { readonly seconds: number; readonly gapSeconds: number }[]): {
  readonly gaps: RecordingGap[];
  readonly sampledSeconds: number;
} {
  const gaps: RecordingGap[] = [];
  let time = 0;
  let sampled = 0;
  for (const [index, { seconds, gapSeconds }] of parts.entries()) {
    time += 2 * seconds;
    sampled += 2 * seconds;
    if (index === parts.length - 1) break;
    gaps.push({ startSeconds: time, endSeconds: time + gapSeconds, recordedSeconds: sampled });
    time += gapSeconds;
  }
  return { gaps, sampledSeconds: sampled };
}

const text = fc
  .string({
    unit: fc.constantFrom('a', 'Z', '9', ' ', '呼', 'é', '+', '\n', '"'),
    minLength: 1,
    maxLength: 20,
  })
  .map((words) => words.trim())
  .filter((words) => words !== '');
const marks = fc.array(
  fc.record({
    onsetSeconds: fc.integer({ min: 0, max: 100_000 }).map((ms) => ms / 1000),
    durationSeconds: fc.option(fc.integer({ min: 0, max: 600_000 }).map((ms) => ms / 1000)),
    text,
  }),
  { maxLength: 20 },
);

describe('EDF+ round trip', () => {
  it('preserves any samples, gaps, annotations and start', () => {
    fc.assert(
      fc.property(
        stretches,
        fc.array(fc.constantFrom(...RATES), { minLength: 1, maxLength: 3 }),
        marks,
        fc.integer({ min: 0, max: 999_999 }),
        fc.integer({ min: 1, max: 9 }),
        (parts, rates, annotations, microseconds, seed) => {
          const { gaps, sampledSeconds } = listGaps(parts);
          const streams = rates.map((sampleRateHz, place): RecordingStream => ({
            label: `s${place}`,
            unit: 'mV',
            sampleRateHz,
            samples: {
              kind: 'digital',
              values: Int16Array.from(
                { length: sampledSeconds * sampleRateHz },
                (_, index) => ((index * 7_919 * seed) % 65_536) - 32_768,
              ),
              scale: 0.01,
              offset: 0,
              notMeasured: null,
            },
          }));
          const startedAt =
            microseconds === 0
              ? '2024-03-02T22:30:15'
              : `2024-03-02T22:30:15.${String(microseconds).padStart(6, '0')}`;
          const written = writeEdf({ startedAt, streams, gaps, annotations });
          if (written.kind === 'refused') return expect.fail(written.problem.message);
          const again = readEdf(written.bytes);
          expect(written.paddedSeconds).toBe(0);
          expect(again.problems).toEqual([]);
          expect(again.streams.map(({ samples }) => samples.values)).toEqual(
            streams.map(({ samples }) => samples.values),
          );
          expect(
            again.gaps.map(({ startSeconds, endSeconds, recordedSeconds }) =>
              [startSeconds, endSeconds, recordedSeconds].map((seconds) => seconds.toFixed(4)),
            ),
          ).toEqual(
            gaps.map(({ startSeconds, endSeconds, recordedSeconds }) =>
              [startSeconds, endSeconds, recordedSeconds].map((seconds) => seconds.toFixed(4)),
            ),
          );
          expect(
            again.annotations.map((each) => [
              each.onsetSeconds.toFixed(4),
              each.durationSeconds,
              each.text,
            ]),
          ).toEqual(
            annotations
              .toSorted((one, other) => one.onsetSeconds - other.onsetSeconds)
              .map((each) => [each.onsetSeconds.toFixed(4), each.durationSeconds, each.text]),
          );
          expect(Date.parse(`${again.startedAt}Z`)).toBe(Date.parse(`${startedAt}Z`));
        },
      ),
      {
        numRuns: 60,
        examples: [
          [
            [
              { seconds: 5, gapSeconds: 0.1 },
              { seconds: 3, gapSeconds: 0.1 },
            ],
            [1],
            [],
            0,
            1,
          ],
        ],
      },
    );
  });

  it('loses at most one step for values that are not 16-bit numbers', () => {
    const series = fc.array(fc.double({ min: -1e5, max: 1e5, noNaN: true }), {
      minLength: 2,
      maxLength: 60,
    });
    fc.assert(
      fc.property(series, (values) => {
        const stream: RecordingStream = {
          label: 'x',
          unit: '',
          sampleRateHz: 1,
          samples: { kind: 'physical', values: Float64Array.from(values) },
        };
        const written = writeEdf({ startedAt: '2024-03-02T22:30:15', streams: [stream] });
        if (written.kind === 'refused') return expect.fail(written.problem.message);
        const [again] = readEdf(written.bytes).streams;
        const low = Math.min(...values);
        const high = Math.max(...values);
        // A step of the range, the range rounded outwards to eight characters, and float32.
        const tolerance =
          (high - low) / 65_534 + 2e-4 * Math.max(Math.abs(low), Math.abs(high)) + 1e-5;
        expect(
          again &&
            [...physicalSamples(again)].every(
              (value, index) => Math.abs(value - (values[index] ?? 0)) <= tolerance,
            ),
        ).toBe(true);
      }),
    );
  });
});
