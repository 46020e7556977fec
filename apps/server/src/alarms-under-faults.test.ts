import { accidentCollection, deviceTopic, roomCollection } from '@yamori/domain';
import { encodeFrame } from '@yamori/frames';
import mqtt from 'mqtt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  aDevice,
  aDomain,
  aRoom,
  openTestDocuments,
  SERVER,
  type TestDocuments,
} from './documents/testing/test-documents.ts';
import { hashOfDeviceKey } from './features/devices/device-key.ts';
import { freePort } from './testing/free-port.ts';
import { natsServerBinary, startNatsServer, type NatsServer } from './testing/nats-server.ts';
import { startServerProcess, type ServerProcess } from './testing/server-process.ts';

/*
 * T31, short: two servers as processes, one database, a real broker. Every press that a server
 * acknowledged is counted once in the call of its room, whatever happens to the servers.
 */
const ROOMS = Array.from({ length: 8 }, (_unused, index) => `room-${index}`);
const BUTTON = {
  streamId: 3,
  kind: 'button',
  channels: 1,
  unit: '',
  sampleRateHz: 0,
  scale: 1,
  offset: 0,
};
const KEY = 'key-of-a-device-of-the-test';
const nats = natsServerBinary();

type Server = { readonly process: ServerProcess; readonly mqttPort: number };
let documents: TestDocuments;
let broker: NatsServer | null = null;
let servers: Server[] = [];
let sequence = 0;

async function startServer(): Promise<Server> {
  const mqttPort = await freePort();
  const process = startServerProcess({
    DATABASE_URL: documents.temporary.url,
    MQTT_PORT: String(mqttPort),
    ...(broker === null ? {} : { NATS_URL: broker.url }),
  });
  const server = { process, mqttPort };
  servers.push(server);
  await process.ready;
  return server;
}

beforeEach(async () => {
  documents = await openTestDocuments();
  broker = nats === undefined ? null : await startNatsServer(nats);
  await documents.store.commit(
    [
      aDomain('ward'),
      {
        kind: 'create',
        path: 'deviceType/button',
        data: { code: 'button', name: 'Button', streams: [BUTTON] },
      },
      ...ROOMS.map((room) => aRoom(room, 'ward')),
      ...ROOMS.map((room) =>
        aDevice(`D-${room}`, 'ward', room, { typeId: 'button', keyHash: hashOfDeviceKey(KEY) }),
      ),
    ],
    SERVER,
  );
});
afterEach(async () => {
  for (const { process } of servers) process.kill('SIGKILL');
  await Promise.all(servers.map(({ process }) => process.exited));
  servers = [];
  await broker?.stop('SIGKILL');
  await documents.close();
});

const liveOf = async (room: string) =>
  roomCollection.schema.shape.live.parse(
    (await documents.store.read([`room/${room}`]))[0]?.data['live'] ?? null,
  );
/** Presses counted in the calls of a room. */
async function callsOf(room: string): Promise<number> {
  const calls = await documents.store.list({
    collection: `room/${room}/accident`,
    group: false,
    filters: [{ field: ['kind'], op: '==', value: 'call' }],
    orderBy: [],
    offset: 0,
  });
  return calls
    .map(({ data }) => accidentCollection.schema.parse(data).repeats)
    .reduce((sum, repeats) => sum + repeats, 0);
}
const counted = () => Promise.all(ROOMS.map(callsOf));

/** Sends the press of a room's device until the server has acknowledged it. */
async function press(room: string, { mqttPort }: Server, times = 1): Promise<void> {
  const frame = encodeFrame({
    streamId: BUTTON.streamId,
    sequence: (sequence += 1),
    deviceTimeUs: (Date.now() + sequence) * 1000,
    channels: [Int16Array.of(1)],
  });
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
    username: `D-${room}`,
    password: KEY,
    reconnectPeriod: 0,
  });
  for (let sent = 0; sent < times; sent += 1)
    await client.publishAsync(deviceTopic(`D-${room}`, 'frames'), Buffer.from(frame), { qos: 1 });
  await client.endAsync();
}

async function twoServers(): Promise<[Server, Server]> {
  const [one, two] = [await startServer(), await startServer()];
  await expect
    .poll(async () => (await Promise.all(ROOMS.map(liveOf))).every((live) => live !== null))
    .toBe(true);
  return [one, two];
}
const onePressEach = ROOMS.map(() => 1);

describe('presses of two servers (T31)', { timeout: 240_000 }, () => {
  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'are called once each when one server gets %s right after it acknowledged them',
    async (signal) => {
      const [one, two] = await twoServers();
      await Promise.all(ROOMS.map((room) => press(room, one)));
      one.process.kill(signal);
      await expect.poll(counted, { timeout: 60_000 }).toEqual(onePressEach);
      expect((await one.process.exited).code).toBe(signal === 'SIGTERM' ? 0 : null);
      // The rooms of the server that is gone belong to the other one, and new presses are heard.
      await Promise.all(ROOMS.map((room) => press(room, two, 3)));
      await expect.poll(counted, { timeout: 60_000 }).toEqual(ROOMS.map(() => 2));
    },
  );

  it.skipIf(nats === undefined)(
    'are called once each while the broker is away, at whichever server they arrive (skipped where there is no nats-server)',
    async () => {
      const [one, two] = await twoServers();
      await broker?.stop('SIGKILL');
      await Promise.all(ROOMS.map((room, index) => press(room, index % 2 === 0 ? one : two, 2)));
      await expect.poll(counted, { timeout: 60_000 }).toEqual(onePressEach);
    },
  );
});
