import { COLLECTIONS, type Press } from '@yamori/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  aDomain,
  aRoom,
  openTestDocuments,
  SERVER,
  type TestDocuments,
} from '../../../core/documents/testing/test-documents.ts';
import {
  createPressStore,
  insertPresses,
  type PressStore,
  type ReceivedPress,
} from '../../../core/timeline/staging/press-store.ts';
import { writeLive } from './live-writer.ts';
import { createPressReader } from './press-reader.ts';
import { openAlarmServer, type AlarmServer } from '../../alarms/testing/alarm-server.ts';
import { aRoomLive } from '../testing/live-states.ts';

let documents: TestDocuments;
let presses: PressStore;
let alarms: AlarmServer;
const clock = { atMs: 1_800_000_000_000, nowMs: (): number => clock.atMs };
const HOUR_AGO = new Date(clock.atMs - 3_600_000);
const failures: unknown[] = [];
const dismissed: string[] = [];
/** Rooms of devices at a time, where the directory lags behind. */
const otherRooms = new Map<string, string>();
let rooms = 0;
let roomId = '';

beforeAll(async () => {
  documents = await openTestDocuments();
  presses = createPressStore(documents.temporary.database);
  alarms = await openAlarmServer(documents, clock.nowMs);
  await documents.store.commit([aDomain('d')], SERVER);
});
afterAll(async () => {
  await alarms.close();
  await documents.close();
});
beforeEach(async () => {
  roomId = `room-${(rooms += 1)}`;
  failures.length = 0;
  await documents.store.commit([aRoom(roomId, 'd')], SERVER);
  await writeLive(documents.store, [{ kind: 'room', roomId, live: aRoomLive({}) }], (error) => {
    throw error;
  });
});

/** The device of a room has the room’s id as its serial. */
const aServer = (owns = true, isOwnershipMoving = false) => {
  const reader = createPressReader({
    presses,
    press: alarms.service.press,
    getRoomId: (serial) => (serial.startsWith('room-') ? serial : null),
    roomAt: async (serial) =>
      otherRooms.get(serial) ?? (serial.startsWith('room-') ? serial : null),
    recordLatePress: alarms.service.recordLatePress,
    owns: () => owns,
    isOwnershipMoving: () => isOwnershipMoving,
    clock,
    elapsedMs: clock.nowMs,
    onFailed: (error) => failures.push(error),
    onDismissed: ({ serial }) => dismissed.push(serial),
  });
  return { reader };
};
const pressed = (sequence: number, more: Partial<ReceivedPress> = {}): ReceivedPress => ({
  serial: roomId,
  streamId: 3,
  sequence,
  deviceTimeUs: sequence * 1_000_000,
  receivedMs: clock.atMs,
  lateAt: null,
  ...more,
});
const store = (...received: ReceivedPress[]) =>
  insertPresses(documents.temporary.database, received);
const asPress = ({ receivedMs, ...press }: ReceivedPress): Press => ({
  serial: press.serial,
  streamId: press.streamId,
  sequence: press.sequence,
  deviceTimeUs: press.deviceTimeUs,
  at: new Date(receivedMs),
});
const findCall = async () =>
  COLLECTIONS.room.schema.shape.live
    .parse((await documents.store.read([`room/${roomId}`]))[0]?.data['live'])
    ?.accidents.find(({ kind }) => kind === 'call') ?? null;

