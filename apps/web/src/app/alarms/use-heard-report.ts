import { HEARD_REPORT_INTERVAL_MS } from '@yamori/domain';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useHeardApi } from '../api.ts';
import type { Alarm } from '../../shared/alarm-sound/alarm.ts';
import type { AlarmSound } from '../../shared/alarm-sound/alarm-sound.ts';
import { useClock } from '../../kit/clock/clock-context.tsx';

const nothing = () => () => undefined;

/**
 * Reports to the server that this page sounds for an alarm whose notifications reached no one.
 * People at a screen then know of it, so no manager has to explain why it reached no one. Reports
 * again if the report failed or reminders reached no one.
 */
export function useHeardReport(waiting: readonly Alarm[], sound: AlarmSound | null): void {
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
