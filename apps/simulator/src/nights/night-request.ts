import { streamDeclaration } from '@yamori/domain';
import { z } from 'zod';

/** Request of the server's demo to simulate and analyse a night. */
export const nightRequest = z.strictObject({
  id: z.int(),
  /** Seed of the person: the same text gives the same person. */
  person: z.string(),
  night: z.string(),
  fromMs: z.number(),
  toMs: z.number(),
  utcOffsetMinutes: z.number(),
  /** Start and duration of the measurement. */
  startMs: z.number(),
  hours: z.number().min(0).max(24),
  /**
   * Simulate at the declared rates, sample for sample as `recordNight` writes each device.
   * Otherwise at the lowest rates sufficient for the analysis, which is several times faster.
   */
  asRecorded: z.boolean(),
  devices: z.array(z.strictObject({ serial: z.string(), streams: z.array(streamDeclaration) })),
});
export type NightRequest = z.infer<typeof nightRequest>;

/** Request to record the data of one device for a night. */
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
  /** Path of the file to write. */
  file: z.string(),
});
export type RecordingRequest = z.infer<typeof recordingRequest>;
