import { z } from 'zod';
import { defineCollection } from '../documents/base-document.ts';
import { POSTURES, PRESENCES } from '../live/room-live.ts';

/**
 * Stages that a 30 s epoch can have; `asleep` where the sensors cannot tell the stages of sleep
 * apart, `missing` for no data.
 */
export const SLEEP_STAGES = ['wake', 'light', 'deep', 'rem', 'asleep', 'missing'] as const;
export type SleepStage = (typeof SLEEP_STAGES)[number];

export const SLEEP_RESULT_STATES = ['waiting', 'analysing', 'done', 'failed'] as const;
export const NIGHT_EVENTS = [
  'bedExit',
  'bedReturn',
  'apnea',
  'hypopnea',
  'movement',
  'call',
  'gap',
] as const;
/** `secondPart`: the other half of a split night. */
export const SLEEP_KINDS = ['main', 'secondPart', 'nap'] as const;
/**
 * What a result rests on: enough, half or more, less; nothing that tells sleep from wake; an empty
 * bed; nothing at all.
 */
export const NIGHT_QUALITIES = [
  'good',
  'partial',
  'poor',
  'noSleepSignals',
  'nobodyInBed',
  'noData',
] as const;
export type NightQualityCode = (typeof NIGHT_QUALITIES)[number];

export const EPOCH_SECONDS = 30;
const MOST_EPOCHS = 5760;
const MOST_MINUTES = 2880;

const localDate = z.iso.date();
const share = z.number().min(0).max(1);
/**
 * One number a minute from `from` on; null where nothing was measured; empty where nothing was
 * measured all night.
 */
const minutes = z.array(z.number().nullable()).max(MOST_MINUTES);
/** Smallest and largest of each minute. */
const band = z.strictObject({ least: minutes, most: minutes });

const event = z.strictObject({
  kind: z.enum(NIGHT_EVENTS),
  from: z.date(),
  to: z.date().nullable(),
  streamId: z.int().optional(),
  /** How sure the analysis is. */
  certainty: share.optional(),
});

const sleep = z.strictObject({
  kind: z.enum(SLEEP_KINDS),
  from: z.date(),
  to: z.date(),
  minutesAsleep: z.number().min(0),
});

/** Heart-rate variability of five minutes; ms, ms² and %; null: too little that is normal. */
const variability = z.strictObject({
  from: z.date(),
  to: z.date(),
  coverage: share,
  heartRate: z.number().nullable(),
  SDNN: z.number().nullable(),
  RMSSD: z.number().nullable(),
  pNN50: z.number().nullable(),
  LF: z.number().nullable(),
  HF: z.number().nullable(),
  LFHF: z.number().nullable(),
});

/** A published score: a letter a minute from `from` on, `S`, `W` or `?` (not known). */
const score = z.strictObject({
  minutes: z
    .string()
    .regex(/^[SW?]*$/)
    .max(MOST_MINUTES),
  minutesAsleep: z.number().min(0),
});

/**
 * A correction by staff, kept apart from the computed result; the newest for a time range counts.
 */
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

/** A device that took part, and which of its streams were used for what. */
const usedDevice = z.strictObject({
  serial: z.string().max(40),
  firmware: z.string().max(40),
  typeId: z.string().max(128),
  streams: z
    .array(
      z.strictObject({ streamId: z.int(), signal: z.string().max(40), sampleRateHz: z.number() }),
    )
    .max(64),
});

const provenance = z.strictObject({
  algorithm: z.string().max(60),
  version: z.string().max(20),
  signals: z.array(z.string().max(40)),
  /** `serial:streamId from/to`, one a stretch without a gap of a minute, in ISO 8601. */
  segments: z.array(z.string().max(120)).max(2000),
  /** Stretches that found no place in `segments`. */
  segmentsLeftOut: z.int().min(0).default(0),
  parameters: z.record(z.string(), z.union([z.number(), z.string(), z.boolean()])),
  devices: z.array(usedDevice).max(200).default([]),
  /** Stands for all that went in: the same input never gives another version. */
  input: z.string().max(64).default(''),
});

/** A device whose records of a night have not all arrived. */
const awaitedDevice = z.strictObject({
  serial: z.string().max(40),
  /** Time of its newest record; null for a device that never sent any. */
  since: z.date().nullable(),
});
export type AwaitedDevice = z.infer<typeof awaitedDevice>;

/** A night of a room: what the analysis found, from what, and what staff corrected. */
export const sleepCollection = defineCollection('sleep', 'room', ['night'], {
  /** Local date on which the night begins. */
  night: localDate,
  from: z.date(),
  to: z.date(),
  state: z.enum(SLEEP_RESULT_STATES),
  /** Counts the results there were of this night; 0 before the first. */
  resultVersion: z.int().min(0).default(0),
  analysedAt: z.date().nullable().default(null),
  /** Code of the problem of a night that failed. */
  problem: z.string().max(120).nullable().default(null),
  epochs: z.array(z.enum(SLEEP_STAGES)).max(MOST_EPOCHS).default([]),
  /**
   * How likely sleep is in each epoch; null where nothing tells, empty where nobody can say all
   * night.
   */
  probabilityOfSleep: z.array(share.nullable()).max(MOST_EPOCHS).default([]),
  /**
   * Where somebody was, epoch by epoch, equal ones together: `epochs` counts epochs from the end of
   * the one before.
   */
  presence: z
    .array(z.strictObject({ state: z.enum(PRESENCES), epochs: z.int().min(1) }))
    .max(MOST_EPOCHS)
    .default([]),
  trends: z
    .strictObject({
      heartRate: minutes,
      respirationRate: minutes,
      /** Mean activity in mg. */
      movement: minutes,
      /** °C. */
      temperature: minutes.default([]),
      heartRateBand: band.nullable().default(null),
      respirationRateBand: band.nullable().default(null),
      /** Minute by minute, equal ones together. */
      posture: z
        .array(z.strictObject({ posture: z.enum(POSTURES), minutes: z.int().min(1) }))
        .max(MOST_MINUTES)
        .default([]),
    })
    .nullable()
    .default(null),
  events: z.array(event).max(5000).default([]),
  sleeps: z.array(sleep).max(100).default([]),
  heartRateVariability: z.array(variability).max(576).default([]),
  actigraphy: z.strictObject({ sadeh: score, coleKripke: score }).nullable().default(null),
  /**
   * By the names of AASM and actigraphy (`TST`, `SE`, `WASO`), minutes unless the name says
   * otherwise; null: not computable.
   */
  metrics: z.record(z.string().max(40), z.number().nullable()).default({}),
  /** What a figure is at least and at most, whatever the missing epochs were; by the same names. */
  bounds: z
    .record(z.string().max(40), z.strictObject({ least: z.number(), most: z.number() }))
    .default({}),
  quality: z
    .strictObject({
      code: z.string().max(40),
      /** Share of the time in bed that is known. */
      coverage: share,
      /** Share of the whole night in which anything was received, and each signal by itself. */
      recorded: share.default(0),
      signals: z.record(z.string().max(40), share).default({}),
    })
    .nullable()
    .default(null),
  provenance: provenance.nullable().default(null),
  /**
   * The result is provisional: these devices may still deliver records of the night. The server
   * waits for them until `until`. Null for a final result.
   */
  awaited: z
    .strictObject({ until: z.date(), devices: z.array(awaitedDevice).min(1).max(200) })
    .nullable()
    .default(null),
  edits: z.array(edit).max(1000).default([]),
});
