import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RULES, type SubscriptionTarget } from '@yamori/domain';
import { createChangeFeed, type ChangeFeed } from './change-feed.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';
import {
  aDomain,
  anActor,
  aQuery,
  aRoom,
  change,
  openTestDocuments,
  SERVER,
  type TestDocuments,
} from './testing/test-documents.ts';
import { aReader } from './testing/test-reader.ts';
import { NO_TOKEN } from './live/resume-token.ts';

const eventually = <Value>(read: () => Value) => expect.poll(read, { interval: 10 });

let documents: TestDocuments;
let feed: ChangeFeed;
let subscriptions: Subscriptions;
const time = { aheadMs: 0 };
const clock = () => new Date(Date.now() + time.aheadMs);
const log = { warn: () => undefined };
const owner = anActor('ownerAdministrator', ['d']);
const rooms = (more: Parameters<typeof aQuery>[1] = {}): SubscriptionTarget => ({
  kind: 'query',
  query: aQuery('room', more),
});

async function start(): Promise<void> {
  feed = createChangeFeed({
    database: documents.temporary.database,
    bus: documents.bus,
    clock,
    log,
  });
  await feed.start();
  subscriptions = createSubscriptions({
    store: documents.store,
    database: documents.temporary.database,
    rules: RULES,
    feed,
    clock,
    log,
  });
}
async function stop(): Promise<void> {
  subscriptions.close();
  await feed.close();
}
beforeEach(async () => {
  time.aheadMs = 0;
  documents = await openTestDocuments();
  await documents.store.commit(
    [
      aDomain('d'),
      aDomain('e'),
      ...[1, 2, 3, 4, 5].map((number) => aRoom(`r${number}`, 'd', { capacity: number })),
    ],
    SERVER,
  );
  await start();
});
afterEach(async () => {
  await stop();
  await documents.close();
});

const settled = (reader: ReturnType<typeof aReader>) =>
  eventually(() => reader.token()).not.toBe(NO_TOKEN);

