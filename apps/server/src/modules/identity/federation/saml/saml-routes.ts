import type { FastifyRequest } from 'fastify';
import { ProblemError, samlApi, samlId, type SamlProviderName } from '@yamori/domain';
import { route, type Route } from '../../../../core/http/route.ts';
import { createSecretCookie, type SecretCookie } from '../secret-cookie.ts';
import { DEFAULT_RETURN_TARGET } from '../callback-result.ts';
import { getOrigin } from '../public-origin.ts';
import type { VerifiedAccount } from '../complete-auth-request.ts';
import type { AuthRequest, ReturnTarget } from '../auth-request-store.ts';
import {
  replyOutcome,
  replyRejected,
  type AuthorizationInput,
  type FederationContext,
} from '../provider-routes.ts';
import { acceptResponse, type ResponseContext } from './accept-response.ts';
import { samlRules, type SamlMemberContext } from './saml-members.ts';
import { samlAddresses, samlMetadata } from './saml-metadata.ts';
import type { SamlProvider } from './saml-provider.ts';
import { getSamlRequestUrl } from './saml-request.ts';
import { openResponse } from './saml-response.ts';

export type SamlContext = FederationContext &
  ResponseContext &
  SamlMemberContext & { readonly secure: boolean };

const MAX_FORM_BYTES = 512 * 1024;
const TICKET_SECONDS = 60;

/** The SAML endpoints: lookup, metadata, the POST of responses and the browser's return. */
export function samlRoutes(context: SamlContext): readonly Route[] {
  const ticketCookie = createSecretCookie({
    name: 'yamori.saml',
    secure: context.secure,
    maxAgeSeconds: TICKET_SECONDS,
  });

  return [
    route(samlApi.read, async ({ params }) =>
      presentProvider(await requireProvider(params.id, context)),
    ),
    route(samlApi.find, async ({ body }) => {
      const provider = await context.providers.ofOrganisationCode(body.organisationCode);
      if (provider === null) throw new ProblemError('saml-provider-not-found');
      return presentProvider(provider);
    }),
    route(samlApi.metadata, async ({ params, request, reply }) => {
      const { id } = await requireProvider(params.id, context);
      return reply
        .type('application/samlmetadata+xml')
        .send(samlMetadata(samlAddresses(getOrigin(request, context.publicOrigin), id)));
    }),
    acsRoute(ticketCookie, context),
    ...finishRoutes(ticketCookie, context),
  ];
}

/** The identity provider's page posts here from another site, as the binding prescribes. */
const acsRoute = (ticketCookie: SecretCookie, context: SamlContext): Route =>
  route(
    samlApi.acs,
    async ({ params, body, request, reply }) => {
      const way = `saml.${params.id}`;
      const returnTarget: { current: ReturnTarget } = { current: DEFAULT_RETURN_TARGET };
      try {
        const provider = await requireProvider(params.id, context);
        const opened = openResponse(body.SAMLResponse);
        returnTarget.current =
          (opened.inResponseTo === null
            ? null
            : await context.authRequests.look(opened.inResponseTo, way)) ?? DEFAULT_RETURN_TARGET;
        const ticket = await acceptResponse(
          opened,
          body.RelayState ?? null,
          provider,
          samlAddresses(getOrigin(request, context.publicOrigin), provider.id),
          context,
        );
        reply.header('set-cookie', ticketCookie.give(ticket));
        return await reply.redirect(`/api/saml/${provider.id}/finish`, 303);
      } catch (error) {
        return replyRejected(request, reply, returnTarget.current, way, error);
      }
    },
    {
      config: { postedByOtherSites: true },
      bodyLimit: MAX_FORM_BYTES,
      parseUpload: (bytes) => Object.fromEntries(new URLSearchParams(bytes.toString())),
    },
  );

/** The browser returns here with two cookies: the response's ticket and the request's secret. */
function finishRoutes(ticketCookie: SecretCookie, context: SamlContext): readonly Route[] {
  return [
    route(samlApi.finish, async ({ params, request, reply }) => {
      const way = `saml.${params.id}`;
      const ticket = ticketCookie.read(request.headers.cookie);
      reply.header('set-cookie', ticketCookie.clear());
      const pending = ticket === null ? null : await context.pendingClaims.take(ticket, way);
      const authRequest =
        pending === null
          ? null
          : await findAuthRequest(request, way, pending.stateHash, pending.nextPath, context);
      return replyOutcome(
        request,
        reply,
        context,
        authRequest ?? DEFAULT_RETURN_TARGET,
        way,
        async () => {
          if (pending === null || authRequest === null)
            throw new ProblemError('sign-in-try-invalid', {
              details: { reason: pending === null ? 'ticket' : 'other-browser' },
            });
          const provider = await requireProvider(params.id, context);
          const verified: VerifiedAccount = {
            account: { way, subject: pending.claims.subject },
            rules: samlRules(provider, pending.claims, context),
          };
          if (pending.stateHash === null) await rejectOtherUser(request, verified, context);
          return { verified, authRequest };
        },
      );
    }),
  ];
}

export async function getSamlAuthorizationUrl(
  id: string,
  input: AuthorizationInput,
  request: FastifyRequest,
  context: SamlContext,
): Promise<string> {
  const { signInUrl } = await requireProvider(id, context);
  const addresses = samlAddresses(getOrigin(request, context.publicOrigin), id);
  return getSamlRequestUrl({
    id: input.state,
    signInUrl,
    ...addresses,
    now: context.now(),
    reauthenticate: input.reauthenticate,
  });
}

async function requireProvider(id: string, context: SamlContext): Promise<SamlProvider> {
  const provider = samlId.safeParse(id).success ? await context.providers.find(id) : null;
  if (provider === null) throw new ProblemError('saml-provider-not-found');
  return provider;
}

const presentProvider = ({ id, name }: SamlProvider): SamlProviderName => ({ id, name });

/**
 * The authorization request that the response answers, if this browser started it; a new one for a
 * response that the provider initiated.
 */
async function findAuthRequest(
  request: FastifyRequest,
  way: string,
  stateHash: string | null,
  nextPath: string,
  context: SamlContext,
): Promise<AuthRequest | null> {
  if (stateHash === null)
    return { way, intent: 'signIn', ...DEFAULT_RETURN_TARGET, nextPath, userId: null };
  const browserSecret = context.browserCookie.read(request.headers.cookie);
  return browserSecret === null ? null : context.authRequests.finish(stateHash, browserSecret, way);
}

/** An unsolicited response must not replace a user's session with another user's. */
async function rejectOtherUser(
  request: FastifyRequest,
  { account }: VerifiedAccount,
  context: SamlContext,
): Promise<void> {
  const session = await context.identity.findSession(request.headers.cookie);
  if (session !== null && session.actor.userId !== (await context.accounts.findOwner(account)))
    throw new ProblemError('sign-in-conflict', { details: { reason: 'somebody-else' } });
}
