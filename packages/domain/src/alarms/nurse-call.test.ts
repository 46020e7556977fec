import { describe, expect, it } from 'vitest';
import {
  acknowledgedAccident,
  arrivedAccident,
  getLastAt,
  raisedAccident,
  reopenedAccident,
  resolvedAccident,
  withdrawnAccident,
  type Accident,
} from './accident-life.ts';
import {
  compareLastSeen,
  isPressed,
  pressedAccident,
  pressTime,
  waitingSince,
} from './nurse-call.ts';
import { toRoomAccident } from './room-accidents.ts';

const at = (second: number) => new Date(1_800_000_000_000 + second * 1000);
const sato = { userId: 'sato', name: '佐藤' };
const sure = (alarm: Accident | null): Accident => {
  if (alarm === null) throw new Error('the transition does not apply');
  return alarm;
};
const raisedAt = (second: number): Accident =>
  raisedAccident({
    kind: 'call',
    severity: 'high',
    source: 'button',
    at: at(second),
    since: at(second),
    serial: 'A',
    streamId: null,
    reason: null,
    by: null,
    note: '',
    escalatesAt: null,
  });
const press = (call: Accident, second: number): Accident =>
  sure(pressedAccident(call, pressTime(call, at(second)), at(second + 180)));
const raised = raisedAt(0);
const acknowledged = sure(acknowledgedAccident(raised, sato, at(10)));
const arrived = sure(arrivedAccident(acknowledged, sato, at(20)));

describe('a press during an open call', () => {
  it('counts, and the person keeps waiting since the first press', () => {
    const twice = press(raised, 5);
    expect(twice).toMatchObject({ state: 'raised', repeats: 2, lastAt: at(5) });
    expect(waitingSince(twice)).toEqual(at(0));
    expect(twice.history).toEqual(raised.history);
  });

  it.each([acknowledged, arrived])(
    'raises a call again that is $state, and the person waits since that press',
    (call) => {
      const again = press(call, 90);
      expect(again).toMatchObject({
        state: 'raised',
        repeats: 2,
        lastAt: at(90),
        raisedAt: at(0),
        acknowledgedBy: null,
        acknowledgedAt: null,
        arrivedBy: null,
        arrivedAt: null,
        escalation: { nextAt: at(270) },
      });
      expect(again.history.at(-1)).toEqual({
        at: at(90),
        state: 'raised',
        by: null,
        act: 'raised',
      });
      expect(waitingSince(again)).toEqual(at(90));
      expect(toRoomAccident('call', again)).toMatchObject({
        raisedAt: at(0),
        waitingSince: at(90),
        lastAt: at(90),
      });
    },
  );

  it('does not change a resolved call', () => {
    const resolved = sure(resolvedAccident(acknowledged, sato, at(60), { outcome: 'helped' }));
    expect(pressedAccident(resolved, at(90), null)).toBeNull();
  });

  it.each([0, -1, -2])('counts at a time %d s from the last press', (seconds) => {
    const call = press(raised, 5);
    expect(getLastAt(press(call, 5 + seconds))).toEqual(new Date(at(5).getTime() + 1));
  });

  it('counts at its own time after a press from a clock an hour ahead', () => {
    const ahead = raisedAt(3_600);
    const call = press(ahead, 10);
    expect(call).toMatchObject({ state: 'raised', repeats: 2, lastAt: at(10) });
    expect(waitingSince(call)).toEqual(at(10));
  });
});

describe('waitingSince', () => {
  it('stays at the first press when a responder releases or reopens the call', () => {
    const released = sure(withdrawnAccident(acknowledged, sato, at(30), null));
    expect(waitingSince(released)).toEqual(at(0));
    const resolved = sure(resolvedAccident(acknowledged, sato, at(60), { outcome: 'helped' }));
    expect(waitingSince(sure(reopenedAccident(resolved, sato, at(61), null)))).toEqual(at(0));
  });
});

describe('compareLastSeen', () => {
  it('distinguishes the last press from an older one and from an unknown one', () => {
    const call = press(raised, 5);
    expect([null, at(4), at(5), at(6)].map((seen) => compareLastSeen(call, seen))).toEqual([
      'current',
      'outdated',
      'current',
      'ahead',
    ]);
  });

  it('accepts any time for other alarms, whose repeats need no new answer', () => {
    const fall: Accident = { ...raised, kind: 'fall', lastAt: at(5) };
    for (const seen of [at(4), at(6)]) expect(compareLastSeen(fall, seen)).toBe('current');
  });
});

describe('isPressed', () => {
  it('returns true for a press and false for a release or silence', () => {
    expect(
      [[1], [0, 3], [2], [0], []].map((samples) => isPressed(Int16Array.of(...samples))),
    ).toEqual([true, true, false, false, false]);
  });
});
