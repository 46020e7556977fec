import { z } from 'zod';
import { defineCollection } from '../documents/base-document.ts';

const PARAMETER_KINDS = ['number', 'text', 'date', 'toggle', 'choice'] as const;
const PARAMETER_SCOPES = ['system', 'domain', 'room'] as const;

export const parameterCollection = defineCollection('parameter', null, ['key'], {
  key: z.string().min(1).max(80),
  name: z.string().min(1).max(120),
  group: z.string().max(60).default(''),
  kind: z.enum(PARAMETER_KINDS),
  unit: z.string().max(20).default(''),
  min: z.number().nullable().default(null),
  max: z.number().nullable().default(null),
  step: z.number().nullable().default(null),
  choices: z.array(z.string()).default([]),
  default: z.union([z.number(), z.string(), z.boolean()]),
  scope: z.enum(PARAMETER_SCOPES),
  description: z.string().max(2000).default(''),
});

export const viewCollection = defineCollection('view', null, ['name'], {
  name: z.string().min(1).max(80),
  listColumns: z.array(z.string()).default([]),
  cardItems: z.array(z.string()).default([]),
  viewerTracks: z.array(z.string()).default([]),
  thresholdsShown: z.array(z.string()).default([]),
  scope: z.enum(['system', 'domain']),
});

/** One change with its actor and origin. Append-only and hash-chained. */
export const updateHistoryCollection = defineCollection('updateHistory', null, null, {
  at: z.date(),
  actorId: z.string(),
  action: z.string().max(60),
  path: z.string().max(400),
  /** The organisation of the change, and the root of its tree, which has one hash chain. */
  domainId: z.string().optional(),
  rootDomainId: z.string(),
  changes: z.array(z.strictObject({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  /**
   * For each change, the salt of the hash of its values, or that hash after a redaction. Entries of
   * older versions have none.
   */
  commitments: z
    .array(z.union([z.strictObject({ salt: z.string() }), z.strictObject({ hash: z.string() })]))
    .optional(),
  address: z.string().max(60),
  previousHash: z.string(),
  hash: z.string(),
});
