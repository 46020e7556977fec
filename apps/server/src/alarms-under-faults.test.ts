import { setTimeout as wait } from 'node:timers/promises';
import { accidentCollection, deviceTopic, roomCollection } from '@yamori/domain';
import { encodeFrame } from '@yamori/frames';
import mqtt from 'mqtt';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  aDevice,
  aDomain,
  aRoom,
  openTestDocuments,
  SERVER,
  type TestDocuments,
} from './core/documents/testing/test-documents.ts';
import { hashDeviceKey } from './modules/devices/device-key.ts';
import { startDatabaseLink, type DatabaseLink } from './testing/database-link.ts';
import { freePort } from './testing/free-port.ts';
import { natsServerBinary, startNatsServer, type NatsServer } from './testing/nats-server.ts';
import { startServerProcess, type ServerProcess } from './testing/server-process.ts';
import { buildSteppedClock, type SteppedClock } from './testing/stepped-clock.ts';

/*
 * T31, short: two servers as processes, one database, a real broker. Every press that a server
 * acknowledged is counted once in the call of its room, even if a server is killed or loses its
 * broker.
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
/** Worn on the trunk, y to the head. */
const TRUNK = {
  streamId: 1,
  kind: 'respi-axl',
  channels: 3,
  unit: 'g',
  sampleRateHz: 50,
  scale: 1 / 8192,
  offset: 0,
};
const RATES = {
  streamId: 4,
  kind: 'respihr',
  channels: 2,
  unit: '1/min',
  sampleRateHz: 1,
  scale: 0.1,
  offset: 0,
};
const KEY = 'key-of-a-device-of-the-test';
/** Each look reads every room, so it does not look more often. */
const SOON = { timeout: 60_000, interval: 250 };
const nats = natsServerBinary();
const steppedClock = buildSteppedClock();
afterAll(() => steppedClock?.remove());

type Server = {
  readonly process: ServerProcess;
  readonly mqttPort: number;
  readonly databaseLink: DatabaseLink;
};
let documents: TestDocuments;
let broker: NatsServer | null = null;
let servers: Server[] = [];
let sequence = 0;

async function startServer(
  natsUrl: string | null = broker?.url ?? null,
  clock: SteppedClock | null = null,
): Promise<Server> {
  const mqttPort = await freePort();
  const databaseLink = await startDatabaseLink(documents.temporary.url);
  const process = startServerProcess({
    DATABASE_URL: databaseLink.url,
    YAMORI_LIMIT_REQUEST_SECONDS: '8',
    MQTT_PORT: String(mqttPort),
    ...(natsUrl === null ? {} : { NATS_URL: natsUrl }),
    ...clock?.environment,
  });
  const server = { process, mqttPort, databaseLink };
  servers.push(server);
  await process.ready;
  return server;
}

beforeEach(async () => {
  documents = await openTestDocuments();
  broker = nats === undefined ? null : await startNatsServer(nats);
  await documents.store.commit(
    [
      aDomain('ward', null, {
        parameterOverrides: { 'accident.heartRateHigh.delayMinutes': 1 },
      }),
      {
        kind: 'create',
        path: 'deviceType/button',
        data: { code: 'button', name: 'Button', streams: [TRUNK, BUTTON, RATES] },
      },
      ...ROOMS.map((room) => aRoom(room, 'ward')),
      ...ROOMS.map((room) =>
        aDevice(`D-${room}`, 'ward', room, { typeId: 'button', keyHash: hashDeviceKey(KEY) }),
      ),
    ],
    SERVER,
  );
});
afterEach(async () => {
  for (const { process } of servers) process.kill('SIGKILL');
  await Promise.all(servers.map(({ process }) => process.exited));
  await Promise.all(servers.map(({ databaseLink }) => databaseLink.close()));
  servers = [];
  await broker?.stop('SIGKILL');
  await documents.close();
});

const readLive = async (room: string) =>
  roomCollection.schema.shape.live.parse(
    (await documents.store.read([`room/${room}`]))[0]?.data['live'] ?? null,
  );
async function listAlarms(room: string, kind: string) {
  const alarms = await documents.store.list({
    collection: `room/${room}/accident`,
    group: false,
    filters: [{ field: ['kind'], op: '==', value: kind }],
    orderBy: [],
    offset: 0,
  });
  return alarms.map(({ data }) => accidentCollection.schema.parse(data));
}
/** How often alarms of a kind were raised in each room, repeats included. */
const counts = (kind: string) =>
  Promise.all(
    ROOMS.map(async (room) =>
      (await listAlarms(room, kind)).reduce((sum, { repeats }) => sum + repeats, 0),
    ),
  );
const counted = () => counts('call');

