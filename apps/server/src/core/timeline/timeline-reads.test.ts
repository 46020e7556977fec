import { NOT_MEASURED, encodeFrame } from '@yamori/frames';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRandom, seriesFrames, shuffle, toStage } from '../../testing/device-frames.ts';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../testing/temporary-database.ts';
import { SLOT_US, toSlot, type FrameToStage } from './timeline-frame.ts';
import { createTimeline, type Timeline } from './timeline.ts';

const log = pino({ level: 'silent' });
const RATE_HZ = 50;
const STEP_US = 1e6 / RATE_HZ;
const fixture: { temporary?: TemporaryDatabase; timeline?: Timeline; nowMs: number } = {
  nowMs: 1_760_000_100_000,
};

beforeEach(async () => {
  fixture.temporary = await openTemporaryDatabase();
  fixture.timeline = open();
});
afterEach(async () => {
  await fixture.temporary?.drop();
});

function open(): Timeline {
  return createTimeline({
    database: fixture.temporary?.database ?? expect.fail('no database'),
    clock: { nowMs: () => fixture.nowMs },
    log,
  });
}
const timeline = (): Timeline => fixture.timeline ?? expect.fail('no timeline');
const compactAll = () => timeline().compact(-1e6, -1e6);
const key = { serial: 'A-1', streamId: 1 };

/** Frames whose values number the samples, so that each value identifies its position. */
const counting = (startUs: number, frameCount: number, samplesPerFrame = 50): FrameToStage[] =>
  Array.from({ length: frameCount }, (_, sequence) =>
    toStage(
      'A-1',
      RATE_HZ,
      encodeFrame({
        streamId: 1,
        sequence,
        deviceTimeUs: startUs + sequence * samplesPerFrame * STEP_US,
        channels: [
          Int16Array.from(
            { length: samplesPerFrame },
            (_none, index) => sequence * samplesPerFrame + index,
          ),
        ],
      }),
    ),
  );

/** Samples of a range, as pairs of sample number and time. */
async function readNumbers(
  fromUs: number,
  toUs: number,
): Promise<{ readonly number: number; readonly timeUs: number }[]> {
  const runs = await timeline().read({ ...key, fromUs, toUs });
  return runs.flatMap((run) =>
    [...(run.channels[0] ?? [])].map((number, index) => ({
      number,
      timeUs: run.firstSampleTimeUs + index * STEP_US,
    })),
  );
}

describe('reading a range', () => {
  it('a range contains exactly its samples, from chunks and staging', async () => {
    const startUs = Math.floor(1_760_000_000_000_000 / SLOT_US) * SLOT_US + 3_250_000;
    const random = createRandom(11);
    const frames = counting(startUs, 90).filter(() => random() > 0.15);
    const mixed = shuffle(frames, random);
    await timeline().stage(mixed.slice(0, 30));
    await compactAll();
    await timeline().stage(mixed.slice(30, 60));
    await compactAll();
    await timeline().stage(mixed.slice(60));
    const all = new Set(
      frames.flatMap((frame) =>
        Array.from({ length: 50 }, (_, index) => frame.sequence * 50 + index),
      ),
    );
    for (let round = 0; round < 40; round++) {
      // Ends within a sample, at a sample, and at the border of a chunk.
      const border = (toSlot(startUs) + 1 + Math.floor(random() * 8)) * SLOT_US;
      const fromUs =
        [
          startUs + Math.floor(random() * 80e6),
          startUs + STEP_US * Math.floor(random() * 4_000),
          border,
        ][round % 3] ?? 0;
      const toUs = fromUs + ([1, STEP_US, 999_999, 10e6, 33_333_333][round % 5] ?? 1);
      const numbers = await readNumbers(fromUs, toUs);
      const wanted = [...all]
        .filter(
          (number) => startUs + number * STEP_US >= fromUs && startUs + number * STEP_US < toUs,
        )
        .sort((one, other) => one - other);
      expect({ fromUs, toUs, numbers: numbers.map(({ number }) => number) }).toEqual({
        fromUs,
        toUs,
        numbers: wanted,
      });
      for (const { number, timeUs } of numbers) expect(timeUs).toBe(startUs + number * STEP_US);
    }
  });

  it('chunk borders leave no gap, even within a frame', async () => {
    const borderUs = 176_000_123 * SLOT_US;
    await timeline().stage(counting(borderUs - 3 * STEP_US, 20, 7));
    await compactAll();
    const runs = await timeline().read({ ...key, fromUs: borderUs - 1e6, toUs: borderUs + 10e6 });
    expect(runs.map((run) => [run.firstSampleTimeUs, run.channels[0]?.length])).toEqual([
      [borderUs - 3 * STEP_US, 140],
    ]);
    // A range that begins after the border still includes the frame that spans it.
    expect(
      (await readNumbers(borderUs, borderUs + 2 * STEP_US)).map(({ number }) => number),
    ).toEqual([3, 4]);
  });

  it('data continues over midnight in Japan, and over the end of months and years', async () => {
    for (const midnight of [
      '2026-01-01T00:00:00+09:00',
      '2026-03-01T00:00:00+09:00',
      '2024-02-29T00:00:00+09:00',
    ]) {
      const atUs = Date.parse(midnight) * 1000;
      await timeline().stage(
        counting(atUs - 5e6, 10).map((frame) => ({ ...frame, receivedMs: atUs / 1000 })),
      );
      for (const place of ['staged', 'chunked']) {
        const runs = await timeline().read({ ...key, fromUs: atUs - 60e6, toUs: atUs + 60e6 });
        expect([midnight, place, runs.map((run) => run.channels[0]?.length)]).toEqual([
          midnight,
          place,
          [500],
        ]);
        expect((await readNumbers(atUs - 60e6, atUs)).at(-1)?.number).toBe(249);
        expect((await readNumbers(atUs, atUs + 60e6))[0]?.number).toBe(250);
        await compactAll();
      }
    }
  });

  it('samples that were not measured are stored, and are no gaps', async () => {
    const startUs = 1_760_000_000_000_000;
    const values = [5, NOT_MEASURED, NOT_MEASURED, 6];
    await timeline().stage([
      toStage(
        'A-1',
        RATE_HZ,
        encodeFrame({
          streamId: 1,
          sequence: 0,
          deviceTimeUs: startUs,
          channels: [Int16Array.from(values)],
        }),
      ),
    ]);
    for (let round = 0; round < 2; round++) {
      const runs = await timeline().read({ ...key, fromUs: startUs, toUs: startUs + 1e6 });
      expect(runs.map((run) => [...(run.channels[0] ?? [])])).toEqual([values]);
      await compactAll();
    }
  });

  it('streams and devices are separate', async () => {
    const startUs = 1_760_000_000_000_000;
    const of = (serial: string, streamId: number) =>
      seriesFrames({
        serial,
        streamId,
        startUs,
        sampleRateHz: RATE_HZ,
        samplesPerFrame: 50,
        frameCount: 3 + streamId,
        random: createRandom(streamId),
      });
    await timeline().stage(
      shuffle(
        [...of('A-1', 1), ...of('A-1', 2), ...of('A-10', 1), ...of('1/A', 1)],
        createRandom(5),
      ),
    );
    for (let round = 0; round < 2; round++) {
      const lengths = [];
      for (const [serial, streamId] of [
        ['A-1', 1],
        ['A-1', 2],
        ['A-10', 1],
        ['1/A', 1],
        ['A-1', 11],
      ] as const) {
        lengths.push(
          (await timeline().read({ serial, streamId, fromUs: startUs, toUs: startUs + 60e6 })).map(
            (run) => run.channels[0]?.length,
          ),
        );
      }
      expect(lengths).toEqual([[200], [250], [200], [200], []]);
      await compactAll();
    }
  });

  it('long ranges are read in pages, each frame once', async () => {
    const frames = seriesFrames({
      startUs: 1_760_000_000_000_000,
      sampleRateHz: 1,
      samplesPerFrame: 10,
      frameCount: 400,
      random: createRandom(8),
    });
    await timeline().stage(frames);
    await compactAll();
    const sequences: number[] = [];
    for await (const frame of timeline().readFrames({ ...key, fromUs: 0, toUs: 4e15 }))
      sequences.push(frame.sequence);
    expect(sequences).toEqual(frames.map((frame) => frame.sequence));
  });
});

