import { countedAccidents, type RoomAccident, type RoomLive } from '@yamori/domain';

/** The instant that the builders' states began. */
export const NIGHT = new Date('2026-11-21T03:00:00+09:00');

/** A call that was pressed once. */
export const aRing = (at: Date = NIGHT): RoomAccident =>
  anAccident({ id: 'call', kind: 'call', source: 'button', raisedAt: at, lastAt: at });

/** A call with a responder. */
export const aGoing = (name: string, at: Date = NIGHT, userId = name): RoomAccident => ({
  ...aRing(at),
  state: 'acknowledged',
  by: { userId, name },
  acknowledgedAt: at,
});

/** A fall without a responder. */
export const anAccident = (change: Partial<RoomAccident> = {}): RoomAccident => ({
  id: 'a1',
  kind: 'fall',
  severity: 'high',
  state: 'raised',
  raisedAt: NIGHT,
  waitingSince: null,
  repeats: 1,
  lastAt: null,
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

type LiveChange = Partial<Omit<RoomLive, 'openAccidents'>> & {
  /** One more open alarm. */
  readonly call?: RoomAccident | null;
};

/** A sleeping resident with two current vitals. */
export function aLive({ call = null, ...change }: LiveChange = {}): RoomLive {
  const others = change.accidents ?? [];
  const accidents = call === null ? others : [call, ...others];
  return { ...CALM, ...change, accidents, openAccidents: countedAccidents(accidents) };
}

const CALM: RoomLive = {
  presence: 'inBed',
  presenceSince: NIGHT,
  sleepState: 'asleep',
  sleepStateSince: NIGHT,
  heartRate: { value: 62, at: NIGHT, certainty: 1 },
  respirationRate: { value: 14, at: NIGHT, certainty: 1 },
  temperature: null,
  doubts: { heartRate: null, respirationRate: null },
  measures: ['heartRate', 'respirationRate', 'temperature'],
  posture: 'supine',
  postureAt: NIGHT,
  openAccidents: 0,
  accidents: [],
  lastFrameAt: NIGHT,
  fault: 'none',
  faultSince: NIGHT,
  faultSerial: null,
};
