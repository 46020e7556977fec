import {
  generateBillsReply,
  issueBillReply,
  lateDays,
  type BillPaperKind,
  type GeneratedBills,
  type LateDays,
} from '@yamori/domain';
import { createContext, useContext } from 'react';
import { attachmentName } from './attachment-name.ts';
import { callJson, failureOf, type HttpOptions } from './http-call.ts';
import { NO_REPLY } from './no-reply.ts';

/** Commands about an agency's bills. Each call rejects with a ProblemError. */
export type AgencyClient = {
  readonly generate: (agencyId: string, month: string) => Promise<GeneratedBills>;
  readonly late: (agencyId: string) => Promise<LateDays>;
  /** @param updatedAt of the draft that was looked at */
  readonly issue: (
    agencyId: string,
    billId: string,
    updatedAt: Date,
  ) => Promise<{ readonly number: string }>;
  /** `was`: the entry that is taken back, for nothing where there is another by now. */
  readonly pay: (
    agencyId: string,
    billId: string,
    paidOn: string | null,
    was?: string | null,
  ) => Promise<void>;
  readonly cancel: (
    agencyId: string,
    billId: string,
    reason: string,
  ) => Promise<{ readonly number: string }>;
  readonly drop: (agencyId: string, billId: string) => Promise<void>;
  readonly paper: (
    agencyId: string,
    billId: string,
    kind: BillPaperKind,
  ) => Promise<{ readonly blob: Blob; readonly fileName: string }>;
};

export function createAgencyClient(options: HttpOptions): AgencyClient {
  const at = (agencyId: string, path: string): string =>
    `/api/agencies/${encodeURIComponent(agencyId)}/${path}`;
  const bill = (agencyId: string, billId: string, command: string): string =>
    at(agencyId, `bills/${encodeURIComponent(billId)}/${command}`);
  return {
    generate: (agencyId, month) =>
      callJson(options, 'POST', at(agencyId, 'bills/generate'), { month }, generateBillsReply),
    late: (agencyId) => callJson(options, 'GET', at(agencyId, 'bills/late'), undefined, lateDays),
    issue: (agencyId, billId, updatedAt) =>
      callJson(
        options,
        'POST',
        bill(agencyId, billId, 'issue'),
        { updatedAt: updatedAt.toISOString() },
        issueBillReply,
      ),
    pay: (agencyId, billId, paidOn, was) =>
      callJson(
        options,
        'POST',
        bill(agencyId, billId, 'payment'),
        { paidOn, ...(typeof was === 'string' ? { was } : {}) },
        NO_REPLY,
      ),
    cancel: (agencyId, billId, reason) =>
      callJson(options, 'POST', bill(agencyId, billId, 'void'), { reason }, issueBillReply),
    drop: (agencyId, billId) =>
      callJson(options, 'POST', bill(agencyId, billId, 'removal'), undefined, NO_REPLY),
    async paper(agencyId, billId, kind) {
      const response = await options.fetch(
        `${options.baseUrl ?? ''}${bill(agencyId, billId, `paper?kind=${kind}`)}`,
        {
          credentials: 'same-origin',
          ...(options.headers === undefined ? {} : { headers: options.headers }),
        },
      );
      if (!response.ok) throw await failureOf(response);
      return { blob: await response.blob(), fileName: attachmentName(response, `${kind}.pdf`) };
    },
  };
}

export const AgencyClientContext = createContext<AgencyClient | null>(null);

export function useAgencyClient(): AgencyClient {
  const client = useContext(AgencyClientContext);
  if (client === null) throw new Error('AgencyClientContext is missing');
  return client;
}
