import { X509Certificate } from 'node:crypto';
import {
  hasDataAccess,
  isIndividual,
  mayManageSamlProviders,
  reaches,
  refuse,
  samlProviderApi,
  samlProviderEntry,
  type Actor,
  type SamlProviderEntry,
  type SamlProviderInput,
} from '@yamori/domain';
import type { DocumentStore } from '../../../../core/documents/document-store.ts';
import { route, type Route } from '../../../../core/http/route.ts';
import { originOf } from '../public-origin.ts';
import { offerSamlWay } from './saml-domain-ways.ts';
import { samlAddresses } from './saml-metadata.ts';
import { isThisMachine, readCertificate, type SamlProvider } from './saml-provider.ts';
import type { SamlParts } from './saml-routes.ts';

export type SamlAdminParts = SamlParts & {
  readonly store: DocumentStore;
  /** Notifies every server, because the first provider may have been added or the last removed. */
  readonly announceProviders: () => Promise<void>;
};

/** The identity providers of an organisation; requires every permission in it. */
export function samlAdministrationRoutes(parts: SamlAdminParts): readonly Route[] {
  return [
    route(samlProviderApi.list, async ({ actor, params, request }) => {
      requireManager(actor, params.domainId);
      const origin = originOf(request, parts.publicOrigin);
      const providers = await parts.providers.ofDomain(params.domainId);
      return { providers: providers.map((provider) => present(provider, origin)) };
    }),
    route(samlProviderApi.save, async ({ actor, params, body, request }) => {
      requireManager(actor, params.domainId);
      await parts.door.confirmation.require(request.sessionId);
      const provider = readInput(body, params.domainId, actor);
      await parts.providers.save(provider);
      const way = `saml.${provider.id}`;
      await offerSamlWay(parts.store, params.domainId, way, true, actor.userId);
      await parts.announceProviders();
      return present(provider, originOf(request, parts.publicOrigin));
    }),
    route(samlProviderApi.remove, async ({ actor, params, request }) => {
      const { domainId, id } = params;
      requireManager(actor, domainId);
      await parts.door.confirmation.require(request.sessionId);
      const users = await parts.providers.remove(domainId, id);
      if (users === null) throw refuse('saml-provider-not-found');
      await offerSamlWay(parts.store, domainId, `saml.${id}`, false, actor.userId);
      for (const userId of users) parts.door.announceChange(userId);
      await parts.announceProviders();
    }),
  ];
}

/** Members who cannot see the organisation get a 404, those who cannot manage it a 403. */
function requireManager(actor: Actor, domainId: string): void {
  if (mayManageSamlProviders(actor, domainId)) return;
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
