import { randomUUID } from 'node:crypto';
import { COLLECTIONS, type Responder, type Press, type RoomAccident } from '@yamori/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LeaseLost } from '../../core/database/lease-fence.ts';
import {
  aDomain,
  aRoom,
  openTestDocuments,
  SERVER,
  type TestDocuments,
} from '../../core/documents/testing/test-documents.ts';
import { writeLive } from '../telemetry/rooms/live-writer.ts';
import { aRoomLive } from '../telemetry/testing/live-states.ts';
import type { AlarmAuthor, KnownAlarm } from './repository.ts';
import type { AlarmCommand, AlarmService } from './service.ts';
import { openAlarmServer, type AlarmServer } from './testing/alarm-server.ts';

let documents: TestDocuments;
let servers: AlarmServer[];
const clock = { atMs: 1_800_000_000_000, nowMs: (): number => clock.atMs };
beforeAll(async () => {
  documents = await openTestDocuments();
  servers = await Promise.all([1, 2].map(() => openAlarmServer(documents, clock.nowMs)));
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await documents.close();
});

let roomId = '';
let calls = 0;
beforeEach(async () => {
  roomId = `r-${randomUUID()}`;
  await documents.store.commit([aDomain(`d-${roomId}`), aRoom(roomId, `d-${roomId}`)], SERVER);
});

const sato: Responder = { userId: 'sato', name: '佐藤' };
const kato: Responder = { userId: 'kato', name: '加藤' };
/** One of two servers in turn; they share only the database. */
const aServer = (): AlarmService => {
  const server = servers[(calls += 1) % servers.length];
  return server?.service ?? expect.fail('no server');
};
const measured = (second = 0) =>
  writeLive(
    documents.store,
    [{ kind: 'room', roomId, live: aRoomLive({ lastFrameAt: new Date(second) }) }],
    (error) => {
      throw error;
    },
  );
const at = (second: number) => new Date(clock.atMs + second * 1000);
const createPress = (second: number): Press => ({
  serial: roomId,
  streamId: 3,
  sequence: second,
  deviceTimeUs: at(second).getTime() * 1000,
  at: at(second),
});
const press = (second: number) => aServer().press(roomId, createPress(second));
const openCalls = async (): Promise<readonly RoomAccident[]> =>
  COLLECTIONS.room.schema.shape.live.parse(
    (await documents.store.read([`room/${roomId}`]))[0]?.data['live'],
  )?.accidents ?? [];
const openCall = async (): Promise<RoomAccident> =>
  (await openCalls())[0] ?? expect.fail('the room has no open call');
/** Commands about the call that is open now. */
const commands = async (): Promise<
  (by?: Responder, seen?: Date | null, author?: AlarmAuthor) => AlarmCommand
> => {
  const { id: accidentId } = await openCall();
  return (by = sato, seen = null, author = { userId: by.userId }) => ({
    roomId,
    accidentId,
    by,
    author,
    seen,
  });
};
const helped = { outcome: 'helped' } as const;
const getState = ({ accident }: KnownAlarm) => accident.state;

describe('AlarmService.press', () => {
  it('waits until the room has a live state', async () => {
    expect(await press(1)).toBe(false);
    await measured();
    expect(await press(1)).toBe(true);
    expect(await openCalls()).toMatchObject([
      { kind: 'call', state: 'raised', raisedAt: at(1), repeats: 1 },
    ]);
    expect(await aServer().press('no-such-room', createPress(2))).toBe(false);
  });

  it('rings once for a press that several servers read concurrently, whatever time they assign', async () => {
    await measured();
    await press(1);
    const about = await commands();
    await aServer().acknowledge(about(sato, at(1)));
    const readAgain = [2, 60, 3_600].map((second) => ({ ...createPress(1), at: at(second) }));
    await Promise.all(readAgain.map((again) => aServer().press(roomId, again)));
    expect(await openCalls()).toMatchObject([
      { state: 'acknowledged', repeats: 1, lastAt: at(1), by: sato },
    ]);
  });

  it('rings for every press although the clock of one server was an hour ahead for a time', async () => {
    await measured();
    await aServer().press(roomId, { ...createPress(1), at: at(3_601) });
    const about = await commands();
    await aServer().acknowledge(about(sato, at(3_601)));
    await press(2);
    expect(await openCall()).toMatchObject({ state: 'raised', lastAt: at(2) });
    await aServer().acknowledge(about(sato, at(2)));
    await press(3);
    expect(await openCall()).toMatchObject({ state: 'raised', repeats: 3, lastAt: at(3) });
  });

  it('adds to a raised call without changing its waiting time', async () => {
    await measured();
    await press(1);
    await press(30);
    expect(await openCalls()).toMatchObject([
      { state: 'raised', waitingSince: at(1), repeats: 2, lastAt: at(30) },
    ]);
  });

  it('raises a call with a responder again, and restarts its waiting time', async () => {
    await measured();
    await press(1);
    const about = await commands();
    await aServer().arrive(about());
    await press(40);
    expect(await openCalls()).toMatchObject([
      { state: 'raised', by: null, raisedAt: at(1), waitingSince: at(40), repeats: 2 },
    ]);
  });

  it('raises a new call after a resolved one, even for a press of the same millisecond', async () => {
    await measured();
    await press(1);
    const about = await commands();
    await aServer().resolve(about(), helped);
    expect(await openCalls()).toEqual([]);
    await aServer().press(roomId, { ...createPress(2), at: at(1) });
    expect((await openCall()).id).not.toBe(about().accidentId);
    expect(await openCall()).toMatchObject({ state: 'raised', repeats: 1 });
  });

  it('leaves the press to the owner of the room when the lease is lost', async () => {
    await measured();
    const fence = async (): Promise<void> => {
      throw new LeaseLost();
    };
    expect(await aServer().press(roomId, createPress(1), fence)).toBe(false);
    expect(await openCalls()).toEqual([]);
    expect(await press(1)).toBe(true);
    expect(await openCall()).toMatchObject({ repeats: 1 });
  });
});

