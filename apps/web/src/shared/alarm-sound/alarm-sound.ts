import type { AccidentSeverity } from '@yamori/domain';
import { createListeners } from '../../listeners.ts';
import { firstToSound, type Alarm } from './alarm.ts';
import { ALARM_BURSTS, UNCHECKED_BURST, type AlarmBurst } from './alarm-tones.ts';
import type { LeaderTab } from './leader-tab.ts';
import type { SoundOutput } from './sound-output.ts';

/** Durations of a mute in minutes; the sound always resumes (docs/alarms.md). */
export const MUTE_MINUTES = [3, 5, 10, 15] as const;
type MuteMinutes = (typeof MUTE_MINUTES)[number];
export const VOLUMES = ['low', 'medium', 'high'] as const;
type Volume = (typeof VOLUMES)[number];
export type SoundChoice = { readonly isOn: boolean; readonly volume: Volume };

export type SoundState =
  /** Sound is turned off in this browser. */
  | { readonly kind: 'off' }
  /** The browser allows no sound before a user gesture on the page. */
  | { readonly kind: 'blocked' }
  /** Another window of this browser sounds for all. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'sounding'; readonly severity: AccidentSeverity; readonly alarmId: string }
  | { readonly kind: 'muted'; readonly until: Date };

/** `mutedUntil`: muted on all screens until then. */
export type HeardAlarm = Pick<Alarm, 'id' | 'severity' | 'mutedUntil' | 'isOver' | 'reach'>;

/** The sound of the alarms, and its state on the page. */
export type AlarmSound = {
  readonly current: () => SoundState;
  readonly choice: () => SoundChoice;
  /** Whether this page sounds and the alarm is one of those that it sounds for. */
  readonly isAudible: (alarmId: string) => boolean;
  readonly subscribe: (listener: () => void) => () => void;
  /** Sets the waiting alarms. */
  readonly hear: (alarms: readonly HeardAlarm[]) => void;
  readonly choose: (choice: Partial<SoundChoice>) => void;
  /** Silences the current alarms; new ones sound. */
  readonly mute: (minutes: MuteMinutes) => void;
  readonly unmute: () => void;
  /** Lets a burst be heard once, as loud as it would be. */
  readonly tryOut: () => void;
  /** Call on a user gesture: from now on the browser may allow sound. */
  readonly pressed: () => void;
  /** Stops the sound, and leaves it to other windows. */
  readonly close: () => void;
};

type AlarmSoundParts = {
  readonly output: SoundOutput;
  readonly window: LeaderTab;
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** Whether it sounds before a choice was made. */
  readonly isOnAtFirst: boolean;
  readonly nowMs: () => number;
  readonly after: (ms: number, run: () => void) => () => void;
};

const KEY = 'yamori.sound';
const LOUDNESS: Readonly<Record<Volume, number>> = { low: 0.2, medium: 0.5, high: 1 };
const TRIAL = { ...ALARM_BURSTS.medium, everyMs: 60_000 };
const TRIAL_MS = 1500;

type Tone = AccidentSeverity | 'trial' | 'over' | 'none';

const BURSTS: Readonly<Record<Tone, AlarmBurst | null>> = {
  ...ALARM_BURSTS,
  trial: TRIAL,
  over: UNCHECKED_BURST,
  none: null,
};

const NEVER = (): void => undefined;

