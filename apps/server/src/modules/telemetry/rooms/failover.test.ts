import { readFile } from 'node:fs/promises';
import { COLLECTIONS, type RoomAccident } from '@yamori/domain';
import { encodeFrame, loadFrameDecoder } from '@yamori/frames';
import { decoderWasmUrl } from '@yamori/frames/wasm-file';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createChangeFeed, type ChangeFeed } from '../../../core/documents/change-feed.ts';
import {
  aDevice,
  aDomain,
  aRoom,
  openTestDocuments,
  SERVER,
  type TestDocuments,
} from '../../../core/documents/testing/test-documents.ts';
import { frameSubject } from '../../../core/messaging/device-event.ts';
import { openDocumentDirectory } from './document-directory.ts';
import type { LiveDirectory } from './live-directory.ts';
import { writeLive } from './live-writer.ts';
import { openAlarmServer } from '../../alarms/testing/alarm-server.ts';
import { createRoomLeases, type RoomLeases } from './room-leases.ts';
import type { AlarmService } from '../../alarms/service.ts';
import { createRoomStateEngine, type RoomStateEngine } from './room-state-engine.ts';

const BUTTON = {
  streamId: 2,
  kind: 'button',
  channels: 1,
  unit: '',
  sampleRateHz: 0,
  scale: 1,
  offset: 0,
};
const ROOMS = Array.from({ length: 12 }, (_, index) => `r${index}`);

type Server = {
  readonly id: string;
  readonly engine: RoomStateEngine;
  readonly share: RoomLeases;
  readonly directory: LiveDirectory;
  readonly alarms: AlarmService;
  readonly stop: () => Promise<void>;
};

let documents: TestDocuments;
let feed: ChangeFeed;
let servers: Server[];
const clock = { atMs: 0, nowMs: (): number => clock.atMs };

async function startServer(id: string): Promise<Server> {
  const { store, bus } = documents;
  const directory = await openDocumentDirectory({
    store,
    feed,
    onDeviceMoved: () => undefined,
    onReloadFailed: () => undefined,
  });
  const share = createRoomLeases({
    database: documents.temporary.database,
    bus,
    serverId: id,
    elapsedMs: clock.nowMs,
    cursor: () => ({}),
    log: { warn: () => undefined },
  });
  await share.pass();
  const alarms = await openAlarmServer(documents, clock.nowMs);
  const engine = createRoomStateEngine({
    bus,
    clock,
    directory,
    leases: share,
    decoder: await loadFrameDecoder(await readFile(decoderWasmUrl())),
    elapsedMs: clock.nowMs,
    reception: () => 'yes',
    ringLimits: { keepSeconds: 30, maxBytes: 100_000 },
    write: (updates) =>
      writeLive(store, updates, (error) => {
        throw error;
      }),
    press: (roomId, pressed) => alarms.service.press(roomId, pressed, share.fence),
    onWriteFailed: (error) => {
      throw error;
    },
  });
  const stop = async (): Promise<void> => {
    engine.close();
    await share.close();
    await alarms.close();
    directory.close();
    servers = servers.filter((server) => server.id !== id);
  };
  const server = { id, engine, share, directory, alarms: alarms.service, stop };
  servers.push(server);
  return server;
}

beforeEach(async () => {
  clock.atMs = 1_800_000_000_000;
  servers = [];
  documents = await openTestDocuments();
  await documents.store.commit(
    [
      aDomain('d'),
      {
        kind: 'create',
        path: 'deviceType/bed',
        data: { code: 'bed', name: 'bed', streams: [BUTTON] },
      },
      ...ROOMS.map((room) => aRoom(room, 'd')),
      ...ROOMS.map((room) => aDevice(`D-${room}`, 'd', room, { typeId: 'bed' })),
    ],
    SERVER,
  );
  feed = createChangeFeed({
    database: documents.temporary.database,
    bus: documents.bus,
    clock: () => new Date(),
    log: { warn: () => undefined },
    pollMs: 20,
  });
  await feed.start();
});
afterEach(async () => {
  for (const server of servers.slice()) await server.stop();
  await feed.close();
  await documents.close();
});

