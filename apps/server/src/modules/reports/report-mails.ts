import type { Actor, Language } from '@yamori/domain';
import { domainCollection } from '@yamori/domain';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database } from '../../core/database/database.ts';
import { errorCode, isPassing } from '../../core/database/database-problem.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import { nightZoneOf } from '../../core/documents/night-zone.ts';
import type { Mail } from '../../core/mail/mail.ts';
import type { RunningJob } from '../../core/messaging/jobs/job-kind.ts';
import type { Jobs } from '../../core/messaging/jobs/jobs.ts';
import { nextReportAt } from './report-rhythm.ts';
import { mayGetLink, requireReadable } from './saved-reports.ts';
import {
  findDue,
  findSaved,
  noteMailed,
  putOffDue,
  scheduleSaved,
  takeDue,
} from './saved-reports-store.ts';
import { mailWords as en } from './text/en/mail-words.ts';
import { mailWords as ja } from './text/ja/mail-words.ts';

export type ReportMailParts = {
  readonly database: Database;
  readonly store: DocumentStore;
  readonly mail: Mail;
  readonly jobs: Jobs;
  readonly now: () => Date;
  readonly log: Logger;
  readonly publicOrigin: string | null;
  readonly actorOf: (userId: string) => Promise<Actor | null>;
  /** Null: no address that they proved. */
  readonly addressOf: (
    userId: string,
  ) => Promise<{ readonly email: string; readonly language: Language | null } | null>;
};

export type ReportMails = {
  /** One look by the clock. @returns how many turns have come */
  readonly look: () => Promise<number>;
  readonly close: () => Promise<void>;
};

const JOB = 'report-mail';
const EVERY_MS = 60_000;
const [ATTEMPTS, AT_ONCE, DUE_AT_ONCE] = [5, 1, 50];
/** What could not be ordered waits for so long, so that it holds up none of the others. */
const PUT_OFF_MS = 3_600_000;
const WORDS = { ja, en } as const;
const turn = z.strictObject({ reportId: z.string(), dueAt: z.iso.datetime() });
const nameField = domainCollection.schema.pick({ name: true }).strip();

/**
 * Mails links to reports when their turn has come. Every server looks; the next turn of a report is
 * set in the transaction that orders this one, and to whom it went is written with the mail:
 * whatever dies in between, nobody gets it twice. What came due while no server ran is sent once.
 * Each is ordered by itself: one that cannot be is said in the log and holds up no other.
 */
export function startReportMails(parts: ReportMailParts): ReportMails {
  const { database, jobs, now, log } = parts;
  jobs.handle({
    name: JOB,
    atOnce: AT_ONCE,
    attempts: ATTEMPTS,
    run: (job) => sendTurn(parts, job),
    failed: async () => undefined,
    cancelled: async () => undefined,
  });
  async function look(): Promise<number> {
    const ordered: string[] = [];
    for (const id of await findDue(database, now(), DUE_AT_ONCE)) {
      try {
        if (await orderTurn(parts, id)) ordered.push(id);
      } catch (error) {
        if (isPassing(error)) throw error;
        // Of a row that somebody could have written anything into nothing but its id is said.
        log.error(
          {
            code: 'report-mail-unordered',
            reportId: id,
            reason: errorCode(error) ?? (error instanceof Error ? error.name : 'unknown'),
          },
          'a report that is due could not be mailed; it is tried again in an hour',
        );
        await putOffDue(database, id, new Date(now().getTime() + PUT_OFF_MS));
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
        log.warn({ err: error }, 'reports that are due were not looked for'),
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

/** @returns false where another server did */
function orderTurn({ database, store, jobs, now }: ReportMailParts, id: string): Promise<boolean> {
  return database.transaction(async (queries) => {
    const saved = await takeDue(queries, id, now());
    if (saved === null) return false;
    if (saved.schedule === null) throw new Error('it is due in a rhythm that is none');
    const { rootDomainId, domainId, schedule } = saved;
    const { timeZone } = await nightZoneOf(store, domainId);
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

async function sendTurn(
  { database, store, mail, publicOrigin, actorOf, addressOf }: ReportMailParts,
  { parameters, effect }: RunningJob,
): Promise<void> {
  const { reportId, dueAt } = turn.parse(parameters);
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
    // Who has left or may read it no more gets nothing.
    const address = mayGetLink(await actorOf(userId), saved) ? await addressOf(userId) : null;
    if (address === null) continue;
    const words = WORDS[address.language ?? 'ja'];
    await effect(async (queries) => {
      if (await noteMailed(queries, saved, new Date(dueAt), userId))
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
