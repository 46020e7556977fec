import { randomUUID } from 'node:crypto';
import {
  mayManageReports,
  mayReadReports,
  reaches,
  refuse,
  REPORT_MOST_SAVED,
  type Actor,
  type OneTimeSubject,
  type ReportFilter,
  type ReportRhythm,
  type SavedReport,
  type SavedReportList,
  type SavedReportOwner,
} from '@yamori/domain';
import type { Database, Queries } from '../../core/database/database.ts';
import { errorCode } from '../../core/database/database-problem.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import { nightZoneOf } from '../../core/documents/night-zone.ts';
import { nextReportAt } from './report-rhythm.ts';
import { requireReader, scopeOfGuest, scopeOfReader, type ReportScope } from './report-scope.ts';
import { ownersOf } from './saved-owners.ts';
import {
  countAmong,
  findSaved,
  forgetOwner,
  holdOwner,
  holdSavedOf,
  insertSaved,
  listSaved,
  nameIsTaken,
  removeSaved,
  renameSaved,
  scheduleSaved,
  type SavedRow,
} from './saved-reports-store.ts';

export type SavedParts = {
  readonly store: DocumentStore;
  readonly database: Database;
  readonly now: () => Date;
  /** Whether links can be mailed: a mail server, and an address of our own to lead to. */
  readonly canMail: boolean;
  /** Whether a session of a one-time link opens this. */
  readonly mayOpenOnce: (actor: Actor, subject: OneTimeSubject) => Promise<boolean>;
  /**
   * Ends the one-time links to this and their sessions. @returns what to call once that is
   * committed
   */
  readonly endLinksTo: (queries: Queries, subject: OneTimeSubject) => Promise<() => void>;
  /** As the rules see somebody today; null for who is suspended or gone. */
  readonly actorOf: (userId: string) => Promise<Actor | null>;
};

const UNIQUE_VIOLATION = '23505';
/** One that can be read. */
type ReadableRow = SavedRow & { readonly filter: ReportFilter };
const isReadable = (saved: SavedRow): saved is ReadableRow => saved.filter !== null;

/** @throws ProblemError as `scopeOfReader`; `report-saved-limit-reached`, `report-name-taken` */
export async function saveReport(
  { store, database, now }: SavedParts,
  actor: Actor,
  call: { readonly name: string; readonly isShared: boolean; readonly filter: ReportFilter },
): Promise<SavedReport> {
  const { rootDomainId } = await scopeOfReader(store, actor, call.filter, now());
  const saved = {
    ...call,
    id: randomUUID(),
    rootDomainId,
    domainId: call.filter.domainId,
    ownerId: actor.userId,
    createdAt: now(),
  };
  await keepingNames(database, async (queries) => {
    await requireOwner(queries, actor);
    await holdSavedOf(queries, saved.domainId);
    await requireFreeName(queries, saved);
    await requireRoom(queries, saved);
    await insertSaved(queries, saved);
  });
  const ownerOf = await ownersOf(store, actor, [actor.userId]);
  return presentSaved(actor, ownerOf, { ...saved, schedule: null });
}

/**
 * What somebody keeps for themselves ends with their account, also where that ends at this instant.
 */
async function requireOwner(queries: Queries, { userId }: Actor): Promise<void> {
  if (!(await holdOwner(queries, userId))) throw refuse('session-required');
}

/**
 * What came past those who look first, such as an older server beside this one, is refused by the
 * index.
 */
async function keepingNames(
  database: Database,
  write: (queries: Queries) => Promise<void>,
): Promise<void> {
  try {
    await database.transaction(write);
  } catch (error) {
    throw errorCode(error) === UNIQUE_VIOLATION ? refuse('report-name-taken') : error;
  }
}

/** Two of one name could not be told apart in the list. */
async function requireFreeName(
  queries: Queries,
  saved: Pick<SavedRow, 'id' | 'rootDomainId' | 'domainId' | 'ownerId' | 'name'>,
): Promise<void> {
  if (await nameIsTaken(queries, saved)) throw refuse('report-name-taken');
}

/** Nobody's own take the places of what others share. */
async function requireRoom(
  queries: Queries,
  saved: Pick<SavedRow, 'domainId' | 'isShared' | 'ownerId'>,
): Promise<void> {
  if ((await countAmong(queries, saved)) >= REPORT_MOST_SAVED)
    throw refuse('report-saved-limit-reached', { details: { limit: REPORT_MOST_SAVED } });
}