describe('commands of AlarmService about a call', () => {
  it('a call gets one of many responders on several servers, and all see who', async () => {
    await measured();
    await press(1);
    const about = await commands();
    const carers = Array.from({ length: 8 }, (_, index): Responder => ({
      userId: `c${index}`,
      name: `carer ${index}`,
    }));
    const seen = await Promise.all(
      carers.map((carer) => aServer().acknowledge(about(carer, at(1)))),
    );
    const { by } = await openCall();
    expect(carers).toContainEqual(by);
    expect(seen.map(({ accident }) => accident.acknowledgedBy)).toEqual(carers.map(() => by));
  });

  it('a command succeeds while the live state of the room keeps changing', async () => {
    await measured();
    await press(1);
    const about = await commands();
    const writing = Promise.all(Array.from({ length: 20 }, (_, index) => measured(index + 1)));
    expect(getState(await aServer().acknowledge(about()))).toBe('acknowledged');
    await writing;
    expect(await openCall()).toMatchObject({ state: 'acknowledged', by: sato });
  });

  it('a responder can reopen a call within a minute of its resolution', async () => {
    await measured();
    await press(1);
    const about = await commands();
    await aServer().acknowledge(about());
    await aServer().resolve(about(kato), helped);
    const reopened = await aServer().reopen(about(kato));
    expect(reopened.accident).toMatchObject({ state: 'acknowledged', acknowledgedBy: sato });
    await aServer().resolve(about(kato), helped);
    clock.atMs += 60_001;
    expect(getState(await aServer().reopen(about(kato)))).toBe('resolved');
    clock.atMs -= 60_001;
  });

  it('a released call returns to its original time, and another responder can take it', async () => {
    await measured();
    await press(1);
    await press(30);
    const about = await commands();
    await aServer().acknowledge(about(sato, at(30)));
    await aServer().withdraw(about(sato, at(30)));
    expect(await openCall()).toMatchObject({
      state: 'raised',
      waitingSince: at(1),
      lastAt: at(30),
    });
    await aServer().acknowledge(about(kato, at(30)));
    const { accident } = await aServer().resolve(about(sato, at(30)), helped);
    expect(accident).toMatchObject({ acknowledgedBy: kato, resolvedBy: sato });
    expect(getState(await aServer().withdraw(about(sato, at(30))))).toBe('resolved');
  });

  it('a caller without the right cannot release a call', async () => {
    await measured();
    await press(1);
    const about = await commands();
    await aServer().acknowledge(about());
    const authorise = (): never => {
      throw new Error('not allowed');
    };
    await expect(aServer().withdraw({ ...about(), authorise })).rejects.toThrow('not allowed');
    expect(await openCall()).toMatchObject({ state: 'acknowledged', by: sato });
  });

  it('a command for an older press leaves the newer one ringing', async () => {
    await measured();
    await press(1);
    await press(60);
    const about = await commands();
    const older = about(sato, at(1));
    for (const known of [
      await aServer().acknowledge(older),
      await aServer().arrive(older),
      await aServer().resolve(older, helped),
    ])
      expect(known.accident).toMatchObject({ state: 'raised', lastAt: at(60) });
    await aServer().acknowledge(about(sato, at(60)));
    expect(getState(await aServer().withdraw(older))).toBe('acknowledged');
    await aServer().resolve(about(sato, at(60)), helped);
    expect(getState(await aServer().reopen(older))).toBe('resolved');
  });

  it('a command runs once for one key, even after its effect was withdrawn', async () => {
    await measured();
    await press(1);
    const about = await commands();
    const command = { memberId: 'sato', key: randomUUID(), content: 'answer' };
    const again = () => aServer().acknowledge(about(sato, at(1), { userId: 'sato', command }));
    expect(getState(await again())).toBe('acknowledged');
    expect(getState(await again())).toBe('acknowledged');
    await aServer().withdraw(about());
    expect(getState(await again())).toBe('raised');
    expect(await openCall()).toMatchObject({ state: 'raised', waitingSince: at(1) });
  });

  it('a command for an unknown press is rejected', async () => {
    await measured();
    await press(1);
    const about = await commands();
    const ahead = about(kato, new Date('2999-01-01T00:00:00.000Z'));
    const refused = { problem: { code: 'request-invalid', issues: [{ field: 'lastAt' }] } };
    const before = await openCalls();
    await expect(aServer().acknowledge(ahead)).rejects.toMatchObject(refused);
    await expect(aServer().resolve(ahead, helped)).rejects.toMatchObject(refused);
    await expect(aServer().withdraw(ahead)).rejects.toMatchObject(refused);
    await expect(aServer().reopen(ahead)).rejects.toMatchObject(refused);
    expect(await openCalls()).toEqual(before);
  });

  it('a command for a deleted room is rejected', async () => {
    await documents.store.commit([{ kind: 'delete', path: `room/${roomId}` }], SERVER);
    const command = { roomId, accidentId: 'a', by: sato, author: { userId: 'sato' } };
    await expect(aServer().acknowledge(command)).rejects.toMatchObject({
      problem: { code: 'document-not-found' },
    });
  });
});
