import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Write } from '@yamori/domain';
import { createChangeFeed, type ChangeFeed } from '../../../core/documents/change-feed.ts';
import {
  aDevice,
  aDomain,
  aRoom,
  change,
  openTestDocuments,
  SERVER,
  type TestDocuments,
} from '../../../core/documents/testing/test-documents.ts';
import { openDocumentDirectory, type DocumentDirectory } from './document-directory.ts';
import type { DeviceMoved } from './directory-index.ts';
import { aDeviceStatus, aRoomLive } from '../testing/live-states.ts';

const streams = (...ids: number[]) =>
  ids.map((streamId) => ({
    streamId,
    kind: 'impe',
    channels: 1,
    unit: '',
    sampleRateHz: 50,
    scale: 1,
    offset: 0,
  }));
const aType = (code: string, ...ids: number[]): Write => ({
  kind: 'create',
  path: `deviceType/${code}`,
  data: { code, name: code, streams: streams(...ids) },
});
const status = aDeviceStatus();
const hash = (letter: string): string => letter.repeat(64);

/** Generous, because other tests share the processor. */
const eventually = <Value>(read: () => Value) => expect.poll(read, { interval: 10 });

let documents: TestDocuments;
let feed: ChangeFeed;
let directory: DocumentDirectory;
let changed: string[];
let moved: DeviceMoved[];
let failures: unknown[];
let clock: { aheadMs: number };

async function open(): Promise<void> {
  [changed, moved, failures] = [[], [], []];
  directory = await openDocumentDirectory({
    store: documents.store,
    feed,
    onDeviceMoved: (device) => moved.push(device),
    onReloadFailed: (error) => failures.push(error),
  });
  directory.onDeviceChanged((serial) => changed.push(serial));
}
beforeEach(async () => {
  clock = { aheadMs: 0 };
  documents = await openTestDocuments();
  await documents.store.commit(
    [
      aDomain('d'),
      aDomain('e'),
      aType('bed', 1, 2),
      aRoom('r1', 'd'),
      aRoom('r2', 'd'),
      aDevice('A', 'd', 'r1', { typeId: 'bed', keyHash: hash('a') }),
      aDevice('B', 'd', null, { typeId: 'none' }),
    ],
    SERVER,
  );
  feed = createChangeFeed({
    database: documents.temporary.database,
    bus: documents.bus,
    clock: () => new Date(Date.now() + clock.aheadMs),
    log: { warn: () => undefined },
    pollMs: 20,
  });
  await feed.start();
  await open();
});
afterEach(async () => {
  directory.close();
  await feed.close();
  await documents.close();
});

const commit = (...writes: Write[]) => documents.store.commit(writes, SERVER);
const device = (serial: string) => directory.devices().get(serial);
const place = ({ serial, roomId, rootDomainId }: DeviceMoved): string =>
  `${serial} ${rootDomainId} ${roomId}`;

