import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDevice, aDomain, aRoom, openTestDocuments, SERVER, type TestDocuments } from '../../documents/testing/test-documents.ts';
import { writeLive } from './live-writer.ts';
import { aDeviceStatus, aRoomLive } from './testing/live-states.ts';
import type { LiveUpdate } from './ward.ts';

let documents: TestDocuments;
beforeAll(async () => {
  documents = await openTestDocuments();
  const rooms = Array.from({ length: 450 }, (_, index) => aRoom(`r${index}`, 'd'));
  await documents.store.commit([aDomain('d'), aDevice('A', 'd', 'r0'), ...rooms], SERVER);
});
afterAll(() => documents.close());

const room = (roomId: string, at: number): LiveUpdate => ({ kind: 'room', roomId, live: aRoomLive({ calledAt: new Date(at) }) });
const calledAt = async (...ids: string[]): Promise<(number | null)[]> => (await documents.store.read(ids.map((id) => `room/${id}`))).map((document) => {
  const live = document?.data['live'];
  return typeof live === 'object' && live !== null && 'calledAt' in live && live.calledAt instanceof Date ? live.calledAt.getTime() : null;
});

describe('writing what is live', () => {
  it('writes rooms and devices as they are, and nothing else of them', async () => {
    const before = (await documents.store.read(['room/r0', 'device/A'])).map((document) => document?.data);
    await writeLive(documents.store, [room('r0', 1), { kind: 'device', serial: 'A', status: aDeviceStatus({ batteryPercent: 12 }) }]);
    const after = (await documents.store.read(['room/r0', 'device/A'])).map((document) => document?.data);
    expect(after).toEqual([{ ...before[0], live: aRoomLive({ calledAt: new Date(1) }) }, { ...before[1], status: aDeviceStatus({ batteryPercent: 12 }) }]);
  });

  it('writes more rooms than fit into one commit', async () => {
    const ids = Array.from({ length: 450 }, (_, index) => `r${index}`);
    await writeLive(documents.store, ids.map((id) => room(id, 2)));
    expect(await calledAt(...ids)).toEqual(ids.map(() => 2));
  });

  it('leaves out the room and the device that went meanwhile, and writes all the others', async () => {
    await documents.store.commit([{ kind: 'delete', path: 'room/r7' }], SERVER);
    await writeLive(documents.store, [room('r6', 3), room('r7', 3), { kind: 'device', serial: 'gone', status: aDeviceStatus() }, room('r8', 3)]);
    expect(await calledAt('r6', 'r7', 'r8')).toEqual([3, null, 3]);
    expect(await documents.store.read(['room/r7', 'device/gone'])).toEqual([null, null]);
  });

  it('says so when it cannot write for another reason, and has written nothing of that batch', async () => {
    const broken: LiveUpdate = { kind: 'room', roomId: 'r2', live: { ...aRoomLive(), openAccidents: -1 } };
    await expect(writeLive(documents.store, [room('r1', 4), broken])).rejects.toMatchObject({ problem: { code: 'document-invalid' } });
    expect(await calledAt('r1')).toEqual([2]);
  });

  it('does nothing for nothing', async () => {
    await writeLive(documents.store, []);
  });
});
