import { describe, expect, it } from 'vitest';
import {
  acknowledgedAccident,
  raisedAccident,
  withdrawnAccident,
  type Accident,
} from './accident-life.ts';
import { explainedAccident, heardAccident, isUnreached, withReach } from './accident-reach.ts';

const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 24, 2, 14) + seconds * 1000);
const sato = { userId: 'sato', name: '佐藤' };
const call = raisedAccident({
  kind: 'call',
  severity: 'high',
  source: 'button',
  at: at(0),
  since: at(0),
  serial: null,
  streamId: null,
  reason: null,
  by: null,
  note: '',
  escalatesAt: null,
});
const sure = (accident: Accident | null): Accident => {
  if (accident === null) throw new Error('the step changed nothing');
  return accident;
};
const unreached = withReach(call, 'nobody', at(3));

describe('the reach of an alarm', () => {
  it('the unreached time lasts from the raise until a step reaches people', () => {
    expect(isUnreached(call)).toBe(false);
    expect(isUnreached(unreached)).toBe(true);
    expect([unreached.reachSince, unreached.unreached]).toEqual([at(0), null]);
    const reached = withReach(unreached, 'people', at(420));
    expect(isUnreached(reached)).toBe(false);
    expect(reached.unreached).toMatchObject({ from: at(0), until: at(420), cause: null });
  });

  it('a later step without recipients keeps `people`', () => {
    const reached = withReach(call, 'people', at(3));
    expect(withReach(reached, 'nobody', at(300))).toBe(reached);
  });

  it('a queued message is `sending` until an outcome, and hides no earlier failure', () => {
    const sending = withReach(call, 'sending', at(1));
    expect([sending.reach, sending.unreached]).toEqual(['sending', null]);
    expect(withReach(sending, 'people', at(2)).reach).toBe('people');
    expect(withReach(sending, 'nobody', at(40)).reachSince).toEqual(at(0));
    expect(withReach(unreached, 'sending', at(200))).toBe(unreached);
  });

  it('a sounding page sets `screen` once', () => {
    const heard = sure(heardAccident(unreached, at(200)));
    expect([heard.reach, heard.unreached?.until]).toEqual(['screen', at(200)]);
    expect(heardAccident(heard, at(201))).toBeNull();
    expect(heardAccident(call, at(201))).toBeNull();
  });

  it('an unreached time below a minute needs no explanation', () => {
    expect(sure(heardAccident(unreached, at(59))).unreached).toBeNull();
    expect(sure(acknowledgedAccident(unreached, sato, at(59))).unreached).toBeNull();
    expect(sure(acknowledgedAccident(unreached, sato, at(60))).unreached).toMatchObject({
      until: at(60),
    });
  });

  it('a reminder that reaches no one is no unreached time while a page sounds', () => {
    let alarm = sure(heardAccident(unreached, at(4)));
    for (const seconds of [183, 363, 543]) {
      alarm = withReach(alarm, 'nobody', at(seconds));
      expect(isUnreached(alarm)).toBe(true);
      alarm = sure(heardAccident(alarm, at(seconds + 2)));
    }
    expect(sure(acknowledgedAccident(alarm, sato, at(600))).unreached).toBeNull();
  });

  it('keeps `screen` until the page may report again', () => {
    const heard = sure(heardAccident(unreached, at(4)));
    expect(withReach(heard, 'nobody', at(63))).toBe(heard);
    expect(isUnreached(withReach(heard, 'nobody', at(64)))).toBe(true);
  });

  it('the unreached time after a closed page starts at the reminder that reached no one', () => {
    const silent = withReach(sure(heardAccident(unreached, at(4))), 'nobody', at(183));
    const later = withReach(silent, 'nobody', at(363));
    const taken = sure(acknowledgedAccident(later, sato, at(500)));
    expect(taken.unreached).toMatchObject({ from: at(183), until: at(500) });
  });

  it('the longest unreached time without an explanation is stored', () => {
    const heard = sure(heardAccident(unreached, at(120)));
    const silent = withReach(heard, 'nobody', at(300));
    const briefly = sure(heardAccident(silent, at(302)));
    expect(briefly.unreached).toMatchObject({ from: at(0), until: at(120) });
    const shorter = withReach(briefly, 'people', at(400));
    expect(shorter.unreached).toMatchObject({ from: at(0), until: at(120) });
    const longer = withReach(silent, 'people', at(900));
    expect(longer.unreached).toMatchObject({ from: at(300), until: at(900) });
  });

  it('an unreached time after an explained one needs its own explanation', () => {
    const heard = sure(heardAccident(unreached, at(420)));
    const explained = sure(explainedAccident(heard, sato, at(430), 'network'));
    const silent = withReach(explained, 'nobody', at(600));
    expect(sure(heardAccident(silent, at(602))).unreached).toEqual(explained.unreached);
    expect(withReach(silent, 'people', at(700)).unreached).toEqual({
      from: at(600),
      until: at(700),
      cause: null,
      explainedBy: null,
      explainedAt: null,
    });
  });

  it('an unreached time without an end, as stored by earlier versions, is ended', () => {
    const open = { cause: null, explainedBy: null, explainedAt: null, from: at(0), until: null };
    const stored: Accident = { ...call, reach: 'nobody', unreached: open };
    expect(withReach(stored, 'nobody', at(30))).toBe(stored);
    expect(sure(heardAccident(stored, at(59))).unreached).toBeNull();
    expect(sure(heardAccident(stored, at(60))).unreached).toEqual({ ...open, until: at(60) });
  });

  it('a release starts a new unreached time', () => {
    const going = sure(acknowledgedAccident(call, sato, at(20)));
    const back = sure(withdrawnAccident(going, sato, at(600), null));
    expect(back.reach).toBeNull();
    expect(withReach(back, 'nobody', at(602)).reachSince).toEqual(at(600));
  });

  it('device faults and test alarms are never unreached', () => {
    for (const kind of ['deviceOffline', 'test'] as const)
      expect(isUnreached(withReach({ ...call, kind }, 'nobody', at(3)))).toBe(false);
  });

  it('the cause can be explained once, and only after the unreached time has ended', () => {
    expect(explainedAccident(unreached, sato, at(30), 'network')).toBeNull();
    expect(explainedAccident(call, sato, at(30), 'network')).toBeNull();
    const reached = withReach(unreached, 'people', at(420));
    const explained = sure(explainedAccident(reached, sato, at(9000), 'devicesOff'));
    expect(explained.unreached).toMatchObject({ cause: 'devicesOff', explainedBy: sato });
    expect(explained.history.at(-1)).toMatchObject({ act: 'explained', by: 'sato' });
    expect(explainedAccident(explained, sato, at(9001), 'other')).toBeNull();
  });
});
