import type { RoomAccident } from '../live/room-accident.ts';
import { isTechnical } from './accident-kinds.ts';
import { isOpen, type Accident } from './accident-life.ts';
import { waitingSince } from './nurse-call.ts';

/** The fields of an open alarm that a room's live state contains. */
export function toRoomAccident(id: string, accident: Accident): RoomAccident {
  const {
    kind,
    severity,
    source,
    state,
    raisedAt,
    repeats,
    lastAt,
    mutedUntil,
    overAt,
    unknownAt,
    reach,
    escalation,
    acknowledgedBy,
    acknowledgedAt,
  } = accident;
  return {
    id,
    kind,
    severity,
    source,
    state,
    raisedAt,
    waitingSince: waitingSince(accident),
    repeats,
    lastAt,
    mutedUntil,
    overAt,
    unknownAt,
    reach,
    escalatesAt: escalation.nextAt,
    by: acknowledgedBy,
    acknowledgedAt,
  };
}

/** The open alarms of a room after one changed, newest first. */
export function withAccident(
  open: readonly RoomAccident[],
  id: string,
  accident: Accident,
): RoomAccident[] {
  const others = open.filter((openAccident) => openAccident.id !== id);
  const all = isOpen(accident) ? [toRoomAccident(id, accident), ...others] : others;
  return all.toSorted((a, b) => b.raisedAt.getTime() - a.raisedAt.getTime());
}

/** The alarms in `live.openAccidents`. The live state reports device faults separately. */
export const countedAccidents = (open: readonly RoomAccident[]): number =>
  open.filter(({ kind }) => !isTechnical(kind)).length;