describe('openDocumentDirectory: initial load', () => {
  it('loads all devices with the streams of their type and all rooms, and announces placements', () => {
    expect([...directory.devices().keys()].toSorted()).toEqual(['A', 'B']);
    expect(device('A')).toMatchObject({
      serial: 'A',
      domainId: 'd',
      rootDomainId: 'd',
      roomId: 'r1',
      typeId: 'bed',
      keyHash: hash('a'),
      lastStatus: null,
      streams: streams(1, 2),
    });
    expect(device('B')).toMatchObject({ roomId: null, streams: [] });
    expect([...directory.rooms()]).toMatchObject([
      ['r1', { live: null }],
      ['r2', { live: null }],
    ]);
    expect(moved.map(place).toSorted()).toEqual(['A d r1', 'B d null']);
    expect(changed).toEqual([]);
  });

  it('ignores devices of imported files, even if they declare a connection', async () => {
    directory.close();
    await commit(
      aDevice('F-1', 'd', null, { typeId: 'bed', connection: 'file' }),
      aDevice('C', 'd', null, { typeId: 'bed', connection: 'file' }),
    );
    await open();
    expect([...directory.devices().keys()].toSorted()).toEqual(['A', 'B', 'C']);
    await commit(
      aDevice('F-2', 'd', null, { typeId: 'bed', connection: 'network' }),
      aDevice('D', 'd', null, { typeId: 'bed' }),
    );
    await eventually(() => [...directory.devices().keys()].toSorted()).toEqual([
      'A',
      'B',
      'C',
      'D',
    ]);
    expect(moved.map(({ serial }) => serial)).not.toContain('F-1');
  });

  it('reads more devices than fit on one page, each once', async () => {
    directory.close();
    const many = Array.from({ length: 1_200 }, (_, index) =>
      aDevice(`M-${String(index).padStart(4, '0')}`, 'd', null, { typeId: 'bed' }),
    );
    for (let from = 0; from < many.length; from += 400)
      await commit(...many.slice(from, from + 400));
    await open();
    expect(directory.devices().size).toBe(1_202);
    expect(moved).toHaveLength(1_202);
  });

  it('applies writes that arrive during the load', async () => {
    directory.close();
    const opening = open();
    await Promise.all([
      opening,
      ...Array.from({ length: 20 }, (_, index) =>
        commit(aDevice(`W-${index}`, 'd', 'r1', { typeId: 'bed' })),
      ),
    ]);
    await eventually(() => directory.devices().size).toBe(22);
  });

  it('skips a device with an invalid document but keeps a room with an invalid live state', async () => {
    directory.close();
    const { database } = documents.temporary;
    await database.query({
      text: `update documents set data = data - 'typeId' where path = 'device/A'`,
    });
    await database.query({
      text: `update documents set data = jsonb_set(data, '{live}', '{"presence":"perhaps"}') where path = 'room/r1'`,
    });
    await open();
    expect([...directory.devices().keys()]).toEqual(['B']);
    expect(directory.rooms().get('r1')).toMatchObject({ live: null });
  });
});

describe('openDocumentDirectory: changes', () => {
  it('follows a device that is added, moved, given another key and removed', async () => {
    const steps: (readonly [Write, string[], string[]])[] = [
      [aDevice('C', 'd', 'r2', { typeId: 'bed' }), ['C'], ['C d r2']],
      [change('device/C', { roomId: 'r1' }), ['C'], ['C d r1']],
      [change('device/C', { keyHash: hash('c') }), ['C'], []],
      [change('device/C', { domainId: 'e', rootDomainId: 'e', roomId: null }), ['C'], ['C e null']],
      [{ kind: 'delete', path: 'device/C' }, ['C'], []],
    ];
    // Changes of other devices may still be arriving.
    const ofC = (serials: readonly string[]): string[] =>
      serials.filter((serial) => serial.startsWith('C'));
    for (const [write, expected, places] of steps) {
      [changed.length, moved.length] = [0, 0];
      const revision = directory.revision();
      await commit(write);
      await eventually(() => ofC(changed)).toEqual(expected);
      expect(ofC(moved.map(place))).toEqual(places);
      expect(directory.revision()).toBeGreaterThan(revision);
    }
    expect(device('C')).toBeUndefined();
  });

  it('updates a status without notifying listeners', async () => {
    const [revision, count] = [directory.revision(), changed.length];
    await commit(change('device/A', { status }));
    await eventually(() => device('A')?.lastStatus).toEqual(status);
    await commit(
      change('device/A', { note: 'by the window', status: { ...status, clockOffsetSeconds: 5 } }),
    );
    await eventually(() => device('A')?.lastStatus?.clockOffsetSeconds).toBe(5);
    expect([directory.revision(), changed.length]).toEqual([revision, count]);
  });

  it('updates the streams of devices when their type is added, changed or removed', async () => {
    await commit({
      kind: 'update',
      path: 'deviceType/bed',
      fields: [{ field: ['streams'], value: streams(7) }],
    });
    await eventually(() => device('A')?.streams).toEqual(streams(7));
    await commit(aType('none', 9));
    await eventually(() => device('B')?.streams).toEqual(streams(9));
    await commit({ kind: 'delete', path: 'deviceType/bed' });
    await eventually(() => device('A')?.streams).toEqual([]);
    await eventually(() => changed).toEqual(['A', 'B', 'A']);
  });

  it('notifies no listener of a type whose streams are unchanged', async () => {
    const before = device('A')?.streams;
    await commit({
      kind: 'update',
      path: 'deviceType/bed',
      fields: [{ field: ['name'], value: 'Another name' }],
    });
    await commit(aType('none', 9));
    await eventually(() => device('B')?.streams).toEqual(streams(9));
    expect(changed).toEqual(['B']);
    expect(device('A')?.streams).toBe(before);
  });

  it('follows rooms that are added and removed, and the live state of other servers’ rooms', async () => {
    const revision = directory.revision();
    await commit(aRoom('r3', 'd'), { kind: 'delete', path: 'room/r2' });
    await eventually(() => [...directory.rooms().keys()]).toEqual(['r1', 'r3']);
    // At least one: changes of the previous test may arrive only now.
    expect(directory.revision()).toBeGreaterThanOrEqual(revision + 2);
    const settled = directory.revision();
    const lastFrameAt = new Date('2026-01-01T03:00:00Z');
    await commit(change('room/r1', { live: aRoomLive({ lastFrameAt }) }));
    await eventually(() => directory.rooms().get('r1')?.live?.lastFrameAt).toEqual(lastFrameAt);
    expect(directory.revision()).toBe(settled);
  });
});

