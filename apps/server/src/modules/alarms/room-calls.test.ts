import { randomUUID } from 'node:crypto';
import { COLLECTIONS, type Carer, type Press, type RoomCall } from '@yamori/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  aDomain,
  aRoom,
  openTestDocuments,
  SERVER,
  type TestDocuments,
} from '../../core/documents/testing/test-documents.ts';
import { createPressStore } from '../../core/timeline/staging/press-store.ts';
import { writeLive } from '../telemetry/rooms/live-writer.ts';
import { createRoomCalls, type AskedOfCall } from './room-calls.ts';
import { aRoomLive } from '../telemetry/testing/live-states.ts';

let documents: TestDocuments;
const clock = { atMs: 1_800_000_000_000, nowMs: (): number => clock.atMs };
beforeAll(async () => {
  documents = await openTestDocuments();
});
afterAll(() => documents.close());

let roomId = '';
beforeEach(async () => {
  roomId = `r-${randomUUID()}`;
  await documents.store.commit([aDomain(`d-${roomId}`), aRoom(roomId, `d-${roomId}`)], SERVER);
});

const sato: Carer = { userId: 'sato', name: '佐藤' };
const kato: Carer = { userId: 'kato', name: '加藤' };
/** What any server has: nothing of its own but the store. */
const aServer = () =>
  createRoomCalls({
    store: documents.store,
    clock,
    presses: createPressStore(documents.temporary.database),
  });
const measured = (second = 0) =>
  writeLive(
    documents.store,
    [{ kind: 'room', roomId, live: aRoomLive({ lastFrameAt: new Date(second) }) }],
    (error) => {
      throw error;
    },
  );
const at = (second: number) => new Date(clock.atMs + second * 1000);
const pressOf = (second: number): Press => ({
  serial: roomId,
  streamId: 3,
  sequence: second,
  deviceTimeUs: at(second).getTime() * 1000,
  at: at(second),
});
const press = (second: number) => aServer().press(roomId, pressOf(second));
const asked = (
  seen: Date | null = null,
  author: AskedOfCall['author'] = { userId: 'sato' },
): AskedOfCall => ({ roomId, seen, author });
const stands = async (): Promise<RoomCall | null> =>
  COLLECTIONS.room.schema.shape.live.parse(
    (await documents.store.read([`room/${roomId}`]))[0]?.data['live'],
  )?.call ?? null;
const anybody = (): void => undefined;

