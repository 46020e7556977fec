import { randomUUID } from 'node:crypto';
import {
  mayManageReports,
  mayReadReports,
  canAccessDomain,
  ProblemError,
  MAX_SAVED_REPORTS,
  type Actor,
  type OneTimeSubject,
  type ReportFilter,
  type ReportRhythm,
  type SavedReport,
  type SavedReportList,
  type SavedReportOwner,
} from '@yamori/domain';
import type { Database, Queries } from '../../core/database/database.ts';
import { isUniqueViolation } from '../../core/database/database-problem.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import { readNightZone } from '../../core/documents/room-place.ts';
import { nextReportAt } from './report-schedule.ts';
import { requireReader, getGuestScope, getReaderScope, type ReportScope } from './report-scope.ts';
import { readOwners } from './saved-owners.ts';
import {
  countAmong,
  findSaved,
  forgetOwner,
  lockOwner,
  lockSavedReports,
  insertSaved,
  listSaved,
  nameIsTaken,
  removeSaved,
  renameSaved,
  scheduleSaved,
  type SavedRow,
} from './saved-reports-store.ts';

export type SavedReportContext = {
  readonly store: DocumentStore;
  readonly database: Database;
  readonly now: () => Date;
  /** Whether the server can mail links: it has a mail server and a public address. */
  readonly canMail: boolean;
  /** Whether the session of a one-time link can open this subject. */
  readonly mayOpenOnce: (actor: Actor, subject: OneTimeSubject) => Promise<boolean>;
  /**
   * Ends the one-time links to a subject and their sessions. The caller must call the returned
   * function after the commit.
   */
  readonly endLinksTo: (queries: Queries, subject: OneTimeSubject) => Promise<() => void>;
  /** Returns null for a suspended or former member. */
  readonly readActor: (userId: string) => Promise<Actor | null>;
};

type ReadableRow = SavedRow & { readonly filter: ReportFilter };
const isReadable = (saved: SavedRow): saved is ReadableRow => saved.filter !== null;

export async function saveReport(
  { store, database, now }: SavedReportContext,
  actor: Actor,
  call: { readonly name: string; readonly isShared: boolean; readonly filter: ReportFilter },
): Promise<SavedReport> {
  const { rootDomainId } = await getReaderScope(store, actor, call.filter, now());
  const saved = {
    ...call,
    id: randomUUID(),
    rootDomainId,
    domainId: call.filter.domainId,
    ownerId: actor.userId,
    createdAt: now(),
  };
  await writeUniqueName(database, async (queries) => {
    await requireOwner(queries, actor);
    await lockSavedReports(queries, saved.domainId);
    await requireFreeName(queries, saved);
    await requireRoom(queries, saved);
    await insertSaved(queries, saved);
  });
  const getOwner = await readOwners(store, actor, [actor.userId]);
  return presentSaved(actor, getOwner, { ...saved, schedule: null });
}

/** Rejects the write if the account is gone, because private reports end with their account. */
async function requireOwner(queries: Queries, { userId }: Actor): Promise<void> {
  if (!(await lockOwner(queries, userId))) throw new ProblemError('session-required');
}

/**
 * Maps a violation of the unique index to a problem. Older servers may write without the name
 * check.
 */
async function writeUniqueName(
  database: Database,
  write: (queries: Queries) => Promise<void>,
): Promise<void> {
  try {
    await database.transaction(write);
  } catch (error) {
    throw isUniqueViolation(error) ? new ProblemError('report-name-taken') : error;
  }
}

/** Two reports with one name would look the same in the list. */
async function requireFreeName(
  queries: Queries,
  saved: Pick<SavedRow, 'id' | 'rootDomainId' | 'domainId' | 'ownerId' | 'name'>,
): Promise<void> {
  if (await nameIsTaken(queries, saved)) throw new ProblemError('report-name-taken');
}

