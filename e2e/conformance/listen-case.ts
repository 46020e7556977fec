import { query, withoutServerFields, type Collection, type WireChange } from '@yamori/domain';
import { expect } from 'vitest';
import { createDocuments } from '../../apps/web/src/live/documents/documents-client.ts';
import { createLiveConnection } from '../../apps/web/src/live/connection/live-connection.ts';
import type { QuerySnapshot } from '../../apps/web/src/live/documents/query-view.ts';
import { keptLog } from '../../apps/web/src/live/testing/kept-log.ts';
import { LiveServer } from '../../apps/web/src/live/testing/live-server.ts';
import { MemoryTransport } from '../../apps/web/src/live/testing/memory-transport.ts';
import { realClock, type CaseClient } from './case-client.ts';
import { localPath, type ListenCall, type ProtocolDocument } from './case-file.ts';
import { CASE_COLLECTIONS } from './conformance-server.ts';
import { plainFields } from './expected-value.ts';

type Snapshots = QuerySnapshot<Collection>[];
type Step = ListenCall['responses'][number];

/**
 * Replays the responses to the client, and makes the same changes in the real store if possible.
 */
export async function runListenCase(client: CaseClient, call: ListenCall): Promise<void> {
  if (call.isError === true) throw new Error('no listen of ours ends with such an error');
  await replay(call);
  if (isStorable(call)) await performInStore(client, call);
}

/**
 * A store cannot prevent a listen from becoming current, reset one, or change a document under the
 * same version.
 */
function isStorable({ responses }: ListenCall): boolean {
  const held = new Map<string, string | undefined>();
  for (const step of responses) {
    if (step.targetChange?.targetChangeType === 'RESET') return false;
    const gone = removedPath(step);
    if (gone !== null) held.delete(gone);
    else if (step.documentChange) {
      const { name, updateTime } = step.documentChange.document;
      if (held.has(localPath(name)) && held.get(localPath(name)) === updateTime) return false;
      held.set(localPath(name), updateTime);
    }
  }
  return responses.some(({ targetChange }) => targetChange?.targetChangeType === 'CURRENT');
}

/** Commits all changes between two read times together, and compares what a listen reports. */
async function performInStore({ documents }: CaseClient, call: ListenCall): Promise<void> {
  for (const document of await documents.collection('C').limit(1000).get())
    await documents.doc(`C/${document.documentReferenceId}`).delete();
  const stored = new Set<string>();
  const perform = async (steps: readonly Step[]): Promise<boolean> => {
    const batch = documents.batch();
    let changes = 0;
    for (const step of steps) {
      const gone = removedPath(step);
      if (gone !== null) {
        if (!stored.delete(gone)) continue;
        batch.delete(documents.doc(`C/${getId(gone)}`));
      } else if (step.documentChange) {
        const { name, fields = {} } = step.documentChange.document;
        stored.add(localPath(name));
        batch.set(documents.doc(`C/${getId(name)}`), plainFields(fields));
      } else continue;
      changes += 1;
    }
    if (changes > 0) await batch.commit();
    return changes > 0;
  };
  const [first = [], ...later] = groupSteps(call.responses);
  await perform(first);
  const snapshots: Snapshots = [];
  const end = documents
    .collection('C')
    .orderBy('a')
    .subscribe((snapshot) => snapshots.push(snapshot));
  await waitForSnapshots(snapshots, 1);
  let expected = 1;
  for (const group of later) {
    if (!(await perform(group))) continue;
    await waitForSnapshots(snapshots, (expected += 1));
  }
  end();
  compare(call, snapshots);
}

/** The steps up to each read time at which the target is current. */
function groupSteps(responses: readonly Step[]): Step[][] {
  const groups: Step[][] = [[]];
  let isCurrent = false;
  for (const step of responses) {
    groups.at(-1)?.push(step);
    if (step.targetChange?.targetChangeType === 'CURRENT') isCurrent = true;
    if (isCurrent && step.targetChange?.readTime !== undefined) groups.push([]);
  }
  return groups;
}

