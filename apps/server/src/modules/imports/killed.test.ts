import { toUploadSerial } from '@yamori/domain';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { createTimeline } from '../../core/timeline/timeline.ts';
import {
  AKANE_ROOM,
  startImportFixture,
  type ImportFixture,
} from '../../testing/import-fixture.ts';
import { aNativeFile, anEdfFile } from '../../testing/recording-files.ts';
import { startServerProcess, type ServerProcess } from '../../testing/server-process.ts';
import { createTestUploader, computeSha256, type TestUploader } from '../../testing/tus-upload.ts';
import { findUploadByFile } from './uploads/upload-store.ts';

/** YAMORI_LONG=1 kills more often. */
const KILLS = process.env['YAMORI_LONG'] === '1' ? 5 : 1;
/**
 * Duration of a file that takes several windows to store: three before each kill, and some
 * afterwards.
 */
const STORED_SECONDS = KILLS > 1 ? 30_000 : 18_000;

/**
 * A server in this process creates the people and rooms, then stops its jobs. The killed process
 * does the imports.
 */
const held: { fixture?: ImportFixture; server?: ServerProcess; cookie: string } = { cookie: '' };
const fixture = (): ImportFixture => held.fixture ?? expect.fail('no fixture');
beforeAll(async () => {
  held.fixture = await startImportFixture();
  held.cookie = await fixture().signIn('carer@akane.example');
  await fixture().app.jobs.close();
});
afterEach(async () => {
  held.server?.kill('SIGKILL');
  await held.server?.exited;
});
afterAll(async () => {
  await held.fixture?.close();
});

async function start(): Promise<TestUploader> {
  held.server = startServerProcess({ DATABASE_URL: fixture().temporary.url });
  return createTestUploader((await held.server.ready).replace(/\/$/, ''), held.cookie);
}

async function kill(): Promise<void> {
  held.server?.kill('SIGKILL');
  await held.server?.exited;
}

/** A retried test needs other bytes, because the server already knows the first ones. */
const getAttempt = ({ task }: TestContext): number => task.result?.retryCount ?? 0;

const aFile = (fileName: string, bytes: Uint8Array) => ({ roomId: AKANE_ROOM, fileName, bytes });
const waitFor = async (what: () => Promise<boolean>): Promise<void> => {
  for (const deadline = performance.now() + 120_000; performance.now() < deadline; await pause(20))
    if (await what()) return;
  expect.fail('timed out');
};

/** A body that sends its bytes and then stalls until the end of the test. */
const stalling = (bytes: Uint8Array): ReadableStream<Uint8Array> =>
  new ReadableStream({ start: (controller) => controller.enqueue(bytes) });

/** Row counts of every table with data imported under a serial, and its samples. */
async function stored(serial: string, streamId: number, fromUs: number, seconds: number) {
  const timeline = createTimeline({
    database: fixture().temporary.database,
    clock: { nowMs: Date.now },
    log: pino({ level: 'silent' }),
  });
  const frames: string[] = [];
  for await (const frame of timeline.readFrames({ serial, streamId, fromUs: 0, toUs: 4e15 }))
    frames.push(`${frame.deviceTimeUs}:${frame.sequence}`);
  const runs = await timeline.read({ serial, streamId, fromUs, toUs: fromUs + seconds * 1e6 });
  return {
    frames: frames.length,
    different: new Set(frames).size,
    samples: runs.map((run) => run.channels[0]?.length),
  };
}