/** Private and shared reports have separate limits, so one cannot use up the other's. */
async function requireRoom(
  queries: Queries,
  saved: Pick<SavedRow, 'domainId' | 'isShared' | 'ownerId'>,
): Promise<void> {
  if ((await countAmong(queries, saved)) >= MAX_SAVED_REPORTS)
    throw new ProblemError('report-saved-limit-reached', { details: { limit: MAX_SAVED_REPORTS } });
}

export async function listSavedReports(
  { database, store, canMail }: SavedReportContext,
  actor: Actor,
  domainId: string,
): Promise<SavedReportList> {
  requireReader(actor);
  if (!canAccessDomain(actor, domainId)) throw new ProblemError('domain-not-found');
  const all = await listSaved(database, domainId, actor.userId);
  const getOwner = await readOwners(
    store,
    actor,
    all.map(({ ownerId }) => ownerId),
  );
  const unreadable = all
    .filter((saved) => !isReadable(saved) && mayChange(actor, saved))
    .map(({ id, name }) => ({ id, name }));
  return {
    reports: all.filter(isReadable).map((saved) => presentSaved(actor, getOwner, saved)),
    unreadable,
    canMail,
  };
}

const presentSaved = (
  actor: Actor,
  getOwner: (userId: string) => SavedReportOwner,
  { id, name, isShared, ownerId, createdAt, filter, schedule }: ReadableRow,
): SavedReport => ({
  id,
  name,
  isShared,
  isOwn: ownerId === actor.userId,
  owner: getOwner(ownerId),
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

async function requireVisible(
  { database }: SavedReportContext,
  actor: Actor,
  id: string,
): Promise<SavedRow> {
  requireReader(actor);
  return requireVisibleTo(actor, await findSaved(database, id));
}

function requireVisibleTo(actor: Actor, saved: SavedRow | null): SavedRow {
  if (
    saved === null ||
    !canAccessDomain(actor, saved.domainId) ||
    (!saved.isShared && saved.ownerId !== actor.userId)
  )
    throw new ProblemError('report-not-found');
  return saved;
}

/**
 * Reads and locks a saved report that the actor may change: its owner, and managers if it is
 * shared. Checks again under the lock, because a concurrent request may have changed or removed it.
 */
async function lockForChange(queries: Queries, actor: Actor, id: string): Promise<SavedRow> {
  const saved = requireVisibleTo(actor, await findSaved(queries, id, 'for update'));
  if (!mayChange(actor, saved)) throw new ProblemError('report-forbidden');
  return saved;
}

/**
 * Renames a report or changes whether it is shared. Its schedule and its links end when it is no
 * longer shared. Only its owner can make it private: otherwise the others would lose it, and with a
 * deleted owner everyone would.
 */
export async function renameReport(
  parts: SavedReportContext,
  actor: Actor,
  id: string,
  call: { readonly name: string; readonly isShared: boolean },
): Promise<void> {
  const { domainId } = await requireVisible(parts, actor, id);
  let notifyGuests = (): void => undefined;
  await writeUniqueName(parts.database, async (queries) => {
    await requireOwner(queries, actor);
    await lockSavedReports(queries, domainId);
    const saved = await lockForChange(queries, actor, id);
    if (saved.isShared && !call.isShared && saved.ownerId !== actor.userId)
      throw new ProblemError('report-forbidden');
    await requireFreeName(queries, { ...saved, name: call.name });
    if (saved.isShared !== call.isShared)
      await requireRoom(queries, { ...saved, isShared: call.isShared });
    await renameSaved(queries, saved.id, call);
    if (saved.isShared && !call.isShared)
      notifyGuests = await parts.endLinksTo(queries, toSubject(saved));
  });
  notifyGuests();
}

/** Deletes a report and ends its one-time links, used or not. */
export async function removeReport(
  parts: SavedReportContext,
  actor: Actor,
  id: string,
): Promise<void> {
  requireReader(actor);
  const notifyGuests = await parts.database.transaction(async (queries) => {
    const saved = await lockForChange(queries, actor, id);
    await removeSaved(queries, saved.id);
    return parts.endLinksTo(queries, toSubject(saved));
  });
  notifyGuests();
}

export async function scheduleReport(
  parts: SavedReportContext,
  actor: Actor,
  id: string,
  schedule: { readonly every: ReportRhythm; readonly recipients: readonly string[] } | null,
): Promise<void> {
  const saved = await requireVisible(parts, actor, id);
  if (!mayManageReports(actor, saved.domainId)) throw new ProblemError('report-forbidden');
  const write = (next: SavedRow['schedule']): Promise<void> =>
    parts.database.transaction(async (queries) => {
      const { isShared } = requireVisibleTo(actor, await findSaved(queries, id, 'for update'));
      if (next !== null && !isShared) throw new ProblemError('report-unshared');
      await scheduleSaved(queries, id, next);
    });
  if (schedule === null) return write(null);
  if (!parts.canMail) throw new ProblemError('mail-missing');
  const recipients = [...new Set(schedule.recipients)];
  const known = await Promise.all(
    recipients.map(async (userId) => mayGetLink(await parts.readActor(userId), saved)),
  );
  if (known.includes(false)) throw new ProblemError('report-recipient-invalid');
  const { timeZone } = await readNightZone(parts.store, saved.domainId);
  await write({
    every: schedule.every,
    recipients,
    nextAt: nextReportAt(schedule.every, parts.now(), timeZone),
  });
}

/** Whether a member can open the report and so may receive a link to it. */
export const mayGetLink = (
  actor: Actor | null,
  { domainId }: Pick<SavedRow, 'domainId'>,
): boolean => actor !== null && mayReadReports(actor) && canAccessDomain(actor, domainId);

const toSubject = ({ id, domainId }: Pick<SavedRow, 'id' | 'domainId'>): OneTimeSubject => ({
  kind: 'report',
  domainId,
  report: id,
});

/**
 * Deletes the private reports of an account, in the transaction that deletes the account. The
 * caller must call the returned function after the commit.
 */
export async function deleteSavedReports(
  endLinksTo: SavedReportContext['endLinksTo'],
  queries: Queries,
  userId: string,
): Promise<() => void> {
  const notifications: (() => void)[] = [];
  for (const report of await forgetOwner(queries, userId))
    notifications.push(await endLinksTo(queries, toSubject(report)));
  return () => notifications.forEach((notify) => notify());
}

export function requireReadable(saved: SavedRow): asserts saved is ReadableRow {
  if (!isReadable(saved)) throw new ProblemError('report-unreadable');
}

/** A guest could infer the residents' sex from the rooms that such a filter selects. */
function requireWithoutSexes({ filter }: ReadableRow): void {
  if (filter.sexes.length > 0) throw new ProblemError('report-link-sexes');
}

/**
 * Rejects a one-time link unless the report is shared or belongs to the link's maker, and can be
 * shown to guests.
 */
export async function requireLendable(
  queries: Queries,
  { domainId, report }: OneTimeSubject,
  makerId: string,
): Promise<void> {
  const saved = await findSaved(queries, report, 'for share');
  if (saved?.domainId !== domainId || (!saved.isShared && saved.ownerId !== makerId))
    throw new ProblemError('report-not-found');
  requireReadable(saved);
  requireWithoutSexes(saved);
}

/**
 * Opens a saved report for a member who can see it, or for a guest with a one-time link to it.
 */
export async function openSaved(
  parts: SavedReportContext,
  actor: Actor,
  id: string,
): Promise<{ readonly saved: ReadableRow; readonly scope: ReportScope }> {
  const { store, database, now } = parts;
  if (actor.singleTimeToken === null) {
    const saved = await requireVisible(parts, actor, id);
    requireReadable(saved);
    return { saved, scope: await getReaderScope(store, actor, saved.filter, now()) };
  }
  const saved = await findSaved(database, id);
  if (saved === null || !(await parts.mayOpenOnce(actor, toSubject(saved))))
    throw new ProblemError('report-not-found');
  requireReadable(saved);
  requireWithoutSexes(saved);
  return { saved, scope: await getGuestScope(store, saved.filter, now()) };
}
