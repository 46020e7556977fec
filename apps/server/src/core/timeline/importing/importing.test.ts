import { decodeFrame, scanFrames } from '@yamori/frames';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRandom, seriesFrames, shuffle } from '../../../testing/device-frames.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';
import { createBlockCoder } from '../chunks/block-coder.ts';
import { databaseChunkStore } from '../chunks/chunk-store.ts';
import { toSlot, type FrameToStage } from '../timeline-frame.ts';
import { createTimeline, type Timeline } from '../timeline.ts';
import {
  appendFrames,
  type AppendReport,
  type ImportedFrame,
  type ImportTarget,
} from './append-frames.ts';
import type { ChunkWriter } from './chunk-writes.ts';
import { encodeFrameList, getListSlot } from './frame-list.ts';
import { dropImportedStay, putImportedStay } from './imported-stays.ts';
import { removeDeviceChunks, removeListedFrames } from './remove-frames.ts';

const START_US = 1_760_000_003_250_000;
const target = (importId: string, shared = true): ImportTarget => ({
  rootDomainId: 'root',
  importId,
  shared,
});
const [ONE, OTHER] = [
  '11111111-1111-4111-8111-111111111111',
  '22222222-2222-4222-8222-222222222222',
];
const opened: { temporary?: TemporaryDatabase } = {};
const database = () => opened.temporary?.database ?? expect.fail('no database');
const clock = { nowMs: () => 1_760_000_900_000 };
const open = (): Timeline =>
  createTimeline({ database: database(), clock, log: pino({ level: 'silent' }) });
const aWriter = (): ChunkWriter => ({
  store: databaseChunkStore,
  coder: createBlockCoder(),
  nowMs: clock.nowMs,
});
beforeEach(async () => {
  opened.temporary = await openTemporaryDatabase();
});
afterEach(async () => {
  await opened.temporary?.drop();
});

const ecg = (frameCount: number, seed = 1): FrameToStage[] =>
  seriesFrames({
    startUs: START_US,
    sampleRateHz: 250,
    samplesPerFrame: 125,
    frameCount,
    random: createRandom(seed),
  });
function imported(frame: FrameToStage, clockOffsetUs = 0): ImportedFrame {
  const [view] = scanFrames(frame.bytes).frames;
  if (view === undefined) throw new Error('no frame');
  return {
    serial: frame.serial,
    streamId: frame.streamId,
    sequence: frame.sequence,
    deviceTimeUs: frame.deviceTimeUs,
    encoding: view.encoding,
    receivedMs: 1_760_000_800_000,
    channels: [decodeFrame(view)],
    sampleRateHz: 250,
    clockOffsetUs,
  };
}
const append = (
  frames: readonly ImportedFrame[],
  to: ImportTarget,
  writer = aWriter(),
): Promise<AppendReport> =>
  database().transaction((queries) => appendFrames(writer, queries, to, frames));
async function removeAll(from: ImportTarget): Promise<void> {
  while (
    (await database().transaction((queries) => removeListedFrames(aWriter(), queries, from))) > 0
  )
    continue;
}
async function kept(timeline: Timeline, serial = 'A-1'): Promise<string[]> {
  const frames: string[] = [];
  for await (const frame of timeline.readFrames({ serial, streamId: 1, fromUs: 0, toUs: 4e15 }))
    frames.push(
      `${frame.deviceTimeUs}:${frame.sequence}:${frame.clockOffsetUs}:${frame.channels[0]?.join(',')}`,
    );
  return frames.toSorted();
}
const expected = (frames: readonly FrameToStage[]): string[] =>
  frames
    .map(
      (frame) =>
        `${frame.deviceTimeUs}:${frame.sequence}:0:${imported(frame).channels[0]?.join(',')}`,
    )
    .toSorted();
const pyramid = async (timeline: Timeline) => {
  const bins = await timeline.readPyramid({
    serial: 'A-1',
    streamId: 1,
    fromUs: START_US - 3600e6,
    toUs: START_US + 3600e6,
    maxPoints: 60,
  });
  return { counts: [...bins.counts], minimum: [...bins.minimum], maximum: [...bins.maximum] };
};

