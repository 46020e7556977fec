import type { Core } from '../../core/context.ts';
import { closeAll } from '../../core/lifecycle.ts';
import type { Module } from '../../core/module.ts';
import type { FeedChange } from '../../core/documents/change-feed.ts';
import { openFederation } from './federation/federation.ts';
import { readProviderSubjects } from './federation/linked-accounts.ts';
import type { OidcProvider } from './federation/oidc/oidc-provider.ts';
import { createIdentity, type Identity, type IdentityDependencies } from './identity.ts';
import { identityRoutes } from './identity-routes.ts';
import { readMemberActor, readMemberActors } from './member-actor.ts';
import { memberRoutes } from './members/member-routes.ts';
import { profileRoutes } from './profile/profile-routes.ts';
import { findAccount, findAccounts } from './registration/accounts.ts';
import { createCsvInvitations } from './registration/invitations/csv-invitations.ts';
import {
  createRegistration,
  type Registration,
  type RegistrationDependencies,
} from './registration/registration.ts';
import { registrationRoutes } from './registration/registration-routes.ts';

export type IdentityOptions = Pick<
  IdentityDependencies,
  | 'secure'
  | 'passwordHashing'
  | 'demonstrationAccounts'
  | 'signInsPerAddress'
  | 'signInsPerAccount'
  | 'sessionIdleSeconds'
> &
  Pick<RegistrationDependencies, 'requireLendable' | 'deleteSavedData'> & {
    /** The configured OpenID providers. */
    readonly oidcProviders: readonly OidcProvider[];
    /** For each call of an OpenID provider; default: ten seconds. */
    readonly providerTimeoutMs?: number;
    /** Who may create an account without an invitation. */
    readonly registration: RegistrationDependencies['options'];
  };

/** Accounts, sessions, sign-in and registration. */
type IdentityModule = Module &
  Identity & {
    readonly registration: Registration;
    /** The current rights of a member; null for an account without membership. */
    readonly readActor: (userId: string) => ReturnType<typeof readMemberActor>;
    readonly readActors: (userIds: readonly string[]) => ReturnType<typeof readMemberActors>;
    readonly findAccount: (userId: string) => ReturnType<typeof findAccount>;
    readonly findAccounts: (userIds: readonly string[]) => ReturnType<typeof findAccounts>;
    /** The LINE ids of these accounts, by account. */
    readonly lineSubjects: (userIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
    readonly csvInvitations: ReturnType<typeof createCsvInvitations>;
  };

export async function openIdentity(core: Core, options: IdentityOptions): Promise<IdentityModule> {
  const { database, store, feed } = core;
  const identity = await createIdentity({
    ...core,
    ...options,
    recordActs: store.recordActs,
  });
  const federation = await openFederation({ ...core, ...options, identity });
  const registration = createRegistration({
    ...core,
    ...options,
    identity,
    options: options.registration,
  });
  const members = feed.follow((event) => {
    if (event.kind === 'changes') announceChanges(identity, event.changes);
  });
  const { context } = registration;
  return {
    ...identity,
    registration,
    readActor: (userId) => readMemberActor(database, userId),
    readActors: (userIds) => readMemberActors(database, userIds),
    findAccount: (userId) => findAccount(database, userId),
    findAccounts: (userIds) => findAccounts(database, userIds),
    lineSubjects: (userIds) => readProviderSubjects(database, userIds, 'line'),
    csvInvitations: createCsvInvitations(context),
    routes: [
      ...identityRoutes(identity),
      ...federation.routes,
      ...registrationRoutes(context),
      ...profileRoutes(context),
      ...memberRoutes(context),
    ],
    close: closeAll([members.close, registration.close, federation.close, identity.close]),
  };
}

/** Makes sessions adopt a member's changed rights and an organisation's changed sign-in rules. */
function announceChanges(identity: Identity, changes: readonly FeedChange[]): void {
  for (const { collection, path } of changes) {
    if (collection === 'staff') identity.announceChange(path.slice('staff/'.length));
    if (collection === 'domain') identity.announceDomainChange(path.slice('domain/'.length));
  }
}
