import { query, type SubscriptionTarget, type WireChange } from '@yamori/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CACHE_TTL_MS, MAX_CACHED_DOCUMENTS, MAX_CACHED_NIGHTS } from './cache-limits.ts';
import { forgetMember, keepMember, MEMBER_CACHE_TTL_MS, readKeptMember } from './kept-member.ts';
import { OFFLINE_STORES } from './offline-database.ts';
import { createOutboxStore } from './outbox-store.ts';
import { aMember, createOfflineFixture, storedIn, wire } from './testing/offline-fixture.ts';

let fixture: Awaited<ReturnType<typeof createOfflineFixture>>;
beforeEach(async () => {
  fixture = await createOfflineFixture();
});
afterEach(() => fixture.end());

const rooms = query.parse({
  collection: 'room',
  orderBy: [{ field: ['name'], direction: 'asc' }],
  limit: 50,
});
const nights = (limit: number) =>
  query.parse({
    collection: 'room/a/sleep',
    orderBy: [{ field: ['night'], direction: 'desc' }],
    limit,
  });
const asking = (asked: typeof rooms): SubscriptionTarget => ({ kind: 'query', query: asked });
const room = (id: string, name: string, more = {}) => wire(`room/${id}`, { name, ...more });
const added = (...documents: ReturnType<typeof wire>[]): WireChange[] =>
  documents.map((document) => ({ kind: 'added', document }));
const getPaths = (documents: readonly { readonly path: string }[] | null): string[] | null =>
  documents?.map(({ path }) => path) ?? null;
const kept = async (): Promise<string[]> =>
  (await storedIn(fixture.database, 'documents')).map((record) =>
    String(Reflect.get(Object(record), 'path')),
  );