describe('createPressReader', () => {
  it('calls for a stored press whose frame reached no owner of the room', async () => {
    await store(pressed(1));
    await aServer().reader.read();
    expect(await findCall()).toMatchObject({ state: 'raised', lastAt: new Date(clock.atMs) });
    expect(await presses.waiting(10)).toEqual([]);
  });

  it('calls once for a press that the owner, the store and a second server read', async () => {
    const received = pressed(1);
    await alarms.service.press(roomId, asPress(received));
    await alarms.service.acknowledge({
      roomId,
      accidentId: (await findCall())?.id ?? '',
      seen: new Date(clock.atMs),
      by: { userId: 'sato', name: '佐藤' },
      author: { userId: 'sato' },
    });
    await store(received, received);
    await Promise.all([aServer().reader.read(), aServer().reader.read()]);
    expect(await findCall()).toMatchObject({ state: 'acknowledged', repeats: 1 });
  });

  it('leaves a press to the owner of its room for three seconds, then calls', async () => {
    await store(pressed(1));
    const { reader } = aServer(false);
    await reader.read();
    expect(await findCall()).toBeNull();
    clock.atMs += 3_000;
    await reader.read();
    expect(await findCall()).toMatchObject({ state: 'raised' });
  });

  it('calls for a press of another server’s room immediately while rooms change owners', async () => {
    await store(pressed(1));
    await aServer(false, true).reader.read();
    expect(await findCall()).toMatchObject({ state: 'raised' });
  });

  it('leaves a press to the owner while the device’s room is not certain', async () => {
    await store(pressed(1));
    otherRooms.set(roomId, 'room-of-another-server');
    await aServer(false, true).reader.read();
    expect(await findCall()).toBeNull();
    otherRooms.clear();
    await aServer(false, true).reader.read();
    expect(await findCall()).toMatchObject({ state: 'raised' });
  });

  it('calls for a press that a server with a clock one hour ahead stored', async () => {
    await store(pressed(1, { receivedMs: clock.atMs + 3_600_000 }));
    await aServer(false).reader.read();
    expect(await findCall()).toMatchObject({ state: 'raised' });
  });

  it('does not call for a press that was already old on receipt', async () => {
    await store(pressed(1, { lateAt: HOUR_AGO }));
    await aServer().reader.read();
    expect(await findCall()).toBeNull();
    expect(await presses.isCalled(pressed(1))).toBe(true);
  });

  it('adds a press that was already old on receipt to the list of alarms, once', async () => {
    const receivedAt = new Date(clock.atMs);
    await store(pressed(1, { lateAt: HOUR_AGO }), pressed(2, { lateAt: HOUR_AGO }));
    await Promise.all([aServer().reader.read(), aServer().reader.read()]);
    await aServer().reader.read();
    const { rows } = await documents.temporary.pool.query<{ path: string }>(
      `select path from documents where collection = 'accident' and parent_path = $1 order by path`,
      [`room/${roomId}`],
    );
    const calls = await documents.store.read(rows.map(({ path }) => path));
    expect(calls.map((call) => call?.data)).toMatchObject(
      [0, 1].map((ms) => ({
        kind: 'call',
        state: 'resolved',
        raisedAt: new Date(HOUR_AGO.getTime() + ms),
        resolvedAt: receivedAt,
        resolvedBy: null,
        evidence: { serial: roomId, to: receivedAt },
        escalation: { nextAt: null },
      })),
    );
    expect(await presses.late(10)).toEqual([]);
    expect(
      await documents.temporary.database.query({
        text: 'select 1 from jobs where subject like $1',
        values: [`${roomId}/%`],
      }),
    ).toEqual([]);
    expect(failures).toEqual([]);
  });

  it('discards a late press of a device that was in no room', async () => {
    await store(pressed(1, { serial: 'device-of-no-room', lateAt: HOUR_AGO }));
    await aServer().reader.read();
    expect(await presses.late(10)).toEqual([]);
    expect(failures).toEqual([]);
  });

  it('waits for the room of a device, then dismisses and reports a press without a room once', async () => {
    const lost = pressed(1, { serial: `device-of-no-room-${roomId}` });
    await store(lost);
    const { reader } = aServer();
    await reader.read();
    expect(await presses.waiting(10)).toHaveLength(1);
    clock.atMs += 10_001;
    await Promise.all([reader.read(), aServer().reader.read()]);
    expect(await presses.waiting(10)).toEqual([]);
    expect([failures, dismissed]).toEqual([[], [lost.serial]]);
  });

  it('calls for a press behind hundreds whose rooms cannot take a call yet', async () => {
    const other = `room-${(rooms += 1)}`;
    await documents.store.commit([aRoom(other, 'd')], SERVER);
    const stuck = Array.from({ length: 450 }, (_unused, sequence) =>
      pressed(sequence, { serial: other, receivedMs: clock.atMs - 60_000 }),
    );
    await store(...stuck, pressed(1));
    const { reader } = aServer();
    for (let second = 0; second < 3; second += 1) await reader.read();
    expect(await findCall()).toMatchObject({ state: 'raised' });
    expect(failures).toEqual([]);
    await documents.temporary.database.query({ text: 'delete from room_presses' });
  });

  it('deletes old presses that have a call but none that wait', async () => {
    await store(pressed(1), pressed(2, { lateAt: HOUR_AGO }));
    await presses.deleteOld(new Date(clock.atMs + 1));
    expect(await presses.isCalled(pressed(2))).toBe(false);
    expect(await presses.waiting(10)).toMatchObject([{ sequence: 1 }]);
  });
});
