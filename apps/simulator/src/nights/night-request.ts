import { streamDeclaration } from '@yamori/domain';
import { z } from 'zod';

/** A night that is to be lived through and analysed, as the server's demonstration asks for it. */
export const nightRequest = z.strictObject({
  id: z.int(),
  /** Who lies there: the same words give the same person. */
  person: z.string(),
  night: z.string(),
  fromMs: z.number(),
  toMs: z.number(),
  utcOffsetMinutes: z.number(),
  /** When the sensors are switched on, and for how long. */
  startMs: z.number(),
  hours: z.number().min(0).max(24),
  /**
   * At the declared rates, sample for sample as `recordNight` writes each device. Otherwise at the
   * lowest rates that the analysis needs, which is several times faster.
   */
  asRecorded: z.boolean(),
  devices: z.array(z.strictObject({ serial: z.string(), streams: z.array(streamDeclaration) })),
});
export type NightRequest = z.infer<typeof nightRequest>;

/** What one device sends of a night, as a recording. */
export const recordingRequest = z.strictObject({
  id: z.int(),
  person: z.string(),
  night: z.string(),
  startMs: z.number(),
  hours: z.number().min(0).max(24),
  timeZone: z.string(),
  device: z.strictObject({
    serial: z.string(),
    typeCode: z.string(),
    firmware: z.string(),
    streams: z.array(streamDeclaration),
  }),
  /** Where it is written. */
  file: z.string(),
});
export type RecordingRequest = z.infer<typeof recordingRequest>;
