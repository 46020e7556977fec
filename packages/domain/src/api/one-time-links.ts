import { z } from 'zod';
import { oneLine } from '../validation/one-line.ts';
import { LANGUAGES, linkSecret, MAX_NAME } from '../validation/person.ts';
import { pathId } from './address.ts';
import { endpoint } from './endpoint.ts';
import { sessionReply } from './sessions.ts';

/** The subjects that a one-time link can open. */
export const oneTimeSubject = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('report'),
    domainId: z.string().min(1).max(100),
    /** Which report, in the format of the report API. */
    report: z.string().min(1).max(500),
  }),
]);
export type OneTimeSubject = z.infer<typeof oneTimeSubject>;

const createOneTimeLinkCall = z.strictObject({
  subject: oneTimeSubject,
  label: oneLine(MAX_NAME).min(1),
  hours: z
    .int()
    .min(1)
    .max(14 * 24),
});
const ONE_TIME_STATES = ['open', 'opened', 'expired', 'revoked'] as const;
const oneTimeLinkEntry = z.strictObject({
  linkId: z.string(),
  subject: oneTimeSubject,
  label: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  state: z.enum(ONE_TIME_STATES),
});
export type OneTimeLinkEntry = z.infer<typeof oneTimeLinkEntry>;
/** Data of a link for its holder and for the session that it opened. */
const oneTimeView = z.strictObject({
  subject: oneTimeSubject,
  organisation: z.string(),
  label: z.string(),
  expiresAt: z.string(),
});
export type OneTimeView = z.infer<typeof oneTimeView>;

const UNLENDABLE = ['report-not-found', 'report-unreadable', 'report-link-sexes'] as const;
const OF_LINK = [
  ...UNLENDABLE,
  'link-not-found',
  'link-used',
  'link-expired',
  'link-revoked',
  'domain-not-found',
  'domain-suspended',
  'limit-registration',
] as const;
const OF_MAKER = ['domain-not-found', 'one-time-link-forbidden'] as const;

/** Links for people without an account; each opens one subject once. */
export const oneTimeLinkApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/one-time-links',
    summary: 'List the one-time links of an organisation',
    caller: 'member',
    query: z.strictObject({ domainId: pathId }),
    reply: z.strictObject({ links: z.array(oneTimeLinkEntry) }),
    problems: OF_MAKER,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/one-time-links',
    summary: 'Create a one-time link',
    caller: 'member',
    body: createOneTimeLinkCall,
    reply: z.strictObject({ link: oneTimeLinkEntry, token: z.string() }),
    problems: [...OF_MAKER, ...UNLENDABLE],
  }),
  /** Ends the session that the link opened. */
  revoke: endpoint({
    method: 'POST',
    path: '/api/one-time-links/:linkId/revoke',
    summary: 'Revoke a one-time link',
    caller: 'member',
    params: z.strictObject({ linkId: pathId }),
    problems: ['link-not-found', 'link-revoked', 'link-expired'],
  }),
  /** The link stays valid. */
  view: endpoint({
    method: 'POST',
    path: '/api/one-time-links/view',
    summary: 'Show what a one-time link gives access to, without using it',
    caller: 'anyone',
    body: z.strictObject({ token: linkSecret }),
    reply: oneTimeView,
    problems: OF_LINK,
  }),
  current: endpoint({
    method: 'GET',
    path: '/api/one-time-links/current',
    summary: "Show what the one-time link of the caller's session gives access to",
    caller: 'member',
    reply: oneTimeView,
    problems: ['link-not-found', 'domain-not-found', 'domain-suspended'],
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/api/session/one-time',
    summary: 'Sign in with a one-time link; it cannot be used again',
    caller: 'anyone',
    body: z.strictObject({ token: linkSecret, language: z.enum(LANGUAGES) }),
    reply: sessionReply,
    problems: [...OF_LINK, 'sign-out-first'],
  }),
};
