import { roomCollection } from '@yamori/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDocuments, type Documents } from './documents-client.ts';
import { isWhole, type FoundDocument } from './document-reader.ts';
import type { ConnectionState } from '../connection/connection-state.ts';
import { createLiveStore, type ConnectionStatusSource } from './live-store.ts';
import { RowStore } from './row-store.ts';
import { keptLog } from '../testing/kept-log.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { MemoryTransport } from '../testing/memory-transport.ts';

const collections = { room: roomCollection } as const;
const aRoom = (name: string, capacity = 1) => ({
  domainId: 'd',
  rootDomainId: 'd',
  name,
  capacity,
});
const since = new Date(0);

/** A connection whose state a test sets. */
class SettableLink implements ConnectionStatusSource {
  #state: ConnectionState = { kind: 'live' };
  readonly #listeners = new Set<(state: ConnectionState) => void>();
  readonly state = (): ConnectionState => this.#state;
  readonly onState = (listener: (state: ConnectionState) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  set(state: ConnectionState): void {
    this.#state = state;
    this.#listeners.forEach((listener) => listener(state));
  }
}

describe('live results for screens', () => {
  let transport: MemoryTransport;
  let documents: Documents<typeof collections>;
  let link: SettableLink;
  let clock: ManualClock;

  beforeEach(() => {
    clock = new ManualClock();
    transport = new MemoryTransport(() => new Date(clock.now()));
    documents = createDocuments({ transport, collections, log: keptLog() });
    link = new SettableLink();
  });

  describe('of one document', () => {
    const getName = (room: FoundDocument<typeof roomCollection> | null) =>
      room && isWhole(room) ? room.name : null;
    const open = (path: `room/${string}`) =>
      createLiveStore<string | null>(link, (onValue, onFail) =>
        documents.doc(path).subscribe((room) => onValue(getName(room)), onFail),
      );

    it('a document changes from loading to ready, to stale with the connection, and back to ready', () => {
      const store = open('room/a');
      const kinds: string[] = [store.getSnapshot().kind];
      const end = store.subscribe(() => kinds.push(store.getSnapshot().kind));
      transport.put('room/a', aRoom('101'));
      expect(store.getSnapshot()).toEqual({ kind: 'ready', value: '101' });
      link.set({ kind: 'stale', since });
      expect(store.getSnapshot()).toEqual({ kind: 'stale', value: '101', since });
      link.set({ kind: 'lost', since });
      link.set({ kind: 'live' });
      end();
      transport.put('room/a', aRoom('102'));
      expect(store.getSnapshot()).toEqual({ kind: 'ready', value: '101' });
      expect(kinds).toEqual(['loading', 'ready', 'ready', 'stale', 'stale', 'ready']);
    });

    it('a document distinguishes a denial from an error, and keeps it when the list is cleared', () => {
      const store = open('room/a');
      store.subscribe(() => undefined);
      transport.failAll('access-refused');
      expect(store.getSnapshot()).toEqual({ kind: 'refused', problem: { code: 'access-refused' } });
      const other = open('room/b');
      other.subscribe(() => undefined);
      transport.failAll('limit-subscriptions');
      expect(other.getSnapshot()).toEqual({
        kind: 'failed',
        problem: { code: 'limit-subscriptions' },
      });
    });

    it('a document with an invalid path fails without throwing', () => {
      const store = open('room/..');
      store.subscribe(() => undefined);
      expect(store.getSnapshot()).toMatchObject({
        kind: 'failed',
        problem: { code: 'path-invalid' },
      });
    });

    it('a document is refused when the connection is refused', () => {
      const store = open('room/a');
      store.subscribe(() => undefined);
      link.set({ kind: 'refused', code: 'session-ended' });
      expect(store.getSnapshot()).toEqual({ kind: 'refused', problem: { code: 'session-ended' } });
    });
  });

  describe('row by row', () => {
    const open = () =>
      new RowStore(documents.collection('room').orderBy('capacity'), { link, after: clock.after });
    const openPaged = () =>
      new RowStore(documents.collection('room').orderBy('name').limit(50), {
        link,
        after: clock.after,
      });

    it('the store renders a row for its own change and the list only for a change of order', () => {
      transport.put('room/a', aRoom('1', 1));
      transport.put('room/b', aRoom('2', 2));
      const store = open();
      const rendered: string[] = [];
      store.rows.subscribe(() => rendered.push('list'));
      const a = store.row('room/a');
      a.subscribe(() => rendered.push('a'));
      store.row('room/b').subscribe(() => rendered.push('b'));
      expect(store.rows.getSnapshot()).toEqual({ kind: 'ready', value: ['room/a', 'room/b'] });
      clock.advance(100);
      rendered.length = 0;
      transport.put('room/a', aRoom('1x', 1));
      expect([rendered, a.getSnapshot()]).toEqual([['a'], expect.objectContaining({ name: '1x' })]);
      clock.advance(100);
      transport.put('room/a', aRoom('1x', 9));
      expect([rendered, store.rows.getSnapshot()]).toEqual([
        ['a', 'a', 'list'],
        { kind: 'ready', value: ['room/b', 'room/a'] },
      ]);
    });

    it('the store renders at most ten times a second however often documents change', () => {
      for (let room = 0; room < 200; room += 1) transport.put(`room/${room}`, aRoom('0', 1));
      const store = open();
      let lists = 0;
      let rows = 0;
      store.rows.subscribe(() => (lists += 1));
      for (let room = 0; room < 200; room += 1)
        store.row(`room/${room}`).subscribe(() => (rows += 1));
      clock.advance(100);
      lists = 0;
      for (let change = 0; change < 1000; change += 1) {
        transport.put(`room/${change % 200}`, aRoom(String(change), 1));
        clock.advance(1);
      }
      clock.advance(100);
      expect(rows).toBeLessThanOrEqual(1000);
      expect(lists).toBe(0);
      expect(store.row('room/199').getSnapshot()).toMatchObject({ name: '999' });
    });

    it('the store reports every change of its documents, and wakes only the row that changed', () => {
      transport.put('room/a', aRoom('1', 1));
      transport.put('room/b', aRoom('2', 2));
      const store = open();
      const woken: string[] = [];
      store.documents.subscribe((isOwn) => woken.push(isOwn ? 'own' : 'documents'));
      const stop = store.row('room/a').subscribe(() => woken.push('a'));
      store.row('room/b').subscribe(() => woken.push('b'));
      clock.advance(100);
      transport.put('room/a', aRoom('1x', 1));
      documents.accept([transport.reply('room/a', aRoom('1y', 1))]);
      expect(woken).toEqual(['documents', 'a', 'documents', 'a', 'own']);
      expect(store.row('room/a').getSnapshot()).toMatchObject({ name: '1y' });
      stop();
      transport.failAll('session-ended');
      expect(woken.slice(5)).toEqual(['b', 'documents']);
      expect(store.documents.getSnapshot()).toEqual([]);
    });

    it('the store keeps its rows while a longer page loads, and then forgets the deleted ones', () => {
      const paths = Array.from({ length: 60 }, (_, index) => `room/${index + 10}`);
      for (const path of paths) transport.put(path, aRoom(path));
      const store = openPaged();
      store.status.subscribe(() => undefined);
      expect(store.status.getSnapshot()).toEqual({ kind: 'shown', complete: false });
      expect(store.documents.getSnapshot()).toHaveLength(50);
      transport.silent.add('room');
      store.loadNextPage();
      transport.documents.delete('room/10');
      store.loadNextPage();
      expect(store.documents.getSnapshot()).toHaveLength(50);
      expect(store.row('room/10').getSnapshot()).toBeDefined();
      transport.silent.delete('room');
      transport.put('room/11', aRoom('room/11'));
      expect(store.documents.getSnapshot().map(({ documentPath }) => documentPath)).toEqual(
        paths.slice(1),
      );
      expect(store.row('room/10').getSnapshot()).toBeUndefined();
      expect(store.status.getSnapshot()).toEqual({ kind: 'shown', complete: true });
    });

    it('a change that arrives while the next page loads is shown', () => {
      const paths = Array.from({ length: 60 }, (_, index) => `room/${index + 10}`);
      for (const path of paths) transport.put(path, aRoom(path));
      const store = openPaged();
      store.documents.subscribe(() => undefined);
      transport.put('room/10', aRoom('a1'));
      transport.put('room/10', aRoom('a2'));
      transport.silent.add('room');
      store.loadNextPage();
      clock.advance(100);
      expect(store.row('room/10').getSnapshot()).toMatchObject({ name: 'a2' });
      expect(store.documents.getSnapshot()[0]).toMatchObject({ name: 'a2' });
    });

    it('the store requests its rows again after a failure', () => {
      transport.put('room/a', aRoom('1'));
      const store = openPaged();
      store.status.subscribe(() => undefined);
      transport.failAll('limit-subscriptions');
      expect(store.status.getSnapshot()).toEqual({
        kind: 'failed',
        problem: { code: 'limit-subscriptions' },
      });
      store.retry();
      expect(store.status.getSnapshot()).toEqual({ kind: 'shown', complete: true });
      expect(store.row('room/a').getSnapshot()).toMatchObject({ name: '1' });
    });

    it('the store removes deleted rows, and all rows when the listener fails', () => {
      transport.put('room/a', aRoom('1'));
      transport.put('room/b', aRoom('2'));
      const store = open();
      const end = store.rows.subscribe(() => undefined);
      clock.advance(100);
      transport.documents.delete('room/a');
      transport.put('room/b', aRoom('3'));
      expect([store.rows.getSnapshot(), store.row('room/a').getSnapshot()]).toEqual([
        { kind: 'ready', value: ['room/b'] },
        undefined,
      ]);
      transport.failAll('session-ended');
      expect([store.rows.getSnapshot().kind, store.row('room/b').getSnapshot()]).toEqual([
        'refused',
        undefined,
      ]);
      end();
    });

    it('the store forgets rows that were deleted while it had no subscriber', () => {
      transport.put('room/a', aRoom('1'));
      transport.put('room/b', aRoom('2'));
      const store = open();
      store.rows.subscribe(() => undefined)();
      transport.documents.delete('room/a');
      store.rows.subscribe(() => undefined);
      expect([store.rows.getSnapshot(), store.row('room/a').getSnapshot()]).toEqual([
        { kind: 'ready', value: ['room/b'] },
        undefined,
      ]);
    });

    it('rows turn stale with the connection', () => {
      transport.put('room/a', aRoom('1'));
      const store = open();
      store.rows.subscribe(() => undefined);
      link.set({ kind: 'lost', since });
      expect(store.rows.getSnapshot()).toEqual({ kind: 'stale', value: ['room/a'], since });
    });
  });
});
