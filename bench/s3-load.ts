import { fork } from 'node:child_process';
import { join } from 'node:path';
import { deviceApi, deviceTopic } from '@yamori/domain';
import { encodeFrame } from '@yamori/frames';
import { connectAsync, type MqttClient } from 'mqtt';
import { WebSocket } from 'ws';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { signInMember } from './rig/member.ts';
import { processCpuSeconds } from './rig/process-cpu.ts';
import type { ServerProcess } from './rig/server-process.ts';

/**
 * The load of S3: 100 devices send 20 frames of 1 KiB a second to 200 viewers of 4 devices each.
 */
export const DEVICES = 100;
export const FRAMES_PER_SECOND = 20;
export const VIEWERS = 200;
export const WATCHED = 4;
export const SECONDS = 7;
const SAMPLES = 496;
const FLOOR_WARM_UP_SECONDS = 3;
/**
 * Until the server reaches its steady state: staged frames are compacted from the twelfth second
 * on, and the rings of the last 30 s are full, so that memory no longer grows.
 */
const WARM_UP_SECONDS = 32;
/** Time for frames that are still in transit after the last one was sent. */
const SETTLE_SECONDS = 1.5;
const ACCOUNT = ['senior-developer@demo.example', 'quiet-night-gecko'] as const;

/**
 * The order in which devices send within each interval of 50 ms. `neighbours`: the four devices of
 * a viewer send within 2 ms of each other, which suits a server that batches per viewer.
 * `unrelated`: in random order, like real devices.
 */
export type Phases = 'neighbours' | 'unrelated';

export type Outcome = {
  readonly name: string;
  readonly latenciesMs: number[];
  readonly expected: number;
  readonly acknowledged: number;
  readonly sent: number;
  readonly cores: readonly number[];
};

const formatSerial = (index: number): string => `BENCH-${String(index).padStart(3, '0')}`;

/** Device of a viewer: the same four in every run. */
const watchedBy = (viewer: number, index: number): string =>
  formatSerial((viewer * WATCHED + index) % DEVICES);

/** The device time of a frame is its sending time; both clocks are the same. */
const nowUs = (): number => Math.round((performance.timeOrigin + performance.now()) * 1000);

type Counts = { sent: number; acknowledged: number };
type Received = { open: boolean; latenciesMs: number[] };

function frameSender(client: MqttClient, topic: string, counts: Counts): () => void {
  let sequence = 0;
  const channels = [
    Int16Array.from({ length: SAMPLES }, (_, index) => Math.round(8000 * Math.sin(index / 20))),
  ];
  return () => {
    counts.sent += 1;
    const frame = encodeFrame({
      streamId: 1,
      sequence: sequence++,
      deviceTimeUs: nowUs(),
      channels,
      encoding: 'plain',
    });
    client.publish(topic, Buffer.from(frame), { qos: 1 }, (error) => {
      if (!error) counts.acknowledged += 1;
    });
  };
}

/** Spreads the frames evenly over each interval. */
async function send(senders: readonly (() => void)[], seconds: number): Promise<void> {
  const intervalMs = 1000 / FRAMES_PER_SECOND;
  const startedAt = performance.now();
  const total = senders.length * FRAMES_PER_SECOND * seconds;
  for (let index = 0; index < total;) {
    const due = Math.min(
      total,
      Math.floor(((performance.now() - startedAt) / intervalMs) * senders.length),
    );
    for (; index < due; index++) senders[index % senders.length]?.();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await new Promise((resolve) => setTimeout(resolve, SETTLE_SECONDS * 1000));
}

/** Shuffled equally in every run, with the Park–Miller generator. */
function inPhase<Sender>(senders: readonly Sender[], phases: Phases): Sender[] {
  if (phases === 'neighbours') return [...senders];
  let seed = 20_261_121;
  const drawn = senders.map((sender) => ({
    sender,
    place: (seed = (seed * 48_271) % 2_147_483_647),
  }));
  return drawn.sort((one, other) => one.place - other.place).map(({ sender }) => sender);
}

function receive(socket: WebSocket, skipBytes: number, state: Received): void {
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary || !state.open) return;
    for (let at = skipBytes; at + 24 < data.length; at += 28 + data.readUInt32LE(at + 24) + 4) {
      state.latenciesMs.push((nowUs() - Number(data.readBigInt64LE(at + 12))) / 1000);
    }
  });
}

type Measured = {
  readonly name: string;
  readonly clients: readonly MqttClient[];
  readonly topics: readonly string[];
  readonly phases: readonly Phases[];
  readonly warmUpSeconds: number;
  readonly state: Received;
  readonly cpuSeconds: () => number[];
};

