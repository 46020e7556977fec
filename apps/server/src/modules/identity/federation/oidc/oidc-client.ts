import { createRemoteJWKSet, jwtVerify, type JWTVerifyGetKey } from 'jose';
import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import { rejectIdentity } from '../identity-problem.ts';
import { toOidcProblem } from './oidc-problem.ts';
import type { OidcProvider } from './oidc-provider.ts';

/** Verified claims about a user. */
export type OidcClaims = {
  readonly subject: string;
  readonly verifiedEmail: string | null;
  readonly name: string | null;
  readonly picture: string | null;
};

/** The secrets of one sign-in; the callback must return or match all of them. */
export type OidcSecrets = {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly reauthenticate: boolean;
};

export type OidcClient = {
  /** Authorization request: code flow with PKCE (S256), state and nonce. */
  readonly authorizationAddress: (secrets: OidcSecrets) => Promise<string>;
  /** Exchanges the code for an ID token and validates it. */
  readonly exchangeCode: (returned: URLSearchParams, secrets: OidcSecrets) => Promise<OidcClaims>;
};

const TIMEOUT_MS = 10_000;
const CLOCK_TOLERANCE_SECONDS = 60;

type OidcClientOptions = {
  readonly now: () => Date;
  /** For each call of the provider. */
  readonly timeoutMs?: number | undefined;
};

export function createOidcClient(
  provider: OidcProvider,
  { now, timeoutMs = TIMEOUT_MS }: OidcClientOptions,
): OidcClient {
  const server: oauth.AuthorizationServer = {
    issuer: provider.issuer,
    authorization_endpoint: provider.authorizationEndpoint,
    token_endpoint: provider.tokenEndpoint,
  };
  const algorithms: string[] =
    provider.signing.kind === 'secret'
      ? [provider.signing.algorithm]
      : [...provider.signing.algorithms];
  const getKey = createKeyLookup(provider, timeoutMs);
  // Only configured URLs are called, and the configuration accepts http for loopback hosts only.
  const requestOptions = {
    [oauth.allowInsecureRequests]: new URL(provider.tokenEndpoint).protocol === 'http:',
  };

  const exchange = async (
    returned: URLSearchParams,
    { redirectUri, state, nonce, codeVerifier, reauthenticate }: OidcSecrets,
  ): Promise<string> => {
    const client = {
      client_id: provider.clientId,
      ...toClockOptions(now),
      ...(algorithms.length === 1 ? { id_token_signed_response_alg: algorithms[0] ?? '' } : {}),
    };
    const issuing = { ...server, id_token_signing_alg_values_supported: algorithms };
    const parameters = oauth.validateAuthResponse(issuing, client, returned, state);
    const response = await oauth.authorizationCodeGrantRequest(
      issuing,
      client,
      oauth.ClientSecretPost(provider.clientSecret),
      parameters,
      redirectUri,
      codeVerifier,
      {
        ...requestOptions,
        signal: AbortSignal.timeout(timeoutMs),
      },
    );
    const tokens = await oauth.processAuthorizationCodeResponse(issuing, client, response, {
      expectedNonce: nonce,
      requireIdToken: true,
      ...(reauthenticate && provider.reauthentication.maxAgeSeconds !== null
        ? { maxAge: provider.reauthentication.maxAgeSeconds }
        : {}),
    });
    return tokens.id_token ?? '';
  };

  return {
    authorizationAddress: async ({ redirectUri, state, nonce, codeVerifier, reauthenticate }) => {
      const address = new URL(provider.authorizationEndpoint);
      const query = {
        response_type: 'code',
        client_id: provider.clientId,
        redirect_uri: redirectUri,
        scope: provider.scope,
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(reauthenticate ? provider.reauthentication.parameters : {}),
      };
      for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
      return address.href;
    },
    exchangeCode: async (returned, secrets) => {
      try {
        // The library validates the claims; the signature is verified here with keys of this
        // provider only.
        const token = await exchange(returned, secrets);
        const { payload } = await jwtVerify(token, getKey, {
          algorithms,
          issuer: provider.issuer,
          audience: provider.clientId,
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
          currentDate: now(),
          requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
        });
        return readClaims(payload, provider);
      } catch (error) {
        throw toOidcProblem(error);
      }
    },
  };
}

/** Sets the library's own clock by ours. */
const toClockOptions = (now: () => Date) => ({
  [oauth.clockSkew]: Math.round((now().getTime() - Date.now()) / 1000),
  [oauth.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
});

function createKeyLookup(
  { signing, clientSecret }: OidcProvider,
  timeoutMs: number,
): JWTVerifyGetKey {
  if (signing.kind === 'keys')
    return createRemoteJWKSet(new URL(signing.jwksUri), { timeoutDuration: timeoutMs });
  const secret = new TextEncoder().encode(clientSecret);
  return async () => secret;
}

const claims = z.object({
  sub: z.string().min(1).max(255),
  azp: z.string().optional(),
  email: z.email().max(254).optional().catch(undefined),
  email_verified: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
    .optional()
    .catch(undefined),
  name: z.string().min(1).max(120).optional().catch(undefined),
  picture: z
    .url({ protocol: /^https$/ })
    .max(500)
    .optional()
    .catch(undefined),
});

function readClaims(payload: object, provider: OidcProvider): OidcClaims {
  const { success, data } = claims.safeParse(payload);
  if (!success) throw rejectIdentity('claims');
  if (data.azp !== undefined && data.azp !== provider.clientId) throw rejectIdentity('claim-azp');
  const verified = provider.trustsEmailVerified && data.email_verified === true;
  return {
    subject: data.sub,
    verifiedEmail: verified ? (data.email?.toLowerCase() ?? null) : null,
    name: data.name ?? null,
    picture: data.picture ?? null,
  };
}
