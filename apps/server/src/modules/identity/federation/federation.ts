import type { Route } from '../../../core/http/route.ts';
import type { Logger } from 'pino';
import { ProblemError, samlId } from '@yamori/domain';
import type { Database } from '../../../core/database/database.ts';
import type { DocumentStore } from '../../../core/documents/document-store.ts';
import type { Bus } from '../../../core/messaging/bus.ts';
import type { Identity } from '../identity.ts';
import { createSecretCookie } from './secret-cookie.ts';
import { createLinkedAccounts } from './linked-accounts.ts';
import { createOidcClient, type OidcClient } from './oidc/oidc-client.ts';
import { getOidcAuthorizationUrl, oidcCallbackRoutes } from './oidc/oidc-routes.ts';
import type { OidcProvider } from './oidc/oidc-provider.ts';
import { createClaimsStore } from './saml/claims-store.ts';
import { samlAdministrationRoutes } from './saml/saml-admin-routes.ts';
import { createSamlProviderStore } from './saml/saml-provider-store.ts';
import { getSamlAuthorizationUrl, samlRoutes } from './saml/saml-routes.ts';
import { createAuthRequestStore } from './auth-request-store.ts';
import { startRoutes, unlinkRoutes } from './provider-routes.ts';

type FederationDependencies = {
  readonly identity: Identity;
  readonly store: DocumentStore;
  readonly database: Database;
  readonly bus: Bus;
  readonly log: Logger;
  readonly now: () => Date;
  readonly publicOrigin: string | null;
  readonly secure: boolean;
  /** The configured OpenID providers. */
  readonly oidcProviders: readonly OidcProvider[];
  /** For each call of an OpenID provider; default: ten seconds. */
  readonly providerTimeoutMs?: number;
};

const PROVIDERS_CHANGED = 'federation.providers';
const NOTHING = new Uint8Array(0);
/** Longer than the lifetime of an authorization request. */
const BROWSER_SECRET_SECONDS = 15 * 60;

/**
 * Sign-in with external providers: LINE and Google by OpenID Connect, an organisation's own by
 * SAML. They prove whose account it is; `identity.completeSignIn` decides whether to sign in.
 */
export async function openFederation(
  dependencies: FederationDependencies,
): Promise<{ readonly routes: readonly Route[]; readonly close: () => void }> {
  const { identity, store, database, bus, now, providerTimeoutMs: timeoutMs } = dependencies;
  const shared = {
    ...dependencies,
    identity: identity,
    accounts: createLinkedAccounts({ database, store, now, notifyOwner: identity.notifyOwner }),
    authRequests: createAuthRequestStore(database, now),
    browserCookie: createSecretCookie({
      name: 'yamori.way',
      secure: dependencies.secure,
      maxAgeSeconds: BROWSER_SECRET_SECONDS,
    }),
  };
  const providers = createSamlProviderStore(database, now, identity.notifyOwner);
  const oidc = {
    ...shared,
    clients: new Map<string, OidcClient>(
      dependencies.oidcProviders.map((provider) => [
        provider.name,
        createOidcClient(provider, { now, timeoutMs }),
      ]),
    ),
    maySignUp: () => identity.offeredMethods().signUp,
  };
  const saml = { ...shared, providers, pendingClaims: createClaimsStore(database, now) };
  const offerSaml = async () => identity.offer({ saml: await providers.exist() });
  const watching = bus.subscribe(PROVIDERS_CHANGED, () => {
    offerSaml().catch((error: unknown) =>
      dependencies.log.warn({ err: error }, 'failed to read the identity providers'),
    );
  });

  const start = startRoutes(shared, async (provider, input, request) => {
    if (!provider.startsWith('saml.'))
      return getOidcAuthorizationUrl(provider, input, request, oidc);
    const id = provider.slice('saml.'.length);
    if (!samlId.safeParse(id).success) throw new ProblemError('saml-provider-not-found');
    return getSamlAuthorizationUrl(id, input, request, saml);
  });
  const administration = samlAdministrationRoutes({
    ...saml,
    announceProviders: async () => {
      await offerSaml();
      bus.publish(PROVIDERS_CHANGED, NOTHING);
    },
  });

  identity.offer(Object.fromEntries(dependencies.oidcProviders.map(({ name }) => [name, true])));
  await offerSaml();
  return {
    routes: [
      ...start,
      ...oidcCallbackRoutes(oidc),
      ...samlRoutes(saml),
      ...administration,
      ...unlinkRoutes(shared),
    ],
    close: () => watching.close(),
  };
}
