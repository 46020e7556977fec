import {
  factorResetReply,
  givePasswordReply,
  memberListReply,
  type FactorReset,
  type GivenPassword,
  type Language,
  type MemberEntry,
} from '@yamori/domain';
import { callJson, type HttpOptions } from './http-call.ts';

export type MemberList = { readonly members: readonly MemberEntry[]; readonly complete: boolean };

/**
 * The members of an organisation and a way back in for them. Each call rejects with a ProblemError,
 * `confirmation-required` among them.
 */
export type MembersClient = {
  readonly list: (domainId: string) => Promise<MemberList>;
  readonly resetFactors: (userId: string, language: Language) => Promise<FactorReset>;
  readonly givePassword: (
    userId: string,
    by: 'mail' | 'hand',
    language: Language,
  ) => Promise<GivenPassword>;
};

export function createMembersClient(options: HttpOptions): MembersClient {
  const addressOf = (userId: string, act: string): string =>
    `/api/staff/${encodeURIComponent(userId)}/${act}`;
  return {
    list: (domainId) =>
      callJson(
        options,
        'GET',
        `/api/staff?domainId=${encodeURIComponent(domainId)}`,
        undefined,
        memberListReply,
      ),
    resetFactors: (userId, language) =>
      callJson(options, 'POST', addressOf(userId, 'factors/reset'), { language }, factorResetReply),
    givePassword: (userId, by, language) =>
      callJson(
        options,
        'POST',
        addressOf(userId, 'password/give'),
        { by, language },
        givePasswordReply,
      ),
  };
}
