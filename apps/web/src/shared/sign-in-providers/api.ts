import {
  formatUrl,
  SIGN_IN_PATHS,
  type SamlProviderName,
  type StartSignInCall,
} from '@yamori/domain';
import { callJson, type HttpOptions } from '../../api/http-call.ts';
import { fields, text, type Shape } from '../../api/reply-shape.ts';

/** The calls of external sign-in providers: LINE, Google, organisations' own. */
export type WaysClient = {
  /** The address of the provider's page. */
  readonly start: (way: string, call: StartSignInCall) => Promise<string>;
  readonly findSaml: (organisationCode: string) => Promise<SamlProviderName>;
  readonly readSaml: (id: string) => Promise<SamlProviderName>;
};

export function createWaysClient(options: HttpOptions): WaysClient {
  return {
    start: async (way, call) => {
      const path = formatUrl({ path: SIGN_IN_PATHS.startProvider }, { way });
      return (await callJson(options, 'POST', path, call, getSchema(isStarted))).address;
    },
    findSaml: (organisationCode) =>
      callJson(options, 'POST', SIGN_IN_PATHS.findSaml, { organisationCode }, getSchema(isSamlWay)),
    readSaml: (id) => {
      const path = formatUrl({ path: SIGN_IN_PATHS.readSaml }, { id });
      return callJson(options, 'GET', path, undefined, getSchema(isSamlWay));
    },
  };
}

const isStarted: Shape<{ address: string }> = fields({ address: text });
const isSamlWay: Shape<SamlProviderName> = fields({ id: text, name: text });

const getSchema = <Reply>(shape: Shape<Reply>) => ({
  safeParse: (value: unknown): { success: true; data: Reply } | { success: false } =>
    shape(value) ? { success: true, data: value } : { success: false },
});
