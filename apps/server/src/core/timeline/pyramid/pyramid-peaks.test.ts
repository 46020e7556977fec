import { NOT_MEASURED, encodeFrame } from '@yamori/frames';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRandom, shuffle, toStage } from '../../../testing/device-frames.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';
import { createTimeline, type Timeline } from '../timeline.ts';
import { durationUs, type FrameToStage } from '../timeline-frame.ts';
import type { Bins } from './bins.ts';

const NOW_MS = 1_760_000_000_000;
/** 37 s before a full hour, so that chunks and bins span it. */
const START_US = Math.ceil((NOW_MS * 1000) / 3_600e6) * 3_600e6 - 37_123_456;
const fixture: { temporary?: TemporaryDatabase; timeline?: Timeline } = {};

beforeEach(async () => {
  fixture.temporary = await openTemporaryDatabase();
  fixture.timeline = createTimeline({
    database: fixture.temporary.database,
    clock: { nowMs: () => NOW_MS },
    log: pino({ level: 'silent' }),
  });
});
afterEach(async () => {
  await fixture.temporary?.drop();
});

const timeline = (): Timeline => fixture.timeline ?? expect.fail('no timeline');
type Recorded = { readonly timeUs: number; readonly values: readonly number[] };

/** A stream with flat noise, single peaks, lost frames, and samples that were not measured. */
function noisyStream(
  rateHz: number,
  frameCount: number,
  samplesPerFrame: number,
  random: () => number,
): FrameToStage[] {
  return Array.from({ length: frameCount }, (_, sequence) => {
    const channels = [0, 1].map((channel) =>
      Int16Array.from({ length: samplesPerFrame }, () => {
        const luck = random();
        if (luck < 0.02) return NOT_MEASURED;
        if (luck < 0.03) return channel === 0 ? 32_767 : -32_767;
        return Math.round(40 * random());
      }),
    );
    return toStage(
      'A-1',
      rateHz,
      encodeFrame({
        streamId: 1,
        sequence,
        deviceTimeUs: START_US + Math.round((sequence * samplesPerFrame * 1e6) / rateHz),
        channels,
      }),
    );
  }).filter(() => random() > 0.1);
}

/** Distributes frames over built hours, new chunks and staging, in random order. */
async function scatter(frames: readonly FrameToStage[], random: () => number): Promise<void> {
  const mixed = shuffle(frames, random);
  const [first, second] = [Math.floor(mixed.length * 0.4), Math.floor(mixed.length * 0.8)];
  await timeline().stage(mixed.slice(0, first));
  await timeline().compact(-1e6, -1e6);
  await timeline().stage(mixed.slice(first, second));
  await timeline().compact(-1e6, random() < 0.5 ? -1e6 : 1e6);
  await timeline().stage(mixed.slice(second));
}

async function rawScan(): Promise<Recorded[]> {
  const samples: Recorded[] = [];
  for await (const frame of timeline().readFrames({
    serial: 'A-1',
    streamId: 1,
    fromUs: 0,
    toUs: 4e15,
  })) {
    const [one, other] = frame.channels;
    one?.forEach((value, index) =>
      samples.push({
        timeUs: frame.timeUs + durationUs(index, frame.sampleRateHz),
        values: [value, other?.[index] ?? NOT_MEASURED],
      }),
    );
  }
  return samples;
}

/** Samples of the range that their bin does not include. */
function lost(bins: Bins, samples: readonly Recorded[], fromUs: number, toUs: number): object[] {
  return samples
    .filter(({ timeUs }) => timeUs >= fromUs && timeUs < toUs)
    .flatMap(({ timeUs, values }) => {
      const index = Math.floor(timeUs / bins.binUs) - bins.firstBin;
      return values.flatMap((value, channel): object[] => {
        if (value === NOT_MEASURED)
          return bins.counts[index] === 0 ? [{ timeUs, channel, uncounted: true }] : [];
        const [low, high] = [
          bins.minimum[channel]?.[index] ?? NOT_MEASURED,
          bins.maximum[channel]?.[index] ?? NOT_MEASURED,
        ];
        return low !== NOT_MEASURED && low <= value && value <= high
          ? []
          : [{ timeUs, channel, value, low, high }];
      });
    });
}

/** Bins whose minimum or maximum belongs to no sample. */
function findInvented(bins: Bins, samples: readonly Recorded[]): unknown[] {
  const seen = new Set(
    samples.flatMap(({ timeUs, values }) =>
      values.map(
        (value, channel) =>
          `${Math.floor(timeUs / bins.binUs) - bins.firstBin}/${channel}/${value}`,
      ),
    ),
  );
  return [...bins.minimum, ...bins.maximum].flatMap((track, place) =>
    [...track].flatMap((value, index) =>
      value === NOT_MEASURED || seen.has(`${index}/${place % bins.minimum.length}/${value}`)
        ? []
        : [{ index, place, value }],
    ),
  );
}

