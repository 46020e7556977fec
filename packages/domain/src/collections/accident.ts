import { z } from 'zod';
import { defineCollection } from '../documents/base-document.ts';
import { carer } from '../live/carer.ts';

export const ACCIDENT_KINDS = [
  'fall',
  'bedExit',
  'longAbsence',
  'noMovement',
  'apnea',
  'respirationHigh',
  'respirationLow',
  'heartRateHigh',
  'heartRateLow',
  'temperatureHigh',
  'temperatureLow',
  'call',
  'deviceOffline',
  'sensorOff',
  'batteryLow',
  'clockSkew',
  'staffReport',
  'other',
  'test',
] as const;
export type AccidentKind = (typeof ACCIDENT_KINDS)[number];

export const ACCIDENT_SEVERITIES = ['high', 'medium', 'low', 'technical'] as const;
export const ACCIDENT_SOURCES = ['sensor', 'button', 'staff', 'system'] as const;
export const ACCIDENT_STATES = ['raised', 'acknowledged', 'arrived', 'resolved'] as const;
export const ACCIDENT_OUTCOMES = ['helped', 'falseAlarm', 'test', 'other'] as const;
export type AccidentSeverity = (typeof ACCIDENT_SEVERITIES)[number];
export type AccidentState = (typeof ACCIDENT_STATES)[number];
export type AccidentOutcome = (typeof ACCIDENT_OUTCOMES)[number];
/** What became of one, step by step. */
export const ACCIDENT_ACTS = [
  'raised',
  'acknowledged',
  'withdrawn',
  'arrived',
  'resolved',
  'reopened',
  'over',
  'escalated',
  'toldAgain',
  'muted',
  'noted',
  'judged',
  'explained',
] as const;
export type AccidentAct = (typeof ACCIDENT_ACTS)[number];
/** Why a carer silenced an alarm for all screens. */
export const MUTE_REASONS = ['attended', 'knownCause', 'device', 'other'] as const;
export type MuteReason = (typeof MUTE_REASONS)[number];

/** By which ways somebody is told who looks at no page. */
export const TELLING_WAYS = ['push', 'line', 'mail'] as const;
export type TellingWay = (typeof TELLING_WAYS)[number];
export const MOST_TOLD_NAMES = 12;

/** Whom a step told while they looked at no page, and how; `count` 0: no way reached anybody. */
const told = z.strictObject({
  count: z.int().min(0),
  /** The first of them, as they were called then. */
  people: z
    .array(
      z.strictObject({
        userId: z.string(),
        name: z.string().max(200),
        ways: z.array(z.enum(TELLING_WAYS)),
      }),
    )
    .max(MOST_TOLD_NAMES),
});
export type AccidentTold = z.infer<typeof told>;

const step = z.strictObject({
  at: z.date(),
  state: z.enum(ACCIDENT_STATES),
  /** Who it was, by their id; null where the system did it. */
  by: z.string().nullable(),
  /** What was done; absent where only the state was kept. */
  act: z.enum(ACCIDENT_ACTS).optional(),
  /** Of `muted` only; absent on steps stored before a reason was required. */
  muteReason: z.enum(MUTE_REASONS).optional(),
  /** What they were called then. */
  name: z.string().max(200).optional(),
  note: z.string().max(2000).optional(),
  /** Absent where nobody was to be told, or not yet. */
  told: told.optional(),
});

/** By what it was raised, as it was set then: "why did it ring". */
const reason = z.strictObject({
  rule: z.enum(['simple', 'duration', 'repeating']),
  /** The figure, and the limit that it went beyond, in the unit of the limit's parameter. */
  value: z.number().nullable(),
  limit: z.number().nullable(),
  delayMinutes: z.number(),
  times: z.int().nullable(),
  withinMinutes: z.number().nullable(),
});
export type AccidentReason = z.infer<typeof reason>;

/** Which group was told last, when, and when the next one is. */
const escalation = z.strictObject({
  step: z.int().min(0),
  at: z.date().nullable(),
  nextAt: z.date().nullable(),
});

/**
 * Whom notifications have reached. `people`: a message went to somebody. `screen`: only a page that
 * sounds. `nobody`: neither.
 */
export const ACCIDENT_REACHES = ['people', 'screen', 'nobody'] as const;
export type AccidentReach = (typeof ACCIDENT_REACHES)[number];
/** Why notifications reached nobody, as a manager finds out afterwards. */
export const UNREACHED_CAUSES = ['notSetUp', 'devicesOff', 'network', 'other'] as const;
export type UnreachedCause = (typeof UNREACHED_CAUSES)[number];

/** The time in which an accident asked for somebody and reached nobody. */
const unreached = z.strictObject({
  from: z.date(),
  /** When somebody was reached or answered; null until then. */
  until: z.date().nullable(),
  /** Null until a manager names it: their task stays open. */
  cause: z.enum(UNREACHED_CAUSES).nullable(),
  explainedBy: carer.nullable(),
  explainedAt: z.date().nullable(),
});
export type AccidentUnreached = z.infer<typeof unreached>;

/** Something that happened in a room and asks for somebody. */
export const accidentCollection = defineCollection('accident', 'room', null, {
  kind: z.enum(ACCIDENT_KINDS),
  severity: z.enum(ACCIDENT_SEVERITIES),
  raisedAt: z.date(),
  source: z.enum(ACCIDENT_SOURCES),
  /** Where to look: the time, and the device and stream where one of them told it. */
  evidence: z
    .strictObject({
      serial: z.string().max(40).nullable(),
      streamId: z.int().nullable(),
      from: z.date(),
      to: z.date(),
    })
    .nullable()
    .default(null),
  state: z.enum(ACCIDENT_STATES),
  /** How often it happened while open: repeats add to the one that is open. */
  repeats: z.int().min(1).default(1),
  /** When it happened last; null where it was only once. */
  lastAt: z.date().nullable().default(null),
  acknowledgedBy: carer.nullable().default(null),
  acknowledgedAt: z.date().nullable().default(null),
  arrivedBy: carer.nullable().default(null),
  arrivedAt: z.date().nullable().default(null),
  resolvedBy: carer.nullable().default(null),
  resolvedAt: z.date().nullable().default(null),
  /**
   * Since when what raised it is over; it stays open all the same where somebody is on the way, or
   * has to look.
   */
  overAt: z.date().nullable().default(null),
  /** Since when missing data hides whether it still holds; missing data never ends an accident. */
  unknownAt: z.date().nullable().default(null),
  /** Until when it makes no sound; it always comes back. */
  mutedUntil: z.date().nullable().default(null),
  escalation: escalation.default({ step: 0, at: null, nextAt: null }),
  /** Null before the first notification, and where the installation can send none. */
  reach: z.enum(ACCIDENT_REACHES).nullable().default(null),
  /** Null where somebody was reached at once. */
  unreached: unreached.nullable().default(null),
  reason: reason.nullable().default(null),
  /** From the frame that told it, received by a server, to the accident being stored. */
  latencyMs: z.int().min(0).nullable().default(null),
  outcome: z.enum(ACCIDENT_OUTCOMES).nullable().default(null),
  useful: z.boolean().nullable().default(null),
  note: z.string().max(2000).default(''),
  history: z.array(step).max(500).default([]),
});
