import type { AccidentSeverity, RoomAccident } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import type { AlarmBurst } from './alarm-tones.ts';
import { ALARM_BURSTS, renderBurst, UNCHECKED_BURST } from './alarm-tones.ts';
import { waitingAlarms } from './alarm.ts';
import { createAlarmSound, MUTE_MINUTES, type HeardAlarm } from './alarm-sound.ts';
import { anAccident, aRing } from '../room-state/testing/live-builder.ts';
import { oneWindow, type OneWindow } from './one-window.ts';

type Opened = {
  isOpen?: boolean;
  isOnAtFirst?: boolean;
  window?: OneWindow;
  stored?: Map<string, string>;
};

/** A loudspeaker that writes down what it was told, and a clock that is moved by hand. */
function opened({
  isOpen = true,
  isOnAtFirst = true,
  window = oneWindow(undefined),
  stored = new Map(),
}: Opened = {}) {
  const played: (string | null)[] = [];
  const waits: { atMs: number; run: () => void }[] = [];
  const speaker = { isOpen, listener: () => undefined as void };
  let nowMs = 0;
  const nameOf = (burst: AlarmBurst | null): string | null =>
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
      play: (burst, volume) => played.push(burst === null ? null : `${nameOf(burst)} ${volume}`),
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

describe('what is heard', () => {
  it('is the most pressing that waits, until nobody waits', () => {
    const { sound, played } = opened();
    expect(sound.current()).toEqual({ kind: 'ready' });
    sound.hear([alarm('a', 'low')]);
    sound.hear([alarm('a', 'low'), alarm('b')]);
    sound.hear([alarm('a', 'low'), alarm('b'), alarm('c', 'medium')]);
    expect(sound.current()).toEqual({ kind: 'sounding', severity: 'high' });
    sound.hear([]);
    expect(played).toEqual([null, 'low 0.5', 'high 0.5', null]);
  });

  it('is nothing before somebody has pressed something, and says so', () => {
    const { sound, played } = opened({ isOpen: false });
    sound.hear([alarm('a')]);
    expect(sound.current()).toEqual({ kind: 'blocked' });
    sound.pressed();
    expect(sound.current()).toEqual({ kind: 'sounding', severity: 'high' });
    expect(played).toEqual([null, 'high 0.5']);
  });

  it('is nothing where it was turned off, which is remembered', () => {
    const { sound, played, stored } = opened();
    sound.hear([alarm('a')]);
    sound.choose({ isOn: false });
    expect([sound.current(), played.at(-1)]).toEqual([{ kind: 'off' }, null]);
    expect(opened({ stored }).sound.choice()).toEqual({ isOn: false, volume: 'medium' });
    expect(opened({ isOnAtFirst: false }).sound.current()).toEqual({ kind: 'off' });
  });

  it('is one soft tone while an urgent alarm is over and unchecked, and nothing for a milder one', () => {
    const { sound, played } = opened();
    sound.hear([{ ...alarm('a', 'medium'), isOver: true }]);
    expect([sound.current(), played.at(-1)]).toEqual([{ kind: 'ready' }, null]);
    sound.hear([{ ...alarm('a'), isOver: true }]);
    expect([sound.current(), played.at(-1)]).toEqual([{ kind: 'ready' }, 'unchecked 0.5']);
    sound.hear([{ ...alarm('a'), isOver: true }, alarm('b', 'low')]);
    expect(played.at(-1)).toBe('low 0.5');
  });

  it('is at full volume while an alarm has reached nobody', () => {
    const { sound, played } = opened();
    sound.hear([{ ...alarm('a'), reach: 'nobody' }]);
    expect(played.at(-1)).toBe('high 1');
    sound.hear([{ ...alarm('a'), reach: 'screen' }]);
    expect(played.at(-1)).toBe('high 0.5');
  });

  it('changes its loudness while it sounds', () => {
    const { sound, played } = opened();
    sound.hear([alarm('a', 'medium')]);
    sound.choose({ volume: 'high' });
    expect(played).toEqual([null, 'medium 0.5', 'medium 1']);
  });

  it('is left to one window of a browser', () => {
    const takers: (() => void)[] = [];
    const window: OneWindow = {
      want: (onMine) => {
        takers.push(onMine);
        return () => undefined;
      },
    };
    const { sound } = opened({ window });
    sound.hear([alarm('a')]);
    expect(sound.current()).toEqual({ kind: 'elsewhere' });
    takers[0]?.();
    expect(sound.current()).toEqual({ kind: 'sounding', severity: 'high' });
  });

  it('can be tried out, and goes back to what it was', () => {
    const { sound, played, pass } = opened();
    sound.tryOut();
    pass(1500);
    expect(played).toEqual([null, 'trial 0.5', null]);
  });
});

describe('a sound that is held back', () => {
  it.each(MUTE_MINUTES)('comes back by itself after %s minutes', (minutes) => {
    const { sound, pass } = opened();
    sound.hear([alarm('a')]);
    sound.mute(minutes);
    expect(sound.current()).toEqual({ kind: 'muted', until: new Date(minutes * 60_000) });
    pass(minutes * 60_000 - 1);
    expect(sound.current().kind).toBe('muted');
    pass(1);
    expect(sound.current()).toEqual({ kind: 'sounding', severity: 'high' });
  });

  it('does not hold back what comes anew', () => {
    const { sound } = opened();
    sound.hear([alarm('a')]);
    sound.mute(15);
    sound.hear([alarm('a'), alarm('b', 'technical')]);
    expect(sound.current()).toEqual({ kind: 'sounding', severity: 'technical' });
  });

  it('is over when nothing of it waits any more, so that the next is heard', () => {
    const { sound } = opened();
    sound.hear([alarm('a')]);
    sound.mute(15);
    sound.hear([]);
    expect(sound.current()).toEqual({ kind: 'ready' });
    sound.hear([alarm('a')]);
    expect(sound.current().kind).toBe('sounding');
  });

  it('may be held back by the ward, for all windows, and comes back then', () => {
    const { sound, pass } = opened();
    sound.hear([alarm('a', 'high', new Date(180_000)), alarm('b', 'low', new Date(60_000))]);
    expect(sound.current()).toEqual({ kind: 'muted', until: new Date(60_000) });
    pass(60_000);
    expect(sound.current()).toEqual({ kind: 'sounding', severity: 'low' });
    pass(120_000);
    sound.hear([alarm('a', 'high', new Date(180_000))]);
    expect(sound.current()).toEqual({ kind: 'sounding', severity: 'high' });
  });

  it('comes back at once where somebody says so', () => {
    const { sound } = opened();
    sound.hear([alarm('a')]);
    sound.mute(3);
    sound.unmute();
    expect(sound.current().kind).toBe('sounding');
  });
});

describe('alarms that wait', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 18, minute));
  const room = (id: string, minute: number, call: Partial<RoomAccident> = {}) => ({
    documentReferenceId: id,
    name: id,
    domainId: 'd',
    live: { accidents: [{ ...aRing(at(minute)), ...call }] },
  });

  const NOW_MS = at(10).getTime();

  it('are calls that nobody goes to, the longest first', () => {
    const rooms = [
      room('late', 9),
      room('going', 1, { state: 'acknowledged', acknowledgedAt: at(1) }),
      room('early', 3),
      { ...room('new', 0), live: null },
    ];
    expect(waitingAlarms(rooms, NOW_MS).map(({ roomId }) => roomId)).toEqual(['early', 'late']);
  });

  it('are accidents of every kind that nobody goes to, after the more urgent', () => {
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

  it('are the same when it is pressed again before somebody goes', () => {
    const idOf = (alarming: ReturnType<typeof room>) => waitingAlarms([alarming], NOW_MS)[0]?.id;
    const first = room('a', 3);
    expect(idOf(room('a', 3, { repeats: 2, lastAt: at(8) }))).toBe(idOf(first));
    // A press while somebody is on the way raises the call again.
    const again = room('a', 3, { repeats: 2, lastAt: at(8), waitingSince: at(8) });
    expect(idOf(again)).not.toBe(idOf(first));
    expect(waitingAlarms([again], NOW_MS)[0]?.since).toEqual(at(8));
  });
});

describe('an alarm that somebody went to half an hour ago, and never said more', () => {
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

  it('does not where somebody arrived, nor for a device whose fault was confirmed, nor where it is not known since when', () => {
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

describe('a burst', () => {
  it.each(Object.entries(ALARM_BURSTS))(
    'of %s is heard where its pulses are and silent else',
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
