import { describe, expect, it } from 'vitest';
import {
  answeredCall,
  finishedCall,
  isAheadOf,
  pressedCall,
  REOPEN_WITHIN_SECONDS,
  reopenedCall,
  roomCall,
  withdrawnCall,
  type RoomCall,
} from './room-call.ts';

const at = (second: number) => new Date(1_800_000_000_000 + second * 1000);
const sato = { userId: 'sato', name: '佐藤' };
const kato = { userId: 'kato', name: '加藤' };
const press = (second: number, serial = 'A', deviceSecond = second) => ({
  serial,
  streamId: 3,
  sequence: deviceSecond,
  deviceTimeUs: at(deviceSecond).getTime() * 1000,
  at: at(second),
});
const ringing: RoomCall = {
  state: 'ringing',
  since: at(0),
  pressedAt: at(5),
  press: { serial: 'A', deviceAt: at(5) },
};
const answering: RoomCall = { ...ringing, state: 'answering', by: sato, answeredAt: at(10) };
const answered: RoomCall = { ...answering, state: 'answered', endedAt: at(60), endedBy: kato };
const ALL = [ringing, answering, answered];

describe('the call state machine', () => {
  it('a press starts a call, and later presses keep its first time', () => {
    const first = pressedCall(null, press(1));
    expect(first).toEqual({
      state: 'ringing',
      since: at(1),
      pressedAt: at(1),
      press: { serial: 'A', deviceAt: at(1) },
    });
    expect(pressedCall(first, press(4))).toMatchObject({
      state: 'ringing',
      since: at(1),
      pressedAt: at(4),
    });
  });

  it.each([answering, answered])(
    'a press during a call that is $state starts a new one',
    (call) => {
      expect(pressedCall(call, press(90))).toEqual({
        state: 'ringing',
        since: at(90),
        pressedAt: at(90),
        press: { serial: 'A', deviceAt: at(90) },
      });
    },
  );

  it.each(ALL)('a press with an older time during a call that is $state still rings', (call) => {
    const lastMs = call.pressedAt.getTime();
    expect(pressedCall(call, press(5, 'B'))).toMatchObject({
      state: 'ringing',
      pressedAt: new Date(lastMs + 1),
    });
    expect(pressedCall(call, press(4))).toMatchObject({
      state: 'ringing',
      pressedAt: new Date(lastMs + 1),
    });
  });

  it('a press after one from a clock an hour ahead rings at the true time', () => {
    const ahead = pressedCall(null, press(3_600));
    expect(pressedCall(ahead, press(10))).toMatchObject({
      state: 'ringing',
      since: at(10),
      pressedAt: at(10),
    });
  });

  it('a second answer changes nothing', () => {
    const first = answeredCall(ringing, at(5), sato, at(10));
    expect(first).toEqual(answering);
    expect(answeredCall(first, at(5), kato, at(11))).toBeNull();
    expect(answeredCall(null, null, sato, at(11))).toBeNull();
    expect(answeredCall(answered, null, sato, at(11))).toBeNull();
  });

  it('an answer to an older press is ignored', () => {
    expect(answeredCall(ringing, at(4), sato, at(10))).toBeNull();
    expect(answeredCall(ringing, null, sato, at(10))).toEqual(answering);
    expect(withdrawnCall(answering, at(4))).toBeNull();
    expect(finishedCall(answering, at(4), kato, at(60))).toBeNull();
  });

  it('isAheadOf is true only for a press after the last one', () => {
    expect([null, at(4), at(5), at(6)].map((seen) => isAheadOf(ringing, seen))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(isAheadOf(null, at(6))).toBe(false);
  });

  it('a withdrawn call rings again since its first press', () => {
    expect(withdrawnCall(answering, at(5))).toEqual(ringing);
    for (const call of [ringing, answered, null]) expect(withdrawnCall(call, null)).toBeNull();
  });

  it('a finished call keeps who responded and who ended it', () => {
    expect(finishedCall(answering, at(5), kato, at(60))).toEqual(answered);
    for (const call of [ringing, answered, null])
      expect(finishedCall(call, null, kato, at(60))).toBeNull();
  });

  it('a call can be reopened within a minute', () => {
    const late = 60 + REOPEN_WITHIN_SECONDS;
    expect(reopenedCall(answered, at(5), at(late))).toEqual(answering);
    expect(reopenedCall(answered, at(5), at(late + 1))).toBeNull();
    expect(reopenedCall(answered, at(4), at(61))).toBeNull();
    for (const call of [ringing, answering, null])
      expect(reopenedCall(call, null, at(61))).toBeNull();
  });

  it.each(ALL)('the schema accepts a call that is $state, and no other fields', (call) => {
    expect(roomCall.parse(call)).toEqual(call);
    expect(roomCall.safeParse({ ...call, since: undefined }).success).toBe(false);
    expect(roomCall.safeParse({ ...call, note: '' }).success).toBe(false);
  });

  it('a ringing call has no responder, and an answered one has one, possibly anonymous', () => {
    expect(roomCall.safeParse({ ...ringing, by: sato }).success).toBe(false);
    const { by, ...hidden } = answering;
    expect([by.name, roomCall.parse(hidden)]).toEqual([
      '佐藤',
      { ...answering, by: { userId: '', name: '' } },
    ]);
    expect(roomCall.safeParse({ ...answered, endedAt: undefined }).success).toBe(false);
  });
});
