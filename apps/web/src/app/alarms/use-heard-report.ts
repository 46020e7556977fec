import { accidentApi } from '@yamori/domain';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useHttp } from '../../api/http-context.ts';
import type { Alarm } from '../../shared/alarm-sound/alarm.ts';
import type { AlarmSound } from '../../shared/alarm-sound/alarm-sound.ts';
import { useClock } from '../../kit/clock/clock-context.tsx';

/**
 * Reports an alarm again after this time if the report failed or notifications reached no one
 * again.
 */
const REPORT_AGAIN_MS = 60_000;
const nothing = () => () => undefined;

/**
 * Reports to the server that this page sounds for an alarm whose notifications reached no one.
 * People at a screen then know of it, so no manager has to explain why it reached no one.
 */
export function useHeardReport(waiting: readonly Alarm[], sound: AlarmSound | null): void {
  const http = useHttp();
  const clock = useClock();
  const reportedAtMs = useRef(new Map<string, number>());
  const isSounding = useSyncExternalStore(
    sound?.subscribe ?? nothing,
    () => sound?.current().kind === 'sounding',
  );
  useEffect(() => {
    if (!isSounding) return;
    const nowMs = clock.now();
    for (const { id, roomId, accident, reach, isOver, mutedUntil } of waiting) {
      if (reach !== 'nobody' || isOver) continue;
      if (mutedUntil !== null && mutedUntil.getTime() > nowMs) continue;
      if (nowMs - (reportedAtMs.current.get(id) ?? -Infinity) < REPORT_AGAIN_MS) continue;
      reportedAtMs.current.set(id, nowMs);
      http
        .call(accidentApi.heard, { params: { roomId, accidentId: accident.id }, body: {} })
        .catch(() => undefined);
    }
  }, [waiting, isSounding, http, clock]);
}
