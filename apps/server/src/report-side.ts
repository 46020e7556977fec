import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Actor, OneTimeSubject } from '@yamori/domain';
import type { Database, Queries } from './core/database/database.ts';
import type { DocumentStore } from './core/documents/document-store.ts';
import { readMemberActor } from './modules/identity/member-actor.ts';
import { findAccount } from './modules/identity/registration/accounts.ts';
import { startReportMails, type ReportMails } from './modules/reports/report-mails.ts';
import { createReportPlaces } from './modules/reports/report-places.ts';
import { registerReportRoutes } from './modules/reports/report-routes.ts';
import type { Mail } from './core/mail/mail.ts';
import type { Jobs } from './core/messaging/jobs/jobs.ts';

export type ReportSideParts = {
  readonly server: FastifyInstance;
  readonly store: DocumentStore;
  readonly database: Database;
  readonly now: () => Date;
  readonly log: Logger;
  readonly mail: Mail;
  readonly jobs: Jobs;
  readonly publicOrigin: string | null;
  readonly mayOpenOnce: (actor: Actor, subject: OneTimeSubject) => Promise<boolean>;
  readonly endLinksTo: (queries: Queries, subject: OneTimeSubject) => Promise<() => void>;
};

/** Reports for members and for guests, and their links by mail. */
export function openReportSide({ server, ...parts }: ReportSideParts): ReportMails {
  const { database, mail, publicOrigin } = parts;
  const actorOf = (userId: string): Promise<Actor | null> => readMemberActor(database, userId);
  registerReportRoutes(server, {
    ...parts,
    actorOf,
    canMail: mail.available && publicOrigin !== null,
    places: createReportPlaces(),
  });
  return startReportMails({
    ...parts,
    actorOf,
    async addressOf(userId) {
      const account = await findAccount(database, userId);
      return account === null || !account.isEmailVerified || account.email === null
        ? null
        : { email: account.email, language: account.language };
    },
  });
}
