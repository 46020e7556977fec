import { REPORT_RHYTHMS, reportFilter, type ReportFilter, type ReportRhythm } from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';

export type SavedRow = {
  readonly id: string;
  readonly rootDomainId: string;
  readonly domainId: string;
  readonly ownerId: string;
  readonly name: string;
  readonly isShared: boolean;
  readonly createdAt: Date;
  /** Null if this version cannot read it. Such a report can still be renamed and removed. */
  readonly filter: ReportFilter | null;
  readonly schedule: {
    readonly every: ReportRhythm;
    readonly recipients: readonly string[];
    readonly nextAt: Date;
  } | null;
};
type Row = Omit<SavedRow, 'filter' | 'schedule'> & {
  readonly filter: unknown;
  readonly every: string | null;
  readonly recipients: string[];
  readonly nextAt: Date | null;
};
/** Fields that make a name unique. */
type NamedRow = Pick<SavedRow, 'id' | 'rootDomainId' | 'domainId' | 'ownerId' | 'name'>;

const COLUMNS = `id, root_domain_id as "rootDomainId", domain_id as "domainId", owner_id as "ownerId", name, is_shared as "isShared", created_at as "createdAt", filter, schedule_every as every, schedule_recipients as recipients, schedule_next_at as "nextAt"`;

/**
 * Class of our advisory locks for saved reports; unique among our lock classes
 * (documents/writing/document-locks.ts).
 */
const SAVED_CLASS = 72_672;

function toSavedRow({ every, recipients, nextAt, filter, ...row }: Row): SavedRow {
  const rhythm = REPORT_RHYTHMS.find((one) => one === every);
  return {
    ...row,
    filter: reportFilter.safeParse(filter).data ?? null,
    schedule:
      rhythm === undefined || nextAt === null ? null : { every: rhythm, recipients, nextAt },
  };
}

/**
 * Blocks other transactions that save or rename reports of this organisation until this one ends,
 * so that checked names and counts remain valid.
 */
export async function lockSavedReports(queries: Queries, domainId: string): Promise<void> {
  await queries.query({
    name: 'lock_saved_reports',
    text: 'select pg_advisory_xact_lock($1::int, hashtext($2))',
    values: [SAVED_CLASS, domainId],
  });
}

/**
 * Counts the saved reports that share a limit with this one: the organisation's shared reports, or
 * the owner's private ones.
 */
export async function countAmong(
  queries: Queries,
  { domainId, isShared, ownerId }: Pick<SavedRow, 'domainId' | 'isShared' | 'ownerId'>,
): Promise<number> {
  const [row] = await queries.query<{ count: number }>({
    name: 'count_saved_reports',
    text: 'select count(*)::int as count from saved_reports where domain_id = $1 and is_shared = $2 and (is_shared or owner_id = $3)',
    values: [domainId, isShared, ownerId],
  });
  return row?.count ?? 0;
}

export async function insertSaved(
  queries: Queries,
  saved: Omit<SavedRow, 'schedule'>,
): Promise<void> {
  await queries.query({
    name: 'insert_saved_report',
    text: 'insert into saved_reports (id, root_domain_id, domain_id, owner_id, name, is_shared, filter, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    values: [
      saved.id,
      saved.rootDomainId,
      saved.domainId,
      saved.ownerId,
      saved.name,
      saved.isShared,
      JSON.stringify(saved.filter),
      saved.createdAt,
    ],
  });
}

/** Whether another report of the same owner and organisation has this name. */
export async function nameIsTaken(
  queries: Queries,
  { id, rootDomainId, domainId, ownerId, name }: NamedRow,
): Promise<boolean> {
  return (
    (
      await queries.query({
        name: 'check_report_name',
        text: 'select 1 as taken from saved_reports where root_domain_id = $1 and domain_id = $2 and owner_id = $3 and name = $4 and id <> $5 limit 1',
        values: [rootDomainId, domainId, ownerId, name, id],
      })
    ).length > 0
  );
}

/** Lists a member's own reports and the shared reports of an organisation. */
export async function listSaved(
  queries: Queries,
  domainId: string,
  userId: string,
): Promise<SavedRow[]> {
  const rows = await queries.query<Row>({
    name: 'list_saved_reports',
    text: `select ${COLUMNS} from saved_reports where domain_id = $1 and (is_shared or owner_id = $2) order by name, id`,
    values: [domainId, userId],
  });
  return rows.map(toSavedRow);
}

/**
 * Reads a saved report. `held` locks its row until the transaction ends: `for share` against
 * changes, `for update` also against one-time links.
 */