describe('the document cache', () => {
  it('a repeated query is answered after a reload, with the latest state of each document', async () => {
    const copy = fixture.openCopy();
    copy.followed(asking(rooms), {
      changes: added(room('b', '202'), room('a', '201')),
      reset: true,
    });
    copy.followed(asking(rooms), {
      changes: [{ kind: 'modified', document: room('a', '203') }],
      reset: false,
    });
    await copy.flush();
    expect(getPaths(await fixture.openCopy().answer(asking(rooms)))).toEqual(['room/b', 'room/a']);
  });

  it('a new query is answered from the cached collection, or not at all without one', async () => {
    const copy = fixture.openCopy();
    copy.answered(
      nights(7),
      ['2026-11-20', '2026-11-19', '2026-11-18'].map((night) =>
        wire(`room/a/sleep/${night}`, { night }),
      ),
    );
    expect(getPaths(await copy.answer(asking(nights(2))))).toEqual([
      'room/a/sleep/2026-11-20',
      'room/a/sleep/2026-11-19',
    ]);
    expect(await copy.answer(asking(rooms))).toBeNull();
    expect(await copy.answer({ kind: 'document', path: 'room/a' })).toBeNull();
    expect(
      getPaths(await copy.answer({ kind: 'document', path: 'room/a/sleep/2026-11-18' })),
    ).toEqual(['room/a/sleep/2026-11-18']);
  });

  it('an empty answer is cached too', async () => {
    const copy = fixture.openCopy();
    copy.answered(nights(7), []);
    expect(await copy.answer(asking(nights(7)))).toEqual([]);
  });

  it('a deleted or inaccessible document is dropped, unless another query still has it', async () => {
    const copy = fixture.openCopy();
    const open = query.parse({
      collection: 'room',
      filters: [{ field: ['live', 'openAccidents'], op: '>', value: 0 }],
    });
    copy.followed(asking(rooms), {
      changes: added(room('a', '201'), room('b', '202')),
      reset: true,
    });
    copy.followed(asking(open), { changes: added(room('a', '201')), reset: true });
    copy.followed(asking(open), {
      changes: [{ kind: 'removed', path: 'room/a' }],
      reset: false,
    });
    copy.followed(asking(rooms), {
      changes: [{ kind: 'removed', path: 'room/b' }],
      reset: false,
    });
    await copy.flush();
    expect(await kept()).toEqual(['room/a']);
    // Documents that do not return after a reconnect were deleted in between.
    copy.followed(asking(rooms), { changes: added(room('c', '203')), reset: true });
    await copy.flush();
    expect(await kept()).toEqual(['room/c']);
  });

  it('the cache holds rooms, devices, organisations and nights, all complete, and nothing else', async () => {
    const copy = fixture.openCopy();
    copy.keep(
      [
        'room/a',
        'device/a',
        'domain/a',
        'room/a/sleep/a',
        'staff/a',
        'room/a/accident/a',
        'updateHistory/a',
        'domain/a/bill/a',
      ].map((path) => wire(path)),
    );
    copy.keep([{ ...wire('room/bare'), bare: true }]);
    copy.answered(query.parse({ collection: 'room', select: [['name']] }), [
      room('part', 'only its name'),
    ]);
    await copy.flush();
    expect((await kept()).toSorted()).toEqual(['device/a', 'domain/a', 'room/a', 'room/a/sleep/a']);
  });

  it('the cache holds the newest seven nights of each room', async () => {
    const copy = fixture.openCopy();
    const days = Array.from(
      { length: 12 },
      (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`,
    );
    copy.answered(
      nights(50),
      days.slice(0, 8).map((night) => wire(`room/a/sleep/${night}`, { night })),
    );
    await copy.flush();
    copy.keep([
      ...days.slice(8).map((night) => wire(`room/a/sleep/${night}`, { night })),
      wire('room/b/sleep/2026-11-01', { night: '2026-11-01' }),
    ]);
    await copy.flush();
    expect(await kept()).toEqual([
      ...days.slice(-MAX_CACHED_NIGHTS).map((night) => `room/a/sleep/${night}`),
      'room/b/sleep/2026-11-01',
    ]);
  });

  it('the cache drops documents not seen for a week, and the least recently seen above its limit', async () => {
    const first = fixture.openCopy();
    first.keep([room('old', 'old')]);
    await first.flush();
    fixture.clock.advance(CACHE_TTL_MS / 2);
    first.keep(
      Array.from({ length: MAX_CACHED_DOCUMENTS + 5 }, (_, index) => wire(`device/${index}`)),
    );
    await first.flush();
    fixture.clock.advance(CACHE_TTL_MS / 2 + 1);
    await fixture.openCopy().flush();
    const left = await kept();
    expect(left).toHaveLength(MAX_CACHED_DOCUMENTS);
    expect(left).not.toContain('room/old');
  });

  it('the cache writes itself a moment after a change and reports its age', async () => {
    const copy = fixture.openCopy();
    await copy.flush();
    fixture.clock.advance(60_000);
    copy.keep([room('a', '201')]);
    fixture.clock.advance(3000);
    await expect.poll(kept).toEqual(['room/a']);
    await expect
      .poll(async () =>
        (await readKeptMember(fixture.database, fixture.clock.now()))?.savedAt.getTime(),
      )
      .toBe(fixture.clock.now());
    fixture.clock.advance(30_000);
    copy.touch();
    await copy.flush();
    expect((await readKeptMember(fixture.database, fixture.clock.now()))?.savedAt.getTime()).toBe(
      fixture.clock.now(),
    );
  });
});

describe('the owner of the cache', () => {
  const everything = async (): Promise<number[]> =>
    Promise.all(
      OFFLINE_STORES.map(async (name) => (await storedIn(fixture.database, name)).length),
    );

  it('the cache belongs to the member who is signed in, and nothing of another member remains', async () => {
    const copy = fixture.openCopy();
    copy.answered(rooms, [room('a', '201')]);
    await copy.flush();
    expect(await everything()).toEqual([1, 1, 1, 0, 0]);
    await keepMember(fixture.database, aMember('carer'), fixture.clock.now());
    expect(await everything()).toEqual([1, 1, 1, 0, 0]);
    await keepMember(fixture.database, aMember('somebody-else'), fixture.clock.now());
    expect(await everything()).toEqual([1, 0, 0, 0, 0]);
    expect((await readKeptMember(fixture.database, fixture.clock.now()))?.session.user?.uid).toBe(
      'somebody-else',
    );
  });

  it('an update whose sessions have a new field keeps the unsent commands of its member', async () => {
    const outbox = createOutboxStore(fixture.database, 'carer');
    await outbox.add({
      id: crypto.randomUUID(),
      path: '/api/rooms/a/accidents',
      body: '{}',
      about: { what: 'accidentNote', name: '201', target: 'room/a' },
      askedAtMs: fixture.clock.now(),
    });
    const { hasOwnHome: _, ...earlier } = aMember('carer');
    await fixture.database.transaction(['member'], 'readwrite', async (stores) => {
      stores('member').put({ memberId: 'carer', session: earlier }, 'member');
    });
    await keepMember(fixture.database, aMember('carer'), fixture.clock.now());
    expect(await outbox.list()).toHaveLength(1);
  });

  it('a tab that missed the sign-out in another tab writes nothing', async () => {
    const copy = fixture.openCopy();
    copy.answered(rooms, [room('a', '201')]);
    await copy.flush();
    copy.keep([room('late', '299')]);
    expect(await forgetMember(fixture.database)).toBe(0);
    await copy.flush();
    copy.keep([room('later', '298')]);
    copy.touch();
    await copy.flush();
    expect(await everything()).toEqual([0, 0, 0, 0, 0]);
  });

  it('the cache is void when the server has not confirmed the member for a week, or another version wrote it', async () => {
    fixture.clock.advance(MEMBER_CACHE_TTL_MS);
    expect((await readKeptMember(fixture.database, fixture.clock.now()))?.session.user?.uid).toBe(
      'carer',
    );
    fixture.clock.advance(1);
    expect(await readKeptMember(fixture.database, fixture.clock.now())).toBeNull();
    await fixture.database.transaction(['member'], 'readwrite', async (stores) => {
      stores('member').put({ memberId: 'carer', session: { user: 7 } }, 'member');
    });
    expect(await readKeptMember(fixture.database, fixture.clock.now())).toBeNull();
  });
});
