import { roomEvent, roomFacts, type Observed, type RoomFacts } from '@yamori/domain';
import { z } from 'zod';

/**
 * A log of the facts that the rules see of a room, as text. Each change is a line `[ms since the
 * previous line, {changed facts}, [events]]` with short names. Unchanged facts are not written, so
 * a quiet hour takes a few hundred bytes.
 */
const SHORT = {
  presence: 'p',
  presenceSinceMs: 'P',
  sleepState: 'z',
  posture: 'o',
  heartRate: 'h',
  respirationRate: 'r',
  temperature: 't',
  movedAtMs: 'm',
  breath: 'b',
  deviceOffline: 'd',
  areDevicesUnknown: 'u',
  sensorOff: 's',
  batteryLow: 'l',
  clockSkew: 'c',
  clockOffsetSeconds: 'k',
} as const satisfies Record<keyof RoomFacts, string>;
// Object.entries loses the key types; the entries are exactly these.
const NAMES = Object.entries(SHORT) as [keyof RoomFacts, string][];

/**
 * The log line for new facts and events, or null if there are none. @param sinceMs time of the
 * previous line
 */
export function writeLine(
  before: RoomFacts,
  { atMs, facts, events = [] }: Observed,
  sinceMs: number,
): string | null {
  const changed =
    facts === undefined
      ? []
      : NAMES.filter(([name]) => JSON.stringify(facts[name]) !== JSON.stringify(before[name])).map(
          ([name, short]) => [short, facts[name]],
        );
  if (changed.length === 0 && events.length === 0) return null;
  return JSON.stringify([
    atMs - sinceMs,
    Object.fromEntries(changed),
    ...(events.length === 0
      ? []
      : [
          events.map(({ kind, atMs: eventMs, serial, streamId, deviceTimeUs }) => [
            kind,
            eventMs,
            serial,
            streamId,
            deviceTimeUs,
          ]),
        ]),
  ]);
}

const line = z
  .tuple([z.number(), z.record(z.string(), z.unknown())])
  // Before version 0.8.41 an event had no device time.
  .rest(z.array(z.tuple([z.string(), z.number(), z.string(), z.int()]).rest(z.number())));

/** Parses a log in order of time. */
export function readLines(text: string, beginsAtMs: number, before: RoomFacts): Observed[] {
  let facts = before;
  let atMs = beginsAtMs;
  return text
    .split('\n')
    .filter((one) => one !== '')
    .map((one): Observed => {
      const [passedMs, changed, events = []] = line.parse(JSON.parse(one));
      atMs += passedMs;
      const named = NAMES.flatMap(([name, short]) =>
        Object.hasOwn(changed, short) ? [[name, changed[short]]] : [],
      );
      facts = roomFacts.parse({ ...facts, ...Object.fromEntries(named) });
      return {
        atMs,
        facts,
        events: events.map(([kind, eventMs, serial, streamId, deviceTimeUs = eventMs * 1000]) =>
          roomEvent.parse({ kind, atMs: eventMs, serial, streamId, deviceTimeUs }),
        ),
      };
    });
}
