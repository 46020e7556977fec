import { NOT_MEASURED, encodeFrame } from '@yamori/frames';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom, shuffle, toStage } from '../../testing/device-frames.ts';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../testing/temporary-database.ts';
import { readStreamPieces, type StreamPiece } from './stream-pieces.ts';
import { createTimeline, type Timeline } from './timeline.ts';
import { durationUs, type FrameToStage } from './timeline-frame.ts';

const NOW_MS = 1_760_000_000_000;
/** 50 s before a full hour, so that chunks and columns span it. */
const START_US = Math.ceil((NOW_MS * 1000) / 3_600e6) * 3_600e6 - 50_123_456;
let temporary: TemporaryDatabase;
let timeline: Timeline;

beforeAll(async () => {
  temporary = await openTemporaryDatabase();
  timeline = createTimeline({
    database: temporary.database,
    clock: { nowMs: () => NOW_MS },
    log: pino({ level: 'silent' }),
  });
});
afterAll(() => temporary.drop());

type Sample = { readonly timeUs: number; readonly value: number };

/**
 * Noise with single peaks, lost frames and unmeasured samples; values are random and unique by
 * time.
 */
async function record(
  serial: string,
  rateHz: number,
  seconds: number,
  random: () => number,
): Promise<Sample[]> {
  const frames: FrameToStage[] = [];
  const samples: Sample[] = [];
  for (let second = 0; second < seconds; second++) {
    if (random() < 0.1) continue;
    const values = Int16Array.from({ length: rateHz }, () =>
      random() < 0.02 ? NOT_MEASURED : random() < 0.01 ? 32_767 : Math.round(90 * random()),
    );
    const firstUs = START_US + second * 1e6;
    frames.push(
      toStage(
        serial,
        rateHz,
        encodeFrame({ streamId: 1, sequence: second, deviceTimeUs: firstUs, channels: [values] }),
      ),
    );
    values.forEach((value, index) => {
      if (value !== NOT_MEASURED)
        samples.push({ timeUs: firstUs + durationUs(index, rateHz), value });
    });
  }
  const mixed = shuffle(frames, random);
  await timeline.stage(mixed.slice(0, Math.floor(mixed.length * 0.5)));
  await timeline.compact(-1e6, -1e6);
  await timeline.stage(mixed.slice(Math.floor(mixed.length * 0.5), Math.floor(mixed.length * 0.9)));
  await timeline.compact(-1e6, 1e6);
  await timeline.stage(mixed.slice(Math.floor(mixed.length * 0.9)));
  return samples;
}

/** Extremes of each stretch in a piece, compared with those of its samples within the range. */
function compare(
  pieces: readonly StreamPiece[],
  samples: readonly Sample[],
  fromUs: number,
  toUs: number,
): { lost: Sample[]; foreign: object[] } {
  const inside = samples.filter(({ timeUs }) => timeUs >= fromUs && timeUs < toUs);
  const extremes = pieces.flatMap((piece) =>
    [...(piece.minimum[0] ?? [])].map((low, index) => ({
      low,
      high: piece.maximum[0]?.[index] ?? low,
      fromUs: piece.fromUs + index * piece.stepUs,
      toUs: piece.fromUs + (index + 1) * piece.stepUs,
    })),
  );
  // Samples of a run are placed by the rate, to within 1.5 samples; columns contain their own
  // samples.
  const slackUs = pieces.some(({ kind }) => kind === 'samples')
    ? 1.5 * (pieces[0]?.stepUs ?? 0)
    : 0;
  const lost = inside.filter(
    ({ timeUs, value }) =>
      !extremes.some(
        (one) =>
          timeUs >= one.fromUs - slackUs &&
          timeUs < one.toUs + slackUs &&
          one.low <= value &&
          value <= one.high &&
          one.low !== NOT_MEASURED,
      ),
  );
  const foreign = extremes
    .filter((one) => one.low !== NOT_MEASURED)
    .flatMap((one) =>
      [one.low, one.high].flatMap((extreme) =>
        inside.some(
          ({ timeUs, value }) =>
            value === extreme && timeUs >= one.fromUs - slackUs && timeUs < one.toUs + slackUs,
        )
          ? []
          : [{ ...one, extreme }],
      ),
    );
  return { lost, foreign };
}