describe('openDocumentDirectory: gaps in the feed', () => {
  it('reloads everything and announces the devices that differ', async () => {
    await commit(aDevice('C', 'd', 'r2', { typeId: 'bed' }));
    await eventually(() => device('C')?.roomId).toBe('r2');
    await documents.temporary.database.query({ text: 'delete from document_changes' });
    [changed.length, moved.length] = [0, 0];
    const revision = directory.revision();
    // Changes missing from the feed: they left the outbox before it looked.
    await documents.temporary.database.transaction(async (queries) => {
      await queries.query({
        text: `update documents set data = data || jsonb_build_object('keyHash', repeat('f', 64)) where path = 'device/A'`,
      });
      await queries.query({
        text: `update documents set data = data || '{"roomId":"r2"}' where path = 'device/B'`,
      });
      await queries.query({ text: `delete from documents where path in ('device/C', 'room/r1')` });
    });
    expect(device('A')?.keyHash).toBe(hash('a'));
    const streamsBefore = device('A')?.streams;
    clock.aheadMs = 400_000;
    await eventually(() => device('A')?.keyHash).toBe(hash('f'));
    expect(device('B')?.roomId).toBe('r2');
    // Otherwise all device monitors would restart.
    expect(device('A')?.streams).toBe(streamsBefore);
    expect([...directory.devices().keys()].toSorted()).toEqual(['A', 'B']);
    expect([...directory.rooms().keys()]).toEqual(['r2']);
    expect(changed.toSorted()).toEqual(['A', 'C']);
    expect(moved.map(place).toSorted()).toEqual(['A d r1', 'B d r2']);
    expect(directory.revision()).toBeGreaterThan(revision);
    await commit(change('device/B', { roomId: null }));
    await eventually(() => device('B')?.roomId).toBe(null);
    expect(failures).toEqual([]);
  });

  it('keeps its state when a reload fails, reports the failure and retries', async () => {
    const { database } = documents.temporary;
    await database.query({ text: 'alter table documents rename to documents_away' });
    await database.query({
      text: `update documents_away set data = data || '{"roomId":"r2"}' where path = 'device/B'`,
    });
    clock.aheadMs = 400_000;
    await eventually(() => failures.length).toBe(1);
    expect([...directory.devices().keys()].toSorted()).toEqual(['A', 'B']);
    expect(device('B')?.roomId).toBe(null);
    await database.query({ text: 'alter table documents_away rename to documents' });
    await commit(change('device/A', { roomId: 'r2' }));
    await eventually(() => device('A')?.roomId).toBe('r2');
    await eventually(() => device('B')?.roomId).toBe('r2');
  });
});
