import type { AccidentSeverity, RoomAccident } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import type { AlarmBurst } from './alarm-tones.ts';
import { ALARM_BURSTS, renderBurst, UNCHECKED_BURST } from './alarm-tones.ts';
import { waitingAlarms } from './alarm.ts';
import { createAlarmSound, MUTE_MINUTES, type HeardAlarm } from './alarm-sound.ts';
import { anAccident, aRing } from '../room-state/testing/live-builder.ts';
import { leaderTab, type LeaderTab } from './leader-tab.ts';

type Opened = {
  isOpen?: boolean;
  isOnAtFirst?: boolean;
  window?: LeaderTab;
  stored?: Map<string, string>;
};

/** A loudspeaker that records its calls, and a clock that the test moves. */
function opened({
  isOpen = true,
  isOnAtFirst = true,
  window = leaderTab(undefined),
  stored = new Map(),
}: Opened = {}) {
  const played: (string | null)[] = [];
  const waits: { atMs: number; run: () => void }[] = [];
  const speaker = { isOpen, listener: () => undefined as void };
  let nowMs = 0;
  const getName = (burst: AlarmBurst | null): string | null =>
    burst === null
      ? null
      : burst === UNCHECKED_BURST
        ? 'unchecked'
        : (Object.entries(ALARM_BURSTS).find(([, other]) => other === burst)?.[0] ?? 'trial');
  const sound = createAlarmSound({
    isOnAtFirst,
    window,
    output: {
      isOpen: () => speaker.isOpen,
      open: () => {
        speaker.isOpen = true;
        speaker.listener();
      },
      play: (burst, volume) => played.push(burst === null ? null : `${getName(burst)} ${volume}`),
      onChange: (listener) => {
        speaker.listener = listener;
      },
      close: () => undefined,
    },
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
    },
    nowMs: () => nowMs,
    after(ms, run) {
      const wait = { atMs: nowMs + ms, run };
      waits.push(wait);
      return () => void waits.splice(waits.indexOf(wait), 1);
    },
  });
  const pass = (ms: number): void => {
    nowMs += ms;
    for (const wait of waits.filter(({ atMs }) => atMs <= nowMs)) wait.run();
  };
  return { sound, played, pass, stored };
}

const alarm = (
  id: string,
  severity: AccidentSeverity = 'high',
  mutedUntil: Date | null = null,
): HeardAlarm => ({ id, severity, mutedUntil, isOver: false, reach: null });

describe('AlarmSound', () => {
  it('plays the most urgent waiting alarm, until none waits', () => {
    const { sound, played } = opened();
    expect(sound.current()).toEqual({ kind: 'ready' });
    sound.hear([alarm('a', 'low')]);
    sound.hear([alarm('a', 'low'), alarm('b')]);
    sound.hear([alarm('a', 'low'), alarm('b'), alarm('c', 'medium')]);
    expect(sound.current()).toEqual({ kind: 'sounding', severity: 'high', alarmId: 'b' });
    sound.hear([]);
    expect(played).toEqual([null, 'low 0.5', 'high 0.5', null]);
  });

  it('alarms that are neither muted nor over are audible while it sounds', () => {
    const { sound, pass } = opened();
    sound.hear([alarm('a')]);
    sound.mute(5);
    const audible = () => ['a', 'b', 'c', 'd'].filter((id) => sound.isAudible(id));
    expect(audible()).toEqual([]);
    sound.hear([alarm('a'), alarm('b'), alarm('c', 'low'), { ...alarm('d'), isOver: true }]);
    expect(audible()).toEqual(['b', 'c']);
    pass(5 * 60_000);
    sound.hear([alarm('a'), alarm('b')]);
    expect(audible()).toEqual(['a', 'b']);
    sound.choose({ isOn: false });
    expect(audible()).toEqual([]);
  });

  it('stays silent before a user gesture, and reports it', () => {
    const { sound, played } = opened({ isOpen: false });
    sound.hear([alarm('a')]);
    expect(sound.current()).toEqual({ kind: 'blocked' });
    sound.pressed();
    expect(sound.current()).toEqual({ kind: 'sounding', severity: 'high', alarmId: 'a' });
    expect(played).toEqual([null, 'high 0.5']);
  });

  it('stays silent when turned off, and stores the choice', () => {
    const { sound, played, stored } = opened();
    sound.hear([alarm('a')]);
    sound.choose({ isOn: false });
    expect([sound.current(), played.at(-1)]).toEqual([{ kind: 'off' }, null]);
    expect(opened({ stored }).sound.choice()).toEqual({ isOn: false, volume: 'medium' });
    expect(opened({ isOnAtFirst: false }).sound.current()).toEqual({ kind: 'off' });
  });

  it('plays one soft tone while an urgent alarm is over and unchecked, and nothing for a milder one', () => {
    const { sound, played } = opened();
    sound.hear([{ ...alarm('a', 'medium'), isOver: true }]);
    expect([sound.current(), played.at(-1)]).toEqual([{ kind: 'ready' }, null]);
    sound.hear([{ ...alarm('a'), isOver: true }]);
    expect([sound.current(), played.at(-1)]).toEqual([{ kind: 'ready' }, 'unchecked 0.5']);
    sound.hear([{ ...alarm('a'), isOver: true }, alarm('b', 'low')]);
    expect(played.at(-1)).toBe('low 0.5');
  });

  it('plays at full volume while an alarm has reached no one', () => {
    const { sound, played } = opened();
    sound.hear([{ ...alarm('a'), reach: 'nobody' }]);
    expect(played.at(-1)).toBe('high 1');
    sound.hear([{ ...alarm('a'), reach: 'screen' }]);
    expect(played.at(-1)).toBe('high 0.5');
  });

  it('changes its volume while it sounds', () => {
    const { sound, played } = opened();
    sound.hear([alarm('a', 'medium')]);
    sound.choose({ volume: 'high' });
    expect(played).toEqual([null, 'medium 0.5', 'medium 1']);
  });

  it('leaves the sound to one window of a browser', () => {
    const takers: (() => void)[] = [];
    const window: LeaderTab = {
      want: (onMine) => {
        takers.push(onMine);
        return () => undefined;
      },
    };
    const { sound } = opened({ window });
    sound.hear([alarm('a')]);
    expect(sound.current()).toEqual({ kind: 'elsewhere' });
    takers[0]?.();
    expect(sound.current()).toEqual({ kind: 'sounding', severity: 'high', alarmId: 'a' });
  });

  it('plays a trial, and returns to its previous state', () => {
    const { sound, played, pass } = opened();
    sound.tryOut();
    pass(1500);
    expect(played).toEqual([null, 'trial 0.5', null]);
  });
});