/** Sends frames of a room's device until the server has acknowledged them. */
async function publish(
  room: string,
  { mqttPort }: Server,
  frames: readonly Uint8Array[],
): Promise<void> {
  const once = async (): Promise<void> => {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
      username: `D-${room}`,
      password: KEY,
      reconnectPeriod: 0,
    });
    for (const frame of frames)
      await client.publishAsync(deviceTopic(`D-${room}`, 'frames'), Buffer.from(frame), { qos: 1 });
    await client.endAsync();
  };
  // A server whose database is away lets no device in.
  await expect
    .poll(
      () =>
        once().then(
          () => true,
          () => false,
        ),
      SOON,
    )
    .toBe(true);
}

/** The frame of each room's last press. */
const presses = new Map<string, Uint8Array>();

function press(room: string, server: Server, times = 1): Promise<void> {
  const frame = encodeFrame({
    streamId: BUTTON.streamId,
    sequence: (sequence += 1),
    deviceTimeUs: (Date.now() + sequence) * 1000,
    channels: [Int16Array.of(1)],
  });
  presses.set(room, frame);
  return publish(
    room,
    server,
    Array.from({ length: times }, () => frame),
  );
}

/** Sends the last press of a room once more, by MQTT and by HTTPS. */
async function pressAgain(room: string, server: Server): Promise<void> {
  const frame = presses.get(room) ?? expect.fail('nobody pressed');
  await publish(room, server, [frame]);
  const post = async (): Promise<number> => {
    const reply = await fetch(`${await server.process.ready}api/devices/D-${room}/frames`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/octet-stream' },
      body: frame.slice(),
    });
    return reply.status;
  };
  await expect.poll(() => post().catch(() => 0), SOON).toBe(200);
}

/** What a device sends, a frame a second. */
type Recording = (room: string, second: number) => Uint8Array;

const send = (
  room: string,
  server: Server,
  recording: Recording,
  [from, until]: readonly [number, number],
): Promise<void> =>
  publish(
    room,
    server,
    Array.from({ length: until - from }, (_unused, index) => recording(room, from + index)),
  );

/** The resident walks for 20 s, hits the floor and stays there for 12 s. */
const FALL_SECONDS = 32;
const IMPACT_SECOND = 20;
function aFall(): Recording {
  const beganMs = Date.now() - FALL_SECONDS * 1000;
  const at = (second: number, index: number): readonly [number, number, number] => {
    const noise = 0.01 * Math.sin(12.9898 * (second * 50 + index));
    if (second < IMPACT_SECOND) {
      const step = 0.35 * Math.sin((2 * Math.PI * 1.8 * (second * 50 + index)) / 50);
      return [noise, 0.98 + step, 0.2 + noise];
    }
    if (second === IMPACT_SECOND && index < 5)
      return [0.1, 0.1, -3.2 * Math.sin((Math.PI * (index + 0.5)) / 5)];
    return [noise, 0.1 + noise, 0.99 + noise];
  };
  return (_room, second) => {
    const samples = Array.from({ length: 50 }, (_unused, index) => at(second, index));
    return encodeFrame({
      streamId: TRUNK.streamId,
      sequence: second,
      deviceTimeUs: (beganMs + second * 1000) * 1000,
      channels: [0, 1, 2].map((axis) =>
        Int16Array.from(samples, (sample) => Math.round((sample[axis] ?? 0) * 8192)),
      ),
    });
  };
}

const fastHeart: Recording = (_room, second) =>
  encodeFrame({
    streamId: RATES.streamId,
    sequence: second,
    deviceTimeUs: Date.now() * 1000,
    channels: [Int16Array.of(160), Int16Array.of(1250)],
  });

/** The owners have read all stored frames and raised their alarms. */
const isAllTold = async (): Promise<boolean> =>
  (
    await documents.temporary.database.query({
      text: `select from staging_log entry
        where not exists (select from shards where owner is not null) or exists (select from shards left join servers on servers.id = shards.owner
          where coalesce((servers.cursor ->> entry.server)::bigint, 0) < entry.number) limit 1`,
    })
  ).length === 0;

async function twoServers(): Promise<[Server, Server]> {
  const [one, two] = [await startServer(), await startServer()];
  await expect
    .poll(async () => (await Promise.all(ROOMS.map(readLive))).every((live) => live !== null), {
      interval: 250,
    })
    .toBe(true);
  return [one, two];
}
const onePressEach = ROOMS.map(() => 1);

