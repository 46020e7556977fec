import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RULES, type SubscriptionTarget } from '@yamori/domain';
import { pino } from 'pino';
import { createInProcessBus } from '../../messaging/in-process-bus.ts';
import { type ChangeFeed, createChangeFeed } from '../change-feed.ts';
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
import { type LiveTarget, readTarget } from './live-target.ts';
import {
  createSubscriptionIndex,
  createSubscriptionRegistry,
  type SubscriptionRegistry,
} from './subscription-registry.ts';
import type { FeedChange } from './feed-page.ts';
import type { SharedSubscription } from './shared-subscription.ts';

const LIMIT = 2;
const log = { warn: () => undefined };
const clock = () => new Date();
const ids = Array.from({ length: 20 }, (_, number) => `r${String(number).padStart(2, '0')}`);

let documents: TestDocuments;
let feed: ChangeFeed;
let registry: SubscriptionRegistry;
beforeEach(async () => {
  documents = await openTestDocuments();
  await documents.store.commit([aDomain('d'), ...ids.map((id) => aRoom(id, 'd'))], SERVER);
  const { database } = documents.temporary;
  // A separate bus and no polling: the feed reads only when the test wakes it.
  const bus = createInProcessBus(pino({ level: 'silent' }));
  feed = createChangeFeed({ database, bus, clock, log, pollMs: 3_600_000 });
  await feed.start();
  registry = createSubscriptionRegistry({
    store: documents.store,
    database,
    rules: RULES,
    feed,
    clock,
    log,
  });
  feed.follow(registry.receive);
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
  registry.join(
    target,
    {
      deliver: (changes) => delivered.push(changes),
      fail: () => undefined,
      isLagging: () => false,
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
    // Blocks the subscription's reload, but not the feed.
    await queries.query({ text: 'lock table documents in access exclusive mode' });
    const { changes } = feed.counters();
    feed.wake();
    await expect.poll(() => feed.counters().changes).toBeGreaterThan(changes);
    registry.refresh();
    registry.catchUp();
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

const owner = anActor('ownerAdministrator', ['d', 'e']);
const toTarget = (target: SubscriptionTarget, actor = owner): LiveTarget =>
  readTarget(target, actor, RULES);
const nothing = (): void => undefined;
const aSubscription = (target: LiveTarget): SharedSubscription => ({
  target,
  collect: nothing,
  settle: nothing,
  join: nothing,
  leave: nothing,
  size: () => 1,
  isUnsettled: () => false,
  reload: nothing,
  catchUp: () => false,
  refresh: nothing,
});
const aChange = (path: string): FeedChange => {
  const names = path.split('/');
  return {
    path,
    collection: names.at(-2) ?? '',
    parentPath: names.slice(0, -2).join('/'),
    xid: 1n,
    before: null,
    after: null,
  };
};

describe('readTarget', () => {
  it('returns equal keys for actors with the same rights', () => {
    const rooms: SubscriptionTarget = { kind: 'query', query: aQuery('room') };
    const key = toTarget(rooms).key;
    expect(
      toTarget(rooms, {
        ...owner,
        userId: 'another',
        reach: { kind: 'domains', domainIds: new Set(['e', 'd']) },
      }).key,
    ).toBe(key);
    expect(toTarget(rooms, anActor('ownerAdministrator', ['d'])).key).not.toBe(key);
    expect(toTarget(rooms, anActor('agency', ['d', 'e'])).key).not.toBe(key);
    expect(toTarget({ kind: 'query', query: aQuery('room', { limit: 5 }) }).key).not.toBe(key);
  });
});

describe('createSubscriptionIndex', () => {
  const targets: SubscriptionTarget[] = [
    { kind: 'query', query: aQuery('room') },
    { kind: 'document', path: 'room/a' },
    { kind: 'query', query: aQuery('accident', { group: true }) },
    { kind: 'query', query: aQuery('room/a/accident') },
    { kind: 'query', query: aQuery('device') },
  ];

  it('finds exactly the subscriptions that a change may affect', () => {
    const index = createSubscriptionIndex();
    const subscriptions = targets.map((target) => aSubscription(toTarget(target)));
    subscriptions.forEach(index.add);
    const touched = (path: string) =>
      index
        .touchedBy(aChange(path))
        .map((subscription) => subscriptions.indexOf(subscription))
        .toSorted((a, b) => a - b);
    expect(touched('room/a')).toEqual([0, 1]);
    expect(touched('room/b')).toEqual([0]);
    expect(touched('room/a/accident/x')).toEqual([2, 3]);
    expect(touched('room/b/accident/x')).toEqual([2]);
    expect(touched('staff/x')).toEqual([]);
  });

  it('removes a subscription', () => {
    const index = createSubscriptionIndex();
    const subscription = aSubscription(toTarget({ kind: 'query', query: aQuery('room') }));
    index.add(subscription);
    expect(index.find(subscription.target.key)).toBe(subscription);
    index.remove(subscription);
    expect([
      index.find(subscription.target.key),
      index.touchedBy(aChange('room/a')),
      index.all(),
    ]).toEqual([undefined, [], []]);
  });
});
