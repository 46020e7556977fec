import { COLLECTIONS, ProblemError, type StoredDocument } from '@yamori/domain';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TilesAhead } from '../../live/chart/nights/night-message.ts';
import { createDocuments } from '../../live/documents/documents-client.ts';
import { keptLog } from '../../live/testing/kept-log.ts';
import { MemoryTransport } from '../../live/testing/memory-transport.ts';
import { prefetchNight } from './prefetch-night.ts';
import { firstNights, firstRoom, streamsQuery } from './api.ts';
import { aNight, ECG, MORNING } from './testing/room-fixture.tsx';
import type { TimelineAccess } from './timeline-context.ts';

beforeEach(() => localStorage.clear());

function aPage({ unreachable = false } = {}) {
  const transport = new MemoryTransport(() => MORNING);
  // Test documents hold only document values.
  const put = (path: string, data: object): void =>
    transport.put(path, data as StoredDocument['data']);
  put('room/r1', { domainId: 'home', rootDomainId: 'home', name: '201' });
  for (const night of ['2026-11-18', '2026-11-19', '2026-11-20'])
    put(`room/r1/sleep/${night}`, aNight(night, night === '2026-11-20' ? { state: 'failed' } : {}));
  const prepared: (TilesAhead | undefined)[] = [];
  const timeline: TimelineAccess = {
    client: {
      streams: async () => {
        if (unreachable) throw new ProblemError({ code: 'network-unreachable' });
        return { streams: [ECG, { ...ECG, streamId: 9, kind: 'eit' }], recorded: [] };
      },
    },
    openChart: () => {
      throw new Error('the page was not opened');
    },
    prepareChart: (ahead) => prepared.push(ahead),
    dropPrepared: () => undefined,
  };
  const queries = new QueryClient({ defaultOptions: { queries: { retryDelay: 1 } } });
  const documents = createDocuments({ transport, collections: COLLECTIONS, log: keptLog() });
  return {
    documents,
    queries,
    timeline,
    prepared,
    parts: { documents, queries, timeline, nowMs: () => MORNING.getTime() },
  };
}

describe('a prefetched link to a night', () => {
  it('the prefetch loads the night that the page will choose, its streams, and the tiles of its window', async () => {
    const { parts, documents, queries, timeline, prepared } = aPage();
    await prefetchNight(parts, { roomId: 'r1', night: '' });
    const night = queries.getQueryData(firstNights(documents, 'r1', '').queryKey);
    expect(night?.map(({ documentReferenceId }) => documentReferenceId)).toEqual([
      '2026-11-20',
      '2026-11-19',
    ]);
    expect(queries.getQueryData(firstRoom(documents, 'r1').queryKey)?.name).toBe('201');
    const range = {
      fromMs: Date.parse('2026-11-19T03:00:00Z'),
      toMs: Date.parse('2026-11-20T03:00:00Z'),
    };
    expect(
      queries.getQueryData(streamsQuery(timeline.client, 'r1', range).queryKey)?.streams,
    ).toHaveLength(2);
    expect(prepared[0]).toBeUndefined();
    expect(prepared[1]).toMatchObject({
      roomId: 'r1',
      streams: [{ key: 'A-1:1', sampleRateHz: 250 }],
      window: {
        fromMs: Date.parse('2026-11-19T12:45:00Z'),
        toMs: Date.parse('2026-11-19T21:15:00Z'),
      },
    });
  });

  it('the link leads to its night and its moment', async () => {
    const { parts, prepared } = aPage();
    await prefetchNight(parts, {
      roomId: 'r1',
      night: '2026-11-18',
      from: '2026-11-18T15:00:00Z',
      to: '2026-11-18T15:10:00Z',
    });
    expect(prepared[1]?.window).toEqual({
      fromMs: Date.parse('2026-11-18T15:00:00Z'),
      toMs: Date.parse('2026-11-18T15:10:00Z'),
    });
  });

  it('the prefetch stops when the night does not exist', async () => {
    const { parts, prepared } = aPage();
    await prefetchNight(parts, { roomId: 'r1', night: '2026-11-01' });
    expect(prepared).toEqual([undefined]);
  });

  it('the prefetch leaves errors to the page', async () => {
    const { parts, queries, documents } = aPage({ unreachable: true });
    await expect(prefetchNight(parts, { roomId: 'r1', night: '' })).rejects.toThrow(ProblemError);
    expect(queries.getQueryData(firstNights(documents, 'r1', '').queryKey)).toHaveLength(2);
  });
});
