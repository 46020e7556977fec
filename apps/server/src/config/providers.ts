import { z } from 'zod';
import {
  googleProvider,
  lineProvider,
  type OidcProvider,
} from '../modules/identity/federation/oidc/oidc-provider.ts';

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?(\/|$)/;
/**
 * Endpoint of a provider. It receives secrets, so http is accepted for this machine only.
 */
const endPoint = z
  .url({ protocol: /^https?$/ })
  .refine(
    (address) => address.startsWith('https:') || LOOPBACK.test(address),
    'must begin with https://',
  );
const clientId = z.string().min(1).max(300).optional();
const clientSecret = z.string().min(1).max(300).optional();

/**
 * OpenID providers. The endpoints default to the real ones of LINE and Google; ids and secrets come
 * from the environment.
 */
export const providerOptions = z.object({
  YAMORI_LINE_CLIENT_ID: clientId.describe(
    'LINE Login: channel id; enables sign-in with LINE together with its secret',
  ),
  YAMORI_LINE_CLIENT_SECRET: z
    .string()
    .min(32)
    .max(300)
    .optional()
    .describe("LINE Login: channel secret, which also signs LINE's tokens"),
  YAMORI_LINE_SCOPE: z
    .string()
    .min(1)
    .default('openid profile')
    .describe('LINE Login: requested scopes; "email" requires permission from LINE'),
  YAMORI_LINE_ISSUER: endPoint.default('https://access.line.me').describe('LINE Login: issuer'),
  YAMORI_LINE_AUTHORIZATION: endPoint
    .default('https://access.line.me/oauth2/v2.1/authorize')
    .describe('LINE Login: authorization endpoint'),
  YAMORI_LINE_TOKEN: endPoint
    .default('https://api.line.me/oauth2/v2.1/token')
    .describe('LINE Login: token endpoint'),
  YAMORI_GOOGLE_CLIENT_ID: clientId.describe(
    'Google: client id; enables sign-in with Google together with its secret',
  ),
  YAMORI_GOOGLE_CLIENT_SECRET: clientSecret.describe('Google: client secret'),
  YAMORI_GOOGLE_SCOPE: z
    .string()
    .min(1)
    .default('openid profile email')
    .describe('Google: requested scopes'),
  YAMORI_GOOGLE_ISSUER: endPoint.default('https://accounts.google.com').describe('Google: issuer'),
  YAMORI_GOOGLE_AUTHORIZATION: endPoint
    .default('https://accounts.google.com/o/oauth2/v2/auth')
    .describe('Google: authorization endpoint'),
  YAMORI_GOOGLE_TOKEN: endPoint
    .default('https://oauth2.googleapis.com/token')
    .describe('Google: token endpoint'),
  YAMORI_GOOGLE_JWKS: endPoint
    .default('https://www.googleapis.com/oauth2/v3/certs')
    .describe('Google: URL of the signing keys (JWKS)'),
});
type ProviderOptions = z.infer<typeof providerOptions>;

/** The providers for which our id and secret are both set. */
export function toOidcProviders(config: ProviderOptions): OidcProvider[] {
  const line = toClient(
    config.YAMORI_LINE_CLIENT_ID,
    config.YAMORI_LINE_CLIENT_SECRET,
    config.YAMORI_LINE_SCOPE,
  );
  const google = toClient(
    config.YAMORI_GOOGLE_CLIENT_ID,
    config.YAMORI_GOOGLE_CLIENT_SECRET,
    config.YAMORI_GOOGLE_SCOPE,
  );
  const providers: OidcProvider[] = [];
  if (line !== null)
    providers.push(
      lineProvider(
        {
          issuer: config.YAMORI_LINE_ISSUER,
          authorizationEndpoint: config.YAMORI_LINE_AUTHORIZATION,
          tokenEndpoint: config.YAMORI_LINE_TOKEN,
        },
        line,
      ),
    );
  if (google !== null)
    providers.push(
      googleProvider(
        {
          issuer: config.YAMORI_GOOGLE_ISSUER,
          authorizationEndpoint: config.YAMORI_GOOGLE_AUTHORIZATION,
          tokenEndpoint: config.YAMORI_GOOGLE_TOKEN,
          jwksUri: config.YAMORI_GOOGLE_JWKS,
        },
        google,
      ),
    );
  return providers;
}

const toClient = (id: string | undefined, secret: string | undefined, scope: string) =>
  id === undefined || secret === undefined ? null : { clientId: id, clientSecret: secret, scope };
