import { z } from 'zod';
import {
  ACCIDENT_KINDS,
  ACCIDENT_REACHES,
  ACCIDENT_SEVERITIES,
  ACCIDENT_SOURCES,
  ACCIDENT_STATES,
} from '../collections/accident.ts';
import { carer } from './carer.ts';

/**
 * An open accident as its room's live state tells of it: what boards, rails and banners need,
 * without a question of their own.
 */
export const roomAccident = z.strictObject({
  id: z.string(),
  kind: z.enum(ACCIDENT_KINDS),
  severity: z.enum(ACCIDENT_SEVERITIES),
  source: z.enum(ACCIDENT_SOURCES).default('sensor'),
  state: z.enum(ACCIDENT_STATES),
  raisedAt: z.date(),
  repeats: z.int().min(1),
  mutedUntil: z.date().nullable(),
  /** Since when what raised it is over; it is open still. */
  overAt: z.date().nullable(),
  /** Since when missing data hides whether it still holds. */
  unknownAt: z.date().nullable().default(null),
  /** Whom notifications have reached; null before the first. */
  reach: z.enum(ACCIDENT_REACHES).nullable().default(null),
  /**
   * When the next group is told, unless somebody says that they go; once somebody goes, when it
   * asks again, unless they arrive.
   */
  escalatesAt: z.date().nullable(),
  /**
   * Who goes; null where nobody does, and for whom that is not told: the state says whether
   * somebody does.
   */
  by: carer.nullable().default(null),
  /** Since when somebody goes. */
  acknowledgedAt: z.date().nullable().default(null),
});
export type RoomAccident = z.infer<typeof roomAccident>;
