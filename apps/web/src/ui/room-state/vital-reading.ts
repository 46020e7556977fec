import type { RoomLive, VitalReading } from '@yamori/domain';

export type VitalKind = 'heartRate' | 'respirationRate' | 'temperature';

/** Why a figure is kept back although something was measured. Keys below `states.withheld`. */
export type Withheld = { readonly withheld: 'silent' | 'outOfBed' | 'noisy' };
export type RoomReading = VitalReading | Withheld | null;

export const isWithheld = (reading: RoomReading): reading is Withheld => reading !== null && 'withheld' in reading;

/**
 * What a room shows of somebody now: the one rule for cards, tables and walls. Of an empty bed there is no figure, whatever
 * the sensor goes on measuring, nor out of noise. A figure from before a device fell silent is none, however young it still
 * is; what another device of the room measured since then stands.
 */
export function readingOf(live: RoomLive | null, kind: VitalKind): RoomReading {
  if (live === null) return null;
  if (live.presence === 'outOfBed') return { withheld: 'outOfBed' };
  if (live.fault === 'noisy') return { withheld: 'noisy' };
  const reading = live[kind];
  if (live.fault === 'deviceOffline' && (reading === null || reading.at.getTime() <= live.faultSince.getTime())) return { withheld: 'silent' };
  return reading;
}
