import { z } from 'zod';
import { defineCollection } from '../documents/base-document.ts';
import { pictureText } from './line-fields.ts';

export const DOMAIN_KINDS = ['facility', 'agency', 'developer', 'individual'] as const;
export const SIGN_IN_METHODS = ['email', 'line', 'google', 'saml', 'anonymous'] as const;
const localTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const parameterValue = z.union([z.number(), z.string(), z.boolean()]);
export type ParameterValue = z.infer<typeof parameterValue>;
export const parameterOverrides = z.record(z.string(), parameterValue);
export type ParameterOverrides = z.infer<typeof parameterOverrides>;

export const MAX_ESCALATION_GROUPS = 8;
/**
 * An escalation group, and its delay after the previous one in minutes; null for the default of the
 * alarm's kind.
 */
const escalationGroup = z.strictObject({
  name: z.string().min(1).max(60),
  userIds: z.array(z.string().min(1).max(128)).max(50),
  afterMinutes: z.int().min(0).max(120).nullable(),
});
export type EscalationGroup = z.infer<typeof escalationGroup>;

export const logoText = pictureText(200_000);

/** An organisation in a tree. `ancestorIds` lists the organisations from the root to the parent. */
export const domainCollection = defineCollection('domain', null, ['code'], {
  code: z.string().min(1).max(40),
  name: z.string().min(1).max(120),
  nameKana: z.string().max(120).optional(),
  kind: z.enum(DOMAIN_KINDS),
  parentDomainId: z.string().nullable(),
  rootDomainId: z.string(),
  ancestorIds: z.array(z.string()).max(16),
  timeZone: z.string().max(60).default('Asia/Tokyo'),
  nightStartsAt: localTime.default('12:00'),
  contact: z.string().max(200).optional(),
  address: z.string().max(400).optional(),
  contractFrom: z.date().optional(),
  contractTo: z.date().optional(),
  limits: z
    .strictObject({ rooms: z.int().min(0), devices: z.int().min(0), members: z.int().min(0) })
    .optional(),
  mfaRequired: z.boolean().default(false),
  signInMethods: z.array(z.enum(SIGN_IN_METHODS)).default(['email']),
  samlProviderIds: z.array(z.string()).default([]),
  defaultViewId: z.string().nullable().default(null),
  parameterOverrides: parameterOverrides.default({}),
  /** Notified in this order. Empty: inherited from the organisation above. */
  escalation: z.array(escalationGroup).max(MAX_ESCALATION_GROUPS).default([]),
  brand: z
    .strictObject({
      logo: logoText.optional(),
      colour: z
        .string()
        .regex(/^#[0-9a-f]{6}$/i)
        .optional(),
    })
    .optional(),
});

export const STAFF_STATES = ['invited', 'active', 'suspended'] as const;

/** A member of an organisation; the document id is the user id. */
export const staffCollection = defineCollection('staff', null, ['userId'], {
  userId: z.string(),
  domainId: z.string(),
  rootDomainId: z.string(),
  name: z.string().min(1).max(120),
  nameKana: z.string().max(120).optional(),
  accessLevel: z.int().min(0).max(200),
  email: z.email().nullable(),
  phone: z.string().max(40).optional(),
  state: z.enum(STAFF_STATES),
  notify: z.record(z.string(), z.boolean()).default({}),
});
