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
    expect(unreached.unreached).toMatchObject({ from: at(0), until: null, cause: null });
    const reached = withReach(unreached, 'people', at(420));
    expect(isUnreached(reached)).toBe(false);
    expect(reached.unreached).toMatchObject({ from: at(0), until: at(420) });
  });

  it('a later step without recipients keeps `people`', () => {
    const reached = withReach(call, 'people', at(3));
    expect(withReach(reached, 'nobody', at(300))).toBe(reached);
  });

  it('a queued message is `sending` until an outcome, and hides no earlier failure', () => {
    const sending = withReach(call, 'sending', at(1));
    expect([sending.reach, sending.unreached]).toEqual(['sending', null]);
    expect(withReach(sending, 'people', at(2)).reach).toBe('people');
    expect(withReach(sending, 'nobody', at(40)).unreached).toMatchObject({ from: at(0) });
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

  it('a release starts a new unreached time', () => {
    const going = sure(acknowledgedAccident(call, sato, at(20)));
    const back = sure(withdrawnAccident(going, sato, at(600), null));
    expect(back.reach).toBeNull();
    expect(withReach(back, 'nobody', at(602)).unreached?.from).toEqual(at(600));
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