/** Half of the 256 shards, 32 a second, each released a second after it was left. */
const HANDED_OVER_S = 8;
const pass = async (seconds: number): Promise<void> => {
  for (let second = 0; second < seconds; second += 1) {
    clock.atMs += 1_000;
    for (const { share } of servers) await share.pass();
    for (const { engine } of servers) await engine.tick();
  }
};
const press = (room: string): void => pressAt(room, clock.atMs);
const pressAt = (room: string, atMs: number): void => {
  documents.bus.publish(
    frameSubject(`D-${room}`),
    encodeFrame({
      streamId: 2,
      sequence: atMs % 1e9,
      deviceTimeUs: atMs * 1000,
      channels: [Int16Array.of(1)],
    }),
  );
};
const parseLive = (data: unknown) => COLLECTIONS.room.schema.shape.live.catch(null).parse(data);
const getCall = (data: unknown): RoomAccident | null =>
  parseLive(data)?.accidents.find(({ kind }) => kind === 'call') ?? null;
const findCall = async (room: string): Promise<RoomAccident | null> =>
  getCall((await documents.store.read([`room/${room}`]))[0]?.data['live']);
const calls = async (): Promise<string[]> =>
  (await documents.store.read(ROOMS.map((room) => `room/${room}`))).flatMap((document) =>
    getCall(document?.data['live'])?.state === 'raised' ? [document?.id ?? ''] : [],
  );

describe('failover of rooms', () => {
  it('another server continues the rooms and their open calls', async () => {
    const [one, two] = [await startServer('one'), await startServer('two')];
    await pass(HANDED_OVER_S);
    expect(one.engine.counts().rooms + two.engine.counts().rooms).toBe(ROOMS.length);
    expect(one.engine.counts().rooms).toBeGreaterThan(0);
    for (const room of ROOMS) press(room);
    await pass(1);
    expect((await calls()).toSorted()).toEqual(ROOMS.toSorted());
    await one.stop();
    await pass(10);
    expect(two.engine.counts()).toMatchObject({ rooms: ROOMS.length, devices: ROOMS.length });
    expect((await calls()).toSorted()).toEqual(ROOMS.toSorted());
  });

  it('a server that starts later takes over rooms, and the first one takes them back', async () => {
    const one = await startServer('one');
    await pass(1);
    for (const room of ROOMS) press(room);
    await pass(1);
    const two = await startServer('two');
    await pass(HANDED_OVER_S);
    expect(await calls()).toHaveLength(ROOMS.length);
    expect(two.engine.counts().rooms).toBeGreaterThan(0);
    expect(one.engine.counts().rooms).toBe(ROOMS.length - two.engine.counts().rooms);
    await two.stop();
    await pass(10);
    expect(one.engine.counts().rooms).toBe(ROOMS.length);
    expect(await calls()).toHaveLength(ROOMS.length);
  });

  it('an answered call stays answered when another server rereads its press with another time', async () => {
    const [one, two] = [await startServer('one'), await startServer('two')];
    const owner = (room: string): Server => (one.share.owns(room) ? one : two);
    await pass(HANDED_OVER_S);
    const room = ROOMS.find((id) => owner(id) === one) ?? '';
    const pressedAtMs = clock.atMs;
    pressAt(room, pressedAtMs);
    await pass(1);
    const sato = { userId: 'sato', name: 'Sato' };
    const accidentId = (await findCall(room))?.id ?? '';
    const command = { roomId: room, accidentId, by: sato, author: { userId: 'sato' } };
    await two.alarms.acknowledge(command);
    expect(await findCall(room)).toMatchObject({ state: 'acknowledged', by: sato });
    const going = await findCall(room);
    await one.stop();
    await pass(10);
    expect(two.share.owns(room)).toBe(true);
    // The device got no acknowledgement of its press and resends it.
    pressAt(room, pressedAtMs);
    await pass(2);
    expect(await findCall(room)).toEqual(going);
    await two.alarms.resolve(command, { outcome: 'helped' });
    await pass(2);
    expect(await findCall(room)).toBeNull();
    press(room);
    await pass(1);
    expect(await findCall(room)).toMatchObject({ state: 'raised' });
  });

  it('the new owner alone reports rooms when the old one resumes and gets a press before it reads its leases', async () => {
    const [one, two] = [await startServer('one'), await startServer('two')];
    await pass(HANDED_OVER_S);
    const room = ROOMS.find((id) => one.share.owns(id)) ?? '';
    for (let second = 0; second < 6; second += 1) {
      clock.atMs += 1_000;
      await two.share.pass();
    }
    expect(two.share.owns(room)).toBe(true);
    press(room);
    await one.engine.tick();
    expect(one.share.refusals()).toBeGreaterThan(0);
    expect(await findCall(room)).toBeNull();
    await pass(1);
    press(room);
    await pass(1);
    expect(await findCall(room)).toMatchObject({ state: 'raised' });
  });
});
