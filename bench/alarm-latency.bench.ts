import { loadavg } from 'node:os';
import { deviceApi, deviceTopic, listReply, serverMessage } from '@yamori/domain';
import { encodeFrame } from '@yamori/frames';
import { connectAsync, type MqttClient } from 'mqtt';
import { signInMember, type Member } from './rig/member.ts';
import { percentile, printMachine, readVersion } from './rig/report.ts';
import { startServer } from './rig/server-process.ts';
import { resolveCalls } from './resolve-calls.ts';

/**
 * From a press at the bed to the stored alarm and to the browser's socket, while 100 devices send a
 * signal. Each is pressed once: first one at a time, then all concurrently. Device, server and
 * browser share one clock.
 */
const DEVICES = 100;
const SAMPLE_RATE_HZ = 50;
const PRESS_EVERY_MS = 100;
const WARM_UP_MS = 8_000;
const PATIENCE_MS = 60_000;
const ACCOUNT = ['senior-developer@demo.example', 'quiet-night-gecko'] as const;
const PLACE = { domainId: 'bench', rootDomainId: 'bench' };
const formatRoomId = (index: number): string => `bench-room-${index}`;
const formatSerial = (index: number): string => `ALARM-${String(index).padStart(3, '0')}`;
const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

async function buildWard(member: Member): Promise<string[]> {
  const streams = [
    {
      streamId: 1,
      kind: 'impe',
      channels: 1,
      unit: 'Ω',
      sampleRateHz: SAMPLE_RATE_HZ,
      scale: 0.01,
      offset: 500,
    },
    { streamId: 2, kind: 'button', channels: 1, unit: '', sampleRateHz: 0, scale: 1, offset: 0 },
  ];
  const indexes = Array.from({ length: DEVICES }, (_unused, index) => index);
  await member.post('/api/documents/commit', {
    writes: [
      {
        kind: 'set',
        path: 'domain/bench',
        data: {
          code: 'bench',
          name: 'Bench',
          kind: 'facility',
          parentDomainId: null,
          rootDomainId: 'bench',
          ancestorIds: [],
        },
      },
      { kind: 'set', path: 'deviceType/alarm', data: { code: 'alarm', name: 'Alarm', streams } },
    ],
  });
  await member.post('/api/documents/commit', {
    writes: indexes.map((index) => ({
      kind: 'set',
      path: `room/${formatRoomId(index)}`,
      data: { ...PLACE, name: `B${index}`, deviceSerials: [formatSerial(index)] },
    })),
  });
  await member.post('/api/documents/commit', {
    writes: indexes.map((index) => ({
      kind: 'set',
      path: `device/${formatSerial(index)}`,
      data: {
        ...PLACE,
        serial: formatSerial(index),
        typeId: 'alarm',
        roomId: formatRoomId(index),
        connection: 'network',
      },
    })),
  });
  const keys: string[] = [];
  for (const index of indexes)
    keys.push(
      deviceApi.newKey.reply.parse(await member.post(`/api/devices/${formatSerial(index)}/key`, {}))
        .key,
    );
  return keys;
}

type Device = { readonly press: () => number; readonly end: () => Promise<void> };

/** A device that sends a second of its signal each second. */
function runDevice(client: MqttClient, serial: string): Device {
  const topic = deviceTopic(serial, 'frames');
  const state = { signal: 0, presses: 0 };
  const publish = (
    streamId: number,
    sequence: number,
    channels: Int16Array[],
    deviceMs: number,
  ): void =>
    void client.publish(
      topic,
      Buffer.from(encodeFrame({ streamId, sequence, deviceTimeUs: deviceMs * 1000, channels })),
      { qos: 1 },
    );
  const sending = setInterval(
    () =>
      publish(
        1,
        state.signal++,
        [
          Int16Array.from({ length: SAMPLE_RATE_HZ }, (_unused, index) =>
            Math.round(800 * Math.sin(index / 8)),
          ),
        ],
        Date.now() - 1000,
      ),
    1000,
  );
  return {
    press() {
      const atMs = Date.now();
      publish(2, state.presses++, [Int16Array.of(1)], atMs);
      return atMs;
    },
    async end() {
      clearInterval(sending);
      await client.endAsync(true);
    },
  };
}

