import type { FastifyRequest } from 'fastify';
import { ACCESS_LEVELS, federationApi, refuse } from '@yamori/domain';
import { route, type Route } from '../../../../core/http/route.ts';
import { newUserId } from '../../registration/accounts.ts';
import { newIndividual, newMember } from '../../registration/organisations.ts';
import type { NewPerson } from '../linked-accounts.ts';
import { NO_FRAME } from '../outcome.ts';
import { originOf } from '../public-origin.ts';
import type { Proven } from '../settle-proof.ts';
import { hashOfSecret } from '../../../../core/secrets/secrets.ts';
import { derivedSecret } from '../transaction-store.ts';
import { replyOutcome, type Departure, type WayParts } from '../way-routes.ts';
import type { OidcClaims, OidcClient, OidcSecrets } from './oidc-client.ts';

export type OidcParts = WayParts & {
  readonly clients: ReadonlyMap<string, OidcClient>;
  /** Whether new users may create an account. */
  readonly maySignUp: () => boolean;
};

/** The redirect URIs: one per provider, so that no provider's reply passes for another's. */
export function oidcCallbackRoutes(parts: OidcParts): readonly Route[] {
  return [
    route(federationApi.oidcCallback, async ({ params: { way }, request, reply }) => {
      const client = clientOf(way, parts);
      const returned = new URL(request.url, 'http://own').searchParams;
      const state = returned.getAll('state').length === 1 ? (returned.get('state') ?? '') : '';
      const browserSecret = parts.browserCookie.read(request.headers.cookie);
      const transaction =
        browserSecret === null
          ? null
          : await parts.transactions.finish(hashOfSecret(state), browserSecret, way);
      return replyOutcome(request, reply, parts, transaction ?? NO_FRAME, way, async () => {
        if (transaction === null || browserSecret === null)
          throw refuse('sign-in-try-invalid', {
            details: { reason: browserSecret === null ? 'no-browser-cookie' : 'state' },
          });
        const claims = await client.claimsOf(
          returned,
          secretsOf(
            way,
            { state, browserSecret, anew: transaction.intent === 'confirm' },
            request,
            parts,
          ),
        );
        return { transaction, proven: provenBy(way, claims, parts) };
      });
    }),
  ];
}

/** Returns the provider's authorization URL. */
export function departToOidc(
  way: string,
  departure: Departure,
  request: FastifyRequest,
  parts: OidcParts,
): Promise<string> {
  return clientOf(way, parts).authorizationAddress(secretsOf(way, departure, request, parts));
}

function clientOf(way: string, { clients }: OidcParts): OidcClient {
  const client = clients.get(way);
  if (client === undefined) throw refuse('way-not-found');
  return client;
}

const callbackPath = (way: string): string => `/api/sign-in/${way}/callback`;

const secretsOf = (
  way: string,
  { state, browserSecret, anew }: Departure,
  request: FastifyRequest,
  parts: WayParts,
): OidcSecrets => ({
  redirectUri: `${originOf(request, parts.publicOrigin)}${callbackPath(way)}`,
  state,
  anew,
  nonce: derivedSecret(browserSecret, 'nonce', state),
  codeVerifier: derivedSecret(browserSecret, 'pkce', state),
});

function provenBy(way: string, claims: OidcClaims, parts: OidcParts): Proven {
  const account = { way, subject: claims.subject };
  return {
    account,
    rules: {
      assertMayVouch: async () => undefined,
      welcome: async () => {
        // An equal address does not prove that both accounts belong to one person. Their owner
        // links them after signing in.
        if (
          claims.verifiedEmail !== null &&
          (await parts.accounts.isKnownAddress(claims.verifiedEmail))
        )
          throw refuse('account-link-missing');
        if (!parts.maySignUp()) throw refuse('sign-up-refused');
        return parts.accounts.create(newPerson(claims), account);
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
