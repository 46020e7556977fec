import { deviceTopic } from '@yamori/domain';
import { decodeFrame, scanFrames } from '@yamori/frames';
import mqtt from 'mqtt';
import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRandom, seriesFrames } from '../../../testing/device-frames.ts';
import { formatKey } from '../../../testing/ingest-fixture.ts';
import { freePort, waitForPort } from '../../../testing/free-port.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';
import { createTimeline } from '../../../core/timeline/timeline.ts';
import type { FrameToStage } from '../../../core/timeline/timeline-frame.ts';

const ENTRY = fileURLToPath(new URL('../../../testing/ingest-process.ts', import.meta.url));
const START_US = 1_760_000_000_000_000;
/**
 * YAMORI_LONG=1 runs the full case (20 devices, 20,000 frames, 10 kills: minutes); otherwise a
 * short form.
 */
const LONG = process.env['YAMORI_LONG'] === '1';
const [DEVICES, SECONDS, KILLS] = LONG ? [20, 1_000, 10] : [6, 300, 2];
/** Messages of a device in flight. */
const WINDOW = 24;

const opened: { temporary?: TemporaryDatabase; server?: ChildProcess } = {};
beforeEach(async () => {
  opened.temporary = await openTemporaryDatabase();
});
afterEach(async () => {
  opened.server?.kill('SIGKILL');
  await opened.temporary?.drop();
});

async function startServer(port: number): Promise<void> {
  const server = spawn(
    process.execPath,
    [ENTRY, opened.temporary?.url ?? '', String(port), String(DEVICES)],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  opened.server = server;
  await waitForPort(port);
}

async function killServer(): Promise<void> {
  const server = opened.server;
  if (server === undefined) return;
  const gone = new Promise<void>((resolve) => {
    server.once('exit', () => resolve());
  });
  delete opened.server;
  server.kill('SIGKILL');
  await gone;
}

/**
 * Behaves like a real device: buffers unacknowledged messages and resends them over the next
 * connection.
 */
async function replay(
  serial: string,
  port: number,
  frames: readonly FrameToStage[],
  pace: { acknowledged: number },
): Promise<void> {
  const client = mqtt.connect(`mqtt://127.0.0.1:${port}`, {
    username: serial,
    password: formatKey(serial),
    reconnectPeriod: 50,
    connectTimeout: 2_000,
    keepalive: 30,
  });
  client.on('error', () => undefined);
  let next = 0;
  // A message passed to a closing connection is unacknowledged, so it is buffered again.
  const isTaken = (frame: FrameToStage): Promise<boolean> =>
    client.publishAsync(deviceTopic(serial, 'frames'), Buffer.from(frame.bytes), { qos: 1 }).then(
      () => true,
      () => false,
    );
  async function lane(): Promise<void> {
    for (;;) {
      const frame = frames[next++];
      if (frame === undefined) return;
      // At most 100 times the device’s own speed.
      await new Promise((resolve) => {
        setTimeout(resolve, (WINDOW * 1000) / 100);
      });
      while (!(await isTaken(frame)))
        await new Promise((resolve) => {
          setTimeout(resolve, 5);
        });
      pace.acknowledged += 1;
    }
  }
  await Promise.all(Array.from({ length: WINDOW }, lane));
  await client.endAsync();
}

describe('a server that is killed repeatedly while devices replay at 100 times their speed', () => {
  it(
    `the server stores every sent sample exactly once (T01, ${KILLS} kills, ${DEVICES * SECONDS} frames; YAMORI_LONG=1 for the long form)`,
    async () => {
      const random = createRandom(20_260_101);
      const port = await freePort();
      const sent = new Map(
        Array.from({ length: DEVICES }, (_, device) => {
          const serial = `D-${device}`;
          return [
            serial,
            seriesFrames({
              serial,
              startUs: START_US + device * 1_234,
              sampleRateHz: 250,
              samplesPerFrame: 250,
              frameCount: SECONDS,
              random,
            }),
          ] as const;
        }),
      );
      const startedAt = performance.now();
      await startServer(port);
      const coldMs = performance.now() - startedAt;
      const pace = { acknowledged: 0 };
      const replaying = Promise.all(
        [...sent].map(([serial, frames]) => replay(serial, port, frames, pace)),
      );
      const downMs: number[] = [];
      for (let kill = 1; kill <= KILLS; kill++) {
        const target = Math.floor(((kill - 0.5 * random()) * DEVICES * SECONDS) / (KILLS + 1));
        while (pace.acknowledged < target)
          await new Promise((resolve) => {
            setTimeout(resolve, 5);
          });
        await killServer();
        const killedMs = performance.now();
        const before = pace.acknowledged;
        await startServer(port);
        while (pace.acknowledged === before)
          await new Promise((resolve) => {
            setTimeout(resolve, 5);
          });
        downMs.push(performance.now() - killedMs);
      }
      await replaying;
      // Starts take longer on a shared machine, including the first one.
      expect(Math.max(...downMs)).toBeLessThan(Math.max(5_000, 4 * coldMs));

      const temporary = opened.temporary;
      if (temporary === undefined) throw new Error('no database');
      const timeline = createTimeline({
        database: temporary.database,
        clock: { nowMs: () => Date.now() },
        log: pino({ level: 'silent' }),
      });
      for (const round of ['as it was left', 'with everything in chunks']) {
        for (const [serial, frames] of sent) {
          const stored = [];
          for await (const frame of timeline.readFrames({
            serial,
            streamId: 1,
            fromUs: 0,
            toUs: 4e15,
          }))
            stored.push(frame);
          stored.sort((one, other) => one.deviceTimeUs - other.deviceTimeUs);
          expect(
            stored.map((frame) => frame.sequence),
            round,
          ).toEqual(frames.map((frame) => frame.sequence));
          const [run, ...more] = await timeline.read({
            serial,
            streamId: 1,
            fromUs: START_US,
            toUs: START_US + (SECONDS + 1) * 1e6,
          });
          expect(more).toEqual([]);
          expect(
            Buffer.from(run?.channels[0]?.buffer ?? new ArrayBuffer(0)).equals(
              Buffer.from(decodeSamples(frames).buffer),
            ),
            round,
          ).toBe(true);
        }
        await killServer();
        await timeline.compact(-1e6, -1e6);
      }
      expect(
        await temporary.database.query({ text: 'select 1 from staged_frames limit 1' }),
      ).toEqual([]);
    },
    LONG ? 900_000 : 240_000,
  );
});

function decodeSamples(frames: readonly FrameToStage[]): Int16Array {
  const samples = new Int16Array(frames.length * 250);
  frames.forEach((frame, number) => {
    const [view] = scanFrames(frame.bytes).frames;
    if (view !== undefined) samples.set(decodeFrame(view), number * 250);
  });
  return samples;
}
