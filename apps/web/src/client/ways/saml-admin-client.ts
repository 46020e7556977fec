import {
  samlProviderEntry,
  samlProviderListReply,
  type SamlProviderEntry,
  type SamlProviderInput,
} from '@yamori/domain';
import { callJson, type HttpOptions } from '../http-call.ts';
import { NO_REPLY } from '../no-reply.ts';

/**
 * An organisation's identity providers. Each call rejects with a ProblemError,
 * `confirmation-required` among them.
 */
export type SamlAdminClient = {
  readonly list: (domainId: string) => Promise<readonly SamlProviderEntry[]>;
  /** Adds one, or changes the one with this id. */
  readonly save: (domainId: string, input: SamlProviderInput) => Promise<SamlProviderEntry>;
  readonly remove: (domainId: string, id: string) => Promise<void>;
};

export function createSamlAdminClient(options: HttpOptions): SamlAdminClient {
  const of = (domainId: string): string =>
    `/api/domains/${encodeURIComponent(domainId)}/saml-providers`;
  return {
    list: async (domainId) =>
      (await callJson(options, 'GET', of(domainId), undefined, samlProviderListReply)).providers,
    save: (domainId, input) => callJson(options, 'POST', of(domainId), input, samlProviderEntry),
    remove: (domainId, id) =>
      callJson(options, 'POST', `${of(domainId)}/${encodeURIComponent(id)}/remove`, {}, NO_REPLY),
  };
}
