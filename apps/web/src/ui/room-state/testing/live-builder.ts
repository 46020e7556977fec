import type { RoomLive } from '@yamori/domain';

/** The instant that the builders' states began. */
export const NIGHT = new Date('2026-11-21T03:00:00+09:00');

/** Somebody asleep with two current figures. */
export const aLive = (change: Partial<RoomLive> = {}): RoomLive => ({
  presence: 'inBed', presenceSince: NIGHT, sleepState: 'asleep', sleepStateSince: NIGHT,
  heartRate: { value: 62, at: NIGHT, certainty: 1 }, respirationRate: { value: 14, at: NIGHT, certainty: 1 }, temperature: null,
  posture: 'supine', postureAt: NIGHT, calledAt: null, openAccidents: 0, lastFrameAt: NIGHT, fault: 'none', faultSince: NIGHT, faultSerial: null,
  ...change,
});
