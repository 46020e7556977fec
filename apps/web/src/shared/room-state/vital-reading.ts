import { DOUBTS, type Doubt, type RoomLive, type Vital, type VitalReading } from '@yamori/domain';

export type VitalKind = Vital;

/**
 * Why a value is missing: no device of the room measures it, or it is withheld although something
 * was measured. Keys below `states.withheld`.
 */
type Withheld = { readonly withheld: 'noSensor' | 'silent' | 'outOfBed' | Doubt };
export type RoomReading = VitalReading | Withheld | null;

export const isWithheld = (reading: RoomReading): reading is Withheld =>
  reading !== null && 'withheld' in reading;

/**
 * The current value of a vital sign, for cards, tables and walls alike. Missing for an empty bed,
 * for noise, and for values from before a device became silent, unless another device of the room
 * has measured it since. If the server withholds a rate because of movement, clipping or a flat
 * trace, the reason is returned.
 */
export function getReading(live: RoomLive | null, kind: VitalKind): RoomReading {
  if (live === null) return null;
  if (!live.measures.includes(kind)) return { withheld: 'noSensor' };
  if (live.presence === 'outOfBed') return { withheld: 'outOfBed' };
  if (live.fault === 'noisy') return { withheld: 'noisy' };
  const reading = live[kind];
  if (
    live.fault === 'deviceOffline' &&
    (reading === null || reading.at.getTime() <= live.faultSince.getTime())
  )
    return { withheld: 'silent' };
  return reading ?? withheldBy(live, kind);
}

function withheldBy({ doubts }: RoomLive, kind: VitalKind): Withheld | null {
  const doubt = kind === 'temperature' ? null : doubts[kind];
  return doubt === null ? null : { withheld: doubt };
}

/**
 * The problem of the trace, shown next to the dashes. An empty bed and a silent device are shown as
 * the room's status instead.
 */
export const getDoubt = (reading: RoomReading): Doubt | null =>
  isWithheld(reading) ? (DOUBTS.find((doubt) => doubt === reading.withheld) ?? null) : null;

/** Whether no device of the room measures it; shown as a word instead of dashes. */
export const hasNoSensor = (reading: RoomReading): boolean =>
  isWithheld(reading) && reading.withheld === 'noSensor';
