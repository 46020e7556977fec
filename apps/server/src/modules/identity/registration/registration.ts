import type { Logger } from 'pino';
import type { Database } from '../../../core/database/database.ts';
import type { DocumentStore } from '../../../core/documents/document-store.ts';
import type { Mail } from '../../../core/mail/mail.ts';
import type { Identity } from '../identity.ts';
import { createBackgroundTasks } from './background-tasks.ts';
import { offerDomain } from './domain-registration.ts';
import { createAccountEmails } from './account-emails.ts';
import {
  createEndLinksTo,
  createMayOpenOnce,
  type EndLinksTo,
  type MayOpenOnce,
} from './one-time/one-time-access.ts';
import type {
  DeleteSavedData,
  RegistrationOptions,
  RegistrationContext,
  RequireLendable,
} from './registration-context.ts';
import { createRequestLimits } from './request-limits.ts';

export type RegistrationDependencies = {
  readonly database: Database;
  readonly store: DocumentStore;
  readonly identity: Identity;
  readonly mail: Mail;
  readonly log: Logger;
  readonly now: () => Date;
  readonly publicOrigin: string | null;
  readonly options: RegistrationOptions;
  readonly requireLendable: RequireLendable;
  /** Receives the function that revokes links to a subject. */
  readonly deleteSavedData: (endLinksTo: EndLinksTo) => DeleteSavedData;
};

/** Creation of accounts and memberships. */
export type Registration = {
  readonly context: RegistrationContext;
  readonly mayOpenOnce: MayOpenOnce;
  readonly endLinksTo: EndLinksTo;
  readonly close: () => Promise<void>;
};

/** Also reports the available sign-in methods to `identity`. */
export function createRegistration({
  mail,
  log,
  publicOrigin,
  deleteSavedData,
  ...dependencies
}: RegistrationDependencies): Registration {
  const backgroundTasks = createBackgroundTasks(log);
  const emails = createAccountEmails(mail, publicOrigin);
  const endLinksTo = createEndLinksTo(dependencies);
  const context: RegistrationContext = {
    ...dependencies,
    deleteSavedData: deleteSavedData(endLinksTo),
    emails,
    backgroundTasks,
    limits: createRequestLimits(dependencies.database, dependencies.now),
  };
  const { options, identity } = dependencies;
  identity.offer({
    signUp: options.signUp,
    anonymous: options.anonymous,
    passwordReset: emails.available,
  });
  offerDomain(context);
  return {
    context,
    mayOpenOnce: createMayOpenOnce(context),
    endLinksTo,
    close: backgroundTasks.close,
  };
}
