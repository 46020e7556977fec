import { X509Certificate } from 'node:crypto';
import {
  hasDataAccess,
  isIndividual,
  mayManageSamlProviders,
  canAccessDomain,
  ProblemError,
  samlProviderApi,
  samlProviderEntry,
  type Actor,
  type SamlProviderEntry,
  type SamlProviderInput,
} from '@yamori/domain';
import type { DocumentStore } from '../../../../core/documents/document-store.ts';
import { route, type Route } from '../../../../core/http/route.ts';
import { isRecentPeer } from '../../members/peer-approval.ts';
import { getOrigin } from '../public-origin.ts';
import { updateSamlMethods } from './saml-domain-methods.ts';
import { samlAddresses } from './saml-metadata.ts';
import { isThisMachine, readCertificate, type SamlProvider } from './saml-provider.ts';
import type { SamlContext } from './saml-routes.ts';

type SamlAdminContext = SamlContext & {
  readonly store: DocumentStore;
  /** Notifies every server, because the first provider may have been added or the last removed. */
  readonly announceProviders: () => Promise<void>;
};

/** The identity providers of an organisation; requires every permission in it. */
export function samlAdministrationRoutes(context: SamlAdminContext): readonly Route[] {
  return [
    route(samlProviderApi.list, async ({ actor, params, request }) => {
      requireManager(actor, params.domainId);
      const origin = getOrigin(request, context.publicOrigin);
      const providers = await context.providers.ofDomain(params.domainId);
      return { providers: providers.map((provider) => present(provider, origin)) };
    }),
    route(samlProviderApi.save, async ({ actor, params, body, request }) => {
      requireManager(actor, params.domainId);
      await context.identity.confirmation.require(request.sessionId);
      const provider = readInput(body, params.domainId, actor);
      const unlinked = await context.providers.save(
        provider,
        await findPeersToUnlink(provider, actor, context),
      );
      for (const userId of unlinked) context.identity.announceChange(userId);
      const way = `saml.${provider.id}`;
      await updateSamlMethods(context.store, params.domainId, way, true, actor.userId);
      await context.announceProviders();
      return present(provider, getOrigin(request, context.publicOrigin));
    }),
    route(samlProviderApi.remove, async ({ actor, params, request }) => {
      const { domainId, id } = params;
      requireManager(actor, domainId);
      await context.identity.confirmation.require(request.sessionId);
      const users = await context.providers.remove(domainId, id);
      if (users === null) throw new ProblemError('saml-provider-not-found');
      await updateSamlMethods(context.store, domainId, `saml.${id}`, false, actor.userId);
      for (const userId of users) context.identity.announceChange(userId);
      await context.announceProviders();
    }),
  ];
}

/** Members who cannot see the organisation get a 404, those who cannot manage it a 403. */
function requireManager(actor: Actor, domainId: string): void {
  if (mayManageSamlProviders(actor, domainId)) return;
  if (
    hasDataAccess(actor) &&
    (isIndividual(actor) ? actor.domainId === domainId : canAccessDomain(actor, domainId))
  )
    throw new ProblemError('access-refused');
  throw new ProblemError('entry-not-found');
}

function readInput(input: SamlProviderInput, domainId: string, actor: Actor): SamlProvider {
  if (new URL(input.signInUrl).protocol !== 'https:' && !isThisMachine(input.signInUrl))
    throw new ProblemError('value-invalid', { place: 'signInUrl' });
  return {
    ...input,
    domainId,
    certificates: input.certificates.map(readCertificate),
    vouchesUpTo: actor.accessLevel,
  };
}

/**
 * Members who linked the provider trusted the keys it had then. A manager who adds a key could
 * sign in with it as a peer, so peers must link the provider again.
 */
async function findPeersToUnlink(
  provider: SamlProvider,
  actor: Actor,
  context: SamlAdminContext,
): Promise<string[]> {
  const previous = await context.providers.find(provider.id);
  if (previous === null || hasSameKeys(previous, provider)) return [];
  const userIds = await context.accounts.listUsers(`saml.${provider.id}`);
  const peers: string[] = [];
  for (const userId of userIds) {
    const [member] = await context.store.read([`staff/${userId}`]);
    if (userId !== actor.userId && member && (await isRecentPeer(context, actor, member)))
      peers.push(userId);
  }
  return peers;
}

const hasSameKeys = (previous: SamlProvider, next: SamlProvider): boolean =>
  previous.entityId === next.entityId &&
  next.certificates.every((certificate) => previous.certificates.includes(certificate));

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
