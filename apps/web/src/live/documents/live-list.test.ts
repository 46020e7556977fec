import {
  domainCollection,
  roomCollection,
  type WireChange,
  type WireDocument,
} from '@yamori/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDocuments, type Documents } from './documents-client.ts';
import { createLiveConnection, type LiveConnection } from '../connection/live-connection.ts';
import type { QuerySnapshot } from './query-view.ts';
import { keptLog } from '../testing/kept-log.ts';
import { LiveServer } from '../testing/live-server.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { MemoryTransport } from '../testing/memory-transport.ts';

const collections = { room: roomCollection, domain: domainCollection } as const;
type Snapshot = QuerySnapshot<(typeof collections)['room']>;

const aRoom = (id: string, version = '1', capacity = 1): WireChange => ({
  kind: 'modified',
  document: {
    path: `room/${id}`,
    data: { domainId: 'd', rootDomainId: 'd', name: id, capacity },
    createdAt: '2026-11-21T00:00:00.000Z',
    updatedAt: '2026-11-21T00:00:00.000Z',
    version,
  },
});
const aRemoval = (id: string): WireChange => ({ kind: 'removed', path: `room/${id}` });
const someRooms = (from: number, count: number): WireChange[] =>
  Array.from({ length: count }, (_, index) => aRoom(`r${String(from + index).padStart(3, '0')}`));

describe('a live list over a real socket', () => {
  let server: LiveServer;
  let link: LiveConnection;
  let clock: ManualClock;
  let snapshots: Snapshot[];
  let documents: Documents<typeof collections>;
  const until = (check: () => unknown) => expect.poll(() => check()).toBeTruthy();
  const getRequests = () => server.heard.filter(({ type }) => type === 'subscribe');

  beforeEach(async () => {
    server = await LiveServer.open();
    clock = new ManualClock();
    const { url } = server;
    link = createLiveConnection({ openSocket: () => new WebSocket(url), clock, log: keptLog() });
    const memory = new MemoryTransport(() => new Date(clock.now()));
    const { read, list, count, commit } = memory;
    const transport = { read, list, count, commit, subscribe: link.subscribe };
    snapshots = [];
    documents = createDocuments({ transport, collections, log: keptLog() });
    documents
      .collection('room')
      .orderBy('capacity')
      .limit(50)
      .subscribe((snapshot) => snapshots.push(snapshot));
    await until(() => getRequests().length === 1);
  });
  afterEach(async () => {
    link.close();
    await server.close();
  });

  const send = (token: string, changes: WireChange[], current = true, reset = false): void =>
    server.send({ type: 'changes', id: 1, token, changes, reset, current });

  it('a reconnect drops the first part of an incomplete backlog', async () => {
    send('t1', someRooms(0, 50), true, true);
    await until(() => snapshots.length === 1);
    send('-', [...someRooms(50, 30), aRemoval('r000')], false);
    // A frame after the part: once it has arrived, the part has arrived too.
    server.send({ type: 'beat', serverTime: new Date(clock.now()).toISOString() });
    await until(() => link.clockOffsetMs() === 0);
    server.cut();
    await until(() => link.state().kind === 'stale');
    clock.advance(8000);
    await until(() => getRequests().length === 2);
    expect(getRequests()[1]).toMatchObject({ resume: 't1' });
    // The 30 new rooms have been deleted and r000 is back: since t1 only r049 has changed.
    send('t2', [aRoom('r049', '2')]);
    await until(() => snapshots.length === 2);
    expect(snapshots[1]?.documents).toHaveLength(50);
    expect(snapshots[1]?.changes.map(({ kind }) => kind)).toEqual(['modified']);
  });

  it('a backlog appears only after its last part', async () => {
    send('-', someRooms(0, 30), false, true);
    send('t1', someRooms(30, 20));
    await until(() => snapshots.length === 1);
    expect(snapshots[0]?.documents).toHaveLength(50);
  });

  it('changes come as removed, then added, then modified documents, with indexes that replay to the list', async () => {
    send('t1', [aRoom('a', '1', 1), aRoom('b', '1', 2), aRoom('c', '1', 3)], true, true);
    await until(() => snapshots.length === 1);
    send('t2', [aRoom('c', '2', 0), aRoom('d', '1', 5), aRemoval('a'), aRoom('b', '2', 9)]);
    await until(() => snapshots.length === 2);
    const { documents = [], changes = [] } = snapshots[1] ?? {};
    expect(changes.map(({ kind, document }) => `${kind} ${document.documentReferenceId}`)).toEqual([
      'removed a',
      'added d',
      'modified c',
      'modified b',
    ]);
    const replayed = ['a', 'b', 'c'];
    for (const { kind, document, oldIndex, newIndex } of changes) {
      if (kind !== 'added') replayed.splice(oldIndex, 1);
      if (kind !== 'removed') replayed.splice(newIndex, 0, document.documentReferenceId);
    }
    expect(replayed).toEqual(['c', 'd', 'b']);
    expect(documents.map(({ documentReferenceId }) => documentReferenceId)).toEqual(replayed);
  });

  describe('accept', () => {
    const at = (second: number, version: string, capacity: number): WireDocument => ({
      path: 'room/a',
      data: { domainId: 'd', rootDomainId: 'd', name: 'a', capacity },
      createdAt: '2026-11-21T00:00:00.000Z',
      updatedAt: `2026-11-21T00:00:0${second}.000Z`,
      version,
    });
    const capacities = (): (number | undefined)[] =>
      snapshots.map(({ documents: [room] }) => (room && 'capacity' in room ? room.capacity : -1));
    const first: WireChange = { kind: 'modified', document: at(1, '1', 1) };

    it('shows the reply immediately in the lists that contain its documents', async () => {
      send('t1', [first], true, true);
      await until(() => snapshots.length === 1);
      documents.accept([at(3, '3', 3), { ...at(3, '3', 3), path: 'room/elsewhere' }]);
      expect(capacities()).toEqual([1, 3]);
      expect(snapshots.map(({ isOwn }) => isOwn)).toEqual([false, true]);
    });

    it('keeps it over an earlier change that arrives later', async () => {
      send('t1', [first], true, true);
      await until(() => snapshots.length === 1);
      documents.accept([at(3, '3', 3)]);
      send('t2', [{ kind: 'modified', document: at(2, '2', 2) }]);
      send('t3', [{ kind: 'modified', document: at(4, '4', 4) }]);
      await until(() => snapshots.length === 3);
      expect(capacities()).toEqual([1, 3, 4]);
    });

    it('does not bring back what an earlier reply showed', async () => {
      send('t1', [{ kind: 'modified', document: at(3, '3', 3) }], true, true);
      await until(() => snapshots.length === 1);
      documents.accept([at(2, '2', 2)]);
      expect(capacities()).toEqual([3]);
    });

    it('replaces it by the complete state that the server sends', async () => {
      send('t1', [first], true, true);
      await until(() => snapshots.length === 1);
      documents.accept([at(3, '3', 3)]);
      send('t2', [{ kind: 'modified', document: at(2, '2', 2) }], true, true);
      await until(() => snapshots.length === 3);
      expect(capacities()).toEqual([1, 3, 2]);
    });
  });
});
