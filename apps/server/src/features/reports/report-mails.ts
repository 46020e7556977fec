import type { Actor, Language } from '@yamori/domain';
import { domainCollection } from '@yamori/domain';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import type { DocumentStore } from '../../documents/document-store.ts';
import { nightZoneOf } from '../../documents/night-zone.ts';
import type { Mail } from '../../mail/mail.ts';
import type { RunningJob } from '../../messaging/jobs/job-kind.ts';
import type { Jobs } from '../../messaging/jobs/jobs.ts';
import { nextReportAt } from './report-rhythm.ts';
import { mayGetLink } from './saved-reports.ts';
import { findSaved, noteMailed, scheduleSaved, takeDue } from './saved-reports-store.ts';
import { mailWords as en } from './text/en/mail-words.ts';
import { mailWords as ja } from './text/ja/mail-words.ts';

export type ReportMailParts = {
  readonly database: Database; readonly store: DocumentStore; readonly mail: Mail; readonly jobs: Jobs; readonly now: () => Date; readonly log: Logger;
  readonly publicOrigin: string | null;
  readonly actorOf: (userId: string) => Promise<Actor | null>;
  /** Null: no address that they proved. */
  readonly addressOf: (userId: string) => Promise<{ readonly email: string; readonly language: Language | null } | null>;
};

export type ReportMails = { /** One look by the clock. @returns how many turns have come */ readonly look: () => Promise<number>; readonly close: () => Promise<void> };

const JOB = 'report-mail';
const EVERY_MS = 60_000;
const [ATTEMPTS, AT_ONCE, DUE_AT_ONCE] = [5, 1, 50];
const WORDS = { ja, en } as const;
const turn = z.strictObject({ reportId: z.string(), dueAt: z.iso.datetime() });
const nameField = domainCollection.schema.pick({ name: true }).strip();

/**
 * Mails links to reports when their turn has come. Every server looks; the next turn of a report is set in the transaction that orders
 * this one, and to whom it went is written with the mail: whatever dies in between, nobody gets it twice. What came due while no
 * server ran is sent once.
 */
export function startReportMails(parts: ReportMailParts): ReportMails {
  const { database, store, jobs, now, log } = parts;
  jobs.handle({ name: JOB, atOnce: AT_ONCE, attempts: ATTEMPTS, run: (job) => sendTurn(parts, job), failed: async () => undefined, cancelled: async () => undefined });
  async function look(): Promise<number> {
    const count = await database.transaction(async (queries) => {
      const due = await takeDue(queries, now(), DUE_AT_ONCE);
      for (const { id, rootDomainId, domainId, schedule } of due) {
        if (schedule === null) continue;
        const { timeZone } = await nightZoneOf(store, domainId);
        const dueAt = schedule.nextAt.toISOString();
        await scheduleSaved(queries, id, { ...schedule, nextAt: nextReportAt(schedule.every, now(), timeZone) });
        await jobs.add(queries, { rootDomainId, kind: JOB, subject: `${id} ${dueAt}`, parameters: { reportId: id, dueAt } });
      }
      return due.length;
    });
    if (count > 0) jobs.wake(JOB);
    return count;
  }
  const state = { looking: Promise.resolve() };
  const timer = setInterval(() => {
    state.looking = state.looking.then(async () => { await look(); }).catch((error: unknown) => log.warn({ err: error }, 'reports that are due were not looked for'));
  }, EVERY_MS);
  timer.unref();
  return { look, close: async () => { clearInterval(timer); await state.looking; } };
}

async function sendTurn({ database, store, mail, publicOrigin, actorOf, addressOf }: ReportMailParts, { parameters, effect }: RunningJob): Promise<void> {
  const { reportId, dueAt } = turn.parse(parameters);
  const saved = await findSaved(database, reportId);
  if (saved === null || saved.schedule === null || !saved.isShared || publicOrigin === null || !mail.available) return;
  const [domain] = await store.read([`domain/${saved.domainId}`]);
  const organisation = nameField.safeParse(domain?.data).data?.name ?? '';
  const link = `${publicOrigin}/report?saved=${encodeURIComponent(saved.id)}`;
  for (const userId of saved.schedule.recipients) {
    // Who has left or may read it no more gets nothing.
    const address = mayGetLink(await actorOf(userId), saved) ? await addressOf(userId) : null;
    if (address === null) continue;
    const words = WORDS[address.language ?? 'ja'];
    await effect(async (queries) => {
      if (await noteMailed(queries, saved.id, new Date(dueAt), userId)) await mail.send({ kind: JOB, to: address.email, subject: words.subject(organisation), text: words.text(organisation, link) }, queries);
    });
  }
}
