import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import {
  COLLECTIONS,
  RULES,
  type Actor,
  type DocumentValue,
  type Query,
  type WireDocument,
  type Write,
} from '@yamori/domain';
import { createChangeFeed, type ChangeFeed } from './change-feed.ts';
import { createDocumentAccess } from './document-access.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';
import {
  aDevice,
  aDomain,
  anAccident,
  anActor,
  aQuery,
  aRoom,
  aStaff,
  change,
  openTestDocuments,
  SERVER,
  type TestDocuments,
} from './testing/test-documents.ts';
import { NO_TOKEN } from './live/resume-token.ts';
import { aReader, type TestReader } from './testing/test-reader.ts';

/**
 * YAMORI_LONG=1 runs twenty seeds, in about two minutes; required before a change of the feed
 * lands.
 */
const SEEDS = process.env['YAMORI_LONG'] === '1' ? 20 : 2;
const MUTATIONS = 2_000;
const WRITERS = 8;
const MUTATIONS_A_ROUND = 4;
const DOMAINS = ['d0', 'd1', 'd2', 'd3', 'd4', 'd5'];

const open: { documents: TestDocuments | null; stop: (() => Promise<void>) | null } = {
  documents: null,
  stop: null,
};
afterEach(async () => {
  await open.stop?.();
  await open.documents?.close();
  open.documents = null;
});

