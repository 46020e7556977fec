import { z } from 'zod';
import { DOMAIN_KINDS } from '../collections/organisation.ts';
import { NOTIFICATION_CHANNELS } from '../collections/accident.ts';
import { flag, pageQuery, pathId, searchText } from './address.ts';
import { endpoint, IDEMPOTENCY_PROBLEMS } from './endpoint.ts';

const count = z.int().min(0);

/** An organisation. `path`: names of its ancestors, from the top. */
const domainRow = z.strictObject({
  domainId: z.string(),
  code: z.string(),
  name: z.string(),
  nameKana: z.string(),
  kind: z.enum(DOMAIN_KINDS),
  parentDomainId: z.string().nullable(),
  path: z.array(z.string()),
  parts: count,
  rooms: count,
  devices: count,
  offline: count,
  members: count,
  contractTo: z.iso.datetime().nullable(),
});
export type DomainRow = z.infer<typeof domainRow>;

export const DOMAIN_SORTS = [
  'name',
  'code',
  'kind',
  'rooms',
  'devices',
  'offline',
  'members',
  'contractTo',
] as const;
export type DomainSort = (typeof DOMAIN_SORTS)[number];

const domainsReply = z.strictObject({ domains: z.array(domainRow), total: count });
export type DomainsPage = z.infer<typeof domainsReply>;

/**
 * `text`: every term occurs somewhere in name, kana or code. `parent`: its direct children; `top`:
 * the roots. `domain`: this one alone.
 */
const domainsQuery = z.object({
  text: searchText,
  kind: z.enum(DOMAIN_KINDS).optional(),
  parent: pathId.optional(),
  domain: pathId.optional(),
  sort: z.enum(DOMAIN_SORTS).default('name'),
  descending: flag,
  ...pageQuery,
});

export type DomainsQuery = z.input<typeof domainsQuery>;

/**
 * Channels that reach the members who may be put into the notification groups; an empty list: none.
 */
const noticeReach = z.strictObject({
  people: z.array(
    z.strictObject({ userId: z.string(), ways: z.array(z.enum(NOTIFICATION_CHANNELS)) }),
  ),
});
export type MemberChannels = z.infer<typeof noticeReach>;

export const organisationApi = {
  overview: endpoint({
    method: 'GET',
    path: '/api/domains/overview',
    summary: 'List a page of organisations with their figures',
    caller: 'maker',
    query: domainsQuery,
    reply: domainsReply,
    problems: [],
  }),
  move: endpoint({
    method: 'POST',
    path: '/api/domains/:domainId/move',
    summary: 'Move an organisation and all below it under another parent',
    caller: 'member',
    params: z.object({ domainId: pathId }),
    body: z.strictObject({ parentDomainId: pathId }),
    problems: [
      'domain-not-found',
      'domain-move-forbidden',
      'domain-below-itself-invalid',
      'domain-tree-invalid',
      'domain-depth-invalid',
      'domain-part-limit-reached',
      'domain-tree-conflict',
      'document-invalid',
      'document-conflict',
      'threshold-crossed-conflict',
      ...IDEMPOTENCY_PROBLEMS,
    ],
  }),
  noticeReach: endpoint({
    method: 'GET',
    path: '/api/domains/:domainId/notice-reach',
    summary: 'List the channels by which notifications reach the members of an organisation',
    caller: 'member',
    params: z.object({ domainId: pathId }),
    reply: noticeReach,
    problems: ['document-not-found', 'document-forbidden'],
  }),
  /** `v`: a version, so that a new picture shows immediately; the reply is always the newest. */
  logo: endpoint({
    method: 'GET',
    path: '/api/domains/:domainId/logo',
    summary: 'Download the logo of an organisation',
    caller: 'member',
    params: z.object({ domainId: pathId }),
    query: z.object({ v: z.string().max(20).optional() }),
    file: ['image/png', 'image/jpeg', 'image/webp'],
    problems: ['domain-not-found'],
  }),
};
