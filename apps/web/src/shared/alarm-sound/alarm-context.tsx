import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Alarm } from './alarm.ts';
import type { AlarmSound, SoundChoice, SoundState } from './alarm-sound.ts';

/** The accessible alarms without a responder, and their sound. */
type Alarms = { readonly waiting: readonly Alarm[]; readonly sound: AlarmSound | null };

export const AlarmsContext = createContext<Alarms>({ waiting: [], sound: null });

export const useWaitingAlarms = (): readonly Alarm[] => useContext(AlarmsContext).waiting;

export const useAlarmSound = (): AlarmSound | null => useContext(AlarmsContext).sound;

const OFF: SoundState = { kind: 'off' };
const NONE: SoundChoice = { isOn: false, volume: 'medium' };
const nothing = () => () => undefined;

export function useSoundState(): SoundState {
  const sound = useAlarmSound();
  return useSyncExternalStore(sound?.subscribe ?? nothing, () => sound?.current() ?? OFF);
}

/** Whether this page sounds for the alarm; false for null. */
export function useIsAudible(alarmId: string | null): boolean {
  const sound = useAlarmSound();
  return useSyncExternalStore(
    sound?.subscribe ?? nothing,
    () => alarmId !== null && sound?.isAudible(alarmId) === true,
  );
}

export function useSoundChoice(): SoundChoice {
  const sound = useAlarmSound();
  return useSyncExternalStore(sound?.subscribe ?? nothing, () => sound?.choice() ?? NONE);
}
