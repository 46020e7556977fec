import { X509Certificate } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  hasDataAccess,
  isIndividual,
  mayManageSamlProviders,
  reaches,
  refuse,
  samlId,
  samlProviderEntry,
  samlProviderInput,
  samlProviderListReply,
  type Actor,
  type SamlProviderEntry,
  type SamlProviderInput,
} from '@yamori/domain';
import type { DocumentStore } from '../../../../documents/document-store.ts';
import { requireActor } from '../../../../http/request-actor.ts';
import { originOf } from '../public-origin.ts';
import { offerSamlWay } from './saml-domain-ways.ts';
import { samlAddresses } from './saml-metadata.ts';
import { isThisMachine, readCertificate, type SamlProvider } from './saml-provider.ts';
import type { SamlParts } from './saml-routes.ts';

export type SamlAdminParts = SamlParts & {
  readonly store: DocumentStore;
  /** Tells every server that there may be a first provider now, or none any more. */
  readonly announceProviders: () => Promise<void>;
};

const params = z.strictObject({ domainId: z.string().min(1).max(100) });

/** An organisation's identity providers, for those who have all permissions in it. */
export function registerSamlAdministration(plain: FastifyInstance, parts: SamlAdminParts): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();
  const address = '/api/domains/:domainId/saml-providers';

  server.get(
    address,
    { schema: { params, response: { 200: samlProviderListReply } } },
    async (request) => {
      const { domainId } = request.params;
      requireManager(request, domainId);
      const origin = originOf(request, parts.publicOrigin);
      return {
        providers: (await parts.providers.ofDomain(domainId)).map((provider) =>
          present(provider, origin),
        ),
      };
    },
  );

  server.post(
    address,
    { schema: { params, body: samlProviderInput, response: { 200: samlProviderEntry } } },
    async (request) => {
      const { domainId } = request.params;
      const actor = requireManager(request, domainId);
      await parts.door.confirmation.require(request.sessionId);
      const provider = readInput(request.body, domainId, actor);
      await parts.providers.save(provider);
      await offerSamlWay(parts.store, domainId, `saml.${provider.id}`, true, actor.userId);
      await parts.announceProviders();
      return present(provider, originOf(request, parts.publicOrigin));
    },
  );

  server.post(
    `${address}/:id/remove`,
    { schema: { params: params.extend({ id: samlId }) } },
    async (request, reply) => {
      const { domainId, id } = request.params;
      const actor = requireManager(request, domainId);
      await parts.door.confirmation.require(request.sessionId);
      const users = await parts.providers.remove(domainId, id);
      if (users === null) throw refuse('saml-provider-not-found');
      await offerSamlWay(parts.store, domainId, `saml.${id}`, false, actor.userId);
      for (const userId of users) parts.door.announceChange(userId);
      await parts.announceProviders();
      return reply.code(204).send();
    },
  );
}

/**
 * Who does not see the organisation learns nothing of it; who sees it and may not manage it learns
 * that.
 */
function requireManager(request: FastifyRequest, domainId: string): Actor {
  const actor = requireActor(request);
  if (mayManageSamlProviders(actor, domainId)) return actor;
  if (
    hasDataAccess(actor) &&
    (isIndividual(actor) ? actor.domainId === domainId : reaches(actor, domainId))
  )
    throw refuse('access-refused');
  throw refuse('entry-not-found');
}

function readInput(input: SamlProviderInput, domainId: string, actor: Actor): SamlProvider {
  if (new URL(input.signInUrl).protocol !== 'https:' && !isThisMachine(input.signInUrl))
    throw refuse('value-invalid', { place: 'signInUrl' });
  return {
    ...input,
    domainId,
    certificates: input.certificates.map(readCertificate),
    vouchesUpTo: actor.accessLevel,
  };
}

function present(
  { domainId: _domainId, ...provider }: SamlProvider,
  origin: string,
): SamlProviderEntry {
  const certificateEndsAt = provider.certificates.map((pem) =>
    new Date(new X509Certificate(pem).validTo).toISOString(),
  );
  return samlProviderEntry.parse({
    ...provider,
    way: `saml.${provider.id}`,
    ...samlAddresses(origin, provider.id),
    certificateEndsAt,
  });
}
