import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import {
  DEMO_FIRMWARE,
  DEMO_HOURS,
  toDemoNightResult,
  toNightRequest,
  toNightSeed,
  toSensorStartMs,
  type DemoNightResult,
} from './night.ts';
import {
  findMissingNights,
  findPlaces,
  occupiedRooms,
  type MissingNight,
  type MissingNightOptions,
  type NightBounds,
  type NightKey,
} from './places.ts';
import { loadDemoNights, type ShippedNight } from './load-nights.ts';
import type { DemonstrationRoom } from './rooms.ts';
import { recordNight, RECORDED_NIGHTS, type DemonstrationRecordings } from './recordings.ts';
import type { NightSimulator } from './night-simulator.ts';

/** The parts of other features that the nights use. */
export type DemonstrationNightsParts = MissingNightOptions & {
  readonly log: Logger;
  readonly simulator: NightSimulator;
  /** Writes shipped nights where there is none. */
  readonly load: (nights: readonly ShippedNight[]) => Promise<number>;
  readonly write: (key: NightKey, bounds: NightBounds, night: DemoNightResult) => Promise<boolean>;
  /** Says of a night that is not there that it is to come, or that it failed. */
  readonly tell: (key: NightKey, bounds: NightBounds, state: 'waiting' | 'failed') => Promise<void>;
  /** The ward comes first. */
  readonly waitMs?: number;
  /** Nights with samples; absent: none. */
  readonly recordings?: DemonstrationRecordings;
  /** What follows the shipped nights, one after the other; a failure ends none of the others. */
  readonly afterwards?: readonly ((signal: AbortSignal) => Promise<unknown>)[];
  /** Before a night is tried again, the first time; then twice as long. */
  readonly retryMs?: number;
  /** For how long the sensors of a night are on. */
  readonly hours?: number;
  /** The shipped nights; absent: those of this version. */
  readonly file?: string;
};

/** Loaded first, within seconds: the board and the report of last night are whole. */
const FIRST_NIGHTS = 2;
const WAIT_MS = 45_000;
/** A part of the time nothing is worked out: a laptop shows the ward and does this beside it. */
const REST_SHARE = 0.25;
const TRIES = 4;
const RETRY_MS = 5_000;

/**
 * Fills in the nights that the demonstration lacks. The shipped ones come first and at once; a home
 * on other clocks has its nights simulated and analysed afterwards, newest first. A start that
 * breaks off is completed by the next.
 */
export function startDemonstrationNights(parts: DemonstrationNightsParts): {
  /** Resolves once the shipped nights that the board shows are there. */
  readonly newest: Promise<number>;
  /** Resolves once all shipped nights are there. */
  readonly loaded: Promise<number>;
  /** Resolves with the number of simulated nights. */
  readonly filled: Promise<number>;
  readonly close: () => Promise<void>;
} {
  const ended = new AbortController();
  const load = (nights: number): Promise<number> =>
    loadDemoNights({ ...parts, nights }, ended.signal).catch((error: unknown) => {
      if (!ended.signal.aborted)
        parts.log.warn({ err: error }, 'shipped nights were not loaded; they will be simulated');
      return 0;
    });
  const newest = load(Math.min(parts.nights, FIRST_NIGHTS));
  const loaded = newest.then(async (count) => count + (await load(parts.nights)));
  const others = loaded.then(async () => {
    for (const step of parts.afterwards ?? []) {
      if (ended.signal.aborted) return;
      await step(ended.signal).catch((error: unknown) => {
        if (!ended.signal.aborted)
          parts.log.warn({ err: error }, 'part of the demonstration failed; next start retries');
      });
    }
  });
  const work = async (): Promise<number> => {
    await loaded;
    await tellNights(parts, 'waiting', ended.signal);
    await pause(parts.waitMs ?? WAIT_MS, undefined, { signal: ended.signal });
    return fill(parts, ended.signal);
  };
  const filled = work().catch(async (error: unknown) => {
    if (ended.signal.aborted) return 0;
    parts.log.warn(
      { err: error },
      'the nights of the demonstration could not be made; the next start goes on',
    );
    await tellNights(parts, 'failed', ended.signal);
    return 0;
  });
  return {
    newest,
    loaded,
    filled,
    async close() {
      ended.abort();
      parts.simulator.close();
      await Promise.all([filled, others]);
    },
  };
}

