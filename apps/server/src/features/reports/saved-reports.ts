import { randomUUID } from 'node:crypto';
import { mayManageReports, mayReadReports, reaches, refuse, REPORT_MOST_SAVED, type Actor, type OneTimeSubject, type ReportFilter, type ReportRhythm, type SavedReport } from '@yamori/domain';
import type { Database, Queries } from '../../database/database.ts';
import type { DocumentStore } from '../../documents/document-store.ts';
import { nightZoneOf } from '../../documents/night-zone.ts';
import { nextReportAt } from './report-rhythm.ts';
import { requireReader, scopeOfGuest, scopeOfReader, type ReportScope } from './report-scope.ts';
import { findSaved, insertSaved, listSaved, nameIsTaken, removeSaved, renameSaved, scheduleSaved, type SavedRow } from './saved-reports-store.ts';

export type SavedParts = {
  readonly store: DocumentStore; readonly database: Database; readonly now: () => Date;
  /** Whether links can be mailed: a mail server, and an address of our own to lead to. */
  readonly canMail: boolean;
  /** Whether a session of a one-time link opens this. */
  readonly mayOpenOnce: (actor: Actor, subject: OneTimeSubject) => Promise<boolean>;
  /** Ends the one-time links to this and their sessions. @returns what to call once that is committed */
  readonly endLinksTo: (queries: Queries, subject: OneTimeSubject) => Promise<() => void>;
  /** As the rules see somebody today; null for who is suspended or gone. */
  readonly actorOf: (userId: string) => Promise<Actor | null>;
};

/** @throws ProblemError as `scopeOfReader`; `report-saved-limit-reached`, `report-name-taken` */
export async function saveReport({ store, database, now }: SavedParts, actor: Actor, call: { readonly name: string; readonly isShared: boolean; readonly filter: ReportFilter }): Promise<SavedReport> {
  const { rootDomainId } = await scopeOfReader(store, actor, call.filter, now());
  const saved = { ...call, id: randomUUID(), rootDomainId, domainId: call.filter.domainId, ownerId: actor.userId };
  await requireFreeName(database, saved);
  if (!(await insertSaved(database, saved, now(), REPORT_MOST_SAVED))) throw tooMany();
  return presentSaved(actor, { ...saved, schedule: null });
}

/** Two of one name could not be told apart in the list. */
async function requireFreeName(database: Database, saved: Pick<SavedRow, 'id' | 'domainId' | 'ownerId' | 'name'>): Promise<void> {
  if (await nameIsTaken(database, saved)) throw refuse('report-name-taken');
}

const tooMany = () => refuse('report-saved-limit-reached', { details: { limit: REPORT_MOST_SAVED } });

/** @throws ProblemError `report-forbidden`, `domain-not-found` */
export async function savedReportsOf({ database }: SavedParts, actor: Actor, domainId: string): Promise<SavedReport[]> {
  requireReader(actor);
  if (!reaches(actor, domainId)) throw refuse('domain-not-found');
  return (await listSaved(database, domainId, actor.userId)).map((saved) => presentSaved(actor, saved));
}

export const presentSaved = (actor: Actor, { id, name, isShared, ownerId, filter, schedule }: SavedRow): SavedReport => ({
  id, name, isShared, isOwn: ownerId === actor.userId, filter, schedule: schedule === null ? null : { every: schedule.every, recipients: [...schedule.recipients], nextAt: schedule.nextAt.toISOString() },
});

/** Whoever saved it, and for what is shared whoever manages the organisation's people. @throws ProblemError `report-not-found`, `report-forbidden` */
async function requireChanging(parts: SavedParts, actor: Actor, id: string): Promise<SavedRow> {
  const saved = await requireSeen(parts, actor, id);
  if (saved.ownerId !== actor.userId && !mayManageReports(actor, saved.domainId)) throw refuse('report-forbidden');
  return saved;
}