describe('readStreamPieces', () => {
  it.each([
    [250, 70],
    [50, 110],
    [1, 100],
  ])(
    'loses no peak at %i Hz, and includes nothing from outside the range',
    async (rateHz, seconds) => {
      const random = createRandom(rateHz);
      const serial = `R-${rateHz}`;
      const samples = await record(serial, rateHz, seconds, random);
      for (let round = 0; round < 16; round++) {
        const fromUs = START_US + Math.round(random() * seconds * 0.8e6);
        const toUs = fromUs + 1 + Math.round(random() ** 2 * seconds * 1e6);
        const columnUs = [8_000, 125_000, 1_000_000, 10_000_000, 120_000_000][round % 5] ?? 1;
        const view = { round, fromUs, toUs, columnUs };
        const pieces = await readStreamPieces(timeline, {
          serial,
          streamId: 1,
          fromUs,
          toUs,
          columnUs,
          sampleRateHz: rateHz,
          maxColumns: 8192,
        });
        const { lost, foreign } = compare(pieces, samples, fromUs, toUs);
        expect({ view, lost: lost.slice(0, 3), foreign: foreign.slice(0, 3) }).toEqual({
          view,
          lost: [],
          foreign: [],
        });
      }
    },
  );

  it('returns samples if a column would contain three or fewer', async () => {
    const values = Int16Array.from({ length: 250 }, (_, index) => index);
    await timeline.stage([
      toStage(
        'S-1',
        250,
        encodeFrame({ streamId: 1, sequence: 1, deviceTimeUs: START_US, channels: [values] }),
      ),
    ]);
    const ask = (columnUs: number) =>
      readStreamPieces(timeline, {
        serial: 'S-1',
        streamId: 1,
        fromUs: START_US,
        toUs: START_US + 2e6,
        columnUs,
        sampleRateHz: 250,
        maxColumns: 500,
      });
    expect(await ask(12_000)).toEqual([
      {
        kind: 'samples',
        fromUs: START_US,
        stepUs: 4000,
        minimum: [values],
        maximum: [values],
        mean: [values],
      },
    ]);
    expect((await ask(12_001)).map(({ kind }) => kind)).toEqual(['columns']);
  });

  it('returns nothing for a range without data', async () => {
    for (const columnUs of [4_000, 1_000_000, 120_000_000]) {
      expect(
        await readStreamPieces(timeline, {
          serial: 'S-1',
          streamId: 1,
          fromUs: START_US + 100e6,
          toUs: START_US + 500e6,
          columnUs,
          sampleRateHz: 250,
          maxColumns: 500,
        }),
      ).toEqual([]);
    }
  });

  it('returns each event, individually at close range and as a column from afar', async () => {
    const times = [0, 61e6, 86_000e6];
    await timeline.stage(
      times.map((afterUs, sequence) =>
        toStage(
          'E-1',
          0,
          encodeFrame({
            streamId: 2,
            sequence,
            deviceTimeUs: START_US + afterUs,
            channels: [Int16Array.of(sequence + 1)],
          }),
        ),
      ),
    );
    const ask = (toUs: number, maxColumns: number) =>
      readStreamPieces(timeline, {
        serial: 'E-1',
        streamId: 2,
        fromUs: START_US,
        toUs,
        columnUs: Math.ceil((toUs - START_US) / maxColumns),
        sampleRateHz: 0,
        maxColumns,
      });
    expect(
      (await ask(START_US + 86_400e6, 100)).map(({ fromUs, stepUs }) => [
        fromUs - START_US,
        stepUs,
      ]),
    ).toEqual(times.map((afterUs) => [afterUs, 0]));
    const [far] = await ask(START_US + 10 * 86_400e6, 100);
    expect(far?.kind).toBe('columns');
    expect([...(far?.maximum[0] ?? [])].filter((value) => value !== NOT_MEASURED)).toEqual([2, 3]);
  });
});
