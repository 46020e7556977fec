import type { FastifyRequest } from 'fastify';
import { ACCESS_LEVELS, federationApi, ProblemError } from '@yamori/domain';
import { route, type Route } from '../../../../core/http/route.ts';
import { newUserId } from '../../registration/accounts.ts';
import { newIndividual, newMember } from '../../registration/organisations.ts';
import type { NewPerson } from '../linked-accounts.ts';
import { DEFAULT_RETURN_TARGET } from '../callback-result.ts';
import { getOrigin } from '../public-origin.ts';
import type { VerifiedAccount } from '../complete-auth-request.ts';
import { hashSecret } from '../../../../core/secrets/secret-store.ts';
import { deriveSecret } from '../auth-request-store.ts';
import {
  replyOutcome,
  type AuthorizationInput,
  type FederationContext,
} from '../provider-routes.ts';
import type { OidcClaims, OidcClient, OidcSecrets } from './oidc-client.ts';

type OidcContext = FederationContext & {
  readonly clients: ReadonlyMap<string, OidcClient>;
  /** Whether new users may create an account. */
  readonly maySignUp: () => boolean;
};

/** The redirect URIs: one per provider, so that no provider's reply passes for another's. */
export function oidcCallbackRoutes(context: OidcContext): readonly Route[] {
  return [
    route(federationApi.oidcCallback, async ({ params: { way }, request, reply }) => {
      const client = requireClient(way, context);
      const returned = new URL(request.url, 'http://own').searchParams;
      const state = returned.getAll('state').length === 1 ? (returned.get('state') ?? '') : '';
      const browserSecret = context.browserCookie.read(request.headers.cookie);
      const authRequest =
        browserSecret === null
          ? null
          : await context.authRequests.finish(hashSecret(state), browserSecret, way);
      return replyOutcome(
        request,
        reply,
        context,
        authRequest ?? DEFAULT_RETURN_TARGET,
        way,
        async () => {
          if (authRequest === null || browserSecret === null)
            throw new ProblemError('sign-in-try-invalid', {
              details: { reason: browserSecret === null ? 'no-browser-cookie' : 'state' },
            });
          const claims = await client.exchangeCode(
            returned,
            deriveSecrets(
              way,
              { state, browserSecret, reauthenticate: authRequest.intent === 'confirm' },
              request,
              context,
            ),
          );
          return { authRequest, verified: verifyAccount(way, claims, context) };
        },
      );
    }),
  ];
}

/** Returns the provider's authorization URL. */
export function getOidcAuthorizationUrl(
  way: string,
  input: AuthorizationInput,
  request: FastifyRequest,
  context: OidcContext,
): Promise<string> {
  return requireClient(way, context).authorizationAddress(
    deriveSecrets(way, input, request, context),
  );
}

function requireClient(way: string, { clients }: OidcContext): OidcClient {
  const client = clients.get(way);
  if (client === undefined) throw new ProblemError('way-not-found');
  return client;
}

const callbackPath = (way: string): string => `/api/sign-in/${way}/callback`;

const deriveSecrets = (
  way: string,
  { state, browserSecret, reauthenticate }: AuthorizationInput,
  request: FastifyRequest,
  context: FederationContext,
): OidcSecrets => ({
  redirectUri: `${getOrigin(request, context.publicOrigin)}${callbackPath(way)}`,
  state,
  reauthenticate,
  nonce: deriveSecret(browserSecret, 'nonce', state),
  codeVerifier: deriveSecret(browserSecret, 'pkce', state),
});

function verifyAccount(way: string, claims: OidcClaims, context: OidcContext): VerifiedAccount {
  const account = { way, subject: claims.subject };
  return {
    account,
    rules: {
      assertMaySignIn: async () => undefined,
      admitNewUser: async () => {
        // An equal address does not prove that both accounts belong to one person. Their owner
        // links them after signing in.
        if (
          claims.verifiedEmail !== null &&
          (await context.accounts.isKnownAddress(claims.verifiedEmail))
        )
          throw new ProblemError('account-link-missing');
        if (!context.maySignUp()) throw new ProblemError('sign-up-refused');
        return context.accounts.create(newPerson(claims), account);
      },
    },
  };
}

/** Creates a user without an invitation: an individual in an organisation with one member. */
function newPerson({ name, verifiedEmail, picture }: OidcClaims): NewPerson {
  const userId = newUserId();
  const shown = name ?? NAMELESS;
  const { domainId, rootDomainId, write } = newIndividual(shown);
  const member = newMember({
    userId,
    domainId,
    rootDomainId,
    name: shown,
    accessLevel: ACCESS_LEVELS.individualUser,
    email: verifiedEmail,
  });
  return { userId, name: shown, email: verifiedEmail, picture, writes: [write, member] };
}

/** Shown as the name until the user enters one. */
const NAMELESS = '-';