export async function findSaved(
  queries: Queries,
  id: string,
  held: '' | 'for share' | 'for update' = '',
): Promise<SavedRow | null> {
  const [row] = await queries.query<Row>({
    name: `report-find ${held}`.trim(),
    text: `select ${COLUMNS} from saved_reports where id = $1 ${held}`,
    values: [id],
  });
  return row === undefined ? null : toSavedRow(row);
}

/** Locks an account against deletion until the transaction ends. Returns false if it is gone. */
export async function lockOwner(queries: Queries, userId: string): Promise<boolean> {
  return (
    (
      await queries.query({
        name: 'lock_report_owner',
        text: 'select 1 as held from auth_user where id = $1 for key share',
        values: [userId],
      })
    ).length > 0
  );
}

/**
 * Renames a report and sets whether it is shared; a report that is not shared loses its schedule.
 */
export async function renameSaved(
  queries: Queries,
  id: string,
  { name, isShared }: Pick<SavedRow, 'name' | 'isShared'>,
): Promise<void> {
  await queries.query({
    name: 'rename_saved_report',
    text: 'update saved_reports set name = $2, is_shared = $3, schedule_next_at = case when $3 then schedule_next_at end, schedule_every = case when $3 then schedule_every end where id = $1',
    values: [id, name, isShared],
  });
}

export async function scheduleSaved(
  queries: Queries,
  id: string,
  schedule: SavedRow['schedule'],
): Promise<void> {
  await queries.query({
    name: 'schedule_saved_report',
    text: 'update saved_reports set schedule_every = $2, schedule_recipients = $3, schedule_next_at = $4 where id = $1',
    values: [id, schedule?.every ?? null, schedule?.recipients ?? [], schedule?.nextAt ?? null],
  });
}

export async function removeSaved(queries: Queries, id: string): Promise<void> {
  await queries.query({
    name: 'delete_saved_report',
    text: 'delete from saved_reports where id = $1',
    values: [id],
  });
}

/**
 * Deletes a member's private reports and returns them; shared reports remain. Removes the member
 * from all schedules and deletes the records of mails to them. The caller has locked the account,
 * so `lockOwner` of a concurrent save waits.
 */
export async function forgetOwner(
  queries: Queries,
  userId: string,
): Promise<readonly { readonly id: string; readonly domainId: string }[]> {
  const deleted = await queries.query<{ id: string; domainId: string }>({
    name: 'delete_reports_of_owner',
    text: 'delete from saved_reports where owner_id = $1 and not is_shared returning id, domain_id as "domainId"',
    values: [userId],
  });
  await queries.query({
    name: 'delete_report_recipient',
    text: `update saved_reports set schedule_recipients = array_remove(schedule_recipients, $1), schedule_every = case when schedule_recipients = array[$1] then null else schedule_every end,
      schedule_next_at = case when schedule_recipients = array[$1] then null else schedule_next_at end where schedule_next_at is not null and $1 = any(schedule_recipients)`,
    values: [userId],
  });
  await queries.query({
    name: 'delete_report_mails',
    text: 'delete from report_mails where user_id = $1',
    values: [userId],
  });
  return deleted;
}

/** Lists the reports that are due, the longest waiting first. */
export async function findDue(
  queries: Queries,
  at: Date,
  limit: number,
): Promise<readonly string[]> {
  return (
    await queries.query<{ id: string }>({
      name: 'list_due_reports',
      text: 'select id from saved_reports where schedule_next_at <= $1 order by schedule_next_at limit $2',
      values: [at, limit],
    })
  ).map(({ id }) => id);
}

/**
 * Locks a due report until the transaction ends. Returns null if another server has claimed it.
 */
export async function claimDue(queries: Queries, id: string, at: Date): Promise<SavedRow | null> {
  const [row] = await queries.query<Row>({
    name: 'take_due_report',
    text: `select ${COLUMNS} from saved_reports where id = $1 and schedule_next_at <= $2 for update skip locked`,
    values: [id, at],
  });
  return row === undefined ? null : toSavedRow(row);
}

export async function postponeDue(queries: Queries, id: string, until: Date): Promise<void> {
  await queries.query({
    name: 'reschedule_report',
    text: 'update saved_reports set schedule_next_at = $2 where id = $1 and schedule_next_at < $2',
    values: [id, until],
  });
}

/** Records a mail to a recipient. Returns false if the mail of this due date was already sent. */
export async function recordMailed(
  queries: Queries,
  { rootDomainId, id }: Pick<SavedRow, 'rootDomainId' | 'id'>,
  dueAt: Date,
  userId: string,
): Promise<boolean> {
  const rows = await queries.query({
    name: 'insert_report_mail',
    text: 'insert into report_mails (root_domain_id, report_id, due_at, user_id) values ($1, $2, $3, $4) on conflict do nothing returning 1 as noted',
    values: [rootDomainId, id, dueAt, userId],
  });
  return rows.length > 0;
}
