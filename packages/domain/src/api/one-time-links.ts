import { z } from 'zod';
import {
  createOneTimeLinkCall,
  createOneTimeLinkReply,
  oneTimeLinkListReply,
} from '../contract/registration-messages.ts';
import { pathId } from './address.ts';
import { endpoint } from './endpoint.ts';

const OF_MAKER = ['domain-not-found', 'one-time-link-forbidden'] as const;

/** Links for people without an account; each opens one thing once. */
export const oneTimeLinkApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/one-time-links',
    summary: 'List the one-time links of an organisation',
    caller: 'member',
    query: z.strictObject({ domainId: pathId }),
    reply: oneTimeLinkListReply,
    problems: OF_MAKER,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/one-time-links',
    summary: 'Make a one-time link',
    caller: 'member',
    body: createOneTimeLinkCall,
    reply: createOneTimeLinkReply,
    problems: [...OF_MAKER, 'report-not-found', 'report-unreadable', 'report-link-sexes'],
  }),
  /** What the link opened is closed at once. */
  revoke: endpoint({
    method: 'POST',
    path: '/api/one-time-links/:linkId/revoke',
    summary: 'Revoke a one-time link',
    caller: 'member',
    params: z.strictObject({ linkId: pathId }),
    problems: ['link-not-found', 'link-revoked', 'link-expired'],
  }),
};
