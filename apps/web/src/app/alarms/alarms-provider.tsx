import { HEARD_REPORT_INTERVAL_MS, isCareTeam, isIndividual } from '@yamori/domain';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useHeardApi } from '../api.ts';
import { waitingAlarms, type Alarm } from '../../shared/alarm-sound/alarm.ts';
import { AlarmsContext } from '../../shared/alarm-sound/alarm-context.tsx';
import {
  BannerProvider,
  BannerRoomsProvider,
  useListedAlarms,
} from '../../shared/alarm-sound/banner-alarms.ts';
import { createAlarmSound, type AlarmSound } from '../../shared/alarm-sound/alarm-sound.ts';
import { leaderTab } from '../../shared/alarm-sound/leader-tab.ts';
import { createSoundOutput } from '../../shared/alarm-sound/sound-output.ts';
import { useClock, useNow } from '../../kit/clock/clock-context.tsx';
import { useRoomsNeedingAttention } from '../../shared/room-state/rooms-needing-attention.tsx';
import { toActor } from '../../shared/viewer/viewer-actor.ts';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { useAlarmNotices } from './use-alarm-notices.ts';

/** Interval between checks for overdue responders, whose limit is in minutes. */
const LOOK_EVERY_MS = 10_000;

const VIBRATION_MS = [400, 200, 400];
const VIBRATE_EVERY_MS = 3000;
const nothing = () => () => undefined;

/** Provides the waiting alarms of all accessible rooms, and their sound. */
export function AlarmsProvider({ children }: { readonly children: ReactNode }) {
  const { rooms } = useRoomsNeedingAttention();
  const nowMs = useNow(LOOK_EVERY_MS);
  const waiting = useMemo(() => waitingAlarms(rooms, nowMs), [rooms, nowMs]);
  const listed = useListedAlarms(waiting);
  const listedIds = listed.map(({ alarm }) => alarm.roomId).join(' ');
  // Keep the same set while its rooms are equal, because every card of the board reads it.
  const listedRooms = useMemo(
    () => new Set(listedIds === '' ? [] : listedIds.split(' ')),
    [listedIds],
  );
  const sound = useSound();
  useEffect(() => sound?.hear(waiting), [sound, waiting]);
  useVibration(sound);
  useHeardReport(waiting, sound);
  useAlarmNotices(waiting);
  return (
    <AlarmsContext value={useMemo(() => ({ waiting, sound }), [waiting, sound])}>
      <BannerProvider value={listed}>
        <BannerRoomsProvider value={listedRooms}>{children}</BannerRoomsProvider>
      </BannerProvider>
    </AlarmsContext>
  );
}

/** The sound of this page while the frame is mounted; null if the browser has no audio. */
function useSound(): AlarmSound | null {
  const actor = toActor(useViewer());
  // Off by default for remote users of many organisations, who do not respond at the bedside.
  const isOnAtFirst = actor !== null && (isCareTeam(actor) || isIndividual(actor));
  const clock = useClock();
  const [sound] = useState(() =>
    typeof AudioContext === 'undefined'
      ? null
      : createAlarmSound({
          isOnAtFirst,
          // Larger buffers wake the processor half as often all night and delay a sound by 40 ms.
          output: createSoundOutput(() => new AudioContext({ latencyHint: 'playback' })),
          window: leaderTab(navigator.locks),
          storage: globalThis.localStorage,
          nowMs: clock.now,
          after(ms, run) {
            const timer = setTimeout(run, ms);
            return () => clearTimeout(timer);
          },
        }),
  );
  useEffect(() => {
    if (sound === null) return undefined;
    const pressed = (): void => sound.pressed();
    const presses = ['pointerdown', 'keydown'] as const;
    for (const press of presses) document.addEventListener(press, pressed, true);
    // A press on an earlier page, such as the sign-in page, also counts.
    if (navigator.userActivation?.hasBeenActive === true) pressed();
    return () => {
      for (const press of presses) document.removeEventListener(press, pressed, true);
      sound.close();
    };
  }, [sound]);
  return sound;
}

/** Vibrates while an alarm sounds here, if the device supports it. */
function useVibration(sound: AlarmSound | null): void {
  const isSounding = useSyncExternalStore(
    sound?.subscribe ?? nothing,
    () => sound?.current().kind === 'sounding',
  );
  useEffect(() => {
    if (!isSounding || typeof navigator.vibrate !== 'function') return undefined;
    const vibrate = (): void => void navigator.vibrate(VIBRATION_MS);
    vibrate();
    const timer = setInterval(vibrate, VIBRATE_EVERY_MS);
    return () => {
      clearInterval(timer);
      navigator.vibrate(0);
    };
  }, [isSounding]);
}

/**
 * Reports to the server that this page sounds for an alarm whose notifications reached no one.
 * People at a screen then know of it, so no manager has to explain why it reached no one. Reports
 * again if the report failed or reminders reached no one.
 */
function useHeardReport(waiting: readonly Alarm[], sound: AlarmSound | null): void {
  const { reportHeard } = useHeardApi();
  const clock = useClock();
  const reportedAtMs = useRef(new Map<string, number>());
  const audibleIds = useSyncExternalStore(sound?.subscribe ?? nothing, () =>
    waiting
      .map(({ id }) => id)
      .filter((id) => sound?.isAudible(id) === true)
      .join(' '),
  );
  useEffect(() => {
    const nowMs = clock.now();
    const audible = new Set(audibleIds.split(' '));
    for (const { id, roomId, accident, reach } of waiting) {
      if (reach !== 'nobody' || !audible.has(id)) continue;
      if (nowMs - (reportedAtMs.current.get(id) ?? -Infinity) < HEARD_REPORT_INTERVAL_MS) continue;
      reportedAtMs.current.set(id, nowMs);
      reportHeard(roomId, accident.id).catch(() => undefined);
    }
  }, [waiting, audibleIds, reportHeard, clock]);
}
