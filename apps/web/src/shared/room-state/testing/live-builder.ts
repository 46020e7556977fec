import type { RoomAccident, RoomCall, RoomLive } from '@yamori/domain';

/** The instant that the builders' states began. */
export const NIGHT = new Date('2026-11-21T03:00:00+09:00');

/** A call that was pressed once. */
export const aRing = (at: Date = NIGHT) =>
  ({ state: 'ringing', since: at, pressedAt: at, press: null }) as const satisfies RoomCall;

/** One that somebody goes to. */
export const aGoing = (name: string, at: Date = NIGHT, userId = name) =>
  ({
    ...aRing(at),
    state: 'answering',
    by: { userId, name },
    answeredAt: at,
  }) as const satisfies RoomCall;

/** A fall that nobody goes to yet. */
export const anAccident = (change: Partial<RoomAccident> = {}): RoomAccident => ({
  id: 'a1',
  kind: 'fall',
  severity: 'high',
  state: 'raised',
  raisedAt: NIGHT,
  repeats: 1,
  mutedUntil: null,
  source: 'sensor',
  overAt: null,
  unknownAt: null,
  reach: null,
  escalatesAt: null,
  by: null,
  acknowledgedAt: null,
  ...change,
});

/** Somebody asleep with two current figures. */
export const aLive = (change: Partial<RoomLive> = {}): RoomLive => ({
  presence: 'inBed',
  presenceSince: NIGHT,
  sleepState: 'asleep',
  sleepStateSince: NIGHT,
  heartRate: { value: 62, at: NIGHT, certainty: 1 },
  respirationRate: { value: 14, at: NIGHT, certainty: 1 },
  temperature: null,
  doubts: { heartRate: null, respirationRate: null },
  posture: 'supine',
  postureAt: NIGHT,
  call: null,
  openAccidents: 0,
  accidents: [],
  lastFrameAt: NIGHT,
  fault: 'none',
  faultSince: NIGHT,
  faultSerial: null,
  ...change,
});
