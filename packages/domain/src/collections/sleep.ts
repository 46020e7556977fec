import { z } from 'zod';
import { defineCollection } from '../documents/base-document.ts';
import { POSTURES, PRESENCES } from '../live/room-live.ts';

/**
 * Stages of a 30 s epoch. `asleep`: the sensors cannot distinguish sleep stages. `missing`: no
 * data.
 */
export const SLEEP_STAGES = ['wake', 'light', 'deep', 'rem', 'asleep', 'missing'] as const;
export type SleepStage = (typeof SLEEP_STAGES)[number];

export const SLEEP_RESULT_STATES = ['waiting', 'analysing', 'done', 'failed'] as const;
const NIGHT_EVENTS = [
  'bedExit',
  'bedReturn',
  'apnea',
  'hypopnea',
  'movement',
  'call',
  'gap',
] as const;
/** `secondPart`: the second half of a split night. */
const SLEEP_KINDS = ['main', 'secondPart', 'nap'] as const;
/**
 * Data quality of a night: enough data, at least half, less; no signals that separate sleep from
 * wake; an empty bed; no data.
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
/** Two days. */
const MAX_EPOCHS = 5760;
const MAX_MINUTES = 2880;

const localDate = z.iso.date();
const share = z.number().min(0).max(1);
/** One value per minute since `from`; null without data; empty if the whole night has none. */
const minutes = z.array(z.number().nullable()).max(MAX_MINUTES);
/** Minimum and maximum per minute. */
const band = z.strictObject({ least: minutes, most: minutes });

const event = z.strictObject({
  kind: z.enum(NIGHT_EVENTS),
  from: z.date(),
  to: z.date().nullable(),
  streamId: z.int().optional(),
  /** Confidence of the analysis, 0 to 1. */
  certainty: share.optional(),
});

const sleep = z.strictObject({
  kind: z.enum(SLEEP_KINDS),
  from: z.date(),
  to: z.date(),
  minutesAsleep: z.number().min(0),
});

/** Heart rate variability over five minutes, in ms, ms² and %; null if too few beats are normal. */
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

/**
 * A published actigraphy score: one letter per minute since `from`: `S` sleep, `W` wake, `?`
 * unknown.
 */
const score = z.strictObject({
  minutes: z
    .string()
    .regex(/^[SW?]*$/)
    .max(MAX_MINUTES),
  minutesAsleep: z.number().min(0),
});

/** A staff correction, separate from the computed result. The newest for an interval applies. */
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

/** A contributing device, and how its streams were used. */
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
  /** `serial:streamId from/to` in ISO 8601; a gap of a minute starts a new segment. */
  segments: z.array(z.string().max(120)).max(2000),
  /** Number of segments beyond the limit of `segments`. */
  segmentsLeftOut: z.int().min(0).default(0),
  parameters: z.record(z.string(), z.union([z.number(), z.string(), z.boolean()])),
  devices: z.array(usedDevice).max(200).default([]),
  /** Fingerprint of all input: the same input never creates another version. */
  input: z.string().max(64).default(''),
});

/** A device whose recordings of the night are incomplete. */
const awaitedDevice = z.strictObject({
  serial: z.string().max(40),
  /** Time of its latest data; null if it never sent any. */
  since: z.date().nullable(),
});
export type AwaitedDevice = z.infer<typeof awaitedDevice>;

/** A night of a room: the result of the analysis, its provenance, and staff corrections. */
export const sleepCollection = defineCollection('sleep', 'room', ['night'], {
  /** Local date on which the night starts. */
  night: localDate,
  from: z.date(),
  to: z.date(),
  state: z.enum(SLEEP_RESULT_STATES),
  /** Number of results of this night; 0 before the first. */
  resultVersion: z.int().min(0).default(0),
  analysedAt: z.date().nullable().default(null),
  /** Problem code of a failed analysis. */
  problem: z.string().max(120).nullable().default(null),
  epochs: z.array(z.enum(SLEEP_STAGES)).max(MAX_EPOCHS).default([]),
  /** Probability of sleep per epoch; null without evidence, empty if the whole night has none. */
  probabilityOfSleep: z.array(share.nullable()).max(MAX_EPOCHS).default([]),
  /** Presence, run-length encoded in epochs. */
  presence: z
    .array(z.strictObject({ state: z.enum(PRESENCES), epochs: z.int().min(1) }))
    .max(MAX_EPOCHS)
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
      /** Run-length encoded in minutes. */
      posture: z
        .array(z.strictObject({ posture: z.enum(POSTURES), minutes: z.int().min(1) }))
        .max(MAX_MINUTES)
        .default([]),
    })
    .nullable()
    .default(null),
  events: z.array(event).max(5000).default([]),
  sleeps: z.array(sleep).max(100).default([]),
  heartRateVariability: z.array(variability).max(576).default([]),
  actigraphy: z.strictObject({ sadeh: score, coleKripke: score }).nullable().default(null),
  /**
   * Named as in AASM and actigraphy (`TST`, `SE`, `WASO`), in minutes unless the name says
   * otherwise; null if not computable.
   */
  metrics: z.record(z.string().max(40), z.number().nullable()).default({}),
  /**
   * Minimum and maximum of a metric over all possible values of the missing epochs, by the same
   * names.
   */
  bounds: z
    .record(z.string().max(40), z.strictObject({ least: z.number(), most: z.number() }))
    .default({}),
  quality: z
    .strictObject({
      code: z.string().max(40),
      /** Known share of the time in bed. */
      coverage: share,
      /** Share of the night with any data; `signals`: per signal. */
      recorded: share.default(0),
      signals: z.record(z.string().max(40), share).default({}),
    })
    .nullable()
    .default(null),
  provenance: provenance.nullable().default(null),
  /**
   * The devices that may still deliver data of a provisional night. The server waits for them until
   * `until`. Null for a final result.
   */
  awaited: z
    .strictObject({ until: z.date(), devices: z.array(awaitedDevice).min(1).max(200) })
    .nullable()
    .default(null),
  edits: z.array(edit).max(1000).default([]),
});