describe('a server that is killed', () => {
  it('keeps acknowledged bytes of an upload, which continues on the next server', async (context) => {
    const bytes = anEdfFile({ records: 9_000, seed: 101 + 1000 * getAttempt(context) });
    const first = await start();
    const created = await first.create(aFile('upload.edf', bytes));
    const location = created.headers.get('location') ?? '';
    let acknowledged = 0;
    for (let part = 0; part < 2; part++)
      acknowledged = Number(
        (
          await first.patch(
            location,
            acknowledged,
            bytes.subarray(acknowledged, acknowledged + 1_300_000),
          )
        ).headers.get('upload-offset'),
      );
    const sending = first
      .patch(
        location,
        acknowledged,
        stalling(bytes.subarray(acknowledged, acknowledged + 1_600_000)),
      )
      .catch(() => null);
    const key =
      (await findUploadByFile(fixture().temporary.database, AKANE_ROOM, computeSha256(bytes))) ??
      expect.fail('no upload');
    await waitFor(
      async () =>
        ((await findUploadByFile(fixture().temporary.database, AKANE_ROOM, computeSha256(bytes)))
          ?.offsetBytes ?? 0) > acknowledged,
    );
    await kill();
    await sending;
    const second = await start();
    const offset = Number((await second.head(location)).headers.get('upload-offset'));
    expect(offset).toBeGreaterThanOrEqual(acknowledged);
    expect(offset).toBeLessThan(bytes.length);
    // A second tab of the same member finds the same upload on the other server.
    const again = await second.create(aFile('upload.edf', bytes));
    expect([again.headers.get('location'), again.headers.get('upload-offset')]).toEqual([
      location,
      String(offset),
    ]);
    expect((await second.patch(location, offset, bytes.subarray(offset))).status).toBe(204);
    const done = await fixture().until(bytes, ['done', 'failed']);
    expect(done).toMatchObject({
      state: 'done',
      frames: 18_000,
      addedFrames: 18_000,
      repeatedFrames: 0,
    });
    expect(
      await stored(
        toUploadSerial(key.uploadId),
        1,
        done.from === null ? 0 : done.from.getTime() * 1000,
        9_000,
      ),
    ).toEqual({ frames: 9_000, different: 9_000, samples: [9_000 * 250] });
  });

  it('checks the file again and stores it once', async (context) => {
    const bytes = anEdfFile({ records: 6_000, seed: 102 + 1000 * getAttempt(context) });
    const first = await start();
    await first.upload(aFile('check.edf', bytes));
    await waitFor(async () => (await fixture().seen(bytes))?.state === 'checking');
    await kill();
    expect(await fixture().seen(bytes)).toMatchObject({ state: 'checking', addedFrames: 0 });
    await start();
    expect(await fixture().until(bytes, ['done', 'failed'])).toMatchObject({
      state: 'done',
      addedFrames: 12_000,
      repeatedFrames: 0,
    });
  });

  it('resumes storing after repeated kills, with every frame stored and counted once', async (context) => {
    const bytes = anEdfFile({ records: STORED_SECONDS, seed: 103 + 1000 * getAttempt(context) });
    await (await start()).upload(aFile('store.edf', bytes));
    const upload =
      (await findUploadByFile(fixture().temporary.database, AKANE_ROOM, computeSha256(bytes))) ??
      expect.fail('no upload');
    const windows = async (): Promise<number> =>
      (
        await fixture().temporary.database.query<{ windows_done: number }>({
          text: 'select windows_done from import_runs where upload_id = $1',
          values: [upload.uploadId],
        })
      )[0]?.windows_done ?? 0;
    const reached: number[] = [];
    for (let round = 1; round <= KILLS; round++) {
      const before = await windows();
      await waitFor(async () => (await windows()) >= before + 3);
      await kill();
      reached.push(await windows());
      expect(await fixture().seen(bytes)).toMatchObject({ state: 'storing' });
      await start();
    }
    expect(new Set(reached).size).toBe(KILLS);
    const done = await fixture().until(bytes, ['done', 'failed']);
    expect(done).toMatchObject({
      state: 'done',
      frames: 2 * STORED_SECONDS,
      addedFrames: 2 * STORED_SECONDS,
      repeatedFrames: 0,
    });
    expect(
      await stored(
        toUploadSerial(upload.uploadId),
        1,
        done.from === null ? 0 : done.from.getTime() * 1000,
        STORED_SECONDS,
      ),
    ).toEqual({
      frames: STORED_SECONDS,
      different: STORED_SECONDS,
      samples: [STORED_SECONDS * 250],
    });
  });

  it('finishes removing an import, and removes nothing else', async (context) => {
    const startUs = (Date.parse('2026-09-01T13:00:00Z') + 86_400_000 * getAttempt(context)) * 1000;
    const neighbour = aNativeFile({
      serial: 'akane-A',
      startUs,
      seconds: 600,
      seed: 104 + 1000 * getAttempt(context),
    });
    const { bytes, frames } = aNativeFile({
      serial: 'akane-A',
      startUs: startUs + 300e6,
      seconds: 8_000,
      seed: 105 + 1000 * getAttempt(context),
    });
    const first = await start();
    await first.upload(aFile('neighbour.ymr', neighbour.bytes));
    await fixture().until(neighbour.bytes, ['done', 'failed']);
    await first.upload(aFile('undo.ymr', bytes));
    expect(await fixture().until(bytes, ['done', 'failed'])).toMatchObject({
      state: 'done',
      deviceSerial: 'akane-A',
      addedFrames: frames.length,
    });
    const listed = () => fixture().rows('imported_frames');
    const whole = await listed();
    expect((await first.command(aFile('', bytes), 'undo')).status).toBe(202);
    await waitFor(async () => (await listed()) < whole);
    await kill();
    expect(await fixture().seen(bytes)).toMatchObject({ state: 'undoing' });
    expect(await listed()).toBeGreaterThan(0);
    await start();
    expect(await fixture().until(bytes, ['undone', 'failed'])).toMatchObject({
      state: 'undone',
      addedFrames: 0,
    });
    expect(await stored('akane-A', 1, startUs, 600)).toEqual({
      frames: 600,
      different: 600,
      samples: [30_000],
    });
  });
});
