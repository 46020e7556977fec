import { z } from 'zod';
import { defineCollection } from '../documents/base-document.ts';

export const SERVICE_KINDS = ['service', 'repair', 'calibration', 'firmware'] as const;
export type ServiceKind = (typeof SERVICE_KINDS)[number];

/**
 * What was done to a device and when, in the words of whoever did it. Entries are added and never
 * rewritten (decision 039).
 */
export const deviceServiceCollection = defineCollection('deviceService', 'device', null, {
  kind: z.enum(SERVICE_KINDS),
  at: z.date(),
  text: z.string().max(1000).default(''),
  /** Figures of a calibration, as the device has had them since. */
  values: z.record(z.string().min(1).max(40), z.number()).default({}),
  writtenBy: z.string(),
});