/** When this browser received the call of each room, by room path. */
async function watchCalls(member: Member): Promise<Map<string, number>> {
  const seen = new Map<string, number>();
  const socket = await member.openSocket();
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) return;
    const message = serverMessage.parse(JSON.parse(data.toString('utf8')));
    if (message.type !== 'changes') return;
    for (const change of message.changes)
      if (change.kind === 'added') {
        const room = change.document.path.split('/').slice(0, 2).join('/');
        if (!seen.has(room)) seen.set(room, Date.now());
      }
  });
  socket.send(
    JSON.stringify({
      type: 'subscribe',
      id: 1,
      target: {
        kind: 'query',
        query: {
          collection: 'accident',
          group: true,
          filters: [
            { field: ['kind'], op: '==', value: 'call' },
            { field: ['state'], op: '==', value: 'raised' },
          ],
          limit: 200,
        },
      },
    }),
  );
  return seen;
}

/** For all calls, the time from the frame at the server to the stored alarm. */
async function storedMs(member: Member): Promise<number[]> {
  const reply = listReply.parse(
    await member.post('/api/documents/list', {
      query: {
        collection: 'accident',
        group: true,
        filters: [{ field: ['kind'], op: '==', value: 'call' }],
        orderBy: [{ field: ['raisedAt'], direction: 'desc' }],
        limit: 500,
      },
    }),
  );
  return reply.documents.flatMap(({ data }) =>
    typeof data['latencyMs'] === 'number' ? [data['latencyMs']] : [],
  );
}

function print(name: string, values: readonly number[]): void {
  const figures = [0.5, 0.95, 0.99, 1]
    .map((share) => percentile(values, share).toFixed(0).padStart(7))
    .join('');
  console.log(
    `${name.padEnd(46)}${figures}   of ${values.length}   (load ${(loadavg()[0] ?? 0).toFixed(1)})`,
  );
}

async function pressAll(
  devices: readonly Device[],
  member: Member,
  everyMs: number,
  name: string,
): Promise<void> {
  const seen = await watchCalls(member);
  const before = (await storedMs(member)).length;
  await wait(1_000);
  const pressed = new Map<string, number>();
  for (const [index, device] of devices.entries()) {
    pressed.set(`room/${formatRoomId(index)}`, device.press());
    if (everyMs > 0) await wait(everyMs);
  }
  for (let waited = 0; seen.size < devices.length && waited < PATIENCE_MS; waited += 100)
    await wait(100);
  await wait(2_000);
  print(
    `${name}: frame at the server → stored`,
    (await storedMs(member)).slice(0, Math.max(0, (await storedMs(member)).length - before)),
  );
  print(
    `${name}: press → browser's socket`,
    [...pressed].flatMap(([path, atMs]) => {
      const at = seen.get(path);
      return at === undefined ? [] : [at - atMs];
    }),
  );
  if (seen.size < devices.length)
    throw new Error(`${devices.length - seen.size} calls never arrived`);
}

printMachine({ aedes: readVersion('aedes'), ws: readVersion('ws'), mqtt: readVersion('mqtt') });
console.log(
  `alarms: ${DEVICES} devices of ${SAMPLE_RATE_HZ} Hz, each in a room of its own, pressed once; goal p95 ≤ 2,000 ms, p99 ≤ 5,000 ms (wanted 300 ms), 0 lost`,
);
console.log(
  `${''.padEnd(46)}${['p50 ms', 'p95', 'p99', 'max'].map((word) => word.padStart(7)).join('')}`,
);
const server = await startServer({
  environment: { YAMORI_LIMIT_REQUESTS_ADDRESS: '100000', YAMORI_ANALYSE_NIGHTS: 'off' },
});
const member = await signInMember(server.url, ...ACCOUNT);
const keys = await buildWard(member);
const clients = await Promise.all(
  keys.map((password, index) =>
    connectAsync(server.mqttUrl, {
      username: formatSerial(index),
      password,
      clientId: formatSerial(index),
      keepalive: 15,
    }),
  ),
);
const devices = clients.map((client, index) => runDevice(client, formatSerial(index)));
await wait(WARM_UP_MS);
await pressAll(devices, member, PRESS_EVERY_MS, 'ten a second');
await resolveCalls(member);
await pressAll(devices, member, 0, 'all at one instant');
for (const device of devices) await device.end();
await server.stop();
process.exit(0);
