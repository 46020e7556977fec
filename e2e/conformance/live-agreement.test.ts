import { isDeepStrictEqual } from 'node:util';
import { withoutServerFields, type Collection } from '@yamori/domain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CollectionQuery } from '../../apps/web/src/live/documents/collection-query.ts';
import { isWhole, type FoundDocument } from '../../apps/web/src/live/documents/document-reader.ts';
import { openCaseClient, type CaseClient, type CaseDocuments } from './case-client.ts';
import type { ConformanceServer } from './conformance-server.ts';
import { openTemporaryServer } from './temporary-server.ts';

type Found = readonly FoundDocument<Collection>[];
const MUTATIONS = 150;

/** A small seeded generator, so that every run is the same. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const questions = (documents: CaseDocuments): CollectionQuery<Collection>[] => {
  const all = documents.collection('C').limit(1000);
  return [
    all,
    all.orderBy('a'),
    all.orderBy('b', 'desc').orderBy('a'),
    all.where('a', '<=', 5),
    all.where('b', '==', 'x'),
    all.where('b', '!=', 'x').orderBy('b'),
    all.where('c', 'array-contains', 2),
    all.where('a', 'in', [1, 2, 3]),
    documents.collection('C').orderBy('a').limit(5),
    documents.collection('C').orderBy('a', 'desc').limit(3),
    documents.collection('C').where('a', '>', 2).orderBy('a').startAt(3).limit(10),
    documents.collection('C').orderBy('a').where('b', 'in', ['x', 'y']),
    all.where('documentReferenceId', '>', '12'),
    all.orderBy('documentReferenceId', 'desc').where('a', '==', 3),
    all.orderBy('createdAt').orderBy('b'),
    documents.collection('C').orderBy('updatedAt', 'desc').limit(4),
    all.where('documentPath', 'in', ['C/1', 'C/2', 'C/3']),
  ];
};

describe('the web client against the real document layer', () => {
  let server: ConformanceServer;
  let writer: CaseClient;
  let reader: CaseClient;

  beforeAll(async () => {
    server = await openTemporaryServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    writer = openCaseClient(server);
    reader = openCaseClient(server);
    for (const { documentReferenceId } of await writer.documents.collection('C').limit(1000).get())
      await writer.documents.doc(`C/${documentReferenceId}`).delete();
  });
  afterEach(() => {
    writer.close();
    reader.close();
  });

  const mutate = async (roll: (sides: number) => number): Promise<void> => {
    const reference = writer.documents.doc(`C/${roll(25)}`);
    const fields = { a: roll(8), b: ['x', 'y', null, 1.5][roll(4)], c: [roll(3), roll(3)] };
    const kind = roll(6);
    if (kind === 0) await reference.delete();
    else if (kind < 4) await reference.set(fields);
    else await reference.set({ a: roll(8) }, { merge: true });
  };

  it.each([1, 2, 3])(
    'keeps a live list equal to the database, even with cut sockets (seed %i)',
    async (seed) => {
      const roll = dice(seed);
      const held = questions(reader.documents).map((query) => {
        const state: { list: Found; replayed: string[] } = { list: [], replayed: [] };
        query.subscribe(({ documents, changes }) => {
          for (const { kind, document, oldIndex, newIndex } of changes) {
            if (kind !== 'added') state.replayed.splice(oldIndex, 1);
            if (kind !== 'removed')
              state.replayed.splice(newIndex, 0, document.documentReferenceId);
          }
          state.list = documents;
        });
        return { query, state };
      });
      for (let mutation = 0; mutation < MUTATIONS; mutation += 1) {
        await mutate(roll);
        if (mutation % 50 === 25) reader.cut();
      }
      for (const [index, { query, state }] of held.entries()) {
        const expected = await query.get();
        await vi.waitFor(
          () => {
            expect(
              isDeepStrictEqual(state.list, expected),
              `query ${index}: ${ids(state.list)} is not ${ids(expected)}`,
            ).toBe(true);
          },
          { timeout: 120_000, interval: 20 },
        );
        expect(server.counters().resumed, 'subscriptions resumed from their token').toBeGreaterThan(
          0,
        );
        expect(state.replayed, `query ${index} by its changes`).toEqual(
          expected.map((document) => document.documentReferenceId),
        );
      }
    },
  );

  it('loses no increment to concurrent transactions', async () => {
    const counter = writer.documents.doc('C/counter');
    await counter.set({ a: 0 });
    const add = (client: CaseClient) =>
      client.documents.transaction(async (transaction) => {
        const before = await transaction.get(client.documents.doc('C/counter'));
        const value: unknown =
          before && isWhole(before) ? withoutServerFields({ ...before })['a'] : 0;
        transaction.update(client.documents.doc('C/counter'), { a: Number(value) + 1 });
      });
    const outcomes = await Promise.allSettled(
      [writer, reader, writer, reader].flatMap((client) => [add(client)]),
    );
    const done = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(done).toBeGreaterThanOrEqual(3);
    expect(await counter.get()).toMatchObject({ a: done });
  });

  it('pages through a thousand documents, each once', async () => {
    for (let start = 0; start < 1000; start += 500) {
      const batch = writer.documents.batch();
      for (let number = start; number < start + 500; number += 1)
        batch.set(writer.documents.doc(`C/n${number}`), {
          a: number % 10,
          b: number % 3 === 0 ? null : 'y',
        });
      await batch.commit();
    }
    const query = reader.documents.collection('C').orderBy('b').orderBy('a', 'desc');
    const seen: string[] = [];
    for (let cursor: string | null = null; ;) {
      const page: Awaited<ReturnType<typeof query.list>> = await query.list({ limit: 90, cursor });
      seen.push(...page.documents.map((document) => document.documentReferenceId));
      cursor = page.nextCursor;
      if (cursor === null) break;
    }
    expect([seen.length, new Set(seen).size, await query.count()]).toEqual([1000, 1000, 1000]);
  });
});

const ids = (documents: Found): string =>
  documents.map((document) => document.documentReferenceId).join(' ');
