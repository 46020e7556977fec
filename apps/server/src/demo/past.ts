import {
  encodeFields,
  ProblemError,
  type AccessLevelName,
  type Responder,
  type Write,
} from '@yamori/domain';
import type { Logger } from 'pino';
import { z } from 'zod';
import { DEMONSTRATION_MEMBERS } from './accounts.ts';
import { readDemoNights, toAbsoluteTimes } from './night-file.ts';
import { findPlaces, occupiedRooms, type NightClocks, type NightPlace } from './places.ts';
import { correctionActs, noteActs, serviceActs, type PastAct } from './past-acts.ts';
import { pastAlarms, type RoomNightEvents } from './past-alarms.ts';
import { DOMAIN_IDS } from './domains.ts';
import type { DemoRoom } from './rooms.ts';
import { MEMBER_WORDS } from './locales/ward-words.ts';

export type DemoPastOptions = Pick<NightClocks, 'readZone' | 'startedAt'> & {
  readonly log: Logger;
  /** Which of these documents exist. */
  readonly present: (paths: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Which of these documents were ever written, including deleted ones. */
  readonly everWritten: (paths: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Commits as the server itself. */
  readonly commit: (writes: readonly Write[]) => Promise<void>;
  /** Commits as a member of this level at a given time, subject to their access rules. */
  readonly commitAs: (
    levelName: AccessLevelName,
    at: Date,
    writes: readonly Write[],
  ) => Promise<void>;
  readonly nights: number;
  readonly file?: string;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
};

const ALARMS_PER_TRANSACTION = 100;

/**
 * The month before the first start: alarms with outcomes, notes, corrections of nights, and device
 * service. All dates derive from the first start, so a later start completes an interrupted one,
 * adds nothing twice, and restores nothing that users deleted. @returns the number of documents
 * written
 */
export async function seedPast(options: DemoPastOptions): Promise<number> {
  const places = await findPastNights(options);
  const home = await options.startedAt(DOMAIN_IDS.akane);
  const acts = [...noteActs(places), ...correctionActs(places), ...serviceActs(home)];
  const done = await options.everWritten(acts.map(({ path }) => path));
  const missing = acts.filter(({ path }) => !done.has(path));
  // Alarms are written first, so they exist if all actions do.
  if (missing.length === 0) return 0;
  const alarms = await seedAlarms(options, places);
  // The update history is a chain, so actions are written in chronological order.
  for (const { path, levelName, at, writes } of missing.toSorted(byTime)) {
    options.signal.throwIfAborted();
    try {
      await options.commitAs(levelName, at, writes);
    } catch (error) {
      // Its room, device or night was removed since the first start.
      if (!(error instanceof ProblemError)) throw error;
      options.log.info({ path, code: error.problem.code }, 'past action skipped');
    }
  }
  options.log.info({ alarms, acts: missing.length }, 'demo past seeded');
  return alarms + missing.length;
}

const byTime = (one: PastAct, other: PastAct): number => one.at.getTime() - other.at.getTime();

async function findPastNights(options: DemoPastOptions): Promise<NightPlace[]> {
  const found: NightPlace[] = [];
  const rooms = await options.present(occupiedRooms().map(({ roomId }) => `room/${roomId}`));
  for (const room of occupiedRooms()) {
    if (!rooms.has(`room/${room.roomId}`)) continue;
    const now = await getStart(options, room);
    const places = await findPlaces({ ...options, now: () => now }, room, options.nights);
    found.push(...places.toReversed());
  }
  return found;
}

const getStart = ({ startedAt }: DemoPastOptions, { fields }: DemoRoom): Promise<Date> =>
  startedAt(String(fields['domainId']));

const nightEvents = z.array(
  z.looseObject({
    kind: z.string(),
    from: z.strictObject({ $date: z.iso.datetime() }),
    streamId: z.int().optional(),
  }),
);

async function seedAlarms(
  options: DemoPastOptions,
  places: readonly NightPlace[],
): Promise<number> {
  const byName = new Map(
    places.map((place) => [`${place.key.roomId} ${place.cycleNight}`, place] as const),
  );
  const { nights } = await readDemoNights(
    (roomId, cycleNight) => byName.has(`${roomId} ${cycleNight}`),
    options.file,
  );
  const events = nights.flatMap(({ roomId, cycleNight, fields }): RoomNightEvents[] => {
    const place = byName.get(`${roomId} ${cycleNight}`);
    if (place === undefined) return [];
    const { night, back, fromMs } = place;
    const found = nightEvents.parse(toAbsoluteTimes(fields, fromMs)['events']);
    return [
      {
        roomId,
        night,
        back,
        fromMs,
        events: found.map(({ kind, from, streamId }) => ({
          kind,
          fromMs: Date.parse(from.$date),
          streamId: streamId ?? null,
        })),
      },
    ];
  });
  const rooms = new Map(occupiedRooms().map((room) => [room.roomId, room]));
  const alarms = pastAlarms({
    nights: events,
    getSerial: (roomId) => rooms.get(roomId)?.devices[0]?.serial ?? null,
    getCarers: (roomId) => getCarers(String(rooms.get(roomId)?.fields['domainId'])),
  });
  const present = await options.present(alarms.map(({ path }) => path));
  const missing = alarms.filter(({ path }) => !present.has(path));
  for (let from = 0; from < missing.length; from += ALARMS_PER_TRANSACTION) {
    options.signal.throwIfAborted();
    await options.commit(
      missing.slice(from, from + ALARMS_PER_TRANSACTION).map(({ path, accident }) => ({
        kind: 'create',
        path,
        data: encodeFields(accident, false),
      })),
    );
  }
  return missing.length;
}

const CARING: readonly AccessLevelName[] = [
  'generalStaff',
  'administrator',
  'privilegeAdministrator',
];
const getCarers = (domainId: string): Responder[] =>
  DEMONSTRATION_MEMBERS.filter(
    (member) => member.domainId === domainId && CARING.includes(member.levelName),
  ).map(({ userId, levelName }) => ({ userId, name: MEMBER_WORDS[levelName].name }));
