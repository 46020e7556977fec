import type { Doubt, RoomLive, VitalReading } from '@yamori/domain';

export type VitalKind = 'heartRate' | 'respirationRate' | 'temperature';

/** Why a figure is kept back although something was measured. Keys below `states.withheld`. */
type Withheld = { readonly withheld: 'silent' | 'outOfBed' | Doubt };
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
  !isWithheld(reading) || reading.withheld === 'silent' || reading.withheld === 'outOfBed'
    ? null
    : reading.withheld;