/** @throws ProblemError `report-forbidden`, `domain-not-found` */
export async function savedReportsOf(
  { database, store, canMail }: SavedParts,
  actor: Actor,
  domainId: string,
): Promise<SavedReportList> {
  requireReader(actor);
  if (!reaches(actor, domainId)) throw refuse('domain-not-found');
  const all = await listSaved(database, domainId, actor.userId);
  const ownerOf = await ownersOf(
    store,
    actor,
    all.map(({ ownerId }) => ownerId),
  );
  const unreadable = all
    .filter((saved) => !isReadable(saved) && mayChange(actor, saved))
    .map(({ id, name }) => ({ id, name }));
  return {
    reports: all.filter(isReadable).map((saved) => presentSaved(actor, ownerOf, saved)),
    unreadable,
    canMail,
  };
}

const presentSaved = (
  actor: Actor,
  ownerOf: (userId: string) => SavedReportOwner,
  { id, name, isShared, ownerId, createdAt, filter, schedule }: ReadableRow,
): SavedReport => ({
  id,
  name,
  isShared,
  isOwn: ownerId === actor.userId,
  owner: ownerOf(ownerId),
  createdAt: createdAt.toISOString(),
  filter,
  schedule:
    schedule === null
      ? null
      : {
          every: schedule.every,
          recipients: [...schedule.recipients],
          nextAt: schedule.nextAt.toISOString(),
        },
});

const mayChange = (actor: Actor, saved: SavedRow): boolean =>
  saved.ownerId === actor.userId || mayManageReports(actor, saved.domainId);

/** @throws ProblemError `report-forbidden`, `report-not-found` */
async function requireSeen({ database }: SavedParts, actor: Actor, id: string): Promise<SavedRow> {
  requireReader(actor);
  return seenBy(actor, await findSaved(database, id));
}

/** @throws ProblemError `report-not-found` */
function seenBy(actor: Actor, saved: SavedRow | null): SavedRow {
  if (
    saved === null ||
    !reaches(actor, saved.domainId) ||
    (!saved.isShared && saved.ownerId !== actor.userId)
  )
    throw refuse('report-not-found');
  return saved;
}

/**
 * As it stands now, and until the transaction ends: it may have been renamed, taken back or removed
 * since this was asked. Whoever saved it changes it, and what is shared whoever manages the
 * organisation's people too. @throws ProblemError `report-not-found`, `report-forbidden`
 */
async function holdChanging(queries: Queries, actor: Actor, id: string): Promise<SavedRow> {
  const saved = seenBy(actor, await findSaved(queries, id, 'for update'));
  if (!mayChange(actor, saved)) throw refuse('report-forbidden');
  return saved;
}

/**
 * What is mailed or lent stays to be seen: its schedule and its links end with being shared. Nobody
 * but its owner takes a report back to themselves: it would be lost to those who share it, and
 * where the account is gone to everybody.
 * @throws ProblemError `report-not-found`, `report-forbidden`, `report-name-taken`,
 * `report-saved-limit-reached`
 */
export async function renameReport(
  parts: SavedParts,
  actor: Actor,
  id: string,
  call: { readonly name: string; readonly isShared: boolean },
): Promise<void> {
  const { domainId } = await requireSeen(parts, actor, id);
  let tellGuests = (): void => undefined;
  await keepingNames(parts.database, async (queries) => {
    await requireOwner(queries, actor);
    await holdSavedOf(queries, domainId);
    const saved = await holdChanging(queries, actor, id);
    if (saved.isShared && !call.isShared && saved.ownerId !== actor.userId)
      throw refuse('report-forbidden');
    await requireFreeName(queries, { ...saved, name: call.name });
    if (saved.isShared !== call.isShared)
      await requireRoom(queries, { ...saved, isShared: call.isShared });
    await renameSaved(queries, saved.id, call);
    if (saved.isShared && !call.isShared)
      tellGuests = await parts.endLinksTo(queries, subjectOf(saved));
  });
  tellGuests();
}

/**
 * With its one-time links, used or not. @throws ProblemError `report-not-found`, `report-forbidden`
 */
export async function removeReport(parts: SavedParts, actor: Actor, id: string): Promise<void> {
  requireReader(actor);
  const tellGuests = await parts.database.transaction(async (queries) => {
    const saved = await holdChanging(queries, actor, id);
    await removeSaved(queries, saved.id);
    return parts.endLinksTo(queries, subjectOf(saved));
  });
  tellGuests();
}

