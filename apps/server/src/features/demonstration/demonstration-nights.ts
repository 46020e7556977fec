import { daysLater, nightOf, nightRange, utcOffsetMinutes, standardStreams } from '@yamori/domain';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { NightAnalysis } from '@yamori/signal';
import { demonstrationRooms, type DemonstrationRoom } from './demonstration-rooms.ts';
import {
  recordNight,
  RECORDED_NIGHTS,
  type DemonstrationRecordings,
} from './demonstration-recordings.ts';
import type { LivedNight, NightSimulator } from './night-simulator.ts';

type NightPlace = {
  readonly rootDomainId: string;
  readonly roomId: string;
  readonly night: string;
};
type NightBounds = { readonly fromMs: number; readonly toMs: number };

type WrittenNight = {
  readonly analysis: NightAnalysis;
  readonly calls: { readonly atMs: number; readonly streamId: number }[];
  readonly devices: {
    serial: string;
    firmware: string;
    typeId: string;
    streams: { streamId: number; signal: string; sampleRateHz: number }[];
  }[];
  readonly fromMs: number;
  readonly toMs: number;
};

/** The parts of other features that the nights use. */
export type DemonstrationNightsParts = {
  /** How many nights back. */
  readonly nights: number;
  readonly now: () => Date;
  readonly log: Logger;
  /** Nights of a room that are there; null for a room that is not. */
  readonly namesOf: (roomId: string) => Promise<ReadonlySet<string> | null>;
  readonly zoneOf: (
    domainId: string,
  ) => Promise<{ readonly timeZone: string; readonly nightStartsAt: string }>;
  readonly simulator: NightSimulator;
  readonly write: (key: NightPlace, bounds: NightBounds, night: WrittenNight) => Promise<boolean>;
  /** Says of a night that is not there that it is to come, or that it failed. */
  readonly tell: (
    key: NightPlace,
    bounds: NightBounds,
    state: 'waiting' | 'failed',
  ) => Promise<void>;
  /** The ward comes first. */
  readonly waitMs?: number;
  /** Nights with samples; absent: none. */
  readonly recordings?: DemonstrationRecordings;
  /** Before a night is tried again, the first time; then twice as long. */
  readonly retryMs?: number;
  /** For how long the sensors of a night are on. */
  readonly hours?: number;
};

const WAIT_MS = 45_000;
/** A part of the time nothing is worked out: a laptop shows the ward and does this beside it. */
const REST_SHARE = 0.25;
/** Sensors are switched on in the evening, so long after the beginning of the night. */
const EVENING_HOURS = 8;
const HOURS = 12;
/** So long after its end a night is the simulation's: until then the real one may still come. */
const SETTLED_MS = 3_600_000;
const FIRMWARE = '1.4.2';
const TRIES = 4;
const RETRY_MS = 5_000;

/**
 * Fills what is missing of the last nights of the demonstration, newest first, one after the other: simulated people, the real
 * analysis. Those that are to come are told of from the beginning, and where they fail. Broken off at any moment it goes on at the next start. @returns how to end it
 */
export function startDemonstrationNights(parts: DemonstrationNightsParts): {
  readonly close: () => Promise<void>;
  readonly filled: Promise<number>;
} {
  const ended = new AbortController();
  const work = async (): Promise<number> => {
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
    filled,
    async close() {
      ended.abort();
      parts.simulator.close();
      await filled;
    },
  };
}

/** Nobody lies in an empty room; whom a room is shared with does not matter here. */
const livedRooms = (): readonly DemonstrationRoom[] =>
  demonstrationRooms('').filter(({ fields }) => fields['occupant'] !== null);

/** Until a night is there the screens say why it is not, those of last night first: the board shows them. "No record" would be taken for an empty bed. */
async function tellNights(
  parts: DemonstrationNightsParts,
  state: 'waiting' | 'failed',
  signal: AbortSignal,
): Promise<void> {
  const there = new Map<string, ReadonlySet<string> | null>();
  try {
    for (const room of livedRooms()) there.set(room.roomId, await parts.namesOf(room.roomId));
    for (let back = 1; back <= parts.nights; back += 1) {
      for (const room of livedRooms()) {
        if (signal.aborted) return;
        const [place, known] = [await placeOf(parts, room, back), there.get(room.roomId) ?? null];
        if (place === null || known === null || known.has(place.night)) continue;
        await parts.tell(
          { rootDomainId: place.rootDomainId, roomId: room.roomId, night: place.night },
          place,
          state,
        );
      }
    }
  } catch (error) {
    parts.log.warn(
      { err: error, state },
      'the screens could not be told of the nights of the demonstration',
    );
  }
}

