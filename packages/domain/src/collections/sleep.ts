import { z } from 'zod';
import { defineCollection } from '../documents/base-document.ts';

/** Stages that a 30 s epoch can have; `asleep` where the sensors cannot tell the stages of sleep apart, `missing` for no data. */
export const SLEEP_STAGES = ['wake', 'light', 'deep', 'rem', 'asleep', 'missing'] as const;
export type SleepStage = (typeof SLEEP_STAGES)[number];

export const SLEEP_RESULT_STATES = ['waiting', 'analysing', 'done', 'failed'] as const;
export const NIGHT_EVENTS = ['bedExit', 'bedReturn', 'apnea', 'movement', 'call', 'gap'] as const;

const localDate = z.iso.date();
/** One number a minute from `from` on; null where nothing was measured. */
const minutes = z.array(z.number().nullable()).max(2880);

const event = z.strictObject({ kind: z.enum(NIGHT_EVENTS), from: z.date(), to: z.date().nullable(), streamId: z.int().optional() });

/** A correction by staff, kept apart from the computed result; the newest for a time range counts. */
const edit = z.strictObject({
  id: z.string().max(40),
  from: z.date(),
  to: z.date(),
  change: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('stage'), stage: z.enum(SLEEP_STAGES) }),
    z.strictObject({ kind: z.literal('presence'), inBed: z.boolean() }),
  ]),
  editedBy: z.string(),
  editedAt: z.date(),
  undone: z.boolean(),
});

/** A night of a room: what the analysis found, from what, and what staff corrected. */
export const sleepCollection = defineCollection('sleep', 'room', ['night'], {
  /** Local date on which the night begins. */
  night: localDate,
  from: z.date(),
  to: z.date(),
  state: z.enum(SLEEP_RESULT_STATES),
  epochs: z.array(z.enum(SLEEP_STAGES)).max(5760).default([]),
  trends: z.strictObject({ heartRate: minutes, respirationRate: minutes, movement: minutes }).nullable().default(null),
  events: z.array(event).max(5000).default([]),
  /** By the names of AASM and actigraphy (`TST`, `SE`, `WASO`), minutes unless the name says otherwise; null: not computable. */
  metrics: z.record(z.string().max(40), z.number().nullable()).default({}),
  quality: z.strictObject({ code: z.string().max(40), coverage: z.number().min(0).max(1) }).nullable().default(null),
  provenance: z.strictObject({
    algorithm: z.string().max(60),
    version: z.string().max(20),
    signals: z.array(z.string().max(40)),
    segments: z.array(z.string().max(120)),
    parameters: z.record(z.string(), z.union([z.number(), z.string(), z.boolean()])),
  }).nullable().default(null),
  edits: z.array(edit).max(1000).default([]),
});
