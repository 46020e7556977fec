import { z } from 'zod';
import { defineCollection } from '../documents/base-document.ts';

/** A responder, with the name at the time of the response. */
export const carer = z.strictObject({ userId: z.string(), name: z.string().max(200) });
export type Responder = z.infer<typeof carer>;

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
  'monitoringGap',
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
export type AccidentOutcome = (typeof ACCIDENT_OUTCOMES)[number];
/** Steps in the history of an alarm. */
const ACCIDENT_ACTS = [
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
/** Why a responder muted an alarm on all screens. */
export const MUTE_REASONS = ['attended', 'knownCause', 'device', 'other'] as const;
export type MuteReason = (typeof MUTE_REASONS)[number];

/** Channels that reach people without an open page. */
export const NOTIFICATION_CHANNELS = ['push', 'line', 'mail'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];
export const MAX_TOLD_NAMES = 12;

/**
 * Recipients whom a step reached without an open page, and their channels; `count` is 0 if no
 * channel reached anyone.
 */
const told = z.strictObject({
  count: z.int().min(0),
  /** The first recipients, with their names at that time. */
  people: z
    .array(
      z.strictObject({
        userId: z.string(),
        name: z.string().max(200),
        ways: z.array(z.enum(NOTIFICATION_CHANNELS)),
      }),
    )
    .max(MAX_TOLD_NAMES),
});
export type AccidentRecipients = z.infer<typeof told>;

const step = z.strictObject({
  at: z.date(),
  state: z.enum(ACCIDENT_STATES),
  /** Id of the person; null for the system. */
  by: z.string().nullable(),
  /** Absent in old steps, which recorded only the state. */
  act: z.enum(ACCIDENT_ACTS).optional(),
  /** For `muted`; absent in steps stored before a reason was required. */
  muteReason: z.enum(MUTE_REASONS).optional(),
  /** The person's name at that time. */
  name: z.string().max(200).optional(),
  note: z.string().max(2000).optional(),
  /** Absent if the step notifies no one, or delivery has not finished. */
  told: told.optional(),
});

/** The rule settings that raised the alarm: why it rang. */
const reason = z.strictObject({
  rule: z.enum(['simple', 'duration', 'repeating']),
  /** The value and the limit it exceeded, in the unit of the limit's parameter. */
  value: z.number().nullable(),
  limit: z.number().nullable(),
  delayMinutes: z.number(),
  times: z.int().nullable(),
  withinMinutes: z.number().nullable(),
});
export type AccidentReason = z.infer<typeof reason>;

/** The last group notified, when, and the time of the next notification. */
const escalation = z.strictObject({
  step: z.int().min(0),
  at: z.date().nullable(),
  nextAt: z.date().nullable(),
});

/**
 * Result of the notifications. `sending`: no message has been delivered yet. `people`: a provider
 * accepted a message. `screen`: only an open page sounded. `nobody`: none of these.
 */
export const ACCIDENT_REACHES = ['sending', 'people', 'screen', 'nobody'] as const;
export type AccidentReach = (typeof ACCIDENT_REACHES)[number];
/** Why no notification arrived, entered by a manager afterwards. */
export const UNREACHED_CAUSES = ['notSetUp', 'devicesOff', 'network', 'other'] as const;
export type UnreachedCause = (typeof UNREACHED_CAUSES)[number];

/** An interval in which an alarm had no responder, no notification arrived and no page sounded. */
const unreached = z.strictObject({
  from: z.date(),
  /** When a person was reached or responded; null only in documents from before `reachSince`. */
  until: z.date().nullable(),
  /** Null until a manager enters it, which completes their task. */
  cause: z.enum(UNREACHED_CAUSES).nullable(),
  explainedBy: carer.nullable(),
  explainedAt: z.date().nullable(),
});
export type AccidentUnreached = z.infer<typeof unreached>;

/** An event in a room that needs a responder. */
export const accidentCollection = defineCollection('accident', 'room', null, {
  kind: z.enum(ACCIDENT_KINDS),
  severity: z.enum(ACCIDENT_SEVERITIES),
  raisedAt: z.date(),
  source: z.enum(ACCIDENT_SOURCES),
  /** The evidence: its time, and the device and stream that reported it. */
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
  /** How often the event occurred while the alarm was open. */
  repeats: z.int().min(1).default(1),
  /** Time of the last event; null after only one. */
  lastAt: z.date().nullable().default(null),
  acknowledgedBy: carer.nullable().default(null),
  acknowledgedAt: z.date().nullable().default(null),
  arrivedBy: carer.nullable().default(null),
  arrivedAt: z.date().nullable().default(null),
  resolvedBy: carer.nullable().default(null),
  resolvedAt: z.date().nullable().default(null),
  /**
   * When the condition ended. The alarm can still be open, if it was acknowledged or needs a check
   * of the room.
   */
  overAt: z.date().nullable().default(null),
  /**
   * Start of a data gap that hides whether the condition still holds. Missing data never ends an
   * alarm.
   */
  unknownAt: z.date().nullable().default(null),
  /** End of the mute; the sound always returns. */
  mutedUntil: z.date().nullable().default(null),
  escalation: escalation.default({ step: 0, at: null, nextAt: null }),
  /** Null before the first notification. */
  reach: z.enum(ACCIDENT_REACHES).nullable().default(null),
  /**
   * `nobody`: when that began. `screen`: the last report of a page that sounds. Null for other
   * values of `reach`, with a responder, or if an earlier version stored the document.
   */
  reachSince: z.date().nullable().default(null),
  /** The longest interval, or null. Once a manager has explained it, the next one replaces it. */
  unreached: unreached.nullable().default(null),
  reason: reason.nullable().default(null),
  /** Milliseconds from receiving the frame to storing the alarm. */
  latencyMs: z.int().min(0).nullable().default(null),
  outcome: z.enum(ACCIDENT_OUTCOMES).nullable().default(null),
  useful: z.boolean().nullable().default(null),
  note: z.string().max(2000).default(''),
  history: z.array(step).max(500).default([]),
});