/**
 * @throws ProblemError `report-not-found`, `report-forbidden`, `mail-missing`, `report-unshared`,
 * `report-recipient-invalid`
 */
export async function scheduleReport(
  parts: SavedParts,
  actor: Actor,
  id: string,
  schedule: { readonly every: ReportRhythm; readonly recipients: readonly string[] } | null,
): Promise<void> {
  const saved = await requireSeen(parts, actor, id);
  if (!mayManageReports(actor, saved.domainId)) throw refuse('report-forbidden');
  const write = (next: SavedRow['schedule']): Promise<void> =>
    parts.database.transaction(async (queries) => {
      const { isShared } = seenBy(actor, await findSaved(queries, id, 'for update'));
      if (next !== null && !isShared) throw refuse('report-unshared');
      await scheduleSaved(queries, id, next);
    });
  if (schedule === null) return write(null);
  if (!parts.canMail) throw refuse('mail-missing');
  const recipients = [...new Set(schedule.recipients)];
  const known = await Promise.all(
    recipients.map(async (userId) => mayGetLink(await parts.actorOf(userId), saved)),
  );
  if (known.includes(false)) throw refuse('report-recipient-invalid');
  const { timeZone } = await nightZoneOf(parts.store, saved.domainId);
  await write({
    every: schedule.every,
    recipients,
    nextAt: nextReportAt(schedule.every, parts.now(), timeZone),
  });
}

/** Only those who can open what the link leads to. */
export const mayGetLink = (
  actor: Actor | null,
  { domainId }: Pick<SavedRow, 'domainId'>,
): boolean => actor !== null && mayReadReports(actor) && reaches(actor, domainId);

const subjectOf = ({ id, domainId }: Pick<SavedRow, 'id' | 'domainId'>): OneTimeSubject => ({
  kind: 'report',
  domainId,
  report: id,
});

/**
 * With an account goes what it kept for itself, in the transaction that ends it. @returns what to
 * call once that is committed
 */
export async function endSavedOf(
  endLinksTo: SavedParts['endLinksTo'],
  queries: Queries,
  userId: string,
): Promise<() => void> {
  const tell: (() => void)[] = [];
  for (const gone of await forgetOwner(queries, userId))
    tell.push(await endLinksTo(queries, subjectOf(gone)));
  return () => tell.forEach((each) => each());
}

/** @throws ProblemError `report-unreadable` */
export function requireReadable(saved: SavedRow): asserts saved is ReadableRow {
  if (!isReadable(saved)) throw refuse('report-unreadable');
}

/** Who is left by such a filter would say who is of which sex. */
function requireWithoutSexes({ filter }: ReadableRow): void {
  if (filter.sexes.length > 0) throw refuse('report-link-sexes');
}

/**
 * Whether a one-time link of this maker may lead to what it names: what is shared, and what is
 * their own. @throws ProblemError `report-not-found`, `report-unreadable`, `report-link-sexes`
 */
export async function requireLendable(
  queries: Queries,
  { domainId, report }: OneTimeSubject,
  makerId: string,
): Promise<void> {
  const saved = await findSaved(queries, report, 'for share');
  if (saved?.domainId !== domainId || (!saved.isShared && saved.ownerId !== makerId))
    throw refuse('report-not-found');
  requireReadable(saved);
  requireWithoutSexes(saved);
}

/**
 * A saved report, for a member who sees it and for the session of a one-time link that was made for
 * it.
 * @throws ProblemError `report-not-found`, `report-unreadable`, and what a member's own filter is
 * refused with
 */
export async function openSaved(
  parts: SavedParts,
  actor: Actor,
  id: string,
): Promise<{ readonly saved: ReadableRow; readonly scope: ReportScope }> {
  const { store, database, now } = parts;
  if (actor.singleTimeToken === null) {
    const saved = await requireSeen(parts, actor, id);
    requireReadable(saved);
    return { saved, scope: await scopeOfReader(store, actor, saved.filter, now()) };
  }
  const saved = await findSaved(database, id);
  if (saved === null || !(await parts.mayOpenOnce(actor, subjectOf(saved))))
    throw refuse('report-not-found');
  requireReadable(saved);
  requireWithoutSexes(saved);
  return { saved, scope: await scopeOfGuest(store, saved.filter, now()) };
}
