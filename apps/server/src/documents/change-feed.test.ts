import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTemporaryDatabase } from '../testing/temporary-database.ts';
import { createChangeFeed, type ChangeFeed, type FeedChange } from './change-feed.ts';
import {
  aDomain,
  aRoom,
  change,
  openTestDocuments,
  SERVER,
  type TestDocuments,
} from './testing/test-documents.ts';

const eventually = <Value>(read: () => Value) => expect.poll(read, { interval: 10 });

let documents: TestDocuments;
const feeds: ChangeFeed[] = [];
beforeEach(async () => {
  documents = await openTestDocuments();
});
afterEach(async () => {
  await Promise.all(feeds.splice(0).map((feed) => feed.close()));
  await documents.close();
});

async function startFeed(
  options: { pollMs?: number; keepMs?: number; clock?: () => Date; elapsedMs?: () => number } = {},
): Promise<{ feed: ChangeFeed; told: FeedChange[]; gaps: () => number; warnings: object[] }> {
  const warnings: object[] = [];
  const feed = createChangeFeed({
    database: documents.temporary.database,
    bus: documents.bus,
    clock: () => new Date(),
    log: { warn: (details) => warnings.push(details) },
    ...options,
  });
  feeds.push(feed);
  const told: FeedChange[] = [];
  let gaps = 0;
  feed.follow((event) => (event.kind === 'changes' ? told.push(...event.changes) : (gaps += 1)));
  await feed.start();
  return { feed, told, gaps: () => gaps, warnings };
}

