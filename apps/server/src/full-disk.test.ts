import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, open, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deviceTopic } from '@yamori/domain';
import { encodeFrame } from '@yamori/frames';
import { connectAsync, type MqttClient } from 'mqtt';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { socketUrl } from './core/database/embedded/embedded-postgres.ts';
import { runningPostmaster } from './core/database/embedded/stale-postmaster.ts';
import { createPoolDatabase } from './core/database/pool-database.ts';
import { freePort } from './testing/free-port.ts';
import { startServerProcess } from './testing/server-process.ts';
import { createTimeline } from './core/timeline/timeline.ts';
import { removeFolder } from './testing/remove-folder.ts';

const DISK_MEGABYTES = 400;
const SIGN_IN = { email: 'owner@demo.example', password: 'quiet-night-gecko' };

/** All that is left of the disk, and a little more. */
async function fillDisk(disk: string): Promise<string> {
  const ballast = join(disk, 'ballast');
  const file = await open(ballast, 'w');
  const piece = Buffer.alloc(64 * 1024);
  try {
    while ((await statfs(disk)).bavail > 0) await file.write(piece);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    await file.close();
  }
  return ballast;
}

const getStatus = async (address: string, path: string, cookie: string): Promise<number> =>
  (await fetch(`${address}${path}`, { headers: { cookie } }).catch(() => null))?.status ?? 0;

it('a server with a full disk (T22) acknowledges only what it stored, serves reads, and recovers once there is room (skipped where nothing can be mounted)', async ({
  skip,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'yamori-full-'));
  onTestFinished(() => removeFolder(folder));
  await chmod(folder, 0o711);
  const disk = join(folder, 'disk');
  await mkdir(disk);
  if (
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m,mode=711`, 'tmpfs', disk])
      .status !== 0
  )
    return skip('no small disk can be made here (mount needs root)');
  onTestFinished(() => void spawnSync('umount', ['-l', disk]));
  const mqttPort = await freePort();
  const server = startServerProcess(
    { YAMORI_DATA: join(disk, 'data'), MQTT_PORT: String(mqttPort), YAMORI_LOG: 'silent' },
    '--demonstration',
  );
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await server.exited;
  });
  const address = await server.ready;
  const signedIn = await fetch(`${address}api/session/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(SIGN_IN),
  });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const [device] = z
    .array(z.object({ serial: z.string(), key: z.string() }))
    .parse(JSON.parse(await readFile(join(disk, 'data', 'demonstration', 'devices.json'), 'utf8')));
  if (device === undefined) return expect.fail('the demonstration has no devices');
  const client = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
    username: device.serial,
    password: device.key,
    clientId: device.serial,
    reconnectPeriod: 500,
  });
  onTestFinished(() => client.endAsync(true));
  const sender = createSender(client, device.serial);

  await expect
    .poll(async () => {
      await sender.sendFor(500);
      return sender.acknowledged().length;
    })
    .toBeGreaterThan(5);
  const ballast = await fillDisk(disk);
  // PostgreSQL has some of its log in hand: until that is used up it still keeps what it
  // acknowledges.
  await expect
    .poll(
      async () => {
        const before = sender.acknowledged().length;
        await sender.sendFor(1_500);
        return sender.acknowledged().length - before;
      },
      { interval: 100 },
    )
    .toBe(0);
  await expect.poll(() => getStatus(address, 'healthz', cookie)).toBe(200);
  expect(await roomCount(address, cookie)).toBe(14);
  // Drawing pages needs no disk, but each delivery is first recorded in the history, whose last
  // page has room for a while.
  await expect
    .poll(
      async () => {
        const refused = await reportPages(address, cookie);
        return [refused.status, refused.text.startsWith('%PDF')];
      },
      { interval: 100 },
    )
    .toEqual([503, false]);

  await rm(ballast);
  await expect.poll(() => getStatus(address, 'readyz', cookie)).toBe(200);
  const before = sender.acknowledged().length;
  await expect
    .poll(async () => {
      await sender.sendFor(500);
      return sender.acknowledged().length;
    })
    .toBeGreaterThan(before);
  expect(await getStatus(address, 'api/session', cookie)).toBe(200);
  const whole = await reportPages(address, cookie);
  expect([
    whole.status,
    whole.text.startsWith('%PDF'),
    whole.text.trimEnd().endsWith('%%EOF'),
  ]).toEqual([200, true, true]);
  const running =
    (await runningPostmaster(join(disk, 'data', 'postgres'))) ?? expect.fail('no database');
  const kept = await keptSequences(running.socketFolder, device.serial);
  expect(sender.acknowledged().filter((sequence) => !kept.has(sequence))).toEqual([]);
}, 600_000);

async function roomCount(address: string, cookie: string): Promise<number> {
  const reply = await fetch(`${address}api/documents/count`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ query: { collection: 'room' } }),
  });
  return z.object({ count: z.number() }).parse(await reply.json()).count;
}

/** A report as a PDF, as far as it comes. */
async function reportPages(
  address: string,
  cookie: string,
): Promise<{ readonly status: number; readonly text: string }> {
  const body = JSON.stringify({
    format: 'pdf',
    filter: { domainId: 'demo-akane', period: { kind: 'newest', nights: 7 } },
  });
  const reply = await fetch(`${address}api/reports/file`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body,
  });
  return { status: reply.status, text: Buffer.from(await reply.arrayBuffer()).toString('latin1') };
}

/**
 * A device that sends large frames of noise one after the other, and remembers which of them were
 * acknowledged.
 */
function createSender(client: MqttClient, serial: string) {
  const acknowledged: number[] = [];
  const startUs = (Date.now() - 600_000) * 1000;
  let next = 0;
  return {
    acknowledged: () => acknowledged,
    /** Sends frames for `ms`; those without an acknowledgement by then are lost. */
    async sendFor(ms: number): Promise<void> {
      const until = Date.now() + ms;
      while (Date.now() < until) {
        const sequence = next;
        next += 1;
        const noise = Int16Array.from(
          { length: 50 },
          (_, index) => ((sequence + 1) * 7_919 * (index + 3)) % 30_000,
        );
        const sent = client
          .publishAsync(
            deviceTopic(serial, 'frames'),
            Buffer.from(
              encodeFrame({
                streamId: 2,
                sequence,
                deviceTimeUs: startUs + sequence * 1_000_000,
                channels: [noise],
              }),
            ),
            { qos: 1 },
          )
          .then(
            () => {
              acknowledged.push(sequence);
            },
            () => undefined,
          );
        await Promise.race([
          sent,
          new Promise((resolve) => {
            setTimeout(resolve, Math.max(50, until - Date.now()));
          }),
        ]);
      }
    },
  };
}

async function keptSequences(socketFolder: string, serial: string): Promise<ReadonlySet<number>> {
  const log = pino({ level: 'silent' });
  const database = createPoolDatabase({ url: socketUrl(socketFolder), connections: 2 }, log);
  const kept = new Set<number>();
  try {
    for await (const { sequence } of createTimeline({
      database,
      clock: { nowMs: () => Date.now() },
      log,
    }).readFrames({ serial, streamId: 2, fromUs: 0, toUs: 4e15 }))
      kept.add(sequence);
  } finally {
    await database.close();
  }
  return kept;
}