/** What befalls the first of two servers, and how it ends. */
type Fault = {
  readonly name: string;
  readonly begin: (server: Server) => void | Promise<void>;
  readonly end: (server: Server) => void | Promise<void>;
};
const AWAY_MS = 5_000;
const FAULTS: readonly Fault[] = [
  ...[['SIGKILL', null] as const, ['SIGTERM', 0] as const].map(([signal, exitCode]): Fault => ({
    name: `one server gets ${signal}`,
    begin: ({ process }) => process.kill(signal),
    end: async ({ process }) => expect((await process.exited).code).toBe(exitCode),
  })),
  {
    name: 'one server stands still and goes on later',
    begin: ({ process }) => process.kill('SIGSTOP'),
    end: ({ process }) => process.kill('SIGCONT'),
  },
  {
    name: 'nothing passes between one server and PostgreSQL',
    begin: ({ databaseLink }) => databaseLink.set('hole'),
    end: ({ databaseLink }) => databaseLink.set('open'),
  },
  {
    name: 'PostgreSQL goes away from both servers',
    async begin() {
      for (const { databaseLink } of servers) databaseLink.set('cut');
      await wait(AWAY_MS);
      for (const { databaseLink } of servers) databaseLink.set('open');
    },
    end: () => undefined,
  },
];

describe('heartbeats of two servers (T31)', { timeout: 240_000 }, () => {
  it('heartbeats keep devices online at an owner that cannot reach the other server', async () => {
    const one = await startServer('nats://127.0.0.1:1');
    await startServer(null);
    await Promise.all(ROOMS.map((room) => send(room, one, fastHeart, [0, 5])));
    await expect
      .poll(
        async () =>
          (await Promise.all(ROOMS.map(readLive))).every((live) => live?.heartRate?.value === 125),
        { interval: 250 },
      )
      .toBe(true);
    const clients = await Promise.all(
      ROOMS.map((room) =>
        mqtt.connectAsync(`mqtt://127.0.0.1:${one.mqttPort}`, {
          username: `D-${room}`,
          password: KEY,
          reconnectPeriod: 0,
        }),
      ),
    );
    const beat = () =>
      Promise.all(
        clients.map((client, index) =>
          client.publishAsync(
            deviceTopic(`D-${ROOMS[index]}`, 'status'),
            JSON.stringify({ online: true }),
            { qos: 1 },
          ),
        ),
      );
    // Longer than the silence that takes a device off line.
    for (let second = 0; second < 25; second += 1) {
      await beat();
      await wait(1_000);
    }
    expect(await counts('deviceOffline')).toEqual(ROOMS.map(() => 0));
    await Promise.all(clients.map((client) => client.endAsync()));
  });
});

