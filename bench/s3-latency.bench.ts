import { fork } from 'node:child_process';
import { join } from 'node:path';
import { deviceKeyReply, deviceTopic } from '@yamori/domain';
import { encodeFrame } from '@yamori/frames';
import { connectAsync, type MqttClient } from 'mqtt';
import { WebSocket } from 'ws';
import { freePort, natsServerBinary, startNatsServer } from '../apps/server/src/testing/nats-server.ts';
import { signInMember } from './rig/member.ts';
import { commandVersion, percentile, printMachine, versionOf } from './rig/report.ts';
import { cpuSeconds, startDatabase, startServer, type ServerProcess } from './rig/server-process.ts';

/** S3: 100 devices send 20 frames of 1 KiB a second to 200 viewers of 4 devices each. */
const DEVICES = 100;
const FRAMES_PER_SECOND = 20;
const SAMPLES = 496;
const VIEWERS = 200;
const WATCHED = 4;
const SECONDS = 10;
const WARM_UP_SECONDS = 3;
const ACCOUNT = ['senior-developer@demo.example', 'quiet-night-gecko'] as const;

type Outcome = { readonly name: string; readonly latenciesMs: number[]; readonly expected: number; readonly acknowledged: number; readonly sent: number; readonly cpu: readonly number[] };

const serialOf = (index: number): string => `BENCH-${String(index).padStart(3, '0')}`;

/** A frame whose device time is the moment of sending; the two clocks are one. */
const nowUs = (): number => Math.round((performance.timeOrigin + performance.now()) * 1000);

function frameSender(client: MqttClient, topic: string, counts: { sent: number; acknowledged: number }): () => void {
  let sequence = 0;
  const channels = [Int16Array.from({ length: SAMPLES }, (_, index) => Math.round(8000 * Math.sin(index / 20)))];
  return () => {
    counts.sent += 1;
    const frame = encodeFrame({ streamId: 1, sequence: sequence++, deviceTimeUs: nowUs(), channels, encoding: 'plain' });
    client.publish(topic, Buffer.from(frame), { qos: 1 }, (error) => { if (!error) counts.acknowledged += 1; });
  };
}

/** Sends evenly spread over each interval, as devices that know nothing of each other do. */
async function send(senders: readonly (() => void)[], seconds: number): Promise<void> {
  const intervalMs = 1000 / FRAMES_PER_SECOND;
  const startedAt = performance.now();
  const total = senders.length * FRAMES_PER_SECOND * seconds;
  for (let index = 0; index < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) / intervalMs) * senders.length));
    for (; index < due; index++) senders[index % senders.length]?.();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await new Promise((resolve) => setTimeout(resolve, 1500));
}

function receive(socket: WebSocket, skipBytes: number, state: { open: boolean; latenciesMs: number[] }): void {
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary || !state.open) return;
    for (let at = skipBytes; at + 24 < data.length; at += 28 + data.readUInt32LE(at + 24) + 4) {
      state.latenciesMs.push((nowUs() - Number(data.readBigInt64LE(at + 12))) / 1000);
    }
  });
}

async function measure(name: string, clients: readonly MqttClient[], topics: readonly string[], state: { open: boolean; latenciesMs: number[] }, cpu: () => number[]): Promise<Outcome> {
  const counts = { sent: 0, acknowledged: 0 };
  const senders = clients.map((client, index) => frameSender(client, topics[index] ?? '', counts));
  await send(senders, WARM_UP_SECONDS);
  counts.sent = counts.acknowledged = 0;
  state.open = true;
  const before = cpu();
  await send(senders, SECONDS);
  const used = cpu().map((seconds, index) => (seconds - (before[index] ?? 0)) / (SECONDS + 1.5));
  return { name, latenciesMs: state.latenciesMs, expected: (counts.sent * VIEWERS * WATCHED) / DEVICES, ...counts, cpu: used };
}

async function floor(): Promise<Outcome> {
  const [port, mqttPort] = [await freePort(), await freePort()];
  const child = fork(join(import.meta.dirname, 'rig/floor-server.ts'), [String(port), String(mqttPort)]);
  await new Promise((resolve) => child.once('message', resolve));
  const state = { open: false, latenciesMs: [] as number[] };
  const sockets = await Promise.all(Array.from({ length: VIEWERS }, async (_, viewer) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false });
    await new Promise((resolve) => socket.once('open', resolve));
    for (let index = 0; index < WATCHED; index++) socket.send(serialOf((viewer * WATCHED + index) % DEVICES));
    receive(socket, 0, state);
    return socket;
  }));
  const clients = await Promise.all(Array.from({ length: DEVICES }, () => connectAsync(`mqtt://127.0.0.1:${mqttPort}`)));
  const outcome = await measure('bare broker + ws', clients, clients.map((_, index) => serialOf(index)), state, () => [cpuSeconds(child.pid)]);
  for (const socket of sockets) socket.terminate();
  await Promise.all(clients.map((client) => client.endAsync(true)));
  child.kill();
  return outcome;
}