export function createAlarmSound({
  output,
  window,
  storage,
  isOnAtFirst,
  nowMs,
  after,
}: AlarmSoundParts): AlarmSound {
  const listeners = createListeners();
  let choice = readChoice(storage, isOnAtFirst);
  let alarms: readonly HeardAlarm[] = [];
  let muted: { readonly ids: ReadonlySet<string>; readonly untilMs: number } | null = null;
  let wanted: { isMine: boolean; readonly leave: () => void } | null = null;
  let state: SoundState = { kind: 'off' };
  let audibleIds: readonly string[] = [];
  let playing = '';
  let trying = false;
  let endReturn = NEVER;
  let endTrial = NEVER;

  /** End of the mute; 0 if the alarm sounds. */
  const silentUntilMs = ({ id, mutedUntil }: HeardAlarm): number =>
    Math.max(
      mutedUntil === null || mutedUntil.getTime() <= nowMs() ? 0 : mutedUntil.getTime(),
      muted?.ids.has(id) === true ? muted.untilMs : 0,
    );

  const audible = (): readonly HeardAlarm[] =>
    alarms.filter((alarm) => silentUntilMs(alarm) <= nowMs());
  const persisting = (): readonly HeardAlarm[] => audible().filter(({ isOver }) => !isOver);
  const next = (): SoundState => {
    if (!choice.isOn) return { kind: 'off' };
    if (!output.isOpen()) return { kind: 'blocked' };
    if (wanted?.isMine !== true) return { kind: 'elsewhere' };
    const first = firstToSound(persisting());
    if (first !== null) return { kind: 'sounding', severity: first.severity, alarmId: first.id };
    // All are muted: wait until the first mute ends.
    const silenced = alarms.map(silentUntilMs).filter((untilMs) => untilMs > nowMs());
    return silenced.length === 0
      ? { kind: 'ready' }
      : { kind: 'muted', until: new Date(Math.min(...silenced)) };
  };
  /** A window whose sound is blocked leaves it to another one. */
  const settleWindow = (): void => {
    const wants = choice.isOn && output.isOpen();
    if (wants && wanted === null) {
      const own = { isMine: false, leave: NEVER };
      wanted = own;
      own.leave = window.want(() => {
        own.isMine = true;
        settle();
      });
    } else if (!wants) {
      wanted?.leave();
      wanted = null;
    }
  };
  const settle = (): void => {
    if (
      muted !== null &&
      (nowMs() >= muted.untilMs || !alarms.some(({ id }) => muted?.ids.has(id)))
    )
      muted = null;
    settleWindow();
    const now = next();
    const tone = trying ? 'trial' : getTone(now, audible());
    const volume = tone === 'trial' ? LOUDNESS[choice.volume] : getLoudness(choice, audible());
    const key = `${tone} ${volume}`;
    if (key !== playing) {
      playing = key;
      output.play(BURSTS[tone], volume);
    }
    endReturn();
    endReturn = now.kind === 'muted' ? after(now.until.getTime() - nowMs(), () => settle()) : NEVER;
    const ids = now.kind === 'sounding' ? persisting().map(({ id }) => id) : [];
    if (JSON.stringify([now, ids]) === JSON.stringify([state, audibleIds])) return;
    state = now;
    audibleIds = ids;
    listeners.notify();
  };
  output.onChange(() => settle());
  settle();

  return {
    current: () => state,
    choice: () => choice,
    isAudible: (alarmId) => audibleIds.includes(alarmId),
    subscribe: listeners.subscribe,
    hear(now) {
      alarms = now;
      settle();
    },
    choose(change) {
      choice = { ...choice, ...change };
      keepChoice(storage, choice);
      settle();
      listeners.notify();
    },
    mute(minutes) {
      muted = { ids: new Set(alarms.map(({ id }) => id)), untilMs: nowMs() + minutes * 60_000 };
      settle();
    },
    unmute() {
      muted = null;
      settle();
    },
    tryOut() {
      output.open();
      trying = true;
      endTrial();
      endTrial = after(TRIAL_MS, () => {
        trying = false;
        settle();
      });
      settle();
    },
    pressed() {
      if (!output.isOpen() && choice.isOn) output.open();
    },
    close() {
      muted = null;
      endTrial();
      alarms = [];
      output.close();
      settle();
    },
  };
}

/** The tone to play: `over` is a soft reminder of an urgent unchecked alarm. */
function getTone(now: SoundState, audible: readonly HeardAlarm[]): Tone {
  if (now.kind === 'sounding') return now.severity;
  const isUnchecked =
    now.kind === 'ready' && audible.some((alarm) => alarm.isOver && alarm.severity === 'high');
  return isUnchecked ? 'over' : 'none';
}

/** An alarm that has reached no one sounds at full volume. */
const getLoudness = ({ volume }: SoundChoice, audible: readonly HeardAlarm[]): number =>
  audible.some(({ isOver, reach }) => !isOver && reach === 'nobody')
    ? LOUDNESS.high
    : LOUDNESS[volume];

function readChoice(storage: AlarmSoundParts['storage'], isOnAtFirst: boolean): SoundChoice {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? '{}');
    const field = (name: string): unknown =>
      typeof stored === 'object' && stored !== null ? Reflect.get(stored, name) : undefined;
    const isOn = field('isOn');
    return {
      isOn: typeof isOn === 'boolean' ? isOn : isOnAtFirst,
      volume: VOLUMES.find((volume) => volume === field('volume')) ?? 'medium',
    };
  } catch {
    return { isOn: isOnAtFirst, volume: 'medium' };
  }
}

function keepChoice(storage: AlarmSoundParts['storage'], choice: SoundChoice): void {
  try {
    storage.setItem(KEY, JSON.stringify(choice));
  } catch {
    // Without storage, the setting lasts until the tab closes.
  }
}
