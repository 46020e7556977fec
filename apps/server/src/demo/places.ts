import { daysLater, getNightDate, nightRange } from '@yamori/domain';
import { demoRooms, type DemoRoom } from './rooms.ts';

export type NightKey = {
  readonly rootDomainId: string;
  readonly roomId: string;
  readonly night: string;
};
export type NightBounds = { readonly fromMs: number; readonly toMs: number };

/** A night of a room in the time zone of its home. */
export type NightPlace = NightBounds & {
  readonly key: NightKey;
  /** Nights back: 1 is the night that ended last. */
  readonly back: number;
  readonly timeZone: string;
  readonly nightStartsAt: string;
  /** Its local date. */
  readonly night: string;
  readonly cycleNight: number;
};

export type NightClocks = {
  readonly now: () => Date;
  readonly readZone: (
    domainId: string,
  ) => Promise<{ readonly timeZone: string; readonly nightStartsAt: string }>;
  /** When the first start created a home. */
  readonly startedAt: (domainId: string) => Promise<Date>;
};

/** Length of the simulation in nights, after which it repeats. */
export const DEMO_CYCLE = 30;
const DAY_MS = 86_400_000;
/** A night is simulated only this long after its end, because a recording may still arrive. */
const SETTLED_MS = 3_600_000;

/** Rooms with an occupant. Sharing of rooms is irrelevant here. */
export const occupiedRooms = (): readonly DemoRoom[] =>
  demoRooms('').filter(({ fields }) => fields['occupant'] !== null);

type HomeNight = Omit<NightPlace, 'key'>;

/** The last nights of a home, newest first. */
async function readHomeNights(
  { now, readZone, startedAt }: NightClocks,
  domainId: string,
  nights: number,
): Promise<HomeNight[]> {
  const { timeZone, nightStartsAt } = await readZone(domainId);
  const nightAt = (at: Date): string =>
    getNightDate(at.getTime() - SETTLED_MS, timeZone, nightStartsAt);
  const firstNight = daysLater(nightAt(await startedAt(domainId)), -1);
  const current = nightAt(now());
  return Array.from({ length: nights }, (_, index) => {
    const back = index + 1;
    const night = daysLater(current, -back);
    return {
      back,
      timeZone,
      nightStartsAt,
      night,
      cycleNight: toCycleNight(night, firstNight),
      ...nightRange(night, timeZone, nightStartsAt),
    };
  });
}

const toPlaces = (
  { roomId, fields: { rootDomainId } }: DemoRoom,
  nights: readonly HomeNight[],
): NightPlace[] =>
  typeof rootDomainId !== 'string'
    ? []
    : nights.map((night) => ({ ...night, key: { rootDomainId, roomId, night: night.night } }));

/** The last nights of a room, newest first. */
export async function findPlaces(
  clocks: NightClocks,
  room: DemoRoom,
  nights: number,
): Promise<NightPlace[]> {
  const { domainId } = room.fields;
  return typeof domainId === 'string'
    ? toPlaces(room, await readHomeNights(clocks, domainId, nights))
    : [];
}

export type MissingNight = NightPlace & { readonly room: DemoRoom };

export type MissingNightOptions = NightClocks & {
  /** Number of nights to go back. */
  readonly nights: number;
  /** Existing nights of a room; null if the room does not exist. */
  readonly readNightNames: (roomId: string) => Promise<ReadonlySet<string> | null>;
};

/** The missing nights of all rooms, newest first. */
export async function findMissingNights(options: MissingNightOptions): Promise<MissingNight[]> {
  const homes = Map.groupBy(occupiedRooms(), ({ fields }) => fields['domainId']);
  const missing = await Promise.all(
    Array.from(homes, async ([domainId, rooms]) =>
      typeof domainId === 'string' ? findMissingHomeNights(options, domainId, rooms) : [],
    ),
  );
  return missing.flat().toSorted((one, other) => other.fromMs - one.fromMs);
}

async function findMissingHomeNights(
  options: MissingNightOptions,
  domainId: string,
  rooms: readonly DemoRoom[],
): Promise<MissingNight[]> {
  const nights = await readHomeNights(options, domainId, options.nights);
  const missing = await Promise.all(
    rooms.map(async (room) => {
      const existing = await options.readNightNames(room.roomId);
      return existing === null
        ? []
        : toPlaces(room, nights)
            .filter(({ night }) => !existing.has(night))
            .map((place) => ({ ...place, room }));
    }),
  );
  return missing.flat();
}

/**
 * Maps a date to one of the repeated nights: 0 is the last night before the first start, and any
 * `DEMO_CYCLE` consecutive dates cover all of them.
 */
function toCycleNight(night: string, firstNight: string): number {
  const daysBack = (Date.parse(firstNight) - Date.parse(night)) / DAY_MS;
  return ((daysBack % DEMO_CYCLE) + DEMO_CYCLE) % DEMO_CYCLE;
}