/** Mulberry32: equal seeds give equal numbers on every machine. */
function createRandom(seed: number): (below: number) => number {
  const state = { at: seed };
  return (below) => {
    state.at = (state.at + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state.at ^ (state.at >>> 15), 1 | state.at);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Random = ReturnType<typeof createRandom>;
const pick = <Item>(random: Random, items: readonly Item[]): Item => {
  for (const item of items.slice(random(items.length))) return item;
  throw new Error('nothing to pick from');
};

const actors = (random: Random): Actor =>
  pick(random, [
    anActor('developer'),
    anActor('ownerAdministrator', ['d0', 'd1', 'd2']),
    anActor('administrator', ['d1']),
    anActor('generalStaff', ['d2', 'd3']),
    anActor('agency', ['d4', 'd5', 'd0']),
    anActor('individualUser', [], { userId: 'anna' }),
    anActor('individualUser', [], { userId: 'ben' }),
    anActor('requestMfa', ['d0']),
  ]);

function randomQuery(random: Random): Query {
  const limit = pick(random, [undefined, 3, 10, 25]);
  const direction = pick(random, ['asc', 'desc'] as const);
  return pick(random, [
    aQuery('room', { limit }),
    aQuery('room', { limit, orderBy: [{ field: ['floor'], direction }] }),
    aQuery('room', {
      limit,
      filters: [{ field: ['capacity'], op: '>', value: 2 }],
      orderBy: [{ field: ['capacity'], direction }],
    }),
    aQuery('room', {
      limit,
      filters: [{ field: ['domainId'], op: '==', value: pick(random, DOMAINS) }],
    }),
    aQuery('room', { limit, filters: [{ field: ['tags'], op: 'array-contains', value: 'a' }] }),
    aQuery('device', { limit, orderBy: [{ field: ['updatedAt'], direction }] }),
    aQuery('staff', {
      limit,
      orderBy: [
        { field: ['accessLevel'], direction },
        { field: ['name'], direction: 'asc' },
      ],
    }),
    aQuery('accident', {
      limit,
      group: true,
      filters: [{ field: ['state'], op: '==', value: 'raised' }],
    }),
    aQuery(`room/r${random(30)}/accident`, { limit }),
  ]);
}

function mutation(random: Random, number: number): Write {
  const room = `r${random(30)}`;
  const kind = random(12);
  if (kind === 0)
    return {
      ...aRoom(room, pick(random, DOMAINS), { name: `${room} ${number}`, capacity: 1 + random(5) }),
      path: `room/${room}`,
    };
  if (kind === 1) return { kind: 'delete', path: `room/${room}` };
  if (kind === 2) {
    const domainId = pick(random, DOMAINS);
    return change(`room/${room}`, { domainId, rootDomainId: 'd0' });
  }
  if (kind === 3)
    return change(`room/${room}`, {
      sharedWith: pick<DocumentValue>(random, [[], ['anna'], ['anna', 'ben'], ['ben']]),
    });
  if (kind === 4) return anAccident(room, `a${random(6)}`);
  if (kind === 5)
    return change(`room/${room}/accident/a${random(6)}`, {
      state: pick(random, ['raised', 'resolved']),
    });
  if (kind === 6) return { kind: 'delete', path: `room/${room}/accident/a${random(6)}` };
  if (kind === 7) return aDevice(`S${random(20)}`, pick(random, DOMAINS), room);
  if (kind === 8)
    return change(`device/S${random(20)}`, {
      roomId: pick(random, [room, null]),
      domainId: pick(random, DOMAINS),
    });
  if (kind === 9)
    return random(2) === 0
      ? aStaff(`u${random(15)}`, pick(random, DOMAINS), 1 + random(5))
      : change(`staff/u${random(15)}`, { accessLevel: 1 + random(5) });
  return change(`room/${room}`, {
    capacity: 1 + random(5),
    floor: String(random(4)),
    tags: pick<DocumentValue>(random, [['a'], ['b'], ['a', 'b'], []]),
  });
}

type Count = { done: number; refused: number; next: number };

async function mutate(documents: TestDocuments, random: Random, count: Count): Promise<void> {
  const writer = async (): Promise<void> => {
    while (count.next < MUTATIONS) {
      count.next += 1;
      const writes = Array.from({ length: 1 + random(3) }, () => mutation(random, count.next));
      // Many are rejected, for example creating a room that exists or an accident in a missing
      // room.
      await documents.store.commit(writes, SERVER).then(
        () => {
          count.done += 1;
        },
        () => {
          count.refused += 1;
        },
      );
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
}

const strip = (documents: Iterable<WireDocument>) =>
  [...documents]
    .map(({ path, version, data }) => ({ path, version, data }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));

describe('live queries against the database', () => {
  it.each(Array.from({ length: SEEDS }, (_, seed) => seed + 1))(
    'results agree after 2,000 mutations, reconnects and restarts (seed %i)',
    async (seed) => {
      const documents = await openTestDocuments(COLLECTIONS);
      open.documents = documents;
      const random = createRandom(seed * 7919);
      const access = createDocumentAccess({ store: documents.store, rules: RULES });
      await documents.store.commit(
        [aDomain('d0'), ...DOMAINS.slice(1).map((id) => aDomain(id, 'd0'))],
        SERVER,
      );

      const server: { feed: ChangeFeed; subscriptions: Subscriptions } =
        await startServer(documents);
      open.stop = () => stopServer(server);
      const readers = Array.from({ length: 100 }, () => {
        const actor = actors(random);
        const target =
          random(6) === 0
            ? {
                kind: 'document' as const,
                path: pick(random, [
                  `room/r${random(30)}`,
                  `device/S${random(20)}`,
                  `staff/u${random(15)}`,
                ]),
              }
            : { kind: 'query' as const, query: randomQuery(random) };
        const slow = { until: 0 };
        return { actor, slow, reader: aReader(actor, target, () => Date.now() < slow.until) };
      });
      readers.forEach(({ reader }) => reader.connect(server.subscriptions));

      const countResets = (): number =>
        readers.reduce((sum, { reader }) => sum + reader.seen.resets, 0);
      const chaos = { on: true };
      const count: Count = { done: 0, refused: 0, next: 0 };
      const disturbed = (async () => {
        for (let round = 1; chaos.on; round += 1) {
          // Without this limit, slow machines would do more of it.
          do await sleep(20);
          while (chaos.on && count.next < round * MUTATIONS_A_ROUND);
          const victim = pick(random, readers);
          if (random(4) === 0) victim.slow.until = Date.now() + 300;
          victim.reader.disconnect();
          await sleep(random(15));
          victim.reader.connect(server.subscriptions);
          if (round % 25 === 0)
            await restart(
              server,
              documents,
              readers.map(({ reader }) => reader),
            );
        }
      })();
      await mutate(documents, random, count);
      chaos.on = false;
      await disturbed;

      expect(count.done).toBeGreaterThan(MUTATIONS / 5);
      for (const { actor, reader } of readers) {
        const expected = async (): Promise<WireDocument[]> =>
          reader.target.kind === 'document'
            ? (await access.read(actor, [reader.target.path])).filter(
                (document) => document !== null,
              )
            : access.list(actor, {
                ...reader.target.query,
                limit: reader.target.query.limit ?? 1000,
              });
        const wanted = strip(await expected());
        await expect
          .poll(() => strip(reader.held.values()), {
            interval: 50,
            message: JSON.stringify(reader.target),
          })
          .toEqual(wanted);
        expect(reader.faults, JSON.stringify(reader.target)).toEqual([]);
        expect(reader.problems).toEqual([]);
      }
      // A reader without a token must reload when it returns. It is ahead of the feed, or is slow
      // and gets its token up to 400 ms later.
      await expect
        .poll(() => readers.every(({ reader }) => reader.token() !== NO_TOKEN))
        .toBe(true);
      const resets = countResets();
      for (const { reader } of readers) {
        reader.disconnect();
        reader.connect(server.subscriptions);
      }
      await expect.poll(() => readers.every(({ reader }) => reader.seen.current)).toBe(true);
      expect(countResets()).toBe(resets);
    },
  );
});

async function startServer(
  documents: TestDocuments,
): Promise<{ feed: ChangeFeed; subscriptions: Subscriptions }> {
  const log = { warn: () => undefined };
  const clock = () => new Date();
  const feed = createChangeFeed({
    database: documents.temporary.database,
    bus: documents.bus,
    clock,
    log,
  });
  await feed.start();
  return {
    feed,
    subscriptions: createSubscriptions({
      store: documents.store,
      database: documents.temporary.database,
      rules: RULES,
      feed,
      clock,
      log,
    }),
  };
}

async function stopServer({
  feed,
  subscriptions,
}: {
  feed: ChangeFeed;
  subscriptions: Subscriptions;
}): Promise<void> {
  subscriptions.close();
  await feed.close();
}

/** A new process takes over; only the readers' tokens remain. */
async function restart(
  server: { feed: ChangeFeed; subscriptions: Subscriptions },
  documents: TestDocuments,
  readers: readonly TestReader[],
): Promise<void> {
  readers.forEach((reader) => reader.disconnect());
  await stopServer(server);
  Object.assign(server, await startServer(documents));
  readers.forEach((reader) => reader.connect(server.subscriptions));
}
