import type { RoomAccident } from '../live/room-accident.ts';
import { isTechnical } from './accident-kinds.ts';
import { isOpen, type Accident } from './accident-life.ts';

/** Of an open accident, what its room's live state tells. */
export function roomAccidentOf(id: string, accident: Accident): RoomAccident {
  const {
    kind,
    severity,
    source,
    state,
    raisedAt,
    repeats,
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
    repeats,
    mutedUntil,
    overAt,
    unknownAt,
    reach,
    escalatesAt: escalation.nextAt,
    by: acknowledgedBy,
    acknowledgedAt,
  };
}

/** The open accidents of a room after one of them changed, the newest first. */
export function withAccident(
  open: readonly RoomAccident[],
  id: string,
  accident: Accident,
): RoomAccident[] {
  const others = open.filter((one) => one.id !== id);
  const all = isOpen(accident) ? [roomAccidentOf(id, accident), ...others] : others;
  return all.toSorted((one, other) => other.raisedAt.getTime() - one.raisedAt.getTime());
}

/** Those that `live.openAccidents` counts: a call and a fault of a device are told beside it. */
export const countedAccidents = (open: readonly RoomAccident[]): number =>
  open.filter(({ kind }) => kind !== 'call' && !isTechnical(kind)).length;
