import {
  inheritedThresholds,
  noticeReach,
  type InheritedThresholds,
  type MoveDomainCall,
  type NoticeReach,
} from '@yamori/domain';
import { createContext, useContext } from 'react';
import { callJson, type HttpOptions } from './http-call.ts';
import { NO_REPLY } from './no-reply.ts';

/**
 * Calls about organisations that no document answers (contract/domain-messages.ts). Each rejects
 * with a ProblemError.
 */
export type DomainsClient = {
  readonly move: (domainId: string, call: MoveDomainCall) => Promise<void>;
  /** What holds there where nothing is set; `at` is `domain/{id}` or `room/{id}`. */
  readonly inherited: (at: {
    readonly kind: 'domain' | 'room';
    readonly id: string;
  }) => Promise<InheritedThresholds['values']>;
  /** Whom of those who may be put into its groups an alarm would reach, and how. */
  readonly reach: (domainId: string) => Promise<NoticeReach['people']>;
};

export function createDomainsClient(options: HttpOptions): DomainsClient {
  return {
    move: (domainId, call) =>
      callJson(
        options,
        'POST',
        `/api/domains/${encodeURIComponent(domainId)}/move`,
        call,
        NO_REPLY,
      ),
    inherited: async ({ kind, id }) =>
      (
        await callJson(
          options,
          'GET',
          `/api/${kind}s/${encodeURIComponent(id)}/inherited-thresholds`,
          undefined,
          inheritedThresholds,
        )
      ).values,
    reach: async (domainId) =>
      (
        await callJson(
          options,
          'GET',
          `/api/domains/${encodeURIComponent(domainId)}/notice-reach`,
          undefined,
          noticeReach,
        )
      ).people,
  };
}

export const DomainsClientContext = createContext<DomainsClient | null>(null);

export function useDomainsClient(): DomainsClient {
  const client = useContext(DomainsClientContext);
  if (client === null) throw new Error('DomainsClientContext is missing');
  return client;
}