describe('change feed', () => {
  it('misses nothing of twelve writers, with foreign transactions open meanwhile', async () => {
    const { told } = await startFeed();
    const rooms = Array.from({ length: 12 }, (_, writer) => `r${writer}`);
    await documents.store.commit([aDomain('d'), ...rooms.map((id) => aRoom(id, 'd'))], SERVER);
    let working = true;
    const foreign = (async () => {
      while (working)
        await documents.temporary.database.transaction(async (queries) => {
          await queries.query({ text: 'select pg_current_xact_id()' });
          await sleep(15);
        });
    })();
    await Promise.all(
      rooms.map(async (id, writer) => {
        for (let round = 0; round < 50; round += 1) {
          const other = rooms[(writer + round) % rooms.length] ?? id;
          await documents.store.commit(
            [
              change(`room/${id}`, { floor: String(round) }),
              change(`room/${other}`, { building: `${writer}-${round}` }),
            ],
            SERVER,
          );
        }
      }),
    );
    working = false;
    await foreign;
    await eventually(() => told.length).toBeGreaterThanOrEqual(13 + 12 * 50);
    const [row] = await documents.temporary.database.query<{ count: number }>({
      text: 'select count(*)::int as count from document_changes',
    });
    await eventually(() => told.length).toBe(row?.count);
  });

  it('tells the changes of a document in the order in which they were made', async () => {
    const { told } = await startFeed();
    await documents.store.commit([aDomain('d'), aRoom('a', 'd'), aRoom('b', 'd')], SERVER);
    await Promise.all(
      Array.from({ length: 12 }, async (_, writer) => {
        for (let round = 0; round < 30; round += 1) {
          const order = (writer + round) % 2 === 0 ? ['a', 'b'] : ['b', 'a'];
          await documents.store.commit(
            order.map((id) => change(`room/${id}`, { floor: `${writer}.${round}` })),
            SERVER,
          );
        }
      }),
    );
    await eventually(() => told.length).toBe(3 + 12 * 30 * 2);
    for (const id of ['a', 'b']) {
      const chain = told.filter(({ path }) => path === `room/${id}`);
      chain
        .slice(1)
        .forEach((next, index) => expect(next.before?.version).toBe(chain[index]?.after?.version));
    }
  });

  it('tells a change soon though another transaction was open at the wake-up, without waiting for the next reading', async () => {
    const { feed, told } = await startFeed({ pollMs: 3_600_000 });
    await documents.store.commit([aDomain('d')], SERVER);
    const [isOpen, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const open = documents.temporary.database.transaction(async (queries) => {
      await queries.query({ text: 'select pg_current_xact_id()' });
      isOpen.resolve();
      await end.promise;
    });
    await isOpen.promise;
    const { polls } = feed.counters();
    await documents.store.commit([aRoom('late', 'd')], SERVER);
    await eventually(() => feed.counters().polls).toBeGreaterThan(polls);
    expect(told.some(({ path }) => path === 'room/late')).toBe(false);
    end.resolve();
    await open;
    await eventually(() => told.some(({ path }) => path === 'room/late')).toBe(true);
  });

  it('finds changes without a wake-up, forgets old ones, and says when it slept too long', async () => {
    const at = { nowMs: Date.now() };
    const { feed, told, gaps } = await startFeed({
      pollMs: 20,
      keepMs: 600_000,
      clock: () => new Date(at.nowMs),
    });
    await documents.temporary.database.query({
      text: `insert into document_changes (root_domain_id, path, collection, parent_path, at) values ('d', 'room/x', 'room', '', now() - interval '20 minutes')`,
    });
    await eventually(() => told.length).toBe(1);
    at.nowMs += 70_000;
    await eventually(() => feed.counters().pruned).toBe(1);
    expect(gaps()).toBe(0);
    at.nowMs += 400_000;
    await eventually(gaps).toBe(1);
  });

  it('says how long a transaction in another database has held everything up, once, and forgets nothing meanwhile', async () => {
    const at = { nowMs: Date.now() };
    const { feed, told, warnings } = await startFeed({
      pollMs: 20,
      clock: () => new Date(at.nowMs),
      elapsedMs: () => at.nowMs,
    });
    const elsewhere = await openTemporaryDatabase('none');
    try {
      await elsewhere.database.transaction(async (queries) => {
        const [own] = await queries.query<{ xid: string }>({
          text: 'select pg_current_xact_id()::text as xid',
        });
        await documents.temporary.database.query({
          text: `insert into document_changes (root_domain_id, path, collection, parent_path, at) values ('d', 'room/x', 'room', '', now() - interval '20 minutes')`,
        });
        // Other tests in this PostgreSQL may have begun earlier (making a database takes seconds): from here on none is older.
        await expect.poll(feed.horizon, { timeout: 60_000 }).toBe(BigInt(own?.xid ?? 0));
        const { polls } = feed.counters();
        await eventually(() => feed.counters().polls).toBeGreaterThan(polls + 1);
        expect(warnings).toEqual([]);
        // Less than half of what a feed may sleep, in steps: its page is read all the while.
        for (let step = 0; step < 4; step += 1) {
          at.nowMs += 200_000;
          const before = feed.counters().polls;
          await eventually(() => feed.counters().polls).toBeGreaterThan(before + 1);
        }
        expect(feed.behindMs()).toBeGreaterThanOrEqual(600_000);
        expect(warnings).toEqual([
          { code: 'feed-behind', seconds: expect.any(Number), transaction: own?.xid },
        ]);
        expect(told).toEqual([]);
      });
      await eventually(() => told.map(({ path }) => path)).toEqual(['room/x']);
      await eventually(() => feed.behindMs()).toBe(0);
      expect(feed.counters().pruned).toBe(0);
    } finally {
      await elsewhere.drop();
    }
  });

  it('lets one follower that breaks read again, and keeps nothing from the others', async () => {
    const { feed, told } = await startFeed();
    const heard: string[] = [];
    const others: FeedChange[] = [];
    feed.follow((event) => {
      heard.push(event.kind);
      if (event.kind === 'changes' && event.changes.length > 0) throw new Error('a bug');
    });
    feed.follow((event) => {
      if (event.kind === 'changes') others.push(...event.changes);
    });
    await documents.store.commit([aDomain('d')], SERVER);
    await eventually(() => others.length).toBe(1);
    expect(told).toHaveLength(1);
    expect(heard.filter((kind) => kind === 'gap')).toHaveLength(1);
    expect(feed.counters().failures).toBe(1);
  });
});