/**
 * Until a night is there the screens say why it is not, those of last night first: the board shows
 * them. "No record" would be taken for an empty bed.
 */
async function tellNights(
  parts: DemonstrationNightsParts,
  state: 'waiting' | 'failed',
  signal: AbortSignal,
): Promise<void> {
  try {
    for (const night of await findMissingNights(parts)) {
      if (signal.aborted) return;
      await parts.tell(night.key, night, state);
    }
  } catch (error) {
    parts.log.warn(
      { err: error, state },
      'the screens could not be told of the nights of the demonstration',
    );
  }
}

async function fill(parts: DemonstrationNightsParts, signal: AbortSignal): Promise<number> {
  const missing = Map.groupBy(await findMissingNights(parts), ({ back }) => back);
  let made = 0;
  for (let back = 1; back <= parts.nights; back += 1) {
    for (const night of missing.get(back) ?? []) {
      if (signal.aborted) return made;
      const beganMs = performance.now();
      if (!(await persistently(parts, signal, () => fillNight(parts, night)))) continue;
      made += 1;
      await pause(REST_SHARE * (performance.now() - beganMs), undefined, { signal });
    }
    if (made > 0) parts.log.debug({ back, made }, 'a night of the demonstration is there');
    if (back <= RECORDED_NIGHTS) await recordRooms(parts, occupiedRooms(), back, signal);
  }
  parts.simulator.close();
  parts.log.info({ made }, 'the nights of the demonstration are there');
  return made;
}

/**
 * A few rooms have their last nights as devices sent them, so that there is something to look into.
 */
async function recordRooms(
  { recordings, ...parts }: DemonstrationNightsParts,
  rooms: readonly DemonstrationRoom[],
  back: number,
  signal: AbortSignal,
): Promise<void> {
  for (const room of recordings === undefined
    ? []
    : rooms.filter(({ roomId }) => recordings.roomIds.has(roomId))) {
    if (signal.aborted || recordings === undefined) return;
    const place = (await findPlaces(parts, room, back)).at(-1);
    if (place === undefined) continue;
    try {
      await persistently(parts, signal, () =>
        recordNight(recordings, parts.simulator, {
          ...place,
          seed: toNightSeed(place.cycleNight),
          startMs: toSensorStartMs(place),
          hours: parts.hours ?? DEMO_HOURS,
          firmware: DEMO_FIRMWARE,
          room,
        }),
      );
    } catch (error) {
      if (signal.aborted) throw error;
      // Somebody took away the room or its staff, or the folder takes no file: the nights of the
      // others come all the same.
      parts.log.warn(
        { err: error, roomId: room.roomId, back },
        'a recording of the demonstration could not be brought in',
      );
    }
  }
}

/**
 * A simulator that ended, or a database that was busy, is no reason to be without nights. @throws
 * after the last try
 */
async function persistently(
  { log, retryMs = RETRY_MS }: DemonstrationNightsParts,
  signal: AbortSignal,
  work: () => Promise<boolean>,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || attempt === TRIES) throw error;
      log.warn(
        { err: error, attempt, tries: TRIES },
        'a night of the demonstration failed, and is tried again',
      );
      await pause(retryMs * 2 ** (attempt - 1), undefined, { signal });
    }
  }
}

async function fillNight(
  { simulator, write, hours = DEMO_HOURS }: DemonstrationNightsParts,
  { room, ...place }: MissingNight,
): Promise<boolean> {
  const request = toNightRequest(room, place, hours);
  const lived = await simulator.live(request);
  return write(place.key, place, toDemoNightResult(room, request, lived));
}
