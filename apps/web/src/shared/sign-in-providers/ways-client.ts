import type { SamlWay, StartWayCall } from '@yamori/domain';
import { callJson, type HttpOptions } from '../../api/http-call.ts';
import { NO_REPLY } from '../../api/no-reply.ts';
import { fields, text, type Shape } from '../../api/reply-shape.ts';

/** The calls of the ways in that others vouch for: LINE, Google, organisations' own. */
export type WaysClient = {
  /**
   * Where to send the browser. @throws ProblemError `way-not-found`, `sign-in-conflict`,
   * `confirmation-required`, …
   */
  readonly start: (way: string, call: StartWayCall) => Promise<string>;
  /** @throws ProblemError `saml-provider-not-found` */
  readonly findSaml: (organisationCode: string) => Promise<SamlWay>;
  readonly readSaml: (id: string) => Promise<SamlWay>;
  /** @throws ProblemError `provider-last`, `provider-invalid`, `confirmation-required` */
  readonly unlink: (provider: string) => Promise<void>;
};

export function createWaysClient(options: HttpOptions): WaysClient {
  return {
    start: async (way, call) =>
      (
        await callJson(
          options,
          'POST',
          `/api/sign-in/${encodeURIComponent(way)}/start`,
          call,
          schemaOf(isStarted),
        )
      ).address,
    findSaml: (organisationCode) =>
      callJson(options, 'POST', '/api/saml/find', { organisationCode }, schemaOf(isSamlWay)),
    readSaml: (id) =>
      callJson(
        options,
        'GET',
        `/api/saml/${encodeURIComponent(id)}`,
        undefined,
        schemaOf(isSamlWay),
      ),
    unlink: (provider) =>
      callJson(options, 'POST', '/api/account/providers/unlink', { provider }, NO_REPLY),
  };
}

const isStarted: Shape<{ address: string }> = fields({ address: text });
const isSamlWay: Shape<SamlWay> = fields({ id: text, name: text });

const schemaOf = <Reply>(shape: Shape<Reply>) => ({
  safeParse: (value: unknown): { success: true; data: Reply } | { success: false } =>
    shape(value) ? { success: true, data: value } : { success: false },
});