describe('createSubscriptions', () => {
  it('delivers added, modified and removed documents', async () => {
    const reader = aReader(
      owner,
      rooms({ filters: [{ field: ['capacity'], op: '>', value: 3 }], orderBy: [] }),
    );
    reader.connect(subscriptions);
    await eventually(() => [...reader.held.keys()]).toEqual(['room/r4', 'room/r5']);
    await documents.store.commit(
      [
        change('room/r4', { floor: '2' }),
        change('room/r1', { capacity: 9 }),
        change('room/r5', { capacity: 1 }),
      ],
      SERVER,
    );
    await eventually(() => [...reader.held.keys()].sort()).toEqual(['room/r1', 'room/r4']);
    expect(reader.held.get('room/r4')?.data['floor']).toBe('2');
    expect(reader.faults).toEqual([]);
  });

  it('follows one document through deletion and recreation', async () => {
    const reader = aReader(owner, { kind: 'document', path: 'room/r1' });
    reader.connect(subscriptions);
    await eventually(() => reader.held.size).toBe(1);
    await documents.store.commit([{ kind: 'delete', path: 'room/r1' }], SERVER);
    await eventually(() => reader.held.size).toBe(0);
    await documents.store.commit([aRoom('r1', 'd')], SERVER);
    await eventually(() => reader.held.size).toBe(1);
  });

  it('reports an empty result as current', async () => {
    const reader = aReader(owner, { kind: 'document', path: 'room/none' });
    reader.connect(subscriptions);
    await eventually(() => reader.seen.current).toBe(true);
    expect(reader.held.size).toBe(0);
  });

  it('refills a window when a document leaves it', async () => {
    const reader = aReader(
      owner,
      rooms({ limit: 2, orderBy: [{ field: ['capacity'], direction: 'desc' }] }),
    );
    reader.connect(subscriptions);
    await eventually(() => [...reader.held.keys()]).toEqual(['room/r5', 'room/r4']);
    await documents.store.commit([change('room/r5', { capacity: 1 })], SERVER);
    await eventually(() => [...reader.held.keys()].sort()).toEqual(['room/r3', 'room/r4']);
    await documents.store.commit(
      ['r4', 'r3', 'r2'].map((id) => ({ kind: 'delete' as const, path: `room/${id}` })),
      SERVER,
    );
    await eventually(() => [...reader.held.keys()].sort()).toEqual(['room/r1', 'room/r5']);
    expect(reader.faults).toEqual([]);
  });

  it('delivers only the changes after a restart of the server', async () => {
    const reader = aReader(owner, rooms());
    const windowed = aReader(
      owner,
      rooms({ limit: 3, orderBy: [{ field: ['capacity'], direction: 'asc' }] }),
    );
    for (const each of [reader, windowed]) {
      each.connect(subscriptions);
      await settled(each);
      each.disconnect();
    }
    await stop();
    await documents.store.commit(
      [
        change('room/r1', { capacity: 7 }),
        { kind: 'delete', path: 'room/r2' },
        aRoom('r6', 'd', { capacity: 2 }),
      ],
      SERVER,
    );
    await start();
    for (const each of [reader, windowed]) each.connect(subscriptions);
    await eventually(() => [...reader.held.keys()].sort()).toEqual([
      'room/r1',
      'room/r3',
      'room/r4',
      'room/r5',
      'room/r6',
    ]);
    await eventually(() => [...windowed.held.keys()].sort()).toEqual([
      'room/r3',
      'room/r4',
      'room/r6',
    ]);
    expect([reader, windowed].map(({ seen, faults }) => ({ resets: seen.resets, faults }))).toEqual(
      [
        { resets: 1, faults: [] },
        { resets: 1, faults: [] },
      ],
    );
    expect(subscriptions.counters().resumed).toBe(2);
  });

  it('resumes with a change whose transaction was open when the token was issued', async () => {
    const isOpen = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const committing = documents.store.commit([change('room/r1', { floor: '7' })], {
      ...SERVER,
      alongside: async (queries) => {
        await queries.query({ text: 'select pg_current_xact_id()' });
        isOpen.resolve();
        await end.promise;
      },
    });
    await isOpen.promise;
    const readers = [aReader(owner, rooms()), aReader(owner, rooms({ limit: 3 }))];
    for (const reader of readers) {
      reader.connect(subscriptions);
      await settled(reader);
    }
    await documents.store.commit([change('room/r2', { floor: '8' })], SERVER);
    for (const reader of readers) {
      await eventually(() => reader.held.get('room/r2')?.data['floor']).toBe('8');
      reader.disconnect();
    }
    end.resolve();
    await committing;
    for (const reader of readers) {
      reader.connect(subscriptions);
      await eventually(() => reader.held.get('room/r1')?.data['floor']).toBe('7');
    }
    expect(readers.map(({ seen, faults }) => [seen.resets, faults])).toEqual([
      [1, []],
      [1, []],
    ]);
    expect(subscriptions.counters().resumed).toBe(2);
  });

  it('reloads after two minutes, and for foreign and invalid tokens', async () => {
    const reader = aReader(owner, rooms());
    reader.connect(subscriptions);
    await settled(reader);
    reader.disconnect();
    time.aheadMs = 121_000;
    reader.connect(subscriptions);
    await eventually(() => reader.seen.resets).toBe(2);
    for (const resume of [reader.token(), 'nonsense', '9.9.9']) {
      const other: boolean[] = [];
      subscriptions.open({
        actor: owner,
        target: rooms({ limit: 4 }),
        resume,
        fail: () => undefined,
        deliver: ({ reset }) => {
          other.push(reset);
        },
      });
      await eventually(() => other[0]).toBe(true);
    }
  });

  it('fails after opening for hidden fields, unknown collections and offsets', async () => {
    const agency = anActor('agency', ['d']);
    const targets: [SubscriptionTarget, string][] = [
      [
        rooms({ filters: [{ field: ['occupant', 'sex'], op: '==', value: 'female' }] }),
        'field-refused',
      ],
      [{ kind: 'query', query: aQuery('bed') }, 'collection-unknown'],
      [{ kind: 'document', path: 'room' }, 'path-invalid'],
      [rooms({ offset: 1, limit: 2 }), 'query-offset-live'],
    ];
    for (const [target, code] of targets) {
      const reader = aReader(agency, target);
      reader.connect(subscriptions);
      expect(reader.problems).toEqual([]);
      await eventually(() => reader.problems[0]?.code).toBe(code);
    }
    expect(subscriptions.counters().listeners).toBe(0);
  });
});