describe('presses, falls and durations of two servers (T31, T32)', { timeout: 300_000 }, () => {
  it.each(FAULTS)(
    'presses and falls are one alarm each when $name right after they were acknowledged, and between an impact and what tells it',
    async ({ begin, end }) => {
      const [one, two] = await twoServers();
      const fall = aFall();
      await Promise.all(ROOMS.map((room) => send(room, one, fall, [0, IMPACT_SECOND + 2])));
      // The owner has already received some of the falls when the fault begins.
      await Promise.all(
        ROOMS.slice(0, 3).map((room) => send(room, one, fall, [IMPACT_SECOND + 2, FALL_SECONDS])),
      );
      await Promise.all(ROOMS.map((room) => press(room, one)));
      await begin(one);
      await Promise.all(
        ROOMS.slice(3).map((room) => send(room, two, fall, [IMPACT_SECOND + 2, FALL_SECONDS])),
      );
      await expect.poll(counted, SOON).toEqual(onePressEach);
      await expect.poll(() => counts('fall'), SOON).toEqual(onePressEach);
      await end(one);
      // Its rooms belong to the other one or come back, and new presses are heard.
      await Promise.all(ROOMS.map((room) => press(room, two, 3)));
      await expect.poll(counted, SOON).toEqual(ROOMS.map(() => 2));
      await expect.poll(isAllTold, SOON).toBe(true);
      // A device or a gateway that saw no acknowledgement sends its presses again.
      await Promise.all(ROOMS.map((room) => pressAgain(room, two)));
      await expect.poll(isAllTold, SOON).toBe(true);
      expect([await counted(), await counts('fall')]).toEqual([ROOMS.map(() => 2), onePressEach]);
    },
  );

  it.skipIf(nats === undefined)(
    'presses and falls are one alarm each while the broker is away, at whichever server they arrive (skipped where there is no nats-server)',
    async () => {
      const [one, two] = await twoServers();
      const fall = aFall();
      await broker?.stop('SIGKILL');
      await Promise.all(ROOMS.map((room, index) => press(room, index % 2 === 0 ? one : two, 2)));
      await Promise.all(
        ROOMS.map((room, index) =>
          send(room, index % 2 === 0 ? one : two, fall, [0, FALL_SECONDS]),
        ),
      );
      await expect.poll(counted, SOON).toEqual(onePressEach);
      await expect.poll(() => counts('fall'), SOON).toEqual(onePressEach);
      await expect.poll(isAllTold, SOON).toBe(true);
      await Promise.all(ROOMS.map((room, index) => pressAgain(room, index % 2 === 0 ? two : one)));
      await expect.poll(isAllTold, SOON).toBe(true);
      expect([await counted(), await counts('fall')]).toEqual([onePressEach, onePressEach]);
    },
  );

  /** Sends a fast heart until every room shows it; gives a function for the next second. */
  async function startFastHearts(server: Server): Promise<() => Promise<void>> {
    let second = 0;
    const beat = async (): Promise<void> => {
      await Promise.all(ROOMS.map((room) => send(room, server, fastHeart, [second, second + 1])));
      second += 1;
    };
    await expect
      .poll(
        async () => {
          await beat();
          return (await Promise.all(ROOMS.map(readLive))).every(
            (live) => live?.heartRate?.value === 125,
          );
        },
        { timeout: 60_000, interval: 1_000 },
      )
      .toBe(true);
    return beat;
  }
  async function waitForFastHearts(beat: () => Promise<void>): Promise<void> {
    await expect
      .poll(
        async () => {
          await beat();
          return counts('heartRateHigh');
        },
        { timeout: 150_000, interval: 1_000 },
      )
      .toEqual(onePressEach);
  }

  it('a fast heart counts from before the kill -9 of the server that saw it first', async () => {
    const [one, two] = await twoServers();
    const beat = await startFastHearts(two);
    const killedAtMs = Date.now();
    one.process.kill('SIGKILL');
    await waitForFastHearts(beat);
    for (const room of ROOMS) {
      const [alarm] = await listAlarms(room, 'heartRateHigh');
      expect(alarm?.evidence?.from.getTime()).toBeLessThanOrEqual(killedAtMs);
    }
  });

  it.skipIf(steppedClock === null).each([3_600, -3_600])(
    'a fast heart rings after its minute although the clock of a server steps by %s s (skipped where there is no C compiler)',
    async (seconds) => {
      steppedClock?.step(0);
      const one = await startServer(broker?.url ?? null, steppedClock);
      await startServer();
      const beat = await startFastHearts(one);
      const steppedAtMs = performance.now();
      steppedClock?.step(seconds);
      await waitForFastHearts(beat);
      // Less what had passed before the rooms showed it; both clocks of this test are right.
      const passedMs = performance.now() - steppedAtMs;
      for (const room of ROOMS) {
        const [alarm] = await listAlarms(room, 'heartRateHigh');
        const fromMs = alarm?.evidence?.from.getTime() ?? 0;
        expect(Math.abs(Date.now() - passedMs - fromMs)).toBeLessThan(60_000);
        expect((alarm?.raisedAt.getTime() ?? 0) - fromMs).toBe(60_000);
        expect(alarm?.raisedAt.getTime()).toBeLessThanOrEqual(Date.now());
      }
    },
  );
});

describe('devices that are off while servers restart (T31)', { timeout: 300_000 }, () => {
  /** Times until which the rules of the rooms have stored what they saw. */
  const readSeenUntil = async (): Promise<number[]> => {
    const rows = await documents.temporary.database.query<{ ms: string }>({
      text: `select extract(epoch from max(ends_at)) * 1000 as ms from room_facts group by room_id`,
    });
    return rows.map(({ ms }) => Number(ms));
  };
  const offlineAlarms = async () =>
    (await Promise.all(ROOMS.map((room) => listAlarms(room, 'deviceOffline')))).map((alarms) =>
      alarms.map(({ state, raisedAt, overAt, history }) => ({
        state,
        raisedAt,
        overAt,
        acts: history.map(({ act }) => act),
      })),
    );

  it('the alarms of these devices stay open and are not raised again', async () => {
    const one = await startServer();
    await Promise.all(ROOMS.map((room) => send(room, one, fastHeart, [0, 3])));
    await expect
      .poll(() => counts('deviceOffline'), { ...SOON, timeout: 120_000 })
      .toEqual(onePressEach);
    const before = await offlineAlarms();
    one.process.kill('SIGKILL');
    await one.process.exited;
    // As if the server had been away for longer than the rules trust their last facts.
    await documents.temporary.database.query({
      text: `update room_facts set ends_at = ends_at - interval '5 minutes'`,
    });
    const startedMs = Date.now();
    await startServer();
    await startServer();
    // Longer than an alarm waits before it ends, and than a device may be silent.
    await expect
      .poll(
        async () => {
          const seen = await readSeenUntil();
          return seen.length === ROOMS.length && seen.every((ms) => ms > startedMs + 45_000);
        },
        { timeout: 200_000, interval: 1_000 },
      )
      .toBe(true);
    expect(await offlineAlarms()).toEqual(before);
  });
});
