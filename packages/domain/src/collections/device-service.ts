import { z } from 'zod';
import { defineCollection } from '../documents/base-document.ts';

export const SERVICE_KINDS = ['service', 'repair', 'calibration', 'firmware'] as const;
export type ServiceKind = (typeof SERVICE_KINDS)[number];

/** A service record of a device. Records are append-only (decision 039). */
export const deviceServiceCollection = defineCollection('deviceService', 'device', null, {
  kind: z.enum(SERVICE_KINDS),
  at: z.date(),
  text: z.string().max(1000).default(''),
  /** Calibration values set by this service. */
  values: z.record(z.string().min(1).max(40), z.number()).default({}),
  writtenBy: z.string(),
});
