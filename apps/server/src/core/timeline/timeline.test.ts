import { encodeFrame } from '@yamori/frames';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRandom, seriesFrames, shuffle, toStage } from '../../testing/device-frames.ts';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../testing/temporary-database.ts';
import type { TimelineFrame } from './frame-reader.ts';
import { createTimeline, type Timeline } from './timeline.ts';
import type { FrameToStage } from './timeline-frame.ts';

const log = pino({ level: 'silent' });
const START_US = 1_760_000_003_250_000;
const fixture: { temporary?: TemporaryDatabase; nowMs: number } = { nowMs: 1_760_000_100_000 };

const open = (): Timeline => {
  if (fixture.temporary === undefined) throw new Error('no database');
  return createTimeline({
    database: fixture.temporary.database,
    clock: { nowMs: () => fixture.nowMs },
    log,
  });
};

beforeEach(async () => {
  fixture.temporary = await openTemporaryDatabase();
});
afterEach(async () => {
  await fixture.temporary?.drop();
});

async function allFrames(
  timeline: Timeline,
  serial = 'A-1',
  streamId = 1,
): Promise<TimelineFrame[]> {
  const frames: TimelineFrame[] = [];
  for await (const frame of timeline.readFrames({ serial, streamId, fromUs: 0, toUs: 4e15 }))
    frames.push(frame);
  return frames.sort(
    (one, other) => one.deviceTimeUs - other.deviceTimeUs || one.sequence - other.sequence,
  );
}

/** The bytes of a frame as it was sent. */
const encode = (frame: TimelineFrame): Uint8Array =>
  encodeFrame({
    streamId: 1,
    sequence: frame.sequence,
    deviceTimeUs: frame.deviceTimeUs,
    channels: frame.channels,
    encoding: frame.encoding,
  });

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const compactAll = (timeline: Timeline) => timeline.compact(-1e6, -1e6);
const ecg = (frameCount: number, seed = 1): FrameToStage[] =>
  seriesFrames({
    startUs: START_US,
    sampleRateHz: 250,
    samplesPerFrame: 125,
    frameCount,
    random: createRandom(seed),
  });

