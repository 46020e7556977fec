import { createRemoteJWKSet, jwtVerify, type JWTVerifyGetKey } from 'jose';
import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import { refuseProof } from '../proof-refusal.ts';
import { oidcRefusal } from './oidc-refusal.ts';
import type { OidcWay } from './oidc-way.ts';

/** What a provider proved of somebody. */
export type OidcClaims = {
  readonly subject: string;
  readonly verifiedEmail: string | null;
  readonly name: string | null;
  readonly picture: string | null;
};

/** What one sign-in carries: all of it has to come back, or to fit what comes back. */
export type OidcSecrets = {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly anew: boolean;
};

export type OidcClient = {
  /** Where to send somebody: authorization code with PKCE (S256), state and nonce. */
  readonly authorizationAddress: (secrets: OidcSecrets) => Promise<string>;
  /**
   * Exchanges what came back for a token and checks it.
   * @throws ProblemError `sign-in-proof-refused`, `sign-in-cancelled`, `provider-unavailable`
   */
  readonly claimsOf: (returned: URLSearchParams, secrets: OidcSecrets) => Promise<OidcClaims>;
};

const ANSWER_WITHIN_MS = 10_000;
const CLOCK_TOLERANCE_SECONDS = 60;

export function createOidcClient(way: OidcWay, now: () => Date): OidcClient {
  const server: oauth.AuthorizationServer = {
    issuer: way.issuer,
    authorization_endpoint: way.authorizationEndpoint,
    token_endpoint: way.tokenEndpoint,
  };
  const algorithms: string[] =
    way.signing.kind === 'secret' ? [way.signing.algorithm] : [...way.signing.algorithms];
  const keyOf = signingKey(way);
  // Only configured addresses are asked, and configuration takes http for this machine alone.
  const asking = { [oauth.allowInsecureRequests]: new URL(way.tokenEndpoint).protocol === 'http:' };

  const exchange = async (
    returned: URLSearchParams,
    { redirectUri, state, nonce, codeVerifier, anew }: OidcSecrets,
  ): Promise<string> => {
    const client = {
      client_id: way.clientId,
      ...clockOf(now),
      ...(algorithms.length === 1 ? { id_token_signed_response_alg: algorithms[0] ?? '' } : {}),
    };
    const issuing = { ...server, id_token_signing_alg_values_supported: algorithms };
    const parameters = oauth.validateAuthResponse(issuing, client, returned, state);
    const response = await oauth.authorizationCodeGrantRequest(
      issuing,
      client,
      oauth.ClientSecretPost(way.clientSecret),
      parameters,
      redirectUri,
      codeVerifier,
      {
        ...asking,
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      },
    );
    const tokens = await oauth.processAuthorizationCodeResponse(issuing, client, response, {
      expectedNonce: nonce,
      requireIdToken: true,
      ...(anew && way.anew.withinSeconds !== null ? { maxAge: way.anew.withinSeconds } : {}),
    });
    return tokens.id_token ?? '';
  };

  return {
    authorizationAddress: async ({ redirectUri, state, nonce, codeVerifier, anew }) => {
      const address = new URL(way.authorizationEndpoint);
      const asked = {
        response_type: 'code',
        client_id: way.clientId,
        redirect_uri: redirectUri,
        scope: way.scope,
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(anew ? way.anew.parameters : {}),
      };
      for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value);
      return address.href;
    },
    claimsOf: async (returned, secrets) => {
      try {
        // The library checks what the token says; its signature is checked here, by keys of this
        // provider alone.
        const token = await exchange(returned, secrets);
        const { payload } = await jwtVerify(token, keyOf, {
          algorithms,
          issuer: way.issuer,
          audience: way.clientId,
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
          currentDate: now(),
          requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
        });
        return readClaims(payload, way);
      } catch (error) {
        throw oidcRefusal(error);
      }
    },
  };
}

/** The library has a clock of its own; this sets it by ours. */
const clockOf = (now: () => Date) => ({
  [oauth.clockSkew]: Math.round((now().getTime() - Date.now()) / 1000),
  [oauth.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
});

function signingKey({ signing, clientSecret }: OidcWay): JWTVerifyGetKey {
  if (signing.kind === 'keys')
    return createRemoteJWKSet(new URL(signing.jwksUri), { timeoutDuration: ANSWER_WITHIN_MS });
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

function readClaims(payload: object, way: OidcWay): OidcClaims {
  const { success, data } = claims.safeParse(payload);
  if (!success) throw refuseProof('claims');
  if (data.azp !== undefined && data.azp !== way.clientId) throw refuseProof('claim-azp');
  const verified = way.vouchesForAddresses && data.email_verified === true;
  return {
    subject: data.sub,
    verifiedEmail: verified ? (data.email?.toLowerCase() ?? null) : null,
    name: data.name ?? null,
    picture: data.picture ?? null,
  };
}