async function fill(parts: DemonstrationNightsParts, signal: AbortSignal): Promise<number> {
  const rooms = livedRooms();
  let made = 0;
  for (let back = 1; back <= parts.nights; back += 1) {
    for (const room of rooms) {
      if (signal.aborted) return made;
      const beganMs = performance.now();
      if (!(await persistently(parts, signal, () => fillNight(parts, room, back)))) continue;
      made += 1;
      await pause(REST_SHARE * (performance.now() - beganMs), undefined, { signal });
    }
    if (made > 0) parts.log.debug({ back, made }, 'a night of the demonstration is there');
    if (back <= RECORDED_NIGHTS) await recordRooms(parts, rooms, back, signal);
  }
  parts.simulator.close();
  parts.log.info({ made }, 'the nights of the demonstration are there');
  return made;
}

/** A few rooms have their last nights as devices sent them, so that there is something to look into. */
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
    const place = await placeOf(parts, room, back);
    if (place === null) continue;
    try {
      await persistently(parts, signal, () =>
        recordNight(recordings, parts.simulator, {
          ...place,
          hours: parts.hours ?? HOURS,
          firmware: FIRMWARE,
          room,
        }),
      );
    } catch (error) {
      if (signal.aborted) throw error;
      // Somebody took away the room or its staff, or the folder takes no file: the nights of the others come all the same.
      parts.log.warn(
        { err: error, roomId: room.roomId, back },
        'a recording of the demonstration could not be brought in',
      );
    }
  }
}

/** A simulator that ended, or a database that was busy, is no reason to be without nights. @throws after the last try */
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

/** When the night so many nights back was, and when its sensors were switched on. */
async function placeOf(
  { now, zoneOf }: Pick<DemonstrationNightsParts, 'now' | 'zoneOf'>,
  { fields: { domainId, rootDomainId } }: DemonstrationRoom,
  back: number,
) {
  if (typeof domainId !== 'string' || typeof rootDomainId !== 'string') return null;
  const { timeZone, nightStartsAt } = await zoneOf(domainId);
  const night = daysLater(nightOf(now().getTime() - SETTLED_MS, timeZone, nightStartsAt), -back);
  const { fromMs, toMs } = nightRange(night, timeZone, nightStartsAt);
  return {
    rootDomainId,
    timeZone,
    night,
    fromMs,
    toMs,
    startMs: fromMs + EVENING_HOURS * 3_600_000,
  };
}

async function fillNight(
  parts: DemonstrationNightsParts,
  room: DemonstrationRoom,
  back: number,
): Promise<boolean> {
  const { namesOf, simulator, write, hours = HOURS } = parts;
  const { roomId, devices } = room;
  const place = await placeOf(parts, room, back);
  const there = await namesOf(roomId);
  if (place === null || there === null || there.has(place.night)) return false;
  const { rootDomainId, timeZone, night, fromMs, toMs, startMs } = place;
  const lived = await simulator.live({
    person: roomId,
    night,
    fromMs,
    toMs,
    utcOffsetMinutes: utcOffsetMinutes((fromMs + toMs) / 2, timeZone),
    startMs,
    hours,
    devices: devices.map(({ serial, typeCode }) => ({
      serial,
      streams: standardStreams(typeCode),
    })),
  });
  const button = devices
    .flatMap(({ typeCode }) => standardStreams(typeCode))
    .find(({ kind }) => kind === 'button');
  return write(
    { rootDomainId, roomId, night },
    { fromMs, toMs },
    {
      analysis: lived.analysis,
      devices: devicesOf(devices, lived),
      fromMs: startMs,
      toMs: startMs + hours * 3_600_000,
      calls:
        button === undefined
          ? []
          : lived.callsMs.map((atMs) => ({ atMs, streamId: button.streamId })),
    },
  );
}

const devicesOf = (
  devices: DemonstrationRoom['devices'],
  { streams }: LivedNight,
): WrittenNight['devices'] =>
  devices.map(({ serial, typeCode }) => ({
    serial,
    firmware: FIRMWARE,
    typeId: typeCode,
    streams: streams
      .filter((stream) => stream.serial === serial)
      .map(({ streamId, signal, sampleRateHz }) => ({ streamId, signal, sampleRateHz })),
  }));
