import { z } from 'zod';
import {
  ACCIDENT_KINDS,
  ACCIDENT_REACHES,
  ACCIDENT_SEVERITIES,
  ACCIDENT_SOURCES,
  ACCIDENT_STATES,
  carer,
} from '../collections/accident.ts';

/**
 * An open alarm in its room's live state: everything that boards, side panels and banners need
 * without another query.
 */
export const roomAccident = z.strictObject({
  id: z.string(),
  kind: z.enum(ACCIDENT_KINDS),
  severity: z.enum(ACCIDENT_SEVERITIES),
  source: z.enum(ACCIDENT_SOURCES).default('sensor'),
  state: z.enum(ACCIDENT_STATES),
  raisedAt: z.date(),
  /** When it began to wait for a responder; null: at `raisedAt`. */
  waitingSince: z.date().nullable().default(null),
  repeats: z.int().min(1),
  /**
   * Time of the last event; null after only one. An answer to a call names it, so that a delayed
   * answer does not apply to a newer press.
   */
  lastAt: z.date().nullable().default(null),
  mutedUntil: z.date().nullable(),
  /** When the condition ended; the alarm is still open. */
  overAt: z.date().nullable(),
  /** Start of a data gap that hides whether the condition still holds. */
  unknownAt: z.date().nullable().default(null),
  /** Result of the notifications; null before the first. */
  reach: z.enum(ACCIDENT_REACHES).nullable().default(null),
  /**
   * When the next group is notified. After an acknowledgement: when the responder becomes overdue.
   */
  escalatesAt: z.date().nullable(),
  /**
   * The responder. Null without one, and for readers who may not see the name; `state` shows
   * whether there is one.
   */
  by: carer.nullable().default(null),
  acknowledgedAt: z.date().nullable().default(null),
});
export type RoomAccident = z.infer<typeof roomAccident>;
