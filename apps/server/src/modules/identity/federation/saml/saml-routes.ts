import type { FastifyRequest } from 'fastify';
import { refuse, samlApi, samlId, type SamlWay } from '@yamori/domain';
import { route, type Route } from '../../../../core/http/route.ts';
import { createSecretCookie, type SecretCookie } from '../browser-secret.ts';
import { NO_FRAME } from '../outcome.ts';
import { originOf } from '../public-origin.ts';
import type { Proven } from '../settle-proof.ts';
import type { Transaction, TransactionFrame } from '../transaction-store.ts';
import { replyOutcome, replyRefused, type Departure, type WayParts } from '../way-routes.ts';
import { acceptResponse, type AcceptParts } from './accept-response.ts';
import { samlRules, type SamlMemberParts } from './saml-members.ts';
import { samlAddresses, samlMetadata } from './saml-metadata.ts';
import type { SamlProvider } from './saml-provider.ts';
import { samlRequestAddress } from './saml-request.ts';
import { openResponse } from './saml-response.ts';

export type SamlParts = WayParts & AcceptParts & SamlMemberParts & { readonly secure: boolean };

const MOST_FORM_BYTES = 512 * 1024;
const TICKET_SECONDS = 60;

/** The SAML endpoints: lookup, metadata, the POST of responses and the browser's return. */
export function samlRoutes(parts: SamlParts): readonly Route[] {
  const ticketCookie = createSecretCookie({
    name: 'yamori.saml',
    secure: parts.secure,
    lastsSeconds: TICKET_SECONDS,
  });

  return [
    route(samlApi.read, async ({ params }) => presentWay(await providerOf(params.id, parts))),
    route(samlApi.find, async ({ body }) => {
      const provider = await parts.providers.ofOrganisationCode(body.organisationCode);
      if (provider === null) throw refuse('saml-provider-not-found');
      return presentWay(provider);
    }),
    route(samlApi.metadata, async ({ params, request, reply }) => {
      const { id } = await providerOf(params.id, parts);
      return reply
        .type('application/samlmetadata+xml')
        .send(samlMetadata(samlAddresses(originOf(request, parts.publicOrigin), id)));
    }),
    postRoute(ticketCookie, parts),
    ...finishRoutes(ticketCookie, parts),
  ];
}

/** The identity provider's page posts here from another site, as the binding prescribes. */
const postRoute = (ticketCookie: SecretCookie, parts: SamlParts): Route =>
  route(
    samlApi.acs,
    async ({ params, body, request, reply }) => {
      const way = `saml.${params.id}`;
      const frame: { current: TransactionFrame } = { current: NO_FRAME };
      try {
        const provider = await providerOf(params.id, parts);
        const opened = openResponse(body.SAMLResponse);
        frame.current =
          (opened.inResponseTo === null
            ? null
            : await parts.transactions.look(opened.inResponseTo, way)) ?? NO_FRAME;
        const ticket = await acceptResponse(
          opened,
          body.RelayState ?? null,
          provider,
          samlAddresses(originOf(request, parts.publicOrigin), provider.id),
          parts,
        );
        reply.header('set-cookie', ticketCookie.give(ticket));
        return await reply.redirect(`/api/saml/${provider.id}/finish`, 303);
      } catch (error) {
        return replyRefused(request, reply, frame.current, way, error);
      }
    },
    {
      config: { postedByOtherSites: true },
      bodyLimit: MOST_FORM_BYTES,
      parseUpload: (bytes) => Object.fromEntries(new URLSearchParams(bytes.toString())),
    },
  );

/** The browser returns here with two cookies: the response's ticket and the request's secret. */
function finishRoutes(ticketCookie: SecretCookie, parts: SamlParts): readonly Route[] {
  return [
    route(samlApi.finish, async ({ params, request, reply }) => {
      const way = `saml.${params.id}`;
      const ticket = ticketCookie.read(request.headers.cookie);
      reply.header('set-cookie', ticketCookie.takeBack());
      const proof = ticket === null ? null : await parts.proofs.take(ticket, way);
      const transaction =
        proof === null
          ? null
          : await transactionOf(request, way, proof.stateHash, proof.nextPath, parts);
      return replyOutcome(request, reply, parts, transaction ?? NO_FRAME, way, async () => {
        if (proof === null || transaction === null)
          throw refuse('sign-in-try-invalid', {
            details: { reason: proof === null ? 'ticket' : 'other-browser' },
          });
        const provider = await providerOf(params.id, parts);
        const proven: Proven = {
          account: { way, subject: proof.claims.subject },
          rules: samlRules(provider, proof.claims, parts),
        };
        if (proof.stateHash === null) await assertNobodyElse(request, proven, parts);
        return { proven, transaction };
      });
    }),
  ];
}

export async function departToSaml(
  id: string,
  departure: Departure,
  request: FastifyRequest,
  parts: SamlParts,
): Promise<string> {
  const { signInUrl } = await providerOf(id, parts);
  const addresses = samlAddresses(originOf(request, parts.publicOrigin), id);
  return samlRequestAddress({
    id: departure.state,
    signInUrl,
    ...addresses,
    now: parts.now(),
    anew: departure.anew,
  });
}

async function providerOf(id: string, parts: SamlParts): Promise<SamlProvider> {
  const provider = samlId.safeParse(id).success ? await parts.providers.find(id) : null;
  if (provider === null) throw refuse('saml-provider-not-found');
  return provider;
}

const presentWay = ({ id, name }: SamlProvider): SamlWay => ({ id, name });

/**
 * The transaction that the response answers, if this browser started it; a new one for a response
 * that the provider initiated.
 */
async function transactionOf(
  request: FastifyRequest,
  way: string,
  stateHash: string | null,
  nextPath: string,
  parts: SamlParts,
): Promise<Transaction | null> {
  if (stateHash === null) return { way, intent: 'signIn', ...NO_FRAME, nextPath, userId: null };
  const browserSecret = parts.browserCookie.read(request.headers.cookie);
  return browserSecret === null ? null : parts.transactions.finish(stateHash, browserSecret, way);
}

/** An unsolicited response must not replace a user's session with another user's. */
async function assertNobodyElse(
  request: FastifyRequest,
  { account }: Proven,
  parts: SamlParts,
): Promise<void> {
  const session = await parts.door.sessionOf(request.headers.cookie);
  if (session !== null && session.actor.userId !== (await parts.accounts.ownerOf(account)))
    throw refuse('sign-in-conflict', { details: { reason: 'somebody-else' } });
}
