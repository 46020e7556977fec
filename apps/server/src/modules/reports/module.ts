import type { Actor, Language, OneTimeSubject } from '@yamori/domain';
import type { Core } from '../../core/context.ts';
import type { Queries } from '../../core/database/database.ts';
import type { Module } from '../../core/module.ts';
import { startReportMails, type ReportMails } from './report-mails.ts';
import { createReportPlaces, reportRoutes } from './report-routes.ts';

type ReportDeps = {
  readonly readActor: (userId: string) => Promise<Actor | null>;
  readonly findAccount: (userId: string) => Promise<{
    readonly email: string | null;
    readonly isEmailVerified: boolean;
    readonly language: Language | null;
  } | null>;
  readonly mayOpenOnce: (actor: Actor, subject: OneTimeSubject) => Promise<boolean>;
  readonly endLinksTo: (queries: Queries, subject: OneTimeSubject) => Promise<() => void>;
};

/** Opens the routes of reports and starts the job that mails links to them. */
export function openReports(core: Core, deps: ReportDeps): Module & ReportMails {
  const { mail, publicOrigin } = core;
  const readActor = deps.readActor;
  const mails = startReportMails({
    ...core,
    readActor,
    async findAddress(userId) {
      const account = await deps.findAccount(userId);
      return account === null || !account.isEmailVerified || account.email === null
        ? null
        : { email: account.email, language: account.language };
    },
  });
  return {
    ...mails,
    routes: reportRoutes({
      ...core,
      mayOpenOnce: deps.mayOpenOnce,
      endLinksTo: deps.endLinksTo,
      readActor,
      canMail: mail.available && publicOrigin !== null,
      places: createReportPlaces(),
    }),
  };
}
