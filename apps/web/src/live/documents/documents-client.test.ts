import {
  arrayUnion,
  deleteField,
  MAX_LIVE_DOCUMENTS,
  ProblemError,
  serverTimestamp,
  sleepCollection,
  roomCollection,
  domainCollection,
  parameterCollection,
} from '@yamori/domain';
import { beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { DEFAULT_PAGE_SIZE, pagesAfter } from './collection-query.ts';
import { createDocuments, type Documents } from './documents-client.ts';
import { isWhole } from './document-reader.ts';
import type { QuerySnapshot } from './query-view.ts';
import { keptLog } from '../testing/kept-log.ts';
import { MemoryTransport } from '../testing/memory-transport.ts';

const collections = {
  room: roomCollection,
  sleep: sleepCollection,
  domain: domainCollection,
  parameter: parameterCollection,
} as const;
const now = new Date(Date.UTC(2026, 10, 21));
const aRoom = (name: string, more: Record<string, unknown> = {}) => ({
  domainId: 'd',
  rootDomainId: 'd',
  name,
  ...more,
});
type Room = (typeof collections)['room'];

describe('the documents client', () => {
  let transport: MemoryTransport;
  let documents: Documents<typeof collections>;
  let log: ReturnType<typeof keptLog>;
  const waits: number[] = [];
  const code = async (run: () => unknown): Promise<string> => {
    try {
      await run();
    } catch (error) {
      return error instanceof ProblemError ? error.problem.code : 'no problem';
    }
    return 'done';
  };

  beforeEach(() => {
    transport = new MemoryTransport(() => now);
    log = keptLog();
    waits.length = 0;
    const clock = {
      wait: async (delayMs: number) => {
        waits.push(delayMs);
      },
      random: () => 0.5,
    };
    documents = createDocuments({ transport, collections, log, clock });
  });

  it('documents are typed by their collection, with base fields and dates', async () => {
    transport.put('room/a', aRoom('101', { live: null }));
    const room = await documents.doc('room/a').get();
    if (!room || !isWhole(room)) throw new Error('the room is missing');
    expectTypeOf(room.name).toEqualTypeOf<string>();
    expectTypeOf(room.updatedAt).toEqualTypeOf<Date>();
    expect(room).toMatchObject({
      documentReferenceId: 'a',
      documentPath: 'room/a',
      createdAt: now,
      updatedAt: now,
      name: '101',
      tags: [],
    });
    expect(await documents.doc('room/none').get()).toBeNull();
    const id: string = 'x';
    expectTypeOf(documents.doc(`room/${id}/sleep/${id}`).collection).toEqualTypeOf<
      (typeof collections)['sleep']
    >();
    expectTypeOf(documents.collection(`room/${id}/sleep`).collection).toEqualTypeOf<
      (typeof collections)['sleep']
    >();
  });

  it('documents that fail their schema are bare, and the log omits their values', async () => {
    transport.put('room/a', aRoom('', { surprise: 'secret' }));
    const room = await documents.doc('room/a').get();
    expect(room).toEqual({ documentReferenceId: 'a', documentPath: 'room/a' });
    expect(log.lines).toEqual([
      {
        level: 'error',
        message: 'documents: stored document failed schema validation; hiding its fields',
        details: { path: 'room/a', fields: expect.any(String) },
      },
    ]);
    expect(JSON.stringify(log.lines)).not.toContain('secret');
  });

  it('documents are whole although the rules hide a field from this reader', async () => {
    transport.put('room/a', { name: '101' });
    expect(await documents.doc('room/a').get()).toMatchObject({ name: '101' });
    expect(log.lines).toEqual([]);
  });

  it('documents are added, set, merged, updated and deleted', async () => {
    const reference = await documents.collection('room').add(aRoom('101', { tags: ['x'] }));
    expect(reference.id).toMatch(/^[A-Za-z0-9]{20}$/);
    const room = await reference.get();
    await reference.set({ ...room, name: '102' }, { merge: true });
    await reference.update({ tags: arrayUnion('y'), 'occupant.alias': 'A' });
    expect(transport.documents.get(reference.path)?.data).toMatchObject({
      name: '102',
      tags: ['x', 'y'],
      occupant: { alias: 'A' },
    });
    expect(transport.documents.get(reference.path)?.data).not.toHaveProperty('documentPath');
    await reference.update({ occupant: deleteField(), viewId: undefined });
    expect(transport.documents.get(reference.path)?.data).not.toHaveProperty('occupant');
    await reference.set(aRoom('103', { live: serverTimestamp() }));
    expect(transport.documents.get(reference.path)?.data).toEqual(aRoom('103', { live: now }));
    await reference.delete();
    expect(await reference.get()).toBeNull();
  });

  it('an update without an id does nothing and is logged', async () => {
    expect(await documents.doc('room/').update({ name: 'x' })).toBeNull();
    expect(await documents.collection('room').doc('').update({ name: 'x' })).toBeNull();
    expect(log.lines.map((line) => line.message)).toEqual(
      Array(2).fill('documents: ignored an update without a document id'),
    );
    expect(transport.calls).toEqual([]);
    expect(await code(() => documents.doc('room/').get())).toBe('path-invalid');
  });

  it.each<[string, (documents: Documents<typeof collections>) => unknown, string]>([
    ['an empty update', (all) => all.doc('room/a').update({}), 'fields-empty'],
    [
      'an update of base fields only',
      (all) => all.doc('room/a').updatePaths([[['updatedAt'], now]]),
      'fields-empty',
    ],
    [
      'an update of a missing document',
      (all) => all.doc('room/a').update({ name: 'x' }),
      'document-not-found',
    ],
    [
      'a transform in an array',
      (all) => all.doc('room/a').updatePaths([[['tags'], [serverTimestamp()]]]),
      'transform-misplaced',
    ],
    [
      'an empty field path',
      (all) => all.doc('room/a').updatePaths([[[], 1]]),
      'field-path-invalid',
    ],
    ['a path that names no document', (all) => all.doc('room'), 'path-invalid'],
    ['an unknown collection', (all) => all.collection('bed'), 'collection-unknown'],
    ['a cursor without an order', (all) => all.collection('room').startAt(2).get(), 'query-cursor'],
    [
      'a cursor of another collection',
      (all) => all.collection('room').startAt({ documentPath: 'domain/d' }).get(),
      'query-cursor',
    ],
    [
      'a cursor without a field of the order',
      (all) => all.collection('room').orderBy('name').startAt({ documentPath: 'room/a' }).get(),
      'query-cursor',
    ],
    [
      'a transform in a filter',
      (all) => all.collection('room').where('name', '==', serverTimestamp()).get(),
      'transform-misplaced',
    ],
    [
      'selected fields in a live query',
      (all) =>
        all
          .collection('room')
          .select('name')
          .subscribe(() => undefined),
      'query-select-live',
    ],
    [
      'a cursor of another query',
      (all) => all.collection('room').list({ cursor: 'x' }),
      'query-cursor',
    ],
    [
      'a key without its fields',
      (all) => all.collection('room').findByKey({ name: '1' }),
      'unique-key-missing',
    ],
    [
      'a key of a collection without keys',
      (all) => all.collection('room/a/sleep').findByKey({}),
      'unique-key-missing',
    ],
  ])('the client rejects %s', async (_, run, expected) => {
    expect(await code(() => run(documents))).toBe(expected);
  });

  describe('lists', () => {
    beforeEach(() => {
      for (let number = 0; number < 120; number += 1)
        transport.put(
          `room/r${String(number).padStart(3, '0')}`,
          aRoom(`n${number % 7}`, { capacity: 1 + (number % 20) }),
        );
    });

    it('pages hold 50 documents, and a next page exists only if the last one was full', async () => {
      const first = await documents.collection('room').list();
      const second = await documents.collection('room').list({ cursor: first.nextCursor });
      const third = await documents.collection('room').list({ cursor: second.nextCursor });
      expect([first, second, third].map((page) => page.documents.length)).toEqual([50, 50, 20]);
      expect([first.nextCursor === null, second.nextCursor === null, third.nextCursor]).toEqual([
        false,
        false,
        null,
      ]);
      const ids = [first, second, third].flatMap((page) =>
        page.documents.map((room) => room.documentReferenceId),
      );
      expect(new Set(ids).size).toBe(120);
      const exact = await documents
        .collection('room')
        .where('capacity', '<=', 5)
        .list({ limit: 30 });
      expect([
        exact.documents.length,
        (
          await documents
            .collection('room')
            .where('capacity', '<=', 5)
            .list({ limit: 30, cursor: exact.nextCursor })
        ).documents,
      ]).toEqual([30, []]);
    });

    it('pages continue through equal values, bare documents and selected fields', async () => {
      transport.put('room/bare', { name: 'n0', unknown: 1 });
      const query = documents.collection('room').orderBy('name', 'desc').select('name');
      const seen: string[] = [];
      for (let cursor: string | null = null; ;) {
        const page: Awaited<ReturnType<typeof query.list>> = await query.list({ limit: 9, cursor });
        seen.push(...page.documents.map((room) => room.documentReferenceId));
        cursor = page.nextCursor;
        if (cursor === null) break;
      }
      expect(new Set(seen).size).toBe(121);
      expect(seen).toHaveLength(121);
    });

    it('lists are counted, limited, skipped and started at a document', async () => {
      const rooms = documents.collection('room');
      expect(await rooms.where('name', '==', 'n1').count()).toBe(17);
      const [third] = await rooms.orderBy('capacity').offset(2).limit(1).get();
      if (!third) throw new Error('the third room is missing');
      const after = await rooms.orderBy('capacity').startAfter(third).limit(1).first();
      expect(after?.documentReferenceId).toBe('r060');
      expect((await rooms.orderBy('capacity').startAt(19).startAfter(19).get()).length).toBe(6);
      expect((await rooms.orderBy('capacity').endAt(1).endBefore(2).get()).length).toBe(6);
    });

    it('documents are found by their unique key', async () => {
      transport.put('parameter/p', {
        key: 'alarm.delay',
        name: 'x',
        kind: 'number',
        default: 1,
        scope: 'system',
      });
      expect(
        await documents.collection('parameter').findByKey({ key: 'alarm.delay' }),
      ).toMatchObject({ documentReferenceId: 'p' });
      expect(await documents.collection('parameter').findByKey({ key: 'other' })).toBeNull();
    });

    it('a collection group spans all parent documents', async () => {
      transport.put('room/r001/sleep/x', {});
      transport.put('room/r002/sleep/y', {});
      expect(
        (await documents.collectionGroup('sleep').get()).map((night) => night.documentPath),
      ).toEqual(['room/r001/sleep/x', 'room/r002/sleep/y']);
    });
  });

  describe('live queries', () => {
    const snapshots: QuerySnapshot<Room>[] = [];
    const summary = () =>
      snapshots.map(({ documents: list, changes }) => ({
        list: list.map((room) => room.documentReferenceId).join(''),
        changes: changes.map(
          (change) =>
            `${change.kind} ${change.document.documentReferenceId} ${change.oldIndex}>${change.newIndex}`,
        ),
      }));

    beforeEach(() => {
      snapshots.length = 0;
    });

    it('a listener receives added, modified and removed documents with their positions', () => {
      const end = documents
        .collection('room')
        .orderBy('capacity')
        .subscribe((snapshot) => snapshots.push(snapshot));
      transport.put('room/a', aRoom('1', { capacity: 1 }));
      transport.put('room/b', aRoom('2', { capacity: 2 }));
      transport.put('room/a', aRoom('1', { capacity: 3 }));
      transport.documents.delete('room/b');
      transport.put('room/c', aRoom('3', { capacity: 5 }));
      end();
      transport.put('room/d', aRoom('4', { capacity: 6 }));
      expect(summary()).toEqual([
        { list: '', changes: [] },
        { list: 'a', changes: ['added a -1>0'] },
        { list: 'ab', changes: ['added b -1>1'] },
        { list: 'ba', changes: ['modified a 0>1'] },
        { list: 'ac', changes: ['removed b 0>-1', 'added c -1>1'] },
      ]);
    });

    it('a listener that fails clears the list and logs a warning', () => {
      const problems: string[] = [];
      transport.put('room/a', aRoom('1'));
      documents.collection('room').subscribe(
        (snapshot) => snapshots.push(snapshot),
        (problem) => problems.push(problem.code),
      );
      documents.doc('room/a').subscribe(
        (room) => problems.push(room === null ? 'cleared' : 'here'),
        (problem) => problems.push(problem.code),
      );
      transport.failAll('access-refused');
      expect(summary()).toEqual([
        { list: 'a', changes: ['added a -1>0'] },
        { list: '', changes: ['removed a 0>-1'] },
      ]);
      expect(problems).toEqual(['here', 'access-refused', 'cleared', 'access-refused']);
      expect(log.lines.map(({ level, message }) => [level, message])).toEqual([
        ['warn', 'documents: query listener failed; its list is cleared'],
        ['warn', 'documents: document listener failed; its data is cleared'],
      ]);
    });

    it('a document listener sees it created, changed and deleted', () => {
      const seen: (string | null)[] = [];
      documents
        .doc('room/a')
        .subscribe((room) => seen.push(room && isWhole(room) ? room.name : null));
      transport.put('room/a', aRoom('1'));
      transport.put('room/a', aRoom('2'));
      transport.documents.delete('room/a');
      transport.put('room/z', {});
      expect(seen).toEqual([null, '1', '2', null]);
    });
  });

  describe('batches and transactions', () => {
    it('a batch writes all or nothing', async () => {
      transport.put('room/a', aRoom('1'));
      const good = documents
        .batch()
        .update(documents.doc('room/a'), { name: '2' })
        .set(documents.doc('room/b'), aRoom('3'))
        .delete(documents.doc('room/c'));
      await good.commit();
      expect(await code(() => good.commit())).toBe('batch-sent');
      const bad = documents
        .batch()
        .create(documents.doc('room/d'), aRoom('4'))
        .update(documents.doc('room/none'), { name: 'x' });
      expect(await code(() => bad.commit())).toBe('document-not-found');
      expect([...transport.documents.keys()]).toEqual(['room/a', 'room/b']);
    });

    it('a transaction runs again when its reads have changed', async () => {
      transport.put('room/a', aRoom('1', { capacity: 1 }));
      let runs = 0;
      await documents.transaction(async (transaction) => {
        runs += 1;
        const room = await transaction.get(documents.doc('room/a'));
        if (!room || !isWhole(room)) return;
        if (runs < 3) transport.put('room/a', aRoom('1', { capacity: room.capacity + 5 }));
        transaction.update(documents.doc('room/a'), { capacity: room.capacity + 1 });
      });
      expect([runs, transport.documents.get('room/a')?.data['capacity'], waits]).toEqual([
        3,
        12,
        [50, 100],
      ]);
    });

    it('a transaction gives up after five attempts, and immediately if the callback throws', async () => {
      let runs = 0;
      expect(
        await code(() =>
          documents.transaction(async (transaction) => {
            runs += 1;
            await transaction.get(documents.doc('room/a'));
            transport.put('room/a', aRoom(String(runs)));
          }),
        ),
      ).toBe('document-conflict');
      expect([runs, waits.length]).toEqual([5, 4]);
      await expect(
        documents.transaction(async () => {
          throw new Error('mine');
        }),
      ).rejects.toThrow('mine');
    });

    it('concurrent transactions lose no increment', async () => {
      transport.put('room/a', aRoom('1', { capacity: 1 }));
      const add = () =>
        documents.transaction(async (transaction) => {
          const room = await transaction.get(documents.doc('room/a'));
          if (room && isWhole(room))
            transaction.update(documents.doc('room/a'), { capacity: room.capacity + 1 });
        });
      const outcomes = await Promise.allSettled(Array.from({ length: 5 }, add));
      const done = outcomes.filter((outcome) => outcome.status === 'fulfilled').length;
      expect(transport.documents.get('room/a')?.data['capacity']).toBe(1 + done);
    });
  });
});

describe('a live list that fetches more', () => {
  it('the list grows by pages of 50, by more once it is long, and ends at the maximum of a live query', () => {
    const pages: number[] = [1];
    for (let next = pagesAfter(1); next !== null; next = pagesAfter(next)) pages.push(next);
    expect(pages.slice(0, 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 10, 12]);
    expect(pages.at(-1)).toBe(MAX_LIVE_DOCUMENTS / DEFAULT_PAGE_SIZE);
    expect(pages.reduce((sum, count) => sum + count, 0)).toBeLessThan(
      (6 * MAX_LIVE_DOCUMENTS) / DEFAULT_PAGE_SIZE,
    );
  });
});