describe('peaks in the pyramid', () => {
  it.each([
    [250, 40, 125],
    [50, 120, 50],
    [20, 60, 25],
    [1, 40, 10],
  ])(
    'no peak is lost at %i Hz, for any storage and zoom',
    async (rateHz, frameCount, samplesPerFrame) => {
      const random = createRandom(rateHz);
      await scatter(noisyStream(rateHz, frameCount, samplesPerFrame, random), random);
      const samples = await rawScan();
      const lengthUs = (frameCount * samplesPerFrame * 1e6) / rateHz;
      for (let round = 0; round < 25; round++) {
        const fromUs = START_US + Math.round((random() - 0.2) * lengthUs);
        const toUs = fromUs + 1 + Math.round(random() ** 2 * lengthUs * 1.5);
        const maxPoints = Math.ceil(1_500 ** random());
        const bins = await timeline().readPyramid({
          serial: 'A-1',
          streamId: 1,
          fromUs,
          toUs,
          maxPoints,
        });
        const view = { round, rateHz, fromUs, toUs, maxPoints, binUs: bins.binUs };
        expect(bins.counts.length, JSON.stringify(view)).toBeLessThanOrEqual(maxPoints + 1);
        expect({
          view,
          lost: lost(bins, samples, fromUs, toUs).slice(0, 3),
          findInvented: findInvented(bins, samples).slice(0, 3),
        }).toEqual({ view, lost: [], findInvented: [] });
      }
    },
  );

  it('a single peak is visible at every zoom, from a day to one second', async () => {
    const values = Int16Array.from({ length: 500 }, (_, index) => (index === 321 ? 31_000 : 0));
    await timeline().stage([
      toStage(
        'A-1',
        50,
        encodeFrame({ streamId: 1, sequence: 0, deviceTimeUs: START_US, channels: [values] }),
      ),
    ]);
    const peakUs = START_US + 6_420_000;
    for (const place of ['staged', 'in chunks', 'in hours']) {
      if (place !== 'staged') await timeline().compact(-1e6, place === 'in hours' ? -1e6 : 1e6);
      for (const widthUs of [86_400e6, 3_600e6, 600e6, 61e6, 10e6, 1e6, 40_000]) {
        const bins = await timeline().readPyramid({
          serial: 'A-1',
          streamId: 1,
          fromUs: peakUs - widthUs / 2,
          toUs: peakUs + widthUs / 2,
          maxPoints: 600,
        });
        const index = [...(bins.maximum[0] ?? [])].indexOf(31_000);
        expect([place, widthUs, Math.floor(peakUs / bins.binUs) - bins.firstBin]).toEqual([
          place,
          widthUs,
          index,
        ]);
      }
    }
  });

  it.each([250, 100])(
    'peaks stay in place when the device changes from 50 Hz to %i Hz',
    async (rateHz) => {
      const random = createRandom(rateHz);
      const slow = noisyStream(50, 40, 50, random);
      const fast = Array.from({ length: 40 }, (_, sequence) =>
        toStage(
          'A-1',
          rateHz,
          encodeFrame({
            streamId: 1,
            sequence: 500 + sequence,
            deviceTimeUs: START_US + 60e6 + sequence * 1e6,
            channels: [0, 1].map(() =>
              Int16Array.from({ length: rateHz }, () => Math.round(900 * random())),
            ),
          }),
        ),
      );
      await timeline().stage([...slow, ...fast]);
      await timeline().compact(-1e6, -1e6);
      const samples = await rawScan();
      const range = { fromUs: START_US, toUs: START_US + 100e6 };
      for (const maxPoints of [200, 100, 50, 33, 17, 12, 5]) {
        const bins = await timeline().readPyramid({
          serial: 'A-1',
          streamId: 1,
          ...range,
          maxPoints,
        });
        expect({
          maxPoints,
          lost: lost(bins, samples, range.fromUs, range.toUs).slice(0, 3),
        }).toEqual({ maxPoints, lost: [] });
      }
    },
  );

  it('late frames appear in hours that were already built', async () => {
    const flat = (sequence: number, secondsLater: number, peak: number) =>
      toStage(
        'A-1',
        50,
        encodeFrame({
          streamId: 1,
          sequence,
          deviceTimeUs: START_US + secondsLater * 1e6,
          channels: [Int16Array.of(0, peak, 0)],
        }),
      );
    await timeline().stage([flat(0, 0, 5), flat(1, 100, 6)]);
    await timeline().compact(-1e6, -1e6);
    const highest = async (): Promise<number> => {
      const bins = await timeline().readPyramid({
        serial: 'A-1',
        streamId: 1,
        fromUs: START_US - 3_600e6,
        toUs: START_US + 3_600e6,
        maxPoints: 30,
      });
      return Math.max(...(bins.maximum[0] ?? []));
    };
    expect(await highest()).toBe(6);
    await timeline().stage([flat(2, 50, 777)]);
    expect(await highest()).toBe(777);
    await timeline().compact(-1e6, 1e6);
    expect(await highest()).toBe(777);
    await timeline().compact(-1e6, -1e6);
    expect(await highest()).toBe(777);
  });

  it('events stay in place at every zoom', async () => {
    const times = [0, 5_000_001, 44_000_000, 1_900_000_000];
    await timeline().stage(
      times.map((afterUs, sequence) =>
        toStage(
          'A-1',
          0,
          encodeFrame({
            streamId: 1,
            sequence,
            deviceTimeUs: START_US + afterUs,
            channels: [Int16Array.of(sequence + 1)],
          }),
        ),
      ),
    );
    for (const place of ['staged', 'in chunks', 'in hours']) {
      if (place !== 'staged') await timeline().compact(-1e6, place === 'in hours' ? -1e6 : 1e6);
      for (const maxPoints of [3, 60, 400]) {
        const bins = await timeline().readPyramid({
          serial: 'A-1',
          streamId: 1,
          fromUs: START_US,
          toUs: START_US + 2_000e6,
          maxPoints,
        });
        expect([place, maxPoints, bins.counts.reduce((sum, count) => sum + count, 0)]).toEqual([
          place,
          maxPoints,
          4,
        ]);
        for (const [sequence, afterUs] of times.entries()) {
          expect(
            bins.maximum[0]?.[Math.floor((START_US + afterUs) / bins.binUs) - bins.firstBin],
          ).toBeGreaterThanOrEqual(sequence + 1);
        }
      }
    }
  });
});
