import { describe, expect, it } from 'vitest';
import { accidentCollection } from '../collections/accident.ts';
import { roomAccident } from '../live/room-accident.ts';
import {
  acknowledgedAccident,
  arrivedAccident,
  raisedAgain,
  endedTest,
  escalatedAccident,
  forgottenAccident,
  FORGOTTEN_AFTER_MINUTES,
  isResponseOverdue,
  mutedAccident,
  overAccident,
  raisedAccident,
  reopenedAccident,
  repeatedAccident,
  resolvedAccident,
  TEST_ALARM_MS,
  withdrawnAccident,
  type Accident,
} from './accident-life.ts';
import { judgedAccident, notedAccident } from './accident-review.ts';
import { countedAccidents, toRoomAccident, withAccident } from './room-accidents.ts';

const at = (second: number) => new Date(1_800_000_000_000 + second * 1000);
const forFiveMinutes = { minutes: 5, reason: 'attended' } as const;
const FORGOTTEN_S = FORGOTTEN_AFTER_MINUTES * 60;
const sato = { userId: 'sato', name: '佐藤' };
const kato = { userId: 'kato', name: '加藤' };
const raised = raisedAccident({
  kind: 'fall',
  severity: 'high',
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
const fast: Accident = { ...raised, kind: 'heartRateHigh' };
const acknowledged = sure(acknowledgedAccident(raised, sato, at(20)));
const arrived = sure(arrivedAccident(acknowledged, sato, at(60)));
const resolved = sure(
  resolvedAccident(arrived, kato, at(100), { outcome: 'helped', useful: true, note: 'n' }),
);
const acts = ({ history }: Accident) =>
  history.map(({ act, by, state }) => `${act} ${by} ${state}`);

describe('the alarm state machine', () => {
  it('each step records who acted and when', () => {
    expect(resolved).toMatchObject({
      state: 'resolved',
      acknowledgedBy: sato,
      acknowledgedAt: at(20),
      arrivedBy: sato,
      arrivedAt: at(60),
      resolvedBy: kato,
      resolvedAt: at(100),
      outcome: 'helped',
      useful: true,
      note: 'n',
    });
    expect(acts(resolved)).toEqual([
      'raised null raised',
      'acknowledged sato acknowledged',
      'arrived sato arrived',
      'resolved kato resolved',
    ]);
    for (const accident of [raised, acknowledged, arrived, resolved])
      expect(accidentCollection.schema.parse(accident)).toEqual(accident);
  });

  it('a second acknowledgement and steps after the end change nothing', () => {
    expect(acknowledgedAccident(acknowledged, kato, at(21))).toBeNull();
    expect(acknowledgedAccident(resolved, kato, at(101))).toBeNull();
    expect(arrivedAccident(resolved, kato, at(101))).toBeNull();
    expect(resolvedAccident(resolved, kato, at(101), { outcome: 'other' })).toBeNull();
    expect(mutedAccident(resolved, kato, at(101), forFiveMinutes)).toBeNull();
  });

  it('steps can be skipped: an arrival acknowledges, and a raised alarm can be resolved', () => {
    expect(arrivedAccident(raised, sato, at(30))).toMatchObject({
      acknowledgedBy: sato,
      acknowledgedAt: at(30),
      arrivedBy: sato,
      escalation: { nextAt: null },
    });
    expect(resolvedAccident(raised, sato, at(30), { outcome: 'falseAlarm' })).toMatchObject({
      state: 'resolved',
      acknowledgedBy: null,
      useful: null,
    });
  });

  it('a released alarm is raised again and escalates to the next group', () => {
    for (const going of [acknowledged, arrived]) {
      expect(withdrawnAccident(going, sato, at(70), at(250))).toMatchObject({
        state: 'raised',
        acknowledgedBy: null,
        arrivedBy: null,
        arrivedAt: null,
        escalation: { step: 0, nextAt: at(250) },
      });
    }
    for (const other of [raised, resolved])
      expect(withdrawnAccident(other, sato, at(70), null)).toBeNull();
  });

  it('reopening within a minute restores the previous state', () => {
    const { history: _before, ...asItWas } = arrived;
    expect(reopenedAccident(resolved, kato, at(160), null)).toMatchObject({
      ...asItWas,
      useful: true,
      note: 'n',
    });
    expect(reopenedAccident(resolved, kato, at(161), null)).toBeNull();
    expect(
      reopenedAccident(
        sure(resolvedAccident(raised, sato, at(30), { outcome: 'test' })),
        sato,
        at(31),
        null,
      ),
    ).toMatchObject({ state: 'raised', outcome: null });
    const byItself = sure(overAccident(raised, at(30), true));
    for (const other of [raised, acknowledged, byItself])
      expect(reopenedAccident(other, sato, at(31), null)).toBeNull();
  });

  it('repeats are counted once per moment', () => {
    const twice = sure(repeatedAccident(acknowledged, at(30)));
    expect(twice).toMatchObject({ state: 'acknowledged', repeats: 2, lastAt: at(30) });
    expect(repeatedAccident(twice, at(30))).toBeNull();
    expect(repeatedAccident(twice, at(29))).toBeNull();
    expect(repeatedAccident(twice, at(31), 98)).toMatchObject({ repeats: 100 });
    expect(repeatedAccident(resolved, at(200))).toBeNull();
    expect(repeatedAccident(sure(overAccident(fast, at(30), false)), at(40))).toMatchObject({
      overAt: null,
      repeats: 2,
    });
  });

  it('the ends of an alarm are one step, and the last resolves it if its rule says so', () => {
    const first = sure(overAccident(fast, at(30), false));
    const second = sure(overAccident(sure(repeatedAccident(first, at(40))), at(90), false));
    const steps = second.history.filter(({ act }) => act === 'over');
    expect(steps.map((step) => step.at)).toEqual([at(90)]);
    expect(overAccident(second, at(100), false)).toBeNull();
    expect(overAccident(second, at(100), true)).toMatchObject({
      state: 'resolved',
      overAt: at(90),
      resolvedAt: at(100),
    });
  });

  it('a repeat raises the alarm again only if the responder is overdue', () => {
    for (const [going, since] of [
      [acknowledged, 20],
      [arrived, 60],
    ] as const) {
      expect(raisedAgain(going, at(since + FORGOTTEN_S - 1), at(9999))).toBe(going);
      const again = raisedAgain(
        { ...going, escalation: { step: 2, at: at(0), nextAt: null } },
        at(since + FORGOTTEN_S),
        at(9999),
      );
      expect(again).toMatchObject({
        state: 'raised',
        acknowledgedBy: null,
        arrivedBy: null,
        arrivedAt: null,
        escalation: { step: 0, nextAt: at(9999) },
      });
    }
    for (const other of [raised, resolved])
      expect(raisedAgain(other, at(9000), at(9999))).toBe(other);
  });

  it('reopening an alarm without a responder schedules the next group', () => {
    const reopened = sure(
      reopenedAccident(
        sure(resolvedAccident(raised, sato, at(30), { outcome: 'test' })),
        sato,
        at(31),
        at(331),
      ),
    );
    expect(reopened).toMatchObject({ state: 'raised', escalation: { step: 0, nextAt: at(331) } });
  });

  it('an ended condition resolves the alarm only if its rule clears and it is unacknowledged', () => {
    expect(overAccident(raised, at(30), true)).toMatchObject({
      state: 'resolved',
      resolvedBy: null,
      resolvedAt: at(30),
      overAt: at(30),
      outcome: null,
    });
    expect(overAccident(fast, at(30), false)).toMatchObject({
      state: 'raised',
      overAt: at(30),
      escalation: { nextAt: at(180) },
    });
    for (const going of [acknowledged, arrived])
      expect(overAccident({ ...going, kind: fast.kind }, at(70), true)).toMatchObject({
        state: going.state,
        overAt: at(70),
      });
    expect(overAccident(sure(overAccident(fast, at(30), false)), at(60), false)).toBeNull();
    expect(overAccident(sure(repeatedAccident(raised, at(50))), at(40), true)).toBeNull();
    expect(overAccident(resolved, at(130), true)).toBeNull();
  });

  it('each group is notified once, and none after an acknowledgement', () => {
    const escalated = sure(escalatedAccident(raised, 1, at(180), at(480)));
    expect(escalated.escalation).toEqual({ step: 1, at: at(180), nextAt: at(480) });
    expect(escalatedAccident(escalated, 1, at(181), at(481))).toBeNull();
    for (const other of [acknowledged, arrived, resolved])
      expect(escalatedAccident(other, 1, at(180), null)).toBeNull();
  });

  it('an overdue responder causes one escalation after half an hour', () => {
    expect([
      isResponseOverdue(at(20), at(20 + FORGOTTEN_S).getTime() - 1),
      isResponseOverdue(at(20), at(20 + FORGOTTEN_S).getTime()),
    ]).toEqual([false, true]);
    expect(acknowledged.escalation.nextAt).toEqual(at(20 + FORGOTTEN_S));
    expect(forgottenAccident(acknowledged, 1, at(19 + FORGOTTEN_S))).toBeNull();
    const overdue = sure(forgottenAccident(acknowledged, 1, at(20 + FORGOTTEN_S)));
    expect(overdue).toMatchObject({
      state: 'acknowledged',
      acknowledgedBy: sato,
      escalation: { step: 1, at: at(20 + FORGOTTEN_S), nextAt: null },
    });
    expect(forgottenAccident(overdue, 1, at(9000))).toBeNull();
    expect(acts(overdue).at(-1)).toBe('escalated null acknowledged');
  });

  it('no overdue time exists after an arrival, a release, an end or a confirmed fault; reopening restarts it', () => {
    expect(arrived.escalation.nextAt).toBeNull();
    for (const other of [
      arrived,
      resolved,
      sure(withdrawnAccident(acknowledged, sato, at(30), at(40))),
    ])
      expect(forgottenAccident(other, 1, at(9000))).toBeNull();
    expect(
      sure(
        acknowledgedAccident(
          { ...raised, kind: 'batteryLow', severity: 'technical' },
          sato,
          at(20),
        ),
      ).escalation.nextAt,
    ).toBeNull();
    const reopened = sure(
      reopenedAccident(
        sure(resolvedAccident(acknowledged, sato, at(50), { outcome: 'helped' })),
        sato,
        at(60),
        null,
      ),
    );
    expect(reopened.escalation.nextAt).toEqual(at(60 + FORGOTTEN_S));
  });

  it('a mute ends after its minutes or on release, and a lost device cannot be muted', () => {
    const muted = sure(mutedAccident(acknowledged, sato, at(30), forFiveMinutes));
    expect(muted.mutedUntil).toEqual(at(330));
    expect(muted.history.at(-1)).toMatchObject({ act: 'muted', muteReason: 'attended' });
    expect(withdrawnAccident(muted, sato, at(40), null)?.mutedUntil).toBeNull();
    expect(
      mutedAccident({ ...raised, kind: 'deviceOffline' }, sato, at(30), forFiveMinutes),
    ).toBeNull();
  });

  it('a test alarm ends after its duration, and no other alarm does', () => {
    const test: Accident = { ...acknowledged, kind: 'test' };
    const overAt = at(TEST_ALARM_MS / 1000);
    expect(endedTest(test, new Date(overAt.getTime() - 1))).toBeNull();
    expect(sure(endedTest(test, overAt))).toMatchObject({
      state: 'resolved',
      outcome: 'test',
      resolvedBy: null,
      resolvedAt: overAt,
      escalation: { nextAt: null },
    });
    expect([endedTest(raised, overAt), endedTest({ ...resolved, kind: 'test' }, overAt)]).toEqual([
      null,
      null,
    ]);
  });

  it('a note and a verdict can be added after the end, and a repeated one changes nothing', () => {
    expect(notedAccident(resolved, sato, at(9000), 'm')).toMatchObject({
      note: 'm',
      state: 'resolved',
    });
    expect(notedAccident(resolved, sato, at(9000), 'n')).toBeNull();
    expect(judgedAccident(resolved, sato, at(9000), false)).toMatchObject({ useful: false });
    expect(judgedAccident(resolved, sato, at(9000), true)).toBeNull();
  });

  it('a long history keeps its first step and the latest ones', () => {
    let accident = raised;
    for (let second = 1; second <= 400; second += 1)
      accident = sure(
        mutedAccident(accident, sato, at(second), { minutes: 3, reason: 'attended' }),
      );
    expect(accident.history.length).toBe(200);
    expect([accident.history[0]?.act, accident.history.at(-1)?.at]).toEqual(['raised', at(400)]);
    expect(accidentCollection.schema.safeParse(accident).success).toBe(true);
  });
});

describe('withAccident', () => {
  it('lists open alarms newest first and drops resolved ones', () => {
    const call = { ...raised, kind: 'call' as const, raisedAt: at(5) };
    const lost = {
      ...raised,
      kind: 'deviceOffline' as const,
      severity: 'technical' as const,
      raisedAt: at(3),
    };
    const all = withAccident(
      withAccident(withAccident([], 'fall', acknowledged), 'call', call),
      'lost',
      lost,
    );
    expect(all.map(({ id }) => id)).toEqual(['call', 'lost', 'fall']);
    expect(all[2]).toEqual({
      id: 'fall',
      kind: 'fall',
      source: 'sensor',
      severity: 'high',
      state: 'acknowledged',
      raisedAt: at(0),
      waitingSince: at(0),
      repeats: 1,
      lastAt: at(0),
      mutedUntil: null,
      overAt: null,
      unknownAt: null,
      reach: null,
      escalatesAt: at(20 + FORGOTTEN_S),
      by: sato,
      acknowledgedAt: at(20),
    });
    expect(countedAccidents(all)).toBe(2);
    expect(withAccident(all, 'fall', resolved).map(({ id }) => id)).toEqual(['call', 'lost']);
    for (const one of all) expect(roomAccident.parse(one)).toEqual(one);
    expect(toRoomAccident('a', raised).by).toBeNull();
  });
});

describe('accidentCollection', () => {
  it('accepts alarms stored before they had states', () => {
    expect(
      accidentCollection.schema.parse({
        kind: 'fall',
        severity: 'high',
        raisedAt: at(0),
        source: 'sensor',
        state: 'raised',
      }),
    ).toMatchObject({ repeats: 1, escalation: { step: 0 }, overAt: null, history: [] });
    expect(
      accidentCollection.schema.safeParse({
        kind: 'fall',
        severity: 'high',
        raisedAt: at(0),
        source: 'sensor',
        state: 'raised',
        history: [{ at: at(0), state: 'raised', by: null }],
      }).success,
    ).toBe(true);
  });
});
