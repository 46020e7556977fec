import type { Query } from '@yamori/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveConnection } from '../../live/connection/live-connection.ts';
import { MemoryTransport } from '../../live/testing/memory-transport.ts';
import { createOfflineFixture } from '../../live/offline/testing/offline-fixture.ts';
import { openOfflineServices } from './offline-services.ts';

let fixture: Awaited<ReturnType<typeof createOfflineFixture>>;
beforeEach(async () => {
  fixture = await createOfflineFixture();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await fixture.end();
});

const ROOM = {
  domainId: 'home',
  rootDomainId: 'home',
  name: '201',
  building: '',
  floor: '',
  tags: [],
  capacity: 1,
  occupant: null,
  deviceSerials: [],
  sharedWith: [],
  viewId: null,
  parameterOverrides: {},
  archivedAt: null,
  live: null,
};

/**
 * Requests of a browser within a minute of its first board, and in the minute after the member's
 * level changed.
 */
async function askedBy(...kept: readonly boolean[]): Promise<string[][]> {
  const memory = new MemoryTransport(() => new Date());
  memory.put('room/a', ROOM);
  const asked: string[] = [];
  const transport = {
    read: memory.read,
    count: memory.count,
    commit: memory.commit,
    subscribe: memory.subscribe,
    list: async (query: Query) => {
      asked.push(query.collection);
      return memory.list(query);
    },
  };
  const link: LiveConnection = {
    state: () => ({ kind: 'live' }),
    onState: () => () => undefined,
    subscribe: memory.subscribe,
    watch: () => () => undefined,
    clockOffsetMs: () => 0,
    framesDropped: () => 0,
    wake: () => undefined,
    close: () => undefined,
  };
  const parts = openOfflineServices({
    view: window,
    database: fixture.database,
    memberId: 'carer',
    transport,
    link,
  });
  const minutes: string[][] = [];
  for (const keepsNights of kept) {
    parts.keepNights(keepsNights);
    for (let second = 0; second < 60; second += 1) await vi.advanceTimersByTimeAsync(1000);
    minutes.push(asked.splice(0));
  }
  parts.close();
  return minutes;
}

describe('the prefetch of nights', () => {
  it('fetches the nights for members at a bedside', async () =>
    expect((await askedBy(true))[0]).toContain('room/a/sleep'));

  it('fetches nothing for members who serve facilities remotely', async () =>
    expect(await askedBy(false)).toEqual([[]]));

  it('follows the present level of the member', async () => {
    const [before, after] = await askedBy(false, true);
    expect([before, after?.includes('room/a/sleep')]).toEqual([[], true]);
  });
});
