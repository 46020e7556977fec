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
import type { DemoRoom } from './rooms.ts';
import { recordNight, RECORDED_NIGHTS, type DemoRecordings } from './recordings.ts';
import type { NightSimulator } from './night-simulator.ts';

/** Dependencies of the demo nights. */
export type DemoNightsContext = MissingNightOptions & {
  readonly log: Logger;
  readonly simulator: NightSimulator;
  /** Writes shipped nights that do not exist yet. */
  readonly load: (nights: readonly ShippedNight[]) => Promise<number>;
  readonly write: (key: NightKey, bounds: NightBounds, night: DemoNightResult) => Promise<boolean>;
  /** Records that a missing night is pending or has failed. */
  readonly storeState: (
    key: NightKey,
    bounds: NightBounds,
    state: 'waiting' | 'failed',
  ) => Promise<void>;
  /** Delay, so that the live demo starts first. */
  readonly waitMs?: number;
  /** Nights with samples; absent without samples. */
  readonly recordings?: DemoRecordings;
  /** Tasks to run in sequence after the shipped nights. If one fails, the others still run. */
  readonly afterwards?: readonly ((signal: AbortSignal) => Promise<unknown>)[];
  /** Initial retry delay of a night. Doubles with each attempt. */
  readonly retryMs?: number;
  /** How long the sensors are on. */
  readonly hours?: number;
  /** File of shipped nights; defaults to that of this version. */
  readonly file?: string;
};

/** Loaded first, within seconds, so that the board and last night's report are complete. */
const FIRST_NIGHTS = 2;
const WAIT_MS = 45_000;
/** Share of time to stay idle, so that a laptop remains responsive. */
const REST_SHARE = 0.25;
const TRIES = 4;
const RETRY_MS = 5_000;

/**
 * Creates the missing nights of the demo. Shipped nights are loaded immediately. Homes in another
 * time zone have their nights simulated and analysed afterwards, newest first. An interrupted start
 * is completed by the next one.
 */
export function startDemoNights(context: DemoNightsContext): {
  /** Resolves once the shipped nights on the board are loaded. */
  readonly newest: Promise<number>;
  /** Resolves once all shipped nights are loaded. */
  readonly loaded: Promise<number>;
  /** Resolves with the number of simulated nights. */
  readonly filled: Promise<number>;
  readonly close: () => Promise<void>;
} {
  const ended = new AbortController();
  const load = (nights: number): Promise<number> =>
    loadDemoNights({ ...context, nights }, ended.signal).catch((error: unknown) => {
      if (!ended.signal.aborted)
        context.log.warn({ err: error }, 'loading shipped nights failed; simulating them instead');
      return 0;
    });
  const newest = load(Math.min(context.nights, FIRST_NIGHTS));
  const loaded = newest.then(async (count) => {
    // Without the marks, reports of the first minutes would not say that nights are to come.
    await markNights(context, 'waiting', ended.signal);
    return count + (await load(context.nights));
  });
  const others = loaded.then(async () => {
    for (const step of context.afterwards ?? []) {
      if (ended.signal.aborted) return;
      await step(ended.signal).catch((error: unknown) => {
        if (!ended.signal.aborted)
          context.log.warn({ err: error }, 'a demo task failed; the next start retries');
      });
    }
  });
  const work = async (): Promise<number> => {
    await loaded;
    await pause(context.waitMs ?? WAIT_MS, undefined, { signal: ended.signal });
    return fill(context, ended.signal);
  };
  const filled = work().catch(async (error: unknown) => {
    if (ended.signal.aborted) return 0;
    context.log.warn({ err: error }, 'creating demo nights failed; the next start continues');
    await markNights(context, 'failed', ended.signal);
    return 0;
  });
  return {
    newest,
    loaded,
    filled,
    async close() {
      ended.abort();
      context.simulator.close();
      await Promise.all([filled, others]);
    },
  };
}

/**
 * Marks missing nights as pending or failed, last night first. Without the mark, screens would show
 * them as unrecorded.
 */
async function markNights(
  context: DemoNightsContext,
  state: 'waiting' | 'failed',
  signal: AbortSignal,
): Promise<void> {
  try {
    for (const night of await findMissingNights(context)) {
      if (signal.aborted) return;
      await context.storeState(night.key, night, state);
    }
  } catch (error) {
    context.log.warn({ err: error, state }, 'marking demo nights failed');
  }
}

async function fill(context: DemoNightsContext, signal: AbortSignal): Promise<number> {
  const missing = Map.groupBy(await findMissingNights(context), ({ back }) => back);
  let made = 0;
  for (let back = 1; back <= context.nights; back += 1) {
    for (const night of missing.get(back) ?? []) {
      if (signal.aborted) return made;
      const beganMs = performance.now();
      if (!(await withRetries(context, signal, () => fillNight(context, night)))) continue;
      made += 1;
      await pause(REST_SHARE * (performance.now() - beganMs), undefined, { signal });
    }
    if (made > 0) context.log.debug({ back, made }, 'demo night created');
    if (back <= RECORDED_NIGHTS) await recordRooms(context, occupiedRooms(), back, signal);
  }
  context.simulator.close();
  context.log.info({ made }, 'demo nights created');
  return made;
}

/** Records the last nights of some rooms with samples, so that the raw screens have data. */
async function recordRooms(
  { recordings, ...parts }: DemoNightsContext,
  rooms: readonly DemoRoom[],
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
      await withRetries(parts, signal, () =>
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
      // The room, its staff or the folder may be missing. Continue with the other nights.
      parts.log.warn(
        { err: error, roomId: room.roomId, back },
        'importing a demo recording failed',
      );
    }
  }
}

/** Retries when the simulator exits or the database is busy. Throws after the last attempt. */
async function withRetries(
  { log, retryMs = RETRY_MS }: DemoNightsContext,
  signal: AbortSignal,
  work: () => Promise<boolean>,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || attempt === TRIES) throw error;
      log.warn({ err: error, attempt, tries: TRIES }, 'creating a demo night failed; retrying');
      await pause(retryMs * 2 ** (attempt - 1), undefined, { signal });
    }
  }
}

async function fillNight(
  { simulator, write, hours = DEMO_HOURS }: DemoNightsContext,
  { room, ...place }: MissingNight,
): Promise<boolean> {
  const request = toNightRequest(room, place, hours);
  const lived = await simulator.live(request);
  return write(place.key, place, toDemoNightResult(room, request, lived));
}