describe('a muted AlarmSound', () => {
  it.each(MUTE_MINUTES)('resumes after %s minutes', (minutes) => {
    const { sound, pass } = opened();
    sound.hear([alarm('a')]);
    sound.mute(minutes);
    expect(sound.current()).toEqual({ kind: 'muted', until: new Date(minutes * 60_000) });
    pass(minutes * 60_000 - 1);
    expect(sound.current().kind).toBe('muted');
    pass(1);
    expect(sound.current()).toEqual({ kind: 'sounding', severity: 'high', alarmId: 'a' });
  });

  it('plays new alarms', () => {
    const { sound } = opened();
    sound.hear([alarm('a')]);
    sound.mute(15);
    sound.hear([alarm('a'), alarm('b', 'technical')]);
    expect(sound.current()).toEqual({ kind: 'sounding', severity: 'technical', alarmId: 'b' });
  });

  it('ends the mute when none of its alarms waits, so that the next one sounds', () => {
    const { sound } = opened();
    sound.hear([alarm('a')]);
    sound.mute(15);
    sound.hear([]);
    expect(sound.current()).toEqual({ kind: 'ready' });
    sound.hear([alarm('a')]);
    expect(sound.current().kind).toBe('sounding');
  });

  it('obeys a mute of the ward in all windows, and resumes after it', () => {
    const { sound, pass } = opened();
    sound.hear([alarm('a', 'high', new Date(180_000)), alarm('b', 'low', new Date(60_000))]);
    expect(sound.current()).toEqual({ kind: 'muted', until: new Date(60_000) });
    pass(60_000);
    expect(sound.current()).toEqual({ kind: 'sounding', severity: 'low', alarmId: 'b' });
    pass(120_000);
    sound.hear([alarm('a', 'high', new Date(180_000))]);
    expect(sound.current()).toEqual({ kind: 'sounding', severity: 'high', alarmId: 'a' });
  });

  it('resumes immediately on request', () => {
    const { sound } = opened();
    sound.hear([alarm('a')]);
    sound.mute(3);
    sound.unmute();
    expect(sound.current().kind).toBe('sounding');
  });
});