describe('the call of a room', () => {
  it('waits for the room to have a state', async () => {
    expect(await press(1)).toBe(false);
    await measured();
    expect(await press(1)).toBe(true);
    expect(await stands()).toMatchObject({ state: 'ringing', since: at(1) });
    expect(await aServer().press('no-such-room', pressOf(2))).toBe(false);
  });

  it('rings once for a press that several servers read at one instant, whatever time each gives it', async () => {
    await measured();
    await press(1);
    await aServer().answer(asked(at(1)), sato);
    const readAgain = [2, 60, 3_600].map((second) => ({ ...pressOf(1), at: at(second) }));
    await Promise.all(readAgain.map((again) => aServer().press(roomId, again)));
    expect(await stands()).toMatchObject({ state: 'answering', pressedAt: at(1) });
  });

  it('rings for every press although the clock of one server was an hour ahead for a while', async () => {
    await measured();
    await aServer().press(roomId, { ...pressOf(1), at: at(3_601) });
    await aServer().answer(asked(at(3_601)), sato);
    await press(2);
    expect(await stands()).toMatchObject({ state: 'ringing', pressedAt: at(2) });
    await aServer().answer(asked(at(2)), sato);
    await press(3);
    expect(await stands()).toMatchObject({ state: 'ringing', pressedAt: at(3) });
  });

  it('goes to one of many who press at one instant on several servers, and all see who that is', async () => {
    await measured();
    await press(1);
    const carers = Array.from({ length: 8 }, (_, index): Carer => ({
      userId: `c${index}`,
      name: `carer ${index}`,
    }));
    const seen = await Promise.all(
      carers.map((carer) => aServer().answer(asked(at(1), { userId: carer.userId }), carer)),
    );
    const going = await stands();
    expect(going).toMatchObject({ state: 'answering', since: at(1) });
    expect(seen).toEqual(carers.map(() => going));
  });

  it('is decided while the state of the room is written again and again', async () => {
    await measured();
    await press(1);
    const writing = Promise.all(Array.from({ length: 20 }, (_, index) => measured(index + 1)));
    expect(await aServer().answer(asked(at(1)), sato)).toMatchObject({
      state: 'answering',
      by: sato,
    });
    await writing;
    expect(await stands()).toMatchObject({ state: 'answering', by: sato });
  });

  it('that was ended too soon goes on as it was, within a minute', async () => {
    await measured();
    await press(1);
    const going = await aServer().answer(asked(at(1)), sato);
    const ended = await aServer().finish(asked(at(1)), kato);
    expect(await aServer().reopen(asked(at(1)), anybody)).toEqual(going);
    await aServer().finish(asked(at(1)), kato);
    clock.atMs += 60_001;
    expect(await aServer().reopen(asked(), anybody)).toEqual(ended);
    clock.atMs -= 60_001;
  });

  it('comes back with its first time when it is taken back, and can be answered by another', async () => {
    await measured();
    await press(1);
    await press(30);
    await aServer().answer(asked(at(30)), sato);
    expect(await aServer().withdraw(asked(at(30)), anybody)).toMatchObject({
      state: 'ringing',
      since: at(1),
      pressedAt: at(30),
    });
    expect(await aServer().answer(asked(at(30)), kato)).toMatchObject({
      state: 'answering',
      by: kato,
      since: at(1),
    });
    expect(await aServer().finish(asked(at(30)), sato)).toMatchObject({
      state: 'answered',
      by: kato,
      endedBy: sato,
    });
    expect(await aServer().withdraw(asked(at(30)), anybody)).toMatchObject({ state: 'answered' });
  });

  it('is not taken back by whom that is not given', async () => {
    await measured();
    await press(1);
    await aServer().answer(asked(), sato);
    const refusing = (): never => {
      throw new Error('not yours');
    };
    await expect(aServer().withdraw(asked(), refusing)).rejects.toThrow('not yours');
    expect(await stands()).toMatchObject({ state: 'answering', by: sato });
  });

  it('is not touched by what was said of an older press', async () => {
    await measured();
    await press(1);
    await press(60);
    expect(await aServer().answer(asked(at(1)), sato)).toMatchObject({
      state: 'ringing',
      pressedAt: at(60),
    });
  });

  it('is answered once under one key, although the answer was taken back meanwhile', async () => {
    await measured();
    await press(1);
    const command = { memberId: 'sato', key: randomUUID(), content: 'answer' };
    const again = () => aServer().answer(asked(at(1), { userId: 'sato', command }), sato);
    expect(await again()).toMatchObject({ state: 'answering' });
    expect(await again()).toMatchObject({ state: 'answering' });
    await aServer().withdraw(asked(), anybody);
    expect(await again()).toMatchObject({ state: 'ringing' });
    expect(await stands()).toMatchObject({ state: 'ringing', since: at(1) });
  });

  it.each(['answer', 'finish'] as const)(
    'does not take a press that has not been: %s',
    async (verb) => {
      await measured();
      await press(1);
      if (verb === 'finish') await aServer().answer(asked(at(1)), sato);
      const before = await stands();
      await expect(
        aServer()[verb](asked(new Date('2999-01-01T00:00:00.000Z')), kato),
      ).rejects.toMatchObject({ problem: { code: 'request-invalid' } });
      await expect(aServer().withdraw(asked(at(2)), anybody)).rejects.toMatchObject({
        problem: { code: 'request-invalid' },
      });
      expect(await stands()).toEqual(before);
    },
  );

  it("of a room that is gone is nobody's", async () => {
    await documents.store.commit([{ kind: 'delete', path: `room/${roomId}` }], SERVER);
    await expect(aServer().answer(asked(), sato)).rejects.toMatchObject({
      problem: { code: 'document-not-found' },
    });
  });
});