/** @throws ProblemError `report-forbidden`, `report-not-found` */
async function requireSeen({ database }: SavedParts, actor: Actor, id: string): Promise<SavedRow> {
  requireReader(actor);
  const saved = await findSaved(database, id);
  if (saved === null || !reaches(actor, saved.domainId) || (!saved.isShared && saved.ownerId !== actor.userId)) throw refuse('report-not-found');
  return saved;
}

/** What is mailed to members stays theirs to see: its schedule ends with being shared. */
export async function renameReport(parts: SavedParts, actor: Actor, id: string, call: { readonly name: string; readonly isShared: boolean }): Promise<void> {
  const saved = await requireChanging(parts, actor, id);
  await requireFreeName(parts.database, { ...saved, name: call.name });
  if (!(await renameSaved(parts.database, saved.id, call, REPORT_MOST_SAVED))) throw tooMany();
}

/** With its one-time links, used or not. */
export async function removeReport(parts: SavedParts, actor: Actor, id: string): Promise<void> {
  const saved = await requireChanging(parts, actor, id);
  const tellGuests = await parts.database.transaction(async (queries) => {
    await removeSaved(queries, saved.id);
    return parts.endLinksTo(queries, subjectOf(saved));
  });
  tellGuests();
}

/** @throws ProblemError `report-not-found`, `report-forbidden`, `mail-missing`, `report-unshared`, `report-recipient-invalid` */
export async function scheduleReport(parts: SavedParts, actor: Actor, id: string, schedule: { readonly every: ReportRhythm; readonly recipients: readonly string[] } | null): Promise<void> {
  const saved = await requireSeen(parts, actor, id);
  if (!mayManageReports(actor, saved.domainId)) throw refuse('report-forbidden');
  if (schedule === null) return scheduleSaved(parts.database, id, null);
  if (!parts.canMail) throw refuse('mail-missing');
  if (!saved.isShared) throw refuse('report-unshared');
  const recipients = [...new Set(schedule.recipients)];
  const known = await Promise.all(recipients.map(async (userId) => mayGetLink(await parts.actorOf(userId), saved)));
  if (known.includes(false)) throw refuse('report-recipient-invalid');
  const { timeZone } = await nightZoneOf(parts.store, saved.domainId);
  return scheduleSaved(parts.database, id, { every: schedule.every, recipients, nextAt: nextReportAt(schedule.every, parts.now(), timeZone) });
}

/** Only those who can open what the link leads to. */
export const mayGetLink = (actor: Actor | null, { domainId }: Pick<SavedRow, 'domainId'>): boolean => actor !== null && mayReadReports(actor) && reaches(actor, domainId);

const subjectOf = ({ id, domainId }: SavedRow): OneTimeSubject => ({ kind: 'report', domainId, report: id });

/** Who is left by such a filter would say who is of which sex. */
function requireWithoutSexes({ filter }: SavedRow): void {
  if (filter.sexes.length > 0) throw refuse('report-link-sexes');
}

/** Whether a one-time link may lead to what it names. One that leads nowhere opens nothing. @throws ProblemError `report-link-sexes` */
export async function requireLendable(database: Database, { domainId, report }: OneTimeSubject): Promise<void> {
  const saved = await findSaved(database, report);
  if (saved?.domainId === domainId) requireWithoutSexes(saved);
}

/**
 * A saved report, for a member who sees it and for the session of a one-time link that was made for it.
 * @throws ProblemError `report-not-found`, and what a member's own filter is refused with
 */
export async function openSaved(parts: SavedParts, actor: Actor, id: string): Promise<{ readonly saved: SavedRow; readonly scope: ReportScope }> {
  const { store, database, now } = parts;
  if (actor.singleTimeToken === null) {
    const saved = await requireSeen(parts, actor, id);
    return { saved, scope: await scopeOfReader(store, actor, saved.filter, now()) };
  }
  const saved = await findSaved(database, id);
  if (saved === null || !(await parts.mayOpenOnce(actor, subjectOf(saved)))) throw refuse('report-not-found');
  requireWithoutSexes(saved);
  return { saved, scope: await scopeOfGuest(store, saved.filter, now()) };
}
