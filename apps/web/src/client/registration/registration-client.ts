import {
  createInvitationReply,
  invitationListReply,
  invitationView,
  listReply,
  mailedLinkReply,
  oneTimeView,
  type AddressProofCall,
  type CreateInvitationCall,
  type InvitationEntry,
  type InvitationView,
  type Language,
  type MAILED_LINK_KINDS,
  type OneTimeView,
} from '@yamori/domain';
import type { z } from 'zod';
import { callJson, type HttpOptions } from '../http-call.ts';
import { NO_REPLY } from '../no-reply.ts';

export type MailedLink = z.infer<typeof mailedLinkReply>;
export type MadeInvitation = z.infer<typeof createInvitationReply>;
/** An organisation as somebody is let choose it. */
export type DomainChoice = {
  readonly domainId: string;
  readonly name: string;
  readonly kind: string;
};

/** The calls of registering that sign nobody in. Each rejects with a ProblemError. */
export type RegistrationClient = {
  readonly proveAddress: (call: AddressProofCall) => Promise<void>;
  readonly resetPassword: (email: string, language: Language) => Promise<void>;
  readonly mailedLink: (
    token: string,
    kind: (typeof MAILED_LINK_KINDS)[number],
  ) => Promise<MailedLink>;
  readonly completeEmail: (token: string) => Promise<void>;
  /** `domainId` null: where the code leads is not known yet. */
  readonly viewInvitation: (code: string, domainId: string | null) => Promise<InvitationView>;
  readonly invitations: () => Promise<readonly InvitationEntry[]>;
  readonly invite: (call: CreateInvitationCall) => Promise<MadeInvitation>;
  readonly revokeInvitation: (invitationId: string) => Promise<void>;
  /** Organisations that the member reaches, by name. */
  readonly domains: () => Promise<readonly DomainChoice[]>;
  readonly viewLink: (token: string) => Promise<OneTimeView>;
  readonly currentLink: () => Promise<OneTimeView>;
};

/** As many as one question may hold; without their logos, which travel with no list. */
const MOST_DOMAINS = 1_000;

export function createRegistrationClient(options: HttpOptions): RegistrationClient {
  const tell = (path: string, body: unknown): Promise<void> =>
    callJson(options, 'POST', path, body, NO_REPLY);
  return {
    proveAddress: (call) => tell('/api/registration/address-proof', call),
    resetPassword: (email, language) =>
      tell('/api/registration/password-reset', { email, language }),
    mailedLink: (token, kind) =>
      callJson(options, 'POST', '/api/registration/mailed-link', { token, kind }, mailedLinkReply),
    completeEmail: (token) => tell('/api/account/email/complete', { token }),
    viewInvitation: (code, domainId) =>
      callJson(options, 'POST', '/api/invitations/view', { code, domainId }, invitationView),
    invitations: async () =>
      (await callJson(options, 'GET', '/api/invitations', undefined, invitationListReply))
        .invitations,
    invite: (call) => callJson(options, 'POST', '/api/invitations', call, createInvitationReply),
    revokeInvitation: (invitationId) =>
      tell(`/api/invitations/${encodeURIComponent(invitationId)}/revoke`, {}),
    domains: async () => {
      const query = {
        collection: 'domain',
        orderBy: [{ field: ['name'], direction: 'asc' }],
        limit: MOST_DOMAINS,
        select: [['name'], ['kind']],
      };
      const { documents } = await callJson(
        options,
        'POST',
        '/api/documents/list',
        { query },
        listReply,
      );
      return documents.map(({ path, data }) => ({
        domainId: path.slice('domain/'.length),
        name: textOf(data['name']),
        kind: textOf(data['kind']),
      }));
    },
    viewLink: (token) =>
      callJson(options, 'POST', '/api/one-time-links/view', { token }, oneTimeView),
    currentLink: () =>
      callJson(options, 'GET', '/api/one-time-links/current', undefined, oneTimeView),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
