import { ACCIDENT_SEVERITIES, isForgotten, type RoomAccident, type RoomLive } from '@yamori/domain';

const rank = ({ state, severity }: RoomAccident): number => (state === 'raised' ? 0 : ACCIDENT_SEVERITIES.length) + ACCIDENT_SEVERITIES.indexOf(severity);

/** Open accidents that nothing else of the room's state tells of: calls and faults have words of their own. */
export const careAccidents = (live: RoomLive | null): readonly RoomAccident[] =>
  (live?.accidents ?? []).filter(({ kind, severity }) => kind !== 'call' && severity !== 'technical');

/** The one to go to first: those that nobody goes to before the others, then the most severe, then the oldest. */
export const leadingAccident = (live: RoomLive | null): RoomAccident | null =>
  careAccidents(live).toSorted((one, other) => rank(one) - rank(other) || one.raisedAt.getTime() - other.raisedAt.getTime())[0] ?? null;

/** Whether somebody said long ago that they go, and never that they are there. A fault of a device is confirmed, not gone to. */
export const isForgottenAccident = ({ state, severity, acknowledgedAt }: RoomAccident, nowMs: number): boolean =>
  state === 'acknowledged' && severity !== 'technical' && acknowledgedAt !== null && isForgotten(acknowledgedAt, nowMs);

/** The alarm of a device's fault, while it is open. */
export const faultAccident = (live: RoomLive | null): RoomAccident | null => live?.accidents.find(({ kind }) => kind === live.fault) ?? null;