describe('createSubscriptions by rights', () => {
  it('removes a room that moves out of reach or is no longer shared', async () => {
    const reader = aReader(owner, rooms());
    const anna = aReader(anActor('individualUser', [], { userId: 'anna' }), rooms());
    reader.connect(subscriptions);
    anna.connect(subscriptions);
    await documents.store.commit([change('room/r1', { sharedWith: ['anna'] })], SERVER);
    await eventually(() => [...anna.held.keys()]).toEqual(['room/r1']);
    await documents.store.commit(
      [change('room/r1', { domainId: 'e', rootDomainId: 'e', sharedWith: [] })],
      SERVER,
    );
    await eventually(() => anna.held.size).toBe(0);
    await eventually(() => reader.held.size).toBe(4);
  });

  it("follows the reader's own rights while open", async () => {
    const reader = aReader(anActor('developer'), rooms());
    reader.connect(subscriptions);
    await documents.store.commit([aRoom('other', 'e')], SERVER);
    await eventually(() => reader.held.size).toBe(6);
    reader.updateActor(owner);
    await eventually(() => reader.held.size).toBe(5);
    reader.updateActor(anActor('requestMfa', ['d']));
    await eventually(() => reader.held.size).toBe(0);
    const witness = aReader(owner, rooms());
    witness.connect(subscriptions);
    await settled(witness);
    await documents.store.commit([change('room/r1', { floor: '9' })], SERVER);
    await eventually(() => witness.held.get('room/r1')?.data['floor']).toBe('9');
    expect(reader.held.size).toBe(0);
  });

  it('never reveals a hidden field to one reader because another may see it', async () => {
    const readers = [aReader(owner, rooms()), aReader(anActor('agency', ['d']), rooms())];
    readers.forEach((reader) => reader.connect(subscriptions));
    await documents.store.commit(
      [change('room/r1', { occupant: { alias: 'A', sex: 'female', birthYear: null, note: '' } })],
      SERVER,
    );
    await eventually(() =>
      readers.map((reader) => reader.held.get('room/r1')?.version !== undefined),
    ).toEqual([true, true]);
    await eventually(() => readers[0]?.held.get('room/r1')?.data['occupant']).toMatchObject({
      alias: 'A',
    });
    expect(JSON.stringify([...(readers[1]?.held.values() ?? [])])).not.toContain('occupant');
  });
});