describe('createTimeline', () => {
  it('returns every frame byte for byte, from staging, from chunks, and from both', async () => {
    const timeline = open();
    const frames = ecg(100);
    await timeline.stage(frames.slice(0, 60));
    expect((await allFrames(timeline)).map(encode).map(hex)).toEqual(
      frames.slice(0, 60).map((frame) => hex(frame.bytes)),
    );
    await compactAll(timeline);
    await timeline.stage(frames.slice(60));
    expect((await allFrames(timeline)).map(encode).map(hex)).toEqual(
      frames.map((frame) => hex(frame.bytes)),
    );
    const report = await compactAll(timeline);
    expect(report).toMatchObject({ frames: 40, repeatedFrames: 0, failedSlots: 0 });
    expect((await allFrames(timeline)).map(encode).map(hex)).toEqual(
      frames.map((frame) => hex(frame.bytes)),
    );
    expect(
      await fixture.temporary?.database.query({ text: 'select 1 from staged_frames' }),
    ).toEqual([]);
  });

  it('ignores frames that arrive three times, shuffled and a day late (T03)', async () => {
    const random = createRandom(42);
    const timeline = open();
    const live = ecg(240);
    const late = seriesFrames({
      startUs: START_US - 86_400e6,
      sampleRateHz: 250,
      samplesPerFrame: 125,
      frameCount: 120,
      firstSequence: 9_000,
      random,
    });
    const sent = shuffle([...live, ...live, ...live], random);
    for (let at = 0; at < sent.length; at += 37) {
      await timeline.stage(sent.slice(at, at + 37));
      if (random() < 0.3) await compactAll(timeline);
    }
    await timeline.stage(late);
    await compactAll(timeline);
    const again = await open().stage([...live.slice(5, 20), ...late.slice(0, 3)]);
    expect(again).toEqual(again.map(() => false));
    const stored = await allFrames(timeline);
    expect(stored.map(encode).map(hex)).toEqual(
      [...late, ...live].map((frame) => hex(frame.bytes)),
    );
    const runs = await timeline.read({
      serial: 'A-1',
      streamId: 1,
      fromUs: START_US - 1,
      toUs: START_US + 1e9,
    });
    expect(runs).toHaveLength(1);
    expect(runs[0]?.channels[0]).toHaveLength(240 * 125);
  });

  it('removes frames that two servers staged independently when it builds chunks', async () => {
    const [one, other] = [open(), open()];
    const frames = ecg(30);
    await one.stage(frames.slice(0, 1));
    await other.stage(frames.slice(0, 1));
    await Promise.all([one.stage(frames), other.stage(frames)]);
    expect(await allFrames(one)).toHaveLength(30);
    const reports = await Promise.all([compactAll(one), compactAll(other)]);
    expect(reports.reduce((sum, report) => sum + report.frames, 0)).toBe(30);
    expect((await allFrames(one)).map(encode).map(hex)).toEqual(
      frames.map((frame) => hex(frame.bytes)),
    );
  });

  it('compacts each frame once with several compactors and live traffic', async () => {
    const timelines = [open(), open(), open()];
    const frames = Array.from({ length: 12 }, (_, device) =>
      seriesFrames({
        serial: `D-${device}`,
        startUs: START_US,
        sampleRateHz: 50,
        samplesPerFrame: 50,
        frameCount: 40,
        random: createRandom(device),
      }),
    ).flat();
    const random = createRandom(7);
    const sent = shuffle(frames, random);
    const [first] = timelines;
    if (first === undefined) throw new Error('no timeline');
    const arriving = (async () => {
      for (let at = 0; at < sent.length; at += 20) await first.stage(sent.slice(at, at + 20));
    })();
    const compacting = timelines.map(async (timeline) => {
      for (let round = 0; round < 6; round++) await compactAll(timeline);
    });
    await Promise.all([arriving, ...compacting]);
    await compactAll(first);
    for (let device = 0; device < 12; device++) {
      const stored = await allFrames(first, `D-${device}`);
      expect(stored.map(encode).map(hex)).toEqual(
        frames.filter((frame) => frame.serial === `D-${device}`).map((frame) => hex(frame.bytes)),
      );
    }
  });

  it('keeps everything staged when the compaction does not commit', async () => {
    const temporary = fixture.temporary;
    if (temporary === undefined) throw new Error('no database');
    const timeline = open();
    const frames = ecg(50);
    await timeline.stage(frames);
    await temporary.database.query({ text: 'alter table timeline_dirty_hours rename to away' });
    const report = await compactAll(timeline).catch(() => undefined);
    expect(report?.frames ?? 0).toBe(0);
    expect(await allFrames(timeline)).toHaveLength(50);
    await temporary.database.query({ text: 'alter table away rename to timeline_dirty_hours' });
    expect(await compactAll(timeline)).toMatchObject({ frames: 50, failedSlots: 0 });
  });

  it('stages nothing when an accompanying write fails', async () => {
    const timeline = open();
    const frames = ecg(4);
    await expect(
      timeline.stage(frames, {
        also: async () => {
          throw new Error('no');
        },
      }),
    ).rejects.toThrow('no');
    expect(await allFrames(timeline)).toEqual([]);
    expect(await timeline.stage(frames)).toEqual([true, true, true, true]);
  });

  it('shows a lost frame as a gap, and trims to the range', async () => {
    const timeline = open();
    const frames = ecg(20);
    await timeline.stage(frames.filter((_, index) => index !== 7));
    const runs = await timeline.read({
      serial: 'A-1',
      streamId: 1,
      fromUs: START_US + 1_000_000,
      toUs: START_US + 6_002_000,
    });
    expect(
      runs.map((run) => [
        run.firstSampleTimeUs - START_US,
        run.channels[0]?.length,
        run.sampleRateHz,
      ]),
    ).toEqual([
      [1_000_000, 625, 250],
      [4_000_000, 501, 250],
    ]);
  });

  it('returns events separately, each at its own time', async () => {
    const timeline = open();
    const times = [0, 15, 4_000, 61_000_000];
    await timeline.stage(
      times.map((afterUs, sequence) =>
        toStage(
          'A-1',
          0,
          encodeFrame({
            streamId: 1,
            sequence,
            deviceTimeUs: START_US + afterUs,
            channels: [Int16Array.of(sequence)],
          }),
        ),
      ),
    );
    await compactAll(timeline);
    const runs = await timeline.read({
      serial: 'A-1',
      streamId: 1,
      fromUs: START_US,
      toUs: START_US + 61_000_001,
    });
    expect(runs.map((run) => [run.firstSampleTimeUs - START_US, run.channels[0]?.[0]])).toEqual(
      times.map((time, sequence) => [time, sequence]),
    );
    expect(runs[0]).not.toHaveProperty('sampleRateHz');
  });

  it('reports the coverage of a device', async () => {
    const timeline = open();
    await timeline.stage(ecg(100).filter((_, index) => index < 40 || index >= 80));
    await compactAll(timeline);
    const [coverage] = await timeline.coverage('A-1', START_US - 1e9, START_US + 1e9);
    expect(coverage).toMatchObject({
      streamId: 1,
      sampleRateHz: 250,
      frameCount: 60,
      sampleCount: 7_500,
      coveredSeconds: 30,
    });
    expect(
      coverage?.intervals.map((part) => [part.fromUs - START_US, part.toUs - START_US]),
    ).toEqual([
      [0, 20e6],
      [40e6, 50e6],
    ]);
  });
});
