import { query, withoutServerFields, type Collection, type WireChange } from '@yamori/domain';
import { expect, vi } from 'vitest';
import { documentTransport } from '../../apps/web/src/client/document-transport.ts';
import { createDocuments } from '../../apps/web/src/client/documents-client.ts';
import { createLiveLink } from '../../apps/web/src/client/live-link.ts';
import type { QuerySnapshot } from '../../apps/web/src/client/query-view.ts';
import { keptLog } from '../../apps/web/src/client/testing/kept-log.ts';
import { LiveServer } from '../../apps/web/src/client/testing/live-server.ts';
import { MemoryTransport } from '../../apps/web/src/client/testing/memory-transport.ts';
import { realClock, type CaseClient } from './case-client.ts';
import type { ListenCall, ProtocolDocument } from './case-file.ts';
import { CASE_COLLECTIONS } from './conformance-server.ts';
import { plainFields } from './expected-value.ts';

type Snapshots = QuerySnapshot<Collection>[];
type Step = ListenCall['responses'][number];

/** Makes the changes that the responses tell of in the real store, and compares what a listen there tells. */
export async function runListenCase({ documents }: CaseClient, call: ListenCall): Promise<void> {
  for (const document of await documents.collection('C').limit(1000).get())
    await documents.doc(`C/${document.documentReferenceId}`).delete();
  const perform = async ({ documentChange, documentDelete }: Step): Promise<void> => {
    if (documentChange)
      await documents
        .doc(`C/${idOf(documentChange.document.name)}`)
        .set(plainFields(documentChange.document.fields ?? {}));
    if (documentDelete) await documents.doc(`C/${idOf(documentDelete.document)}`).delete();
  };
  const current = call.responses.findIndex(
    ({ targetChange }) => targetChange?.targetChangeType === 'CURRENT',
  );
  for (const step of call.responses.slice(0, current)) await perform(step);
  const told: Snapshots = [];
  const end = documents
    .collection('C')
    .orderBy('a')
    .subscribe((snapshot) => told.push(snapshot));
  await heard(told, 1);
  let expected = 1;
  for (const step of call.responses.slice(current + 1)) {
    if (!step.documentChange && !step.documentDelete) continue;
    await perform(step);
    await heard(told, (expected += 1));
  }
  end();
  compare(call, told);
}

/**
 * Tells the client exactly what the responses tell, over a real socket: for what no store would do, such as a change of a
 * document under an unchanged version. The update time of the case is the version.
 */
export async function replayListenCase(call: ListenCall): Promise<void> {
  const server = await LiveServer.open();
  const { url } = server;
  const link = createLiveLink({
    openSocket: () => new WebSocket(url),
    clock: realClock,
    log: keptLog(),
  });
  const transport = documentTransport(new MemoryTransport(() => new Date()), link);
  const told: Snapshots = [];
  createDocuments({ transport, collections: CASE_COLLECTIONS, log: keptLog() })
    .collection('C')
    .orderBy('a')
    .subscribe((snapshot) => told.push(snapshot));
  await vi.waitFor(() =>
    expect(server.heard.find(({ type }) => type === 'subscribe')).toMatchObject({
      target: {
        query: query.parse({ collection: 'C', orderBy: [{ field: ['a'], direction: 'asc' }] }),
      },
    }),
  );
  let waiting: WireChange[] = [];
  let loaded = false;
  for (const { documentChange, documentDelete, targetChange } of call.responses) {
    if (documentChange)
      waiting.push({ kind: 'modified', document: wireOf(documentChange.document) });
    if (documentDelete)
      waiting.push({ kind: 'removed', path: `C/${idOf(documentDelete.document)}` });
    if (targetChange?.readTime === undefined) continue;
    server.send({
      type: 'changes',
      id: 1,
      changes: waiting,
      reset: !loaded,
      current: true,
      token: targetChange.readTime,
    });
    waiting = [];
    loaded = true;
  }
  await heard(told, call.snapshots?.length ?? 0);
  link.close();
  await server.close();
  compare(call, told);
}

const heard = (told: Snapshots, count: number) =>
  vi.waitFor(() => expect(told.length).toBeGreaterThanOrEqual(count), {
    timeout: 10_000,
    interval: 5,
  });

function compare(call: ListenCall, told: Snapshots): void {
  const expected = (call.snapshots ?? []).map(({ docs = [], changes = [] }) => ({
    documents: docs.map(expectedOf),
    changes: changes.map(({ kind, doc, oldIndex = 0, newIndex = 0 }) => ({
      kind: kind.toLowerCase(),
      document: expectedOf(doc),
      oldIndex,
      newIndex,
    })),
  }));
  const got = told.map(({ documents, changes }) => ({
    documents: documents.map(plain),
    changes: changes.map(({ kind, document, oldIndex, newIndex }) => ({
      kind,
      document: plain(document),
      oldIndex,
      newIndex,
    })),
  }));
  expect(got).toEqual(expected);
}

const idOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
const expectedOf = (document: ProtocolDocument) => ({
  id: idOf(document.name),
  fields: plainFields(document.fields ?? {}),
});
const plain = (document: { readonly documentReferenceId: string }) => ({
  id: document.documentReferenceId,
  fields: withoutServerFields({ ...document }),
});
const wireOf = (document: ProtocolDocument) => ({
  path: `C/${idOf(document.name)}`,
  data: { ...plainFields(document.fields ?? {}) },
  createdAt: '1970-01-01T00:00:01Z',
  updatedAt: '1970-01-01T00:00:01Z',
  version: document.updateTime ?? '',
});
