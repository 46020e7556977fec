import { type Actor, type Language, domainCollection } from '@yamori/domain';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database } from '../../core/database/database.ts';
import { errorCode, isTemporary } from '../../core/database/database-problem.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import { readNightZone } from '../../core/documents/room-place.ts';
import type { Mail } from '../../core/mail/mail.ts';
import type { RunningJob } from '../../core/messaging/jobs/job-kind.ts';
import type { Jobs } from '../../core/messaging/jobs/jobs.ts';
import { nextReportAt } from './report-schedule.ts';
import { mayGetLink, requireReadable } from './saved-reports.ts';
import {
  findDue,
  findSaved,
  recordMailed,
  postponeDue,
  scheduleSaved,
  claimDue,
} from './saved-reports-store.ts';
import { mailWords as en } from './locales/en/mail-words.ts';
import { mailWords as ja } from './locales/ja/mail-words.ts';

type ReportMailDeps = {
  readonly database: Database;
  readonly store: DocumentStore;
  readonly mail: Mail;
  readonly jobs: Jobs;
  readonly now: () => Date;
  readonly log: Logger;
  readonly publicOrigin: string | null;
  readonly readActor: (userId: string) => Promise<Actor | null>;
  /** Returns null if the account has no verified address. */
  readonly findAddress: (
    userId: string,
  ) => Promise<{ readonly email: string; readonly language: Language | null } | null>;
};

export type ReportMails = {
  /** Orders the mails of all reports that are due now, and returns how many reports were due. */
  readonly look: () => Promise<number>;
  readonly close: () => Promise<void>;
};

const JOB = 'report-mail';
const EVERY_MS = 60_000;
const MAX_ATTEMPTS = 5;
const CONCURRENCY = 1;
const MAX_DUE = 50;
/** Delay before a failed order is tried again, so that it does not block the others. */
const RETRY_DELAY_MS = 3_600_000;
const MAIL_WORDS = { ja, en } as const;
const jobParameters = z.strictObject({ reportId: z.string(), dueAt: z.iso.datetime() });
const nameField = domainCollection.schema.pick({ name: true }).strip();

/**
 * Mails links to reports on their schedule. Every server looks for due reports. The transaction
 * that orders a mail also sets the next due time, and the recipient is recorded together with the
 * mail, so a crash causes no duplicates. Dates missed while no server ran are sent once. Each
 * report is ordered separately: a failure is logged and does not block the others.
 */
export function startReportMails(parts: ReportMailDeps): ReportMails {
  const { database, jobs, now, log } = parts;
  jobs.handle({
    name: JOB,
    concurrency: CONCURRENCY,
    attempts: MAX_ATTEMPTS,
    run: (job) => sendMails(parts, job),
    failed: async () => undefined,
    cancelled: async () => undefined,
  });
  async function look(): Promise<number> {
    const ordered: string[] = [];
    for (const id of await findDue(database, now(), MAX_DUE)) {
      try {
        if (await orderMails(parts, id)) ordered.push(id);
      } catch (error) {
        if (isTemporary(error)) throw error;
        // The row may hold any text, so log nothing of it but its id.
        log.error(
          {
            code: 'report-mail-unordered',
            reportId: id,
            reason: errorCode(error) ?? (error instanceof Error ? error.name : 'unknown'),
          },
          'failed to order the mails of a due report; retrying in an hour',
        );
        await postponeDue(database, id, new Date(now().getTime() + RETRY_DELAY_MS));
      }
    }
    if (ordered.length > 0) jobs.wake(JOB);
    return ordered.length;
  }
  const state = { looking: Promise.resolve() };
  const timer = setInterval(() => {
    state.looking = state.looking
      .then(async () => {
        await look();
      })
      .catch((error: unknown) =>
        log.warn({ err: error }, 'search for due reports failed; retrying in a minute'),
      );
  }, EVERY_MS);
  timer.unref();
  return {
    look,
    close: async () => {
      clearInterval(timer);
      await state.looking;
    },
  };
}

/** Orders the mails of a due report. Returns false if another server has done so. */
function orderMails({ database, store, jobs, now }: ReportMailDeps, id: string): Promise<boolean> {
  return database.transaction(async (queries) => {
    const saved = await claimDue(queries, id, now());
    if (saved === null) return false;
    if (saved.schedule === null)
      throw new Error(`saved report ${id} is due but has no valid schedule`);
    const { rootDomainId, domainId, schedule } = saved;
    const { timeZone } = await readNightZone(store, domainId);
    const dueAt = schedule.nextAt.toISOString();
    await scheduleSaved(queries, id, {
      ...schedule,
      nextAt: nextReportAt(schedule.every, now(), timeZone),
    });
    await jobs.add(queries, {
      rootDomainId,
      kind: JOB,
      subject: `${id} ${dueAt}`,
      parameters: { reportId: id, dueAt },
    });
    return true;
  });
}

async function sendMails(
  { database, store, mail, publicOrigin, readActor, findAddress }: ReportMailDeps,
  { parameters, effect }: RunningJob,
): Promise<void> {
  const { reportId, dueAt } = jobParameters.parse(parameters);
  const saved = await findSaved(database, reportId);
  if (
    saved === null ||
    saved.schedule === null ||
    !saved.isShared ||
    publicOrigin === null ||
    !mail.available
  )
    return;
  requireReadable(saved);
  const [domain] = await store.read([`domain/${saved.domainId}`]);
  const organisation = nameField.safeParse(domain?.data).data?.name ?? '';
  const link = `${publicOrigin}/report?saved=${encodeURIComponent(saved.id)}`;
  for (const userId of saved.schedule.recipients) {
    // Former members, and members who may no longer read the report, get no mail.
    const address = mayGetLink(await readActor(userId), saved) ? await findAddress(userId) : null;
    if (address === null) continue;
    const words = MAIL_WORDS[address.language ?? 'ja'];
    await effect(async (queries) => {
      if (await recordMailed(queries, saved, new Date(dueAt), userId))
        await mail.send(
          {
            kind: JOB,
            to: address.email,
            subject: words.subject(organisation),
            text: words.text(organisation, link),
          },
          queries,
        );
    });
  }
}