describe('createSubscriptions with many and slow readers', () => {
  it('shares one view and one encoded document', async () => {
    const delivered: unknown[] = [];
    const loaded = { count: 0 };
    for (let index = 0; index < 200; index += 1) {
      subscriptions.open({
        actor: { ...owner, userId: `u${index}` },
        target: rooms(),
        fail: () => undefined,
        deliver: ({ changes, reset }) => {
          if (reset) loaded.count += 1;
          else delivered.push(...changes);
        },
      });
    }
    await eventually(() => loaded.count).toBe(200);
    expect(subscriptions.counters()).toMatchObject({ views: 1, listeners: 200 });
    await documents.store.commit([change('room/r1', { floor: '5' })], SERVER);
    await eventually(() => delivered.length).toBe(200);
    expect(new Set(delivered).size).toBe(1);
  });

  it('isolates a reader that throws', async () => {
    const reader = aReader(owner, rooms());
    const problems: string[] = [];
    subscriptions.open({
      actor: owner,
      target: rooms(),
      fail: ({ code }) => {
        problems.push(code);
      },
      deliver: () => {
        throw new Error('broken');
      },
    });
    reader.connect(subscriptions);
    await eventually(() => problems).toEqual(['server-failed']);
    await documents.store.commit([change('room/r1', { floor: '6' })], SERVER);
    await eventually(() => reader.held.get('room/r1')?.data['floor']).toBe('6');
    expect(subscriptions.counters().listeners).toBe(1);
  });

  it('coalesces the changes for a slow reader into one message', async () => {
    const slow = { isLagging: false };
    const reader = aReader(owner, rooms(), () => slow.isLagging);
    reader.connect(subscriptions);
    await settled(reader);
    const messages = reader.seen.messages;
    slow.isLagging = true;
    for (let floor = 0; floor < 20; floor += 1)
      await documents.store.commit(
        [
          change('room/r1', { floor: String(floor) }),
          ...(floor === 10 ? [aRoom('brief', 'd')] : []),
        ],
        SERVER,
      );
    await documents.store.commit(
      [
        { kind: 'delete', path: 'room/brief' },
        { kind: 'delete', path: 'room/r2' },
      ],
      SERVER,
    );
    await eventually(() => subscriptions.counters().coalesced).toBe(23);
    expect(reader.seen.messages).toBe(messages);
    slow.isLagging = false;
    await eventually(() => reader.held.get('room/r1')?.data['floor']).toBe('19');
    expect(reader.seen.messages).toBe(messages + 1);
    expect([...reader.held.keys()]).not.toContain('room/r2');
    expect(reader.faults).toEqual([]);
  });

  it('reloads everything for a reader that is too far behind', async () => {
    const slow = { isLagging: false };
    const reader = aReader(owner, rooms(), () => slow.isLagging);
    reader.connect(subscriptions);
    await settled(reader);
    slow.isLagging = true;
    const many = Array.from({ length: documents.store.limits.pendingChanges + 10 }, (_, index) =>
      aRoom(`m${index}`, 'd'),
    );
    for (let from = 0; from < many.length; from += 500)
      await documents.store.commit(many.slice(from, from + 500), SERVER);
    await eventually(() => subscriptions.counters().coalesced).toBe(many.length);
    slow.isLagging = false;
    await eventually(() => reader.held.size).toBe(many.length + 5);
    expect(reader.seen.resets).toBe(2);
    expect(subscriptions.counters().reloads).toBe(1);
  });

  it('allows a window as large as the scan limit', async () => {
    const small = {
      ...documents.store,
      limits: { ...documents.store.limits, scannedDocuments: 3, subscriptionDocuments: 3 },
    };
    const narrow = createSubscriptions({
      store: small,
      database: documents.temporary.database,
      rules: RULES,
      feed,
      clock,
      log,
    });
    const reader = aReader(owner, rooms({ limit: 3 }));
    reader.connect(narrow);
    await eventually(() => reader.held.size).toBe(3);
    await documents.store.commit(
      [{ kind: 'delete', path: [...reader.held.keys()][0] ?? '' }],
      SERVER,
    );
    await eventually(() => reader.held.size).toBe(3);
    expect(reader.problems).toEqual([]);
    narrow.close();
  });

  it('fails for a query without a limit that has too many documents', async () => {
    const small = {
      ...documents.store,
      limits: { ...documents.store.limits, subscriptionDocuments: 3 },
    };
    const narrow = createSubscriptions({
      store: small,
      database: documents.temporary.database,
      rules: RULES,
      feed,
      clock,
      log,
    });
    const reader = aReader(owner, rooms());
    reader.connect(narrow);
    await eventually(() => reader.problems[0]?.code).toBe('query-too-wide');
    narrow.close();
  });
});
