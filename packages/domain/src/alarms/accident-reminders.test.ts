import { describe, expect, it } from 'vitest';
import { accidentCollection } from '../collections/accident.ts';
import {
  acknowledgedAccident,
  escalatedAccident,
  mutedAccident,
  raisedAccident,
  withdrawnAccident,
  type Accident,
} from './accident-life.ts';
import {
  accidentWithRecipients,
  isMuted,
  countReminders,
  remindedAccident,
  withNextNotification,
} from './accident-reminders.ts';

const at = (second: number) => new Date(1_800_000_000_000 + second * 1000);
const sato = { userId: 'sato', name: '佐藤' };
const raise = (kind: Accident['kind'] = 'fall', severity: Accident['severity'] = 'high') =>
  raisedAccident({
    kind,
    severity,
    source: 'sensor',
    at: at(0),
    since: at(0),
    serial: 'A',
    streamId: 1,
    reason: null,
    by: null,
    note: '',
    escalatesAt: at(180),
  });
const sure = (accident: Accident | null): Accident => {
  if (accident === null) throw new Error('the transition does not apply');
  return accident;
};
const again = (accident: Accident, second: number) =>
  sure(remindedAccident(accident, 1, at(second), at(second + 180)));

describe('reminders', () => {
  it('reminders are counted from the last raise', () => {
    const twice = again(
      sure(mutedAccident(again(raise(), 180), sato, at(200), { minutes: 5, reason: 'attended' })),
      360,
    );
    expect(twice).toMatchObject({
      state: 'raised',
      escalation: { step: 1, at: at(360), nextAt: at(540) },
    });
    expect(countReminders(twice)).toBe(2);
    const going = sure(acknowledgedAccident(twice, sato, at(400)));
    expect(remindedAccident(going, 1, at(540), null)).toBeNull();
    expect(countReminders(sure(withdrawnAccident(going, sato, at(500), null)))).toBe(0);
  });

  it('an alarm is muted until its mute time', () => {
    const muted = sure(mutedAccident(raise(), sato, at(10), { minutes: 5, reason: 'attended' }));
    expect([isMuted(raise(), at(10)), isMuted(muted, at(309)), isMuted(muted, at(310))]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('a mute longer than the maximum is ignored', () => {
    const muted = sure(
      mutedAccident(raise(), sato, at(3_600), { minutes: 15, reason: 'attended' }),
    );
    expect(isMuted(muted, at(10))).toBe(false);
  });

  it('technical alarms send no reminders', () => {
    expect(remindedAccident(raise('sensorOff', 'technical'), 0, at(180), null)).toBeNull();
    expect(withNextNotification(raise('sensorOff', 'technical'), null).escalation).toEqual({
      step: 0,
      at: at(0),
      nextAt: null,
    });
  });
});

describe('accidentWithRecipients', () => {
  const recipients = {
    count: 1,
    people: [{ userId: 'sato', name: '佐藤', ways: ['push' as const] }],
  };

  it('records the recipients of a step once', () => {
    const escalated = sure(escalatedAccident(raise(), 1, at(180), null));
    const notified = sure(accidentWithRecipients(escalated, at(180), recipients));
    expect(notified.history.map((step) => step.told)).toEqual([undefined, recipients]);
    expect(accidentCollection.schema.parse(notified)).toEqual(notified);
    expect(accidentWithRecipients(notified, at(180), { count: 0, people: [] })).toBeNull();
    const more = {
      count: 2,
      people: [...recipients.people, { userId: 'ito', name: '伊藤', ways: [] }],
    };
    expect(accidentWithRecipients(notified, at(180), more)?.history[1]?.told).toEqual(more);
    expect(accidentWithRecipients(notified, at(181), recipients)).toBeNull();
  });

  it('changes no step without a notification', () => {
    const going = sure(acknowledgedAccident(raise(), sato, at(20)));
    expect(accidentWithRecipients(going, at(20), recipients)).toBeNull();
  });
});