describe('imported and live frames', () => {
  it('each frame is stored once, whether staged, in chunks, sent again or imported twice', async () => {
    const timeline = open();
    const frames = ecg(200);
    await timeline.stage(frames.slice(0, 40));
    await timeline.compact(-1e6, -1e6);
    await timeline.stage(frames.slice(40, 80));
    expect(
      await append(
        shuffle(frames.slice(20, 120), createRandom(3)).map((frame) => imported(frame)),
        target(ONE),
      ),
    ).toEqual({ added: 40, repeated: 60 });
    expect(
      await append(
        frames.slice(100, 160).map((frame) => imported(frame)),
        target(OTHER),
      ),
    ).toEqual({ added: 40, repeated: 20 });
    await open().stage(frames.slice(100, 200));
    await timeline.compact(-1e6, -1e6);
    expect(await kept(timeline)).toEqual(expected(frames));
    expect(
      (
        await timeline.read({
          serial: 'A-1',
          streamId: 1,
          fromUs: START_US - 1,
          toUs: START_US + 1e9,
        })
      ).map((run) => run.channels[0]?.length),
    ).toEqual([200 * 125]);
    // Undoing an import removes the frames that it added first, and no others.
    await removeAll(target(ONE));
    expect(await kept(timeline)).toEqual(expected([...frames.slice(0, 80), ...frames.slice(120)]));
    await removeAll(target(OTHER));
    expect(await kept(timeline)).toEqual(expected([...frames.slice(0, 80), ...frames.slice(160)]));
    expect(await database().query({ text: 'select 1 from imported_frames' })).toEqual([]);
  });

  it('undoing an import removes frames that an older server listed by slot', async () => {
    const timeline = open();
    const frames = ecg(200);
    await append(
      frames.map((frame) => imported(frame)),
      target(ONE),
    );
    expect(await database().query({ text: 'select 1 from imported_frames' })).toHaveLength(1);
    await database().query({ text: 'delete from imported_frames' });
    const older = frames.slice(0, 110);
    for (const [slot, own] of Map.groupBy(older, (frame) => toSlot(frame.deviceTimeUs)))
      await database().query({
        text: `insert into imported_frames (root_domain_id, import_id, serial, stream_id, slot, frames) values ($1, $2, 'A-1', 1, $3, $4)`,
        values: [target(ONE).rootDomainId, ONE, slot, encodeFrameList(slot, own)],
      });
    // The rest of a slot, as a newer server lists it.
    const newer = frames.slice(110, 120);
    const hour = getListSlot(toSlot(newer[0]?.deviceTimeUs ?? 0));
    await database().query({
      text: `insert into imported_frames (root_domain_id, import_id, serial, stream_id, slot, frames) values ($1, $2, 'A-1', 1, $3, $4)
        on conflict (root_domain_id, import_id, serial, stream_id, slot) do update set frames = imported_frames.frames || excluded.frames`,
      values: [target(ONE).rootDomainId, ONE, hour, encodeFrameList(hour, newer)],
    });
    await removeAll(target(ONE));
    expect(await kept(timeline)).toEqual(expected(frames.slice(120)));
    expect(await database().query({ text: 'select 1 from imported_frames' })).toEqual([]);
  });

  it('undoing an import restores the chunks and the pyramid', async () => {
    const timeline = open();
    const frames = ecg(300);
    const live = frames.filter((_, index) => index % 7 !== 3);
    await timeline.stage(live);
    await timeline.compact(-1e6, -1e6);
    const before = {
      frames: await kept(timeline),
      pyramid: await pyramid(timeline),
      chunks: await database().query({
        text: 'select slot, frame_count, sample_count, from_us, to_us, md5(body) as body, md5(bins) as bins from timeline_chunks order by slot',
      }),
    };
    await append(
      frames.map((frame) => imported(frame)),
      target(ONE),
    );
    expect((await pyramid(timeline)).counts.reduce((sum, count) => sum + count, 0)).toBe(300 * 125);
    await timeline.compact(-1e6, -1e6);
    await removeAll(target(ONE));
    expect(await pyramid(timeline)).toEqual(before.pyramid);
    await timeline.compact(-1e6, -1e6);
    expect({
      frames: await kept(timeline),
      pyramid: await pyramid(timeline),
      chunks: await database().query({
        text: 'select slot, frame_count, sample_count, from_us, to_us, md5(body) as body, md5(bins) as bins from timeline_chunks order by slot',
      }),
    }).toEqual(before);
  });

  it('an import during live traffic and compaction neither loses nor duplicates frames', async () => {
    const [one, other] = [open(), open()];
    const frames = ecg(400);
    const random = createRandom(11);
    const sending = (async () => {
      for (let at = 0; at < frames.length; at += 20)
        await one.stage(frames.slice(at, at + 20).filter(() => random() < 0.5));
    })();
    const compacting = (async () => {
      for (let round = 0; round < 12; round++) await other.compact(-1e6, -1e6);
    })();
    const importing = (async () => {
      const writer = aWriter();
      for (let at = 0; at < frames.length; at += 50)
        await append(
          frames.slice(at, at + 50).map((frame) => imported(frame)),
          target(ONE),
          writer,
        );
    })();
    await Promise.all([sending, compacting, importing]);
    await one.compact(-1e6, -1e6);
    expect(await kept(one)).toEqual(expected(frames));
    expect(await database().query({ text: 'select 1 from staged_frames' })).toEqual([]);
  });

  it('frames imported with another clock offset are placed separately, and recognised by device time', async () => {
    const timeline = open();
    const frames = ecg(40);
    await timeline.stage(frames.slice(0, 20));
    expect(
      await append(
        frames.map((frame) => imported(frame, -5e6)),
        target(ONE),
      ),
    ).toEqual({ added: 20, repeated: 20 });
    const runs = await timeline.read({
      serial: 'A-1',
      streamId: 1,
      fromUs: START_US - 1,
      toUs: START_US + 1e9,
    });
    expect(runs.map((run) => [run.firstSampleTimeUs - START_US, run.clockOffsetUs])).toEqual([
      [0, 0],
      [10e6 + 5e6, -5e6],
    ]);
  });

  it('the data of a device that represents a file is removed with it, including the pyramid', async () => {
    const timeline = open();
    await append(
      ecg(100).map((frame) => ({ ...imported(frame), serial: 'F-1' })),
      target(ONE, false),
    );
    await append(
      ecg(10).map((frame) => imported(frame)),
      target(OTHER),
    );
    await timeline.compact(-1e6, -1e6);
    expect(
      await database().query({
        text: 'select 1 from imported_frames where import_id = $1',
        values: [ONE],
      }),
    ).toEqual([]);
    while ((await database().transaction((queries) => removeDeviceChunks(queries, 'F-1'))) > 0)
      continue;
    expect(await kept(timeline, 'F-1')).toEqual([]);
    for (const table of ['timeline_chunks', 'timeline_hours', 'timeline_dirty_hours'])
      expect(
        await database().query({ text: `select 1 from ${table} where serial = 'F-1'` }),
        table,
      ).toEqual([]);
    expect(await kept(timeline)).toHaveLength(10);
  });

  it('a rollback removes all imported frames', async () => {
    const frames = ecg(30).map((frame) => imported(frame));
    await expect(
      database().transaction(async (queries) => {
        await appendFrames(aWriter(), queries, target(ONE), frames);
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    expect(await kept(open())).toEqual([]);
    expect(await append(frames, target(ONE))).toEqual({ added: 30, repeated: 0 });
  });
});

describe('imported stays', () => {
  it("an import adds a stay without changing the device's own assignments", async () => {
    const { assignments } = open();
    await assignments.change({ rootDomainId: 'root', serial: 'A-1', roomId: 'r-1', atUs: 1_000 });
    const stays = {
      rootDomainId: 'root',
      importId: ONE,
      serial: 'A-1',
      roomId: 'r-1',
      fromUs: 100,
      toUs: 1_200,
    };
    await putImportedStay(database(), stays);
    expect(await assignments.ofRoom('root', 'r-1', 0, 5_000)).toEqual([
      { rootDomainId: 'root', serial: 'A-1', roomId: 'r-1', fromUs: 100, toUs: null },
    ]);
    await assignments.change({ rootDomainId: 'root', serial: 'A-1', roomId: null, atUs: 2_000 });
    expect(
      (await assignments.ofDevice('A-1', 0, 5_000)).map(({ roomId, fromUs, toUs }) => [
        roomId,
        fromUs,
        toUs,
      ]),
    ).toEqual([
      ['r-1', 100, 2_000],
      [null, 2_000, null],
    ]);
    await dropImportedStay(database(), 'root', ONE);
    expect(
      (await assignments.ofRoom('root', 'r-1', 0, 5_000)).map(({ fromUs, toUs }) => [fromUs, toUs]),
    ).toEqual([[1_000, 2_000]]);
    expect(await assignments.ofRoom('root', 'r-1', 0, 900)).toEqual([]);
  });
});