/** @returns the keys of the devices */
async function registerDevices(server: ServerProcess): Promise<string[]> {
  const member = await signInMember(server.url, ...ACCOUNT);
  const place = { domainId: 'demo-akane', rootDomainId: 'demo-agency' };
  const stream = { streamId: 1, kind: 'bench', channels: 1, unit: '', sampleRateHz: SAMPLES * FRAMES_PER_SECOND, scale: 1, offset: 0 };
  await member.post('/api/documents/commit', { writes: [
    { kind: 'set', path: 'deviceType/bench', data: { code: 'bench', name: 'Bench', streams: [stream] } },
    ...Array.from({ length: DEVICES }, (_, index) => ({
      kind: 'set', path: `device/${serialOf(index)}`, data: { ...place, serial: serialOf(index), typeId: 'bench', roomId: null, connection: 'network' },
    })),
  ] });
  const keys: string[] = [];
  for (let index = 0; index < DEVICES; index++) keys.push(deviceKeyReply.parse(await member.post(`/api/devices/${serialOf(index)}/key`, {})).key);
  return keys;
}

async function product(name: string, keys: readonly string[], ingestAt: ServerProcess, viewersAt: ServerProcess): Promise<Outcome> {
  const member = await signInMember(viewersAt.url, ...ACCOUNT);
  const state = { open: false, latenciesMs: [] as number[] };
  const sockets: WebSocket[] = [];
  for (let viewer = 0; viewer < VIEWERS; viewer++) {
    const socket = await member.openSocket();
    receive(socket, 4, state);
    for (let index = 0; index < WATCHED; index++) {
      socket.send(JSON.stringify({ type: 'watch', id: index + 1, serial: serialOf((viewer * WATCHED + index) % DEVICES), historySeconds: 0 }));
    }
    sockets.push(socket);
  }
  const clients = await Promise.all(keys.map((password, index) => connectAsync(ingestAt.mqttUrl, { username: serialOf(index), password, clientId: serialOf(index), keepalive: 15 })));
  const servers = [...new Set([ingestAt, viewersAt])];
  const outcome = await measure(name, clients, clients.map((_, index) => deviceTopic(serialOf(index), 'frames')), state, () => servers.map((server) => server.cpuSeconds()));
  for (const socket of sockets) socket.terminate();
  await Promise.all(clients.map((client) => client.endAsync(true)));
  return outcome;
}

function print({ name, latenciesMs, expected, acknowledged, sent, cpu }: Outcome): void {
  const figures = [0.5, 0.95, 0.99, 1].map((share) => percentile(latenciesMs, share).toFixed(1).padStart(8)).join('');
  console.log(`${name.padEnd(34)}${figures}   lost ${String(Math.round(expected) - latenciesMs.length).padStart(5)} of ${Math.round(expected)}   unacknowledged ${sent - acknowledged}   cores ${cpu.map((share) => share.toFixed(2)).join(' + ')}`);
}

printMachine({ aedes: versionOf('aedes'), ws: versionOf('ws'), mqtt: versionOf('mqtt'), nats: commandVersion('/usr/sbin/nats-server', '--version') });
console.log(`S3: ${DEVICES} devices × ${FRAMES_PER_SECOND} frames/s × 1 KiB to ${VIEWERS} viewers of ${WATCHED}, ${SECONDS} s, durable before acknowledged; goal p99 ≤ 10 ms, over NATS ≤ 15 ms, 0 lost, ≤ 0.20 of a core`);
console.log(`${''.padEnd(34)}${['p50 ms', 'p95', 'p99', 'max'].map((word) => word.padStart(8)).join('')}`);
print(await floor());
const environment = { YAMORI_LIMIT_SOCKETS_MEMBER: '1000', YAMORI_LIMIT_REQUESTS_ADDRESS: '100000' };
const alone = await startServer({ environment });
print(await product('Yamori, one process', await registerDevices(alone), alone, alone));
await alone.stop();

const binary = natsServerBinary();
if (binary === undefined) console.log('over NATS: not run, nats-server is not installed');
else {
  const nats = await startNatsServer(binary);
  const database = await startDatabase();
  const shared = { ...environment, NATS_URL: nats.url, DATABASE_URL: database.url };
  const first = await startServer({ environment: shared });
  const second = await startServer({ environment: shared });
  print(await product('Yamori, two processes over NATS', await registerDevices(first), first, second));
  for (const part of [second, first, database, nats]) await part.stop();
}