/**
 * Sends the client each response as a separate message over a real socket. The update time of the
 * case is the version.
 */
async function replay(call: ListenCall): Promise<void> {
  const server = await LiveServer.open();
  const { url } = server;
  const link = createLiveConnection({
    openSocket: () => new WebSocket(url),
    clock: realClock,
    log: keptLog(),
  });
  const { read, list, commit, count } = new MemoryTransport(() => new Date());
  const transport = { read, list, commit, count, subscribe: link.subscribe };
  const snapshots: Snapshots = [];
  createDocuments({ transport, collections: CASE_COLLECTIONS, log: keptLog() })
    .collection('C')
    .orderBy('a')
    .subscribe((snapshot) => snapshots.push(snapshot));
  await expect
    .poll(() => server.heard.find(({ type }) => type === 'subscribe'))
    .toMatchObject({
      target: {
        query: query.parse({ collection: 'C', orderBy: [{ field: ['a'], direction: 'asc' }] }),
      },
    });
  const send = (changes: WireChange[], more: { reset?: boolean; current?: boolean } = {}): void =>
    server.send({
      type: 'changes',
      id: 1,
      changes,
      reset: false,
      current: false,
      token: 't',
      ...more,
    });
  let isCurrent = false;
  for (const step of call.responses) {
    const gone = removedPath(step);
    if (gone !== null) send([{ kind: 'removed', path: `C/${getId(gone)}` }]);
    else if (step.documentChange)
      send([{ kind: 'modified', document: toWire(step.documentChange.document) }]);
    const { targetChangeType, readTime } = step.targetChange ?? {};
    if (targetChangeType === 'CURRENT') isCurrent = true;
    if (targetChangeType === 'RESET') {
      isCurrent = false;
      send([], { reset: true });
    }
    if (isCurrent && readTime !== undefined) send([], { current: true });
  }
  // Once the client's estimate of the server clock jumps, all earlier messages have arrived.
  server.send({ type: 'beat', serverTime: '2100-01-01T00:00:00.000Z' });
  await expect.poll(() => link.clockOffsetMs()).toBeGreaterThan(1e12);
  link.close();
  await server.close();
  compare(call, snapshots);
}

/** Path of a document that leaves the target in this step. */
function removedPath({ documentDelete, documentRemove, documentChange }: Step): string | null {
  const name = (documentDelete ?? documentRemove)?.document;
  if (name !== undefined) return localPath(name);
  return documentChange?.removedTargetIds?.length ? localPath(documentChange.document.name) : null;
}

const waitForSnapshots = (snapshots: Snapshots, count: number) =>
  expect.poll(() => snapshots.length).toBeGreaterThanOrEqual(count);

function compare(call: ListenCall, snapshots: Snapshots): void {
  const expected = (call.snapshots ?? []).map(({ docs = [], changes = [] }) => ({
    documents: docs.map(toExpected),
    changes: changes.map(({ kind, doc, oldIndex = 0, newIndex = 0 }) => ({
      kind: kind.toLowerCase(),
      document: toExpected(doc),
      oldIndex,
      newIndex,
    })),
  }));
  const got = snapshots.map(({ documents, changes }) => ({
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

const getId = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
const toExpected = (document: ProtocolDocument) => ({
  id: getId(document.name),
  fields: plainFields(document.fields ?? {}),
});
const plain = (document: { readonly documentReferenceId: string }) => ({
  id: document.documentReferenceId,
  fields: withoutServerFields({ ...document }),
});
const toWire = (document: ProtocolDocument) => ({
  path: `C/${getId(document.name)}`,
  data: { ...plainFields(document.fields ?? {}) },
  createdAt: '1970-01-01T00:00:01Z',
  updatedAt: '1970-01-01T00:00:01Z',
  version: document.updateTime ?? '',
});
