import { query, type SubscriptionTarget, type WireDocument, ProblemError } from '@yamori/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TargetChanges } from '../documents/document-transport.ts';
import type { ConnectionState } from '../connection/connection-state.ts';
import { MemoryTransport } from '../testing/memory-transport.ts';
import { offlineTransport } from './offline-transport.ts';
import type { OfflineCopy } from './offline-copy.ts';
import { createOfflineFixture } from './testing/offline-fixture.ts';

const rooms = query.parse({
  collection: 'room',
  orderBy: [{ field: ['name'], direction: 'asc' }],
  limit: 50,
});
const board: SubscriptionTarget = { kind: 'query', query: rooms };

let fixture: Awaited<ReturnType<typeof createOfflineFixture>>;
beforeEach(async () => {
  fixture = await createOfflineFixture();
});
afterEach(() => fixture.end());

/** A network that can be cut, over an in-memory store; the test sets the connection state. */
function aNetwork(
  copy: OfflineCopy,
  memory = new MemoryTransport(() => new Date(fixture.clock.now())),
) {
  const state = { problem: null as string | null, link: { kind: 'live' } as ConnectionState };
  const listeners = new Set<(link: ConnectionState) => void>();
  const whileUp =
    <Asked, Answer>(ask: (asked: Asked) => Promise<Answer>) =>
    async (asked: Asked): Promise<Answer> => {
      if (state.problem !== null) throw new ProblemError({ code: state.problem });
      return ask(asked);
    };
  const transport = offlineTransport({
    copy,
    link: {
      state: () => state.link,
      onState: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    transport: {
      read: whileUp(memory.read),
      list: whileUp(memory.list),
      count: whileUp(memory.count),
      commit: whileUp(memory.commit),
      subscribe: (target, listener) => {
        const held = { end: () => undefined as unknown };
        const begin = (): void => {
          held.end = memory.subscribe(target, listener);
        };
        const later = (link: ConnectionState): void => {
          if (link.kind === 'live') begin();
        };
        if (state.link.kind === 'live') begin();
        else listeners.add(later);
        return () => {
          listeners.delete(later);
          held.end();
        };
      },
    },
  });
  return {
    memory,
    transport,
    cut(problem = 'network-unreachable') {
      state.problem = problem;
      this.turn({ kind: 'lost', since: new Date(fixture.clock.now()) });
    },
    turn(link: ConnectionState) {
      state.link = link;
      if (link.kind === 'live') state.problem = null;
      for (const listener of listeners) listener(link);
    },
  };
}

const getNames = (documents: readonly (WireDocument | null)[]): unknown[] =>
  documents.map((document) => document?.data['name'] ?? null);

/** Records a subscriber's events. */
function follow(network: ReturnType<typeof aNetwork>, target = board) {
  const events: TargetChanges[] = [];
  const end = network.transport.subscribe(target, {
    onChanges: (event) => events.push(event),
    onFail: () => undefined,
  });
  return {
    heard: events,
    end,
    names: () =>
      events.flatMap(({ changes }) =>
        changes.map((change) =>
          change.kind === 'removed' ? change.path : change.document.data['name'],
        ),
      ),
  };
}

describe('documents without a network', () => {
  it('the cache answers, even after a reload', async () => {
    const written = fixture.openCopy();
    const before = aNetwork(written);
    before.memory.put('room/a', { name: '201' });
    await before.transport.list(rooms);
    await before.transport.read(['room/a']);
    await written.flush();
    const copy = fixture.openCopy();
    await copy.flush();
    const network = aNetwork(copy);
    network.cut();
    expect(network.transport.takeStale()).toBe(false);
    expect([
      getNames(await network.transport.list(rooms)),
      getNames(await network.transport.read(['room/a'])),
    ]).toEqual([['201'], ['201']]);
    expect([network.transport.takeStale(), network.transport.takeStale()]).toEqual([true, false]);
  });

  it.each(['network-unreachable', 'http-502', 'database-unavailable'])(
    'the cache answers after %s, and not after a refusal',
    async (problem) => {
      const network = aNetwork(fixture.openCopy());
      network.memory.put('room/a', { name: '201' });
      await network.transport.list(rooms);
      network.cut(problem);
      expect(getNames(await network.transport.list(rooms))).toEqual(['201']);
      network.cut('access-refused');
      await expect(network.transport.list(rooms)).rejects.toMatchObject({
        problem: { code: 'access-refused' },
      });
    },
  );

  it('calls fail without a cache, and a missing document is not confused with an unread one', async () => {
    const network = aNetwork(fixture.openCopy());
    network.memory.put('room/a', { name: '201' });
    await network.transport.read(['room/a']);
    network.cut();
    await expect(
      network.transport.list(query.parse({ collection: 'device' })),
    ).rejects.toMatchObject({ problem: { code: 'network-unreachable' } });
    await expect(network.transport.read(['room/a', 'room/b'])).rejects.toMatchObject({
      problem: { code: 'network-unreachable' },
    });
    await expect(network.transport.commit([])).rejects.toMatchObject({
      problem: { code: 'network-unreachable' },
    });
  });

  it("subscribers see the cache only while the connection is lost, until the server's first message", async () => {
    const written = fixture.openCopy();
    const before = aNetwork(written);
    before.memory.put('room/a', { name: '201' });
    before.memory.put('room/b', { name: '202' });
    const first = follow(before);
    expect(first.names()).toEqual(['201', '202']);
    first.end();
    await written.flush();
    const copy = fixture.openCopy();
    await copy.flush();
    const network = aNetwork(copy);
    network.turn({ kind: 'stale', since: new Date(0) });
    const second = follow(network);
    await copy.flush();
    expect(second.heard).toEqual([]);
    network.turn({ kind: 'lost', since: new Date(0) });
    await expect.poll(second.names).toEqual(['201', '202']);
    expect(second.heard).toEqual([expect.objectContaining({ reset: true })]);
    network.memory.put('room/a', { name: '201 new' });
    network.turn({ kind: 'live' });
    expect(second.heard.at(-1)).toMatchObject({
      reset: true,
      changes: [{ document: { path: 'room/a', data: { name: '201 new' } } }],
    });
    second.end();
  });

  it("former subscribers see nothing, and the cache never overwrites the server's data", async () => {
    const network = aNetwork(fixture.openCopy());
    network.memory.put('room/a', { name: '201' });
    const live = follow(network);
    expect(live.heard).toHaveLength(1);
    network.turn({ kind: 'lost', since: new Date(0) });
    const gone = follow(network);
    gone.end();
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    expect([live.heard.length, gone.heard.length]).toEqual([1, 0]);
    live.end();
  });
});
