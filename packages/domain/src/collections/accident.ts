import { z } from 'zod';
import { defineCollection } from '../documents/base-document.ts';

export const ACCIDENT_KINDS = [
  'fall', 'bedExit', 'longAbsence', 'noMovement', 'apnea', 'respirationHigh', 'respirationLow', 'heartRateHigh', 'heartRateLow',
  'temperatureHigh', 'temperatureLow', 'call', 'deviceOffline', 'sensorOff', 'batteryLow', 'staffReport', 'other',
] as const;
export type AccidentKind = (typeof ACCIDENT_KINDS)[number];

export const ACCIDENT_SEVERITIES = ['high', 'medium', 'low', 'technical'] as const;
export const ACCIDENT_SOURCES = ['sensor', 'button', 'staff', 'system'] as const;
export const ACCIDENT_STATES = ['raised', 'acknowledged', 'arrived', 'resolved'] as const;
export const ACCIDENT_OUTCOMES = ['helped', 'falseAlarm', 'test', 'other'] as const;

const step = z.strictObject({
  at: z.date(),
  state: z.enum(ACCIDENT_STATES),
  /** Null where the system did it. */
  by: z.string().nullable(),
  note: z.string().max(2000).optional(),
});

/** Something that happened in a room and asks for somebody. */
export const accidentCollection = defineCollection('accident', 'room', null, {
  kind: z.enum(ACCIDENT_KINDS),
  severity: z.enum(ACCIDENT_SEVERITIES),
  raisedAt: z.date(),
  source: z.enum(ACCIDENT_SOURCES),
  evidence: z.strictObject({ serial: z.string().max(40), streamId: z.int(), from: z.date(), to: z.date() }).nullable().default(null),
  state: z.enum(ACCIDENT_STATES),
  /** How often it happened while open: repeats add to the one that is open. */
  repeats: z.int().min(1).default(1),
  acknowledgedBy: z.string().nullable().default(null),
  acknowledgedAt: z.date().nullable().default(null),
  arrivedAt: z.date().nullable().default(null),
  resolvedAt: z.date().nullable().default(null),
  outcome: z.enum(ACCIDENT_OUTCOMES).nullable().default(null),
  useful: z.boolean().nullable().default(null),
  note: z.string().max(2000).default(''),
  history: z.array(step).max(500).default([]),
});
