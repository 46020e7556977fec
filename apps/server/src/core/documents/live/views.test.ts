import { afterEach, beforeEach, expect, it } from 'vitest';
import { RULES } from '@yamori/domain';
import { pino } from 'pino';
import { createInProcessBus } from '../../messaging/in-process-bus.ts';
import { createChangeFeed, type ChangeFeed } from '../change-feed.ts';
import {
  aDomain,
  anActor,
  aQuery,
  aRoom,
  openTestDocuments,
  SERVER,
  type TestDocuments,
} from '../testing/test-documents.ts';
import type { DeliveredChanges } from './live-listener.ts';
import { readTarget } from './live-target.ts';
import { createViews, type Views } from './views.ts';

const LIMIT = 2;
const log = { warn: () => undefined };
const clock = () => new Date();
const ids = Array.from({ length: 20 }, (_, number) => `r${String(number).padStart(2, '0')}`);

let documents: TestDocuments;
let feed: ChangeFeed;
let views: Views;
beforeEach(async () => {
  documents = await openTestDocuments();
  await documents.store.commit([aDomain('d'), ...ids.map((id) => aRoom(id, 'd'))], SERVER);
  const { database } = documents.temporary;
  // A separate bus and no polling: the feed reads only when the test wakes it.
  const bus = createInProcessBus(pino({ level: 'silent' }));
  feed = createChangeFeed({ database, bus, clock, log, pollMs: 3_600_000 });
  await feed.start();
  views = createViews({ store: documents.store, database, rules: RULES, feed, clock, log });
  feed.follow(views.receive);
});
afterEach(async () => {
  await feed.close();
  await documents.close();
});

it('a window that is being reloaded gets no current token', async () => {
  const delivered: DeliveredChanges[] = [];
  const target = readTarget(
    { kind: 'query', query: aQuery('room', { limit: LIMIT }) },
    anActor('ownerAdministrator', ['d']),
    RULES,
  );
  views.join(
    target,
    {
      deliver: (changes) => delivered.push(changes),
      fail: () => undefined,
      isBehind: () => false,
    },
    null,
  );
  await expect.poll(() => delivered.length).toBeGreaterThan(0);
  // Deletes so many that the documents in memory cannot fill the window.
  await documents.store.commit(
    ids.slice(0, 15).map((id) => ({ kind: 'delete', path: `room/${id}` })),
    SERVER,
  );
  const before = delivered.length;
  await documents.temporary.database.transaction(async (queries) => {
    // Blocks the view's reload, but not the feed.
    await queries.query({ text: 'lock table documents in access exclusive mode' });
    const { changes } = feed.counters();
    feed.wake();
    await expect.poll(() => feed.counters().changes).toBeGreaterThan(changes);
    views.refresh();
    views.catchUp();
    expect(delivered).toHaveLength(before);
  });
  await expect.poll(() => delivered.length).toBeGreaterThan(before);
  // The token may follow without changes.
  expect(delivered[before]?.changes.map(({ kind }) => kind)).toEqual([
    'removed',
    'removed',
    'added',
    'added',
  ]);
});
