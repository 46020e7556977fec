import { encodeValue } from '@yamori/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aDevice,
  aDomain,
  aRoom,
  openTestDocuments,
  SERVER,
  type TestDocuments,
} from '../../../core/documents/testing/test-documents.ts';
import { writeLive as write } from './live-writer.ts';
import { aDeviceStatus, aRoomLive } from '../testing/live-states.ts';
import type { LiveUpdate } from './live-collector.ts';

let documents: TestDocuments;
beforeAll(async () => {
  documents = await openTestDocuments();
  const rooms = Array.from({ length: 450 }, (_, index) => aRoom(`r${index}`, 'd'));
  await documents.store.commit([aDomain('d'), aDevice('A', 'd', 'r0'), ...rooms], SERVER);
});
afterAll(() => documents.close());

const room = (roomId: string, at: number): LiveUpdate => ({
  kind: 'room',
  roomId,
  live: aRoomLive({ lastFrameAt: new Date(at) }),
});
const lastFrameAt = async (...ids: string[]): Promise<(number | null)[]> =>
  (await documents.store.read(ids.map((id) => `room/${id}`))).map((document) => {
    const live = document?.data['live'];
    return typeof live === 'object' &&
      live !== null &&
      'lastFrameAt' in live &&
      live.lastFrameAt instanceof Date
      ? live.lastFrameAt.getTime()
      : null;
  });

const refused: string[] = [];
const writeLive = (store: TestDocuments['store'], updates: readonly LiveUpdate[]): Promise<void> =>
  write(store, updates, ({ problem }) => refused.push(problem.code));

describe('writeLive', () => {
  it('writes the live fields of rooms and devices and no others', async () => {
    const before = (await documents.store.read(['room/r0', 'device/A'])).map(
      (document) => document?.data,
    );
    await writeLive(documents.store, [
      room('r0', 1),
      { kind: 'device', serial: 'A', status: aDeviceStatus({ batteryPercent: 12 }) },
    ]);
    const after = (await documents.store.read(['room/r0', 'device/A'])).map(
      (document) => document?.data,
    );
    expect(after).toEqual([
      {
        ...before[0],
        live: {
          ...aRoomLive({ lastFrameAt: new Date(1) }),
          openAccidents: 0,
          accidents: [],
        },
      },
      { ...before[1], status: aDeviceStatus({ batteryPercent: 12 }) },
    ]);
  });

  it('preserves concurrent decisions on alarms of a room', async () => {
    const decided = {
      openAccidents: 2,
      accidents: [],
    };
    await writeLive(documents.store, [room('r9', 1)]);
    await documents.store.commit(
      [
        {
          kind: 'update',
          path: 'room/r9',
          fields: Object.entries(decided).map(([name, value]) => ({
            field: ['live', name],
            value: encodeValue(value),
          })),
        },
      ],
      SERVER,
    );
    await writeLive(documents.store, [room('r9', 6)]);
    const [after] = await documents.store.read(['room/r9']);
    expect(after?.data['live']).toEqual({ ...aRoomLive({ lastFrameAt: new Date(6) }), ...decided });
  });

  it('writes more rooms than fit into one commit', async () => {
    const ids = Array.from({ length: 450 }, (_, index) => `r${index}`);
    await writeLive(
      documents.store,
      ids.map((id) => room(id, 2)),
    );
    expect(await lastFrameAt(...ids)).toEqual(ids.map(() => 2));
  });

  it('skips a room and a device that were deleted and writes the others', async () => {
    await documents.store.commit([{ kind: 'delete', path: 'room/r7' }], SERVER);
    await writeLive(documents.store, [
      room('r6', 3),
      room('r7', 3),
      { kind: 'device', serial: 'gone', status: aDeviceStatus() },
      room('r8', 3),
    ]);
    expect(await lastFrameAt('r6', 'r7', 'r8')).toEqual([3, null, 3]);
    expect(await documents.store.read(['room/r7', 'device/gone'])).toEqual([null, null]);
  });

  it('writes nothing for an empty list', async () => {
    await writeLive(documents.store, []);
  });

  it('reports a rejected write and writes the others', async () => {
    const bad: LiveUpdate = {
      kind: 'room',
      roomId: 'r11',
      live: aRoomLive({ heartRate: { value: 60, at: new Date(4), certainty: 2 } }),
    };
    const before = await lastFrameAt('r11');
    await writeLive(documents.store, [room('r10', 7), bad, room('r12', 7)]);
    expect(await lastFrameAt('r10', 'r11', 'r12')).toEqual([7, ...before, 7]);
    expect(refused).toEqual(['document-invalid']);
  });
});
