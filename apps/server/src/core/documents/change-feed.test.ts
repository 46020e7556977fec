import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTemporaryDatabase } from '../../testing/temporary-database.ts';
import {
  createChangeFeed,
  type ChangeFeed,
  type FeedChange,
  DOCUMENTS_CHANGED,
} from './change-feed.ts';
import type { FeedSnapshot } from './live/feed-snapshot.ts';
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
  options: { pollMs?: number; keepMs?: number; clock?: () => Date } = {},
): Promise<{
  feed: ChangeFeed;
  receivedChanges: FeedChange[];
  gaps: () => number;
  positions: (FeedSnapshot | null)[];
}> {
  const feed = createChangeFeed({
    database: documents.temporary.database,
    bus: documents.bus,
    clock: () => new Date(),
    log: { warn: () => undefined },
    ...options,
  });
  feeds.push(feed);
  const receivedChanges: FeedChange[] = [];
  let gaps = 0;
  const positions: (FeedSnapshot | null)[] = [];
  feed.follow((event) => {
    if (event.kind === 'gap') gaps += 1;
    else {
      receivedChanges.push(...event.changes);
      positions.push(event.position);
    }
  });
  await feed.start();
  return { feed, receivedChanges, gaps: () => gaps, positions };
}

describe('createChangeFeed', () => {
  it('delivers all changes of twelve writers while unrelated transactions are open', async () => {
    const { receivedChanges } = await startFeed();
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
    await eventually(() => receivedChanges.length).toBeGreaterThanOrEqual(13 + 12 * 50);
    const [row] = await documents.temporary.database.query<{ count: number }>({
      text: 'select count(*)::int as count from document_changes',
    });
    await eventually(() => receivedChanges.length).toBe(row?.count);
  });

  it('delivers the changes of a document in order', async () => {
    const { receivedChanges } = await startFeed();
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
    await eventually(() => receivedChanges.length).toBe(3 + 12 * 30 * 2);
    for (const id of ['a', 'b']) {
      const chain = receivedChanges.filter(({ path }) => path === `room/${id}`);
      chain
        .slice(1)
        .forEach((next, index) => expect(next.before?.version).toBe(chain[index]?.after?.version));
    }
  });

  it('delivers a change while a transaction of another database of the cluster stays open', async () => {
    const elsewhere = await openTemporaryDatabase('none');
    try {
      await elsewhere.database.query({ text: 'create table counters (value int)' });
      await elsewhere.database.query({ text: 'insert into counters values (0)' });
      await elsewhere.database.transaction(async (queries) => {
        await queries.query({ text: 'update counters set value = value + 1' });
        const { receivedChanges } = await startFeed();
        await documents.store.commit([aDomain('d'), aRoom('a', 'd')], SERVER);
        await documents.store.commit([change('room/a', { floor: '2' })], SERVER);
        await eventually(() => receivedChanges.map(({ path }) => path).sort()).toEqual([
          'domain/d',
          'room/a',
          'room/a',
        ]);
      });
    } finally {
      await elsewhere.drop();
    }
  });

  it('delivers a change immediately while an older transaction of the same database stays open', async () => {
    const { receivedChanges } = await startFeed({ pollMs: 3_600_000 });
    await documents.store.commit([aDomain('d')], SERVER);
    await documents.temporary.database.transaction(async (queries) => {
      await queries.query({ text: 'select pg_current_xact_id()' });
      await documents.store.commit([aRoom('late', 'd')], SERVER);
      await eventually(() => receivedChanges.some(({ path }) => path === 'room/late')).toBe(true);
    });
  });

  it('delivers the changes of a document that moves between trees in order', async () => {
    const { receivedChanges } = await startFeed();
    const trees = ['d', 'e', 'f'];
    await documents.store.commit([...trees.map((id) => aDomain(id)), aRoom('a', 'd')], SERVER);
    await Promise.all(
      trees.map(async (tree, writer) => {
        for (let round = 0; round < 30; round += 1)
          await documents.store.commit(
            round % 3 === 0
              ? [change('room/a', { domainId: tree, rootDomainId: tree })]
              : [change('room/a', { floor: `${writer}.${round}` })],
            SERVER,
          );
      }),
    );
    await eventually(() => receivedChanges.length).toBe(4 + 3 * 30);
    const chain = receivedChanges.filter(({ path }) => path === 'room/a');
    expect(chain.slice(1).map(({ before }) => before?.version)).toEqual(
      chain.slice(0, -1).map(({ after }) => after?.version),
    );
  });

  it('delivers a commit larger than a page completely, once', async () => {
    const { receivedChanges, positions } = await startFeed();
    await documents.store.commit([aDomain('d')], SERVER);
    for (let first = 0; first < 2_500; first += 500)
      await documents.store.commit(
        Array.from({ length: 500 }, (_, index) => aRoom(`r${first + index}`, 'd')),
        SERVER,
      );
    await documents.store.commit([change('domain/d', { name: 'renamed' })], SERVER);
    await eventually(() => receivedChanges.length).toBe(2_502);
    expect(
      new Set(receivedChanges.map(({ path, after }) => `${path} ${after?.version}`)).size,
    ).toBe(2_502);
    expect(positions.at(-1)).not.toBeNull();
  });

  it('ignores the wake-up of a commit that it has read', async () => {
    const { feed, receivedChanges } = await startFeed({ pollMs: 3_600_000 });
    const wakeUps: Uint8Array[] = [];
    const listening = documents.bus.subscribe(
      DOCUMENTS_CHANGED,
      (_, bytes) => void wakeUps.push(bytes.slice()),
    );
    await documents.store.commit([aDomain('d')], SERVER);
    await eventually(() => receivedChanges.length).toBe(1);
    const { polls } = feed.counters();
    listening.close();
    for (const bytes of wakeUps) documents.bus.publish(DOCUMENTS_CHANGED, bytes);
    await documents.store.commit([aRoom('a', 'd')], SERVER);
    await eventually(() => receivedChanges.length).toBe(2);
    expect(feed.counters().polls).toBe(polls + 1);
    documents.bus.publish(DOCUMENTS_CHANGED, new Uint8Array());
    await eventually(() => feed.counters().polls).toBe(polls + 2);
  });

  it('polls without wake-ups, deletes old changes, and reports a gap after a long pause', async () => {
    const at = { nowMs: Date.now() };
    const { feed, receivedChanges, gaps } = await startFeed({
      pollMs: 20,
      keepMs: 600_000,
      clock: () => new Date(at.nowMs),
    });
    await documents.temporary.database.query({
      text: `with head as (insert into tree_head values ('d', 1, 1))
        insert into document_changes (root_domain_id, seq, n, path, collection, parent_path, at)
        values ('d', 1, 1, 'room/x', 'room', '', now() - interval '20 minutes')`,
    });
    await eventually(() => receivedChanges.length).toBe(1);
    at.nowMs += 70_000;
    await eventually(() => feed.counters().pruned).toBe(1);
    expect(gaps()).toBe(0);
    at.nowMs += 400_000;
    await eventually(gaps).toBe(1);
  });

  it('sends a gap to a follower that throws, and all changes to the others', async () => {
    const { feed, receivedChanges } = await startFeed();
    const receivedPaths: string[] = [];
    const others: FeedChange[] = [];
    feed.follow((event) => {
      receivedPaths.push(event.kind);
      if (event.kind === 'changes' && event.changes.length > 0) throw new Error('a bug');
    });
    feed.follow((event) => {
      if (event.kind === 'changes') others.push(...event.changes);
    });
    await documents.store.commit([aDomain('d')], SERVER);
    await eventually(() => others.length).toBe(1);
    expect(receivedChanges).toHaveLength(1);
    expect(receivedPaths.filter((kind) => kind === 'gap')).toHaveLength(1);
    expect(feed.counters().failures).toBe(1);
  });
});
