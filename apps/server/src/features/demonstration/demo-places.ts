import { daysLater, nightOf, nightRange } from '@yamori/domain';
import { demonstrationRooms, type DemonstrationRoom } from './demonstration-rooms.ts';

export type NightKey = {
  readonly rootDomainId: string;
  readonly roomId: string;
  readonly night: string;
};
export type NightBounds = { readonly fromMs: number; readonly toMs: number };

/** A night of a room on the clocks of its home. */
export type NightPlace = NightBounds & {
  readonly key: NightKey;
  /** How many nights back: 1 is the night that ended last. */
  readonly back: number;
  readonly timeZone: string;
  readonly nightStartsAt: string;
  /** Its local date. */
  readonly night: string;
  readonly cycleNight: number;
};

export type NightClocks = {
  readonly now: () => Date;
  readonly zoneOf: (
    domainId: string,
  ) => Promise<{ readonly timeZone: string; readonly nightStartsAt: string }>;
  /** When the first start made a home. */
  readonly startedAt: (domainId: string) => Promise<Date>;
};

/** How many nights the simulated people live through before they repeat them. */
export const DEMO_CYCLE = 30;
const DAY_MS = 86_400_000;
/** A night is the simulation's this long after its end: a recorded one may still arrive. */
const SETTLED_MS = 3_600_000;

/** An empty room has no nights. Whom a room is shared with does not matter here. */
export const occupiedRooms = (): readonly DemonstrationRoom[] =>
  demonstrationRooms('').filter(({ fields }) => fields['occupant'] !== null);

/** The last nights of a room, newest first. */
export async function findPlaces(
  { now, zoneOf, startedAt }: NightClocks,
  { roomId, fields: { domainId, rootDomainId } }: DemonstrationRoom,
  nights: number,
): Promise<NightPlace[]> {
  if (typeof domainId !== 'string' || typeof rootDomainId !== 'string') return [];
  const { timeZone, nightStartsAt } = await zoneOf(domainId);
  const settledAt = (at: Date, back: number): string =>
    daysLater(nightOf(at.getTime() - SETTLED_MS, timeZone, nightStartsAt), -back);
  const firstNight = settledAt(await startedAt(domainId), 1);
  return Array.from({ length: nights }, (_, index) => {
    const back = index + 1;
    const night = settledAt(now(), back);
    return {
      key: { rootDomainId, roomId, night },
      back,
      timeZone,
      nightStartsAt,
      night,
      cycleNight: toCycleNight(night, firstNight),
      ...nightRange(night, timeZone, nightStartsAt),
    };
  });
}

export type MissingNight = NightPlace & { readonly room: DemonstrationRoom };

export type MissingNightOptions = NightClocks & {
  /** How many nights back. */
  readonly nights: number;
  /** Nights of a room that are there; null for a room that is not. */
  readonly namesOf: (roomId: string) => Promise<ReadonlySet<string> | null>;
};

/** The last nights that rooms lack, newest first. */
export async function findMissingNights(options: MissingNightOptions): Promise<MissingNight[]> {
  const missing: MissingNight[] = [];
  for (const room of occupiedRooms()) {
    const there = await options.namesOf(room.roomId);
    if (there === null) continue;
    for (const place of await findPlaces(options, room, options.nights))
      if (!there.has(place.night)) missing.push({ ...place, room });
  }
  return missing.toSorted((one, other) => other.fromMs - one.fromMs);
}

/**
 * Which of the repeated nights a date has: 0 is the last night before the first start, and any
 * `DEMO_CYCLE` dates in a row have all of them.
 */
function toCycleNight(night: string, firstNight: string): number {
  const daysBack = (Date.parse(firstNight) - Date.parse(night)) / DAY_MS;
  return ((daysBack % DEMO_CYCLE) + DEMO_CYCLE) % DEMO_CYCLE;
}