/** Measures each sending order in sequence. */
async function measure({
  name,
  clients,
  topics,
  phases,
  warmUpSeconds,
  state,
  cpuSeconds: cpu,
}: Measured): Promise<Outcome[]> {
  const counts = { sent: 0, acknowledged: 0 };
  const senders = clients.map((client, index) => frameSender(client, topics[index] ?? '', counts));
  await send(inPhase(senders, phases[0] ?? 'unrelated'), warmUpSeconds);
  const outcomes: Outcome[] = [];
  for (const phase of phases) {
    counts.sent = counts.acknowledged = 0;
    Object.assign(state, { open: true, latenciesMs: [] });
    const before = cpu();
    const startedAt = performance.now();
    await send(inPhase(senders, phase), SECONDS);
    // Includes the server's remaining work for these frames, but not the pause at the end.
    const wallSeconds = (performance.now() - startedAt) / 1000 - SETTLE_SECONDS;
    const cores = cpu().map((seconds, index) => (seconds - (before[index] ?? 0)) / wallSeconds);
    outcomes.push({
      name: `${name}, ${phase}`,
      latenciesMs: state.latenciesMs,
      expected: (counts.sent * VIEWERS * WATCHED) / DEVICES,
      ...counts,
      cores,
    });
  }
  return outcomes;
}

/** The same load on the same broker and socket library with nothing in between. */
export async function measureFloor(name: string, phases: readonly Phases[]): Promise<Outcome[]> {
  const [port, mqttPort] = [await freePort(), await freePort()];
  const child = fork(join(import.meta.dirname, 'rig/floor-server.ts'), [
    String(port),
    String(mqttPort),
  ]);
  await new Promise((resolve) => child.once('message', resolve));
  const state: Received = { open: false, latenciesMs: [] };
  const sockets = await Promise.all(
    Array.from({ length: VIEWERS }, async (_, viewer) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false });
      await new Promise((resolve) => socket.once('open', resolve));
      for (let index = 0; index < WATCHED; index++) socket.send(watchedBy(viewer, index));
      receive(socket, 0, state);
      return socket;
    }),
  );
  const clients = await Promise.all(
    Array.from({ length: DEVICES }, () => connectAsync(`mqtt://127.0.0.1:${mqttPort}`)),
  );
  const outcomes = await measure({
    name,
    clients,
    topics: clients.map((_, index) => formatSerial(index)),
    phases,
    warmUpSeconds: FLOOR_WARM_UP_SECONDS,
    state,
    cpuSeconds: () => [processCpuSeconds(child.pid)],
  });
  for (const socket of sockets) socket.terminate();
  await Promise.all(clients.map((client) => client.endAsync(true)));
  child.kill();
  return outcomes;
}

/** @returns the keys of the devices */
export async function registerDevices(server: ServerProcess): Promise<string[]> {
  const member = await signInMember(server.url, ...ACCOUNT);
  const place = { domainId: 'demo-akane', rootDomainId: 'demo-agency' };
  const stream = {
    streamId: 1,
    kind: 'bench',
    channels: 1,
    unit: '',
    sampleRateHz: SAMPLES * FRAMES_PER_SECOND,
    scale: 1,
    offset: 0,
  };
  await member.post('/api/documents/commit', {
    writes: [
      {
        kind: 'set',
        path: 'deviceType/bench',
        data: { code: 'bench', name: 'Bench', streams: [stream] },
      },
      ...Array.from({ length: DEVICES }, (_, index) => ({
        kind: 'set',
        path: `device/${formatSerial(index)}`,
        data: {
          ...place,
          serial: formatSerial(index),
          typeId: 'bench',
          roomId: null,
          connection: 'network',
        },
      })),
    ],
  });
  const keys: string[] = [];
  for (let index = 0; index < DEVICES; index++)
    keys.push(
      deviceApi.newKey.reply.parse(await member.post(`/api/devices/${formatSerial(index)}/key`, {}))
        .key,
    );
  return keys;
}

export type ProductRun = {
  readonly name: string;
  readonly keys: readonly string[];
  readonly ingestAt: ServerProcess;
  readonly viewersAt: ServerProcess;
  readonly phases: readonly Phases[];
};

/** The load on the product: devices at one server, viewers at the same or at another. */
export async function measureProduct({
  name,
  keys,
  ingestAt,
  viewersAt,
  phases,
}: ProductRun): Promise<Outcome[]> {
  const member = await signInMember(viewersAt.url, ...ACCOUNT);
  const state: Received = { open: false, latenciesMs: [] };
  const sockets: WebSocket[] = [];
  for (let viewer = 0; viewer < VIEWERS; viewer++) {
    const socket = await member.openSocket();
    receive(socket, 4, state);
    for (let index = 0; index < WATCHED; index++)
      socket.send(
        JSON.stringify({
          type: 'watch',
          id: index + 1,
          serial: watchedBy(viewer, index),
          historySeconds: 0,
        }),
      );
    sockets.push(socket);
  }
  const clients = await Promise.all(
    keys.map((password, index) =>
      connectAsync(ingestAt.mqttUrl, {
        username: formatSerial(index),
        password,
        clientId: formatSerial(index),
        keepalive: 15,
      }),
    ),
  );
  const servers = [...new Set([ingestAt, viewersAt])];
  const topics = clients.map((_, index) => deviceTopic(formatSerial(index), 'frames'));
  const outcomes = await measure({
    name,
    clients,
    topics,
    phases,
    warmUpSeconds: WARM_UP_SECONDS,
    state,
    cpuSeconds: () => servers.map((server) => server.cpuSeconds()),
  });
  for (const socket of sockets) socket.terminate();
  await Promise.all(clients.map((client) => client.endAsync(true)));
  return outcomes;
}
