import type { Query } from '@yamori/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyDocument } from './list-all.ts';
import {
  aDomain,
  aRoom,
  openTestDocuments,
  SERVER,
  type TestDocuments,
} from './testing/test-documents.ts';

let documents: TestDocuments;
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
beforeAll(async () => {
  documents = await openTestDocuments();
  await documents.store.commit(
    [
      aDomain('own'),
      aDomain('other'),
      ...NAMES.map((name) => aRoom(name, 'own')),
      aRoom('beside', 'other'),
    ],
    SERVER,
  );
});
afterAll(() => documents.close());

const OWN = {
  collection: 'room',
  group: false,
  filters: [{ field: ['domainId'], op: '==', value: 'own' }],
} satisfies Pick<Query, 'collection' | 'group' | 'filters'>;

describe('everyDocument', () => {
  it('yields each document once, by path, over any number of pages', async () => {
    for (const pageSize of [1, 2, 7, 100]) {
      const found: string[] = [];
      for await (const { id } of everyDocument(documents.store, OWN, pageSize)) found.push(id);
      expect(found).toEqual(NAMES);
    }
  });

  it('skips no document when earlier ones are deleted', async () => {
    const seen: string[] = [];
    for await (const { id } of everyDocument(documents.store, OWN, 2)) {
      seen.push(id);
      if (id === 'b')
        await documents.store.commit(
          [
            { kind: 'delete', path: 'room/a' },
            { kind: 'delete', path: 'room/b' },
          ],
          SERVER,
        );
    }
    expect(seen).toEqual(NAMES);
  });
});
