import { z } from 'zod';
import {
  googleProvider,
  lineProvider,
  type OidcProvider,
} from '../modules/identity/federation/oidc/oidc-provider.ts';

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?(\/|$)/;
/**
 * An end point of a provider; what travels there is secret, so http is taken for this machine
 * alone.
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
    'LINE Login: channel id; with its secret LINE is a way in',
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
    .describe('LINE Login: what is asked for; "email" needs LINE\'s permission'),
  YAMORI_LINE_ISSUER: endPoint.default('https://access.line.me').describe('LINE Login: who signs'),
  YAMORI_LINE_AUTHORIZATION: endPoint
    .default('https://access.line.me/oauth2/v2.1/authorize')
    .describe('LINE Login: where people sign in'),
  YAMORI_LINE_TOKEN: endPoint
    .default('https://api.line.me/oauth2/v2.1/token')
    .describe('LINE Login: where codes are exchanged'),
  YAMORI_GOOGLE_CLIENT_ID: clientId.describe(
    'Google: client id; with its secret Google is a way in',
  ),
  YAMORI_GOOGLE_CLIENT_SECRET: clientSecret.describe('Google: client secret'),
  YAMORI_GOOGLE_SCOPE: z
    .string()
    .min(1)
    .default('openid profile email')
    .describe('Google: what is asked for'),
  YAMORI_GOOGLE_ISSUER: endPoint
    .default('https://accounts.google.com')
    .describe('Google: who signs'),
  YAMORI_GOOGLE_AUTHORIZATION: endPoint
    .default('https://accounts.google.com/o/oauth2/v2/auth')
    .describe('Google: where people sign in'),
  YAMORI_GOOGLE_TOKEN: endPoint
    .default('https://oauth2.googleapis.com/token')
    .describe('Google: where codes are exchanged'),
  YAMORI_GOOGLE_JWKS: endPoint
    .default('https://www.googleapis.com/oauth2/v3/certs')
    .describe('Google: its keys'),
});
type ProviderOptions = z.infer<typeof providerOptions>;

/** The providers for which our id and our secret are set. */
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
