import type { RoomLive, VitalReading } from '@yamori/domain';
import type { VitalKind } from './vital-number.tsx';

/**
 * The reading that a room has of somebody now. One that was taken before a device fell silent is none, however young it
 * still is: no number stands beside "no signal". What another device of the room measured since then does.
 */
export function readingOf(live: RoomLive | null, kind: VitalKind): VitalReading | null {
  const reading = live?.[kind] ?? null;
  if (live === null || reading === null) return null;
  return live.fault === 'deviceOffline' && reading.at.getTime() <= live.faultSince.getTime() ? null : reading;
}