describe('late frames', () => {
  const startUs = 1_760_000_000_000_000;

  it('late frames are added to the chunk of their time, even at its ends', async () => {
    const frames = counting(startUs, 30);
    await timeline().stage(frames.slice(12, 17));
    await compactAll();
    for (const late of [
      frames.slice(17, 20),
      frames.slice(10, 12),
      [...frames.slice(0, 10), ...frames.slice(20)],
    ]) {
      await timeline().stage(late);
      await compactAll();
    }
    const runs = await timeline().read({ ...key, fromUs: startUs, toUs: startUs + 60e6 });
    expect(runs.map((run) => [...(run.channels[0] ?? [])])).toEqual([
      Array.from({ length: 1_500 }, (_, index) => index),
    ]);
    expect(
      await fixture.temporary?.database.query({ text: 'select slot from timeline_chunks' }),
    ).toHaveLength(3);
  });

  it('frames from before and after a clock correction are placed by their own offset', async () => {
    fixture.nowMs = startUs / 1000;
    await timeline().stage(counting(startUs, 10));
    await timeline().clocks.report('A-1', startUs + 7_200e6);
    await timeline().stage(counting(startUs + 7_200e6 + 10e6, 10));
    await timeline().clocks.report('A-1', startUs + 5e6);
    await timeline().stage(counting(startUs + 20e6, 10));
    for (let round = 0; round < 2; round++) {
      const runs = await timeline().read({ ...key, fromUs: startUs, toUs: startUs + 60e6 });
      expect(
        runs.map((run) => [
          run.firstSampleTimeUs - startUs,
          run.clockOffsetUs,
          run.channels[0]?.length,
        ]),
      ).toEqual([
        [0, 0, 500],
        [10e6, 7_200e6, 500],
        [20e6, 0, 500],
      ]);
      expect(
        await timeline().read({ ...key, fromUs: startUs + 7_200e6, toUs: startUs + 7_300e6 }),
      ).toEqual([]);
      await compactAll();
    }
  });

  it('a new server recognises repeated frames, from staging and from chunks', async () => {
    const frames = counting(startUs, 40);
    await timeline().stage(frames.slice(0, 25));
    await compactAll();
    await timeline().stage(frames.slice(25));
    expect((await open().stage(frames)).filter(Boolean)).toEqual([]);
    const shifted = frames.map((frame) => ({ ...frame, sequence: frame.sequence + 1 }));
    expect((await open().stage(shifted)).every(Boolean)).toBe(true);
  });
});
