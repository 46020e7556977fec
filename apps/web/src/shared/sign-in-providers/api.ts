import {
  formatUrl,
  SIGN_IN_PATHS,
  type SamlProviderName,
  type StartSignInCall,
} from '@yamori/domain';
import { callJson, type HttpOptions } from '../../api/http-call.ts';
import { fields, text, type Shape } from '../../api/reply-shape.ts';

/** The calls of external sign-in providers: LINE, Google, organisations' own. */
export type SignInProvidersClient = {
  /** The address of the provider's page. */
  readonly start: (method: string, call: StartSignInCall) => Promise<string>;
  readonly findSaml: (organisationCode: string) => Promise<SamlProviderName>;
  readonly readSaml: (id: string) => Promise<SamlProviderName>;
};

export function createSignInProvidersClient(options: HttpOptions): SignInProvidersClient {
  return {
    start: async (method, call) => {
      const path = formatUrl({ path: SIGN_IN_PATHS.startProvider }, { way: method });
      return (await callJson(options, 'POST', path, call, getSchema(isStarted))).address;
    },
    findSaml: (organisationCode) =>
      callJson(
        options,
        'POST',
        SIGN_IN_PATHS.findSaml,
        { organisationCode },
        getSchema(isSamlProviderName),
      ),
    readSaml: (id) => {
      const path = formatUrl({ path: SIGN_IN_PATHS.readSaml }, { id });
      return callJson(options, 'GET', path, undefined, getSchema(isSamlProviderName));
    },
  };
}

const isStarted: Shape<{ address: string }> = fields({ address: text });
const isSamlProviderName: Shape<SamlProviderName> = fields({ id: text, name: text });

const getSchema = <Reply>(shape: Shape<Reply>) => ({
  safeParse: (value: unknown): { success: true; data: Reply } | { success: false } =>
    shape(value) ? { success: true, data: value } : { success: false },
});
