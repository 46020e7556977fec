import { DOUBTS, type Doubt, type RoomLive, type Vital, type VitalReading } from '@yamori/domain';

export type VitalKind = Vital;

/**
 * Why there is no figure: no device of the room measures it, or it is kept back although something
 * was measured. Keys below `states.withheld`.
 */
type Withheld = { readonly withheld: 'noSensor' | 'silent' | 'outOfBed' | Doubt };
export type RoomReading = VitalReading | Withheld | null;

export const isWithheld = (reading: RoomReading): reading is Withheld =>
  reading !== null && 'withheld' in reading;

/**
 * What a room shows of somebody now: the one rule for cards, tables and walls. Of an empty bed
 * there is no figure, whatever the sensor goes on measuring, nor out of noise. A figure from before
 * a device fell silent is none, however young it still is; what another device of the room measured
 * since then stands. Where the server holds a rate back, because somebody moves or the trace is cut
 * off or flat, it says so, and so does the screen.
 */
export function readingOf(live: RoomLive | null, kind: VitalKind): RoomReading {
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
 * What stands against the trace itself, to be written beside the dashes; an empty bed and a silent
 * device are told larger.
 */
export const doubtOf = (reading: RoomReading): Doubt | null =>
  isWithheld(reading) ? (DOUBTS.find((doubt) => doubt === reading.withheld) ?? null) : null;

/** Whether no device of the room measures it; shown as a word instead of dashes. */
export const hasNoSensor = (reading: RoomReading): boolean =>
  isWithheld(reading) && reading.withheld === 'noSensor';
