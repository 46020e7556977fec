import { COLLECTIONS, ProblemError, type Write } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import type { DocumentTransport } from './document-transport.ts';
import { createDocuments } from './documents-client.ts';
import type { CommandAbout } from '../offline/outbox-store.ts';
import { keptLog } from '../testing/kept-log.ts';
import { MemoryTransport } from '../testing/memory-transport.ts';

const about: CommandAbout = { what: 'change', name: '201', target: 'room/a' };

/** In-memory documents; queued writes go through a queue in front of the network. */
function setUp(queue?: NonNullable<DocumentTransport['queue']>) {
  const memory = new MemoryTransport(() => new Date('2026-11-21T03:00:00Z'));
  memory.put('room/a', { domainId: 'd', rootDomainId: 'd', name: '201' });
  const queued: { writes: readonly Write[]; about: CommandAbout }[] = [];
  const log = keptLog();
  const base: DocumentTransport = {
    read: memory.read,
    list: memory.list,
    count: memory.count,
    commit: memory.commit,
    subscribe: memory.subscribe,
  };
  const transport: DocumentTransport =
    queue === undefined
      ? base
      : {
          ...base,
          queue: (writes, what) => {
            queued.push({ writes, about: what });
            return queue(writes, what);
          },
        };
  return {
    memory,
    queued,
    log,
    documents: createDocuments({ transport, collections: COLLECTIONS, log }),
  };
}

describe('a queued update', () => {
  it('the update carries its description and returns the document', async () => {
    const fixture = setUp(async (writes) => ({
      kind: 'sent',
      documents: await fixture.memory.commit(writes),
    }));
    const delivered = await fixture.documents
      .doc('room/a')
      .update({ floor: '3' }, { whenOffline: 'queue', about });
    expect(delivered).toMatchObject({
      kind: 'sent',
      document: { documentPath: 'room/a', floor: '3' },
    });
    expect(fixture.queued).toEqual([
      {
        about,
        writes: [{ kind: 'update', path: 'room/a', fields: [{ field: ['floor'], value: '3' }] }],
      },
    ]);
  });

  it('the update reports that it waits, and carries its precondition', async () => {
    const { documents, queued } = setUp(async () => ({ kind: 'queued' }));
    expect(
      await documents
        .doc('room/a')
        .update({ floor: '3' }, { whenOffline: 'queue', about, version: '7' }),
    ).toEqual({ kind: 'queued' });
    expect(queued[0]?.writes[0]).toMatchObject({ precondition: { version: '7' } });
  });

  it('the update is rejected like any other', async () => {
    const { documents } = setUp(async () => {
      throw new ProblemError('document-forbidden');
    });
    await expect(
      documents.doc('room/a').update({ floor: '3' }, { whenOffline: 'queue', about }),
    ).rejects.toMatchObject({ problem: { code: 'document-forbidden' } });
  });

  it('the update runs immediately without offline storage, and does nothing without an id', async () => {
    const { documents, memory, log } = setUp();
    expect(
      await documents.doc('room/a').update({ floor: '3' }, { whenOffline: 'queue', about }),
    ).toMatchObject({ kind: 'sent', document: { floor: '3' } });
    expect(memory.calls).toEqual(['commit']);
    expect(
      await documents.doc('room/').update({ floor: '4' }, { whenOffline: 'queue', about }),
    ).toEqual({ kind: 'sent', document: null });
    expect(log.lines).toHaveLength(1);
    expect(memory.calls).toEqual(['commit']);
  });
});