describe('waitingAlarms', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 18, minute));
  const room = (id: string, minute: number, call: Partial<RoomAccident> = {}) => ({
    documentReferenceId: id,
    name: id,
    domainId: 'd',
    live: { accidents: [{ ...aRing(at(minute)), ...call }] },
  });

  const NOW_MS = at(10).getTime();

  it('returns calls without a responder, the longest waiting first', () => {
    const rooms = [
      room('late', 9),
      room('going', 1, { state: 'acknowledged', acknowledgedAt: at(1) }),
      room('early', 3),
      { ...room('new', 0), live: null },
    ];
    expect(waitingAlarms(rooms, NOW_MS).map(({ roomId }) => roomId)).toEqual(['early', 'late']);
  });

  it('returns alarms of every kind without a responder, the most urgent first', () => {
    const accident = (id: string, change: Partial<RoomAccident>): RoomAccident =>
      anAccident({ id, raisedAt: at(1), ...change });
    const accidents = [
      accident('battery', { kind: 'batteryLow', severity: 'technical' }),
      accident('exit', { kind: 'bedExit', severity: 'medium' }),
      accident('fall', { raisedAt: at(5), mutedUntil: at(9) }),
      accident('gone', { state: 'acknowledged' }),
      accident('ring', { kind: 'call', raisedAt: at(2) }),
    ];
    const waiting = waitingAlarms([{ ...room('a', 2), live: { accidents } }], NOW_MS);
    expect(waiting.map(({ id, mutedUntil }) => [id, mutedUntil])).toEqual([
      ['a/fall', at(9)],
      ['a/ring', null],
      ['a/exit', null],
      ['a/battery', null],
    ]);
  });

  it('puts alarms that reached no one before equally urgent ones', () => {
    const fall = (id: string, minute: number, reach: RoomAccident['reach']): RoomAccident =>
      anAccident({ id, raisedAt: at(minute), reach });
    const accidents = [
      fall('screen', 1, 'screen'),
      fall('nobody', 5, 'nobody'),
      anAccident({ id: 'exit', kind: 'bedExit', severity: 'medium', reach: 'nobody' }),
    ];
    const waiting = waitingAlarms([{ ...room('a', 2), live: { accidents } }], NOW_MS);
    expect(waiting.map(({ id }) => id)).toEqual(['a/nobody', 'a/screen', 'a/exit']);
  });

  it('keeps the identity of a call that is pressed again before a response', () => {
    const getId = (alarming: ReturnType<typeof room>) => waitingAlarms([alarming], NOW_MS)[0]?.id;
    const first = room('a', 3);
    expect(getId(room('a', 3, { repeats: 2, lastAt: at(8) }))).toBe(getId(first));
    // A press during a response raises the call again.
    const again = room('a', 3, { repeats: 2, lastAt: at(8), waitingSince: at(8) });
    expect(getId(again)).not.toBe(getId(first));
    expect(waitingAlarms([again], NOW_MS)[0]?.since).toEqual(at(8));
  });
});

describe('waitingAlarms with a response of half an hour', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 18, minute));
  const accident = (change: Partial<RoomAccident>): RoomAccident =>
    anAccident({
      id: 'a',
      state: 'acknowledged',
      raisedAt: at(0),
      acknowledgedAt: at(5),
      ...change,
    });
  const waiting = (accidents: readonly RoomAccident[], minute: number) =>
    waitingAlarms(
      [{ documentReferenceId: 'r', name: 'r', domainId: 'd', live: { accidents } }],
      at(minute).getTime(),
    ).map(({ id, severity, since, forgotten }) => [id, severity, since, forgotten]);

  it('asks again, low, since they said that they go', () => {
    for (const kind of ['call', 'fall'] as const) {
      expect(waiting([accident({ kind })], 34)).toEqual([]);
      expect(waiting([accident({ kind })], 35)).toEqual([['r/a/forgotten', 'low', at(5), true]]);
    }
  });

  it('omits an arrival, a confirmed device fault, and an unknown time of acknowledgement', () => {
    expect(
      waiting(
        [
          accident({ state: 'arrived' }),
          accident({ kind: 'batteryLow', severity: 'technical' }),
          accident({ acknowledgedAt: null }),
        ],
        90,
      ),
    ).toEqual([]);
  });
});

describe('renderBurst', () => {
  it.each(Object.entries(ALARM_BURSTS))(
    'renders %s loud at its pulses and silent elsewhere',
    (_name, burst) => {
      const rate = 8000;
      const samples = renderBurst(burst, rate);
      expect(samples.length).toBe((burst.everyMs * rate) / 1000);
      const loudest = (fromMs: number, toMs: number): number =>
        Math.max(...samples.subarray((fromMs * rate) / 1000, (toMs * rate) / 1000).map(Math.abs));
      for (const at of burst.pulsesAtMs)
        expect(loudest(at, at + burst.pulseMs)).toBeGreaterThan(0.4);
      for (const at of burst.pulsesAtMs)
        expect(loudest(at + burst.pulseMs + 1, at + burst.pulseMs + 50)).toBe(0);
      expect(samples.every((sample) => Math.abs(sample) <= 1)).toBe(true);
    },
  );
});
