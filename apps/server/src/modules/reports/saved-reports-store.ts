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
  /** Null: no version of ours can read it. It can be renamed and removed. */
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
/** Of whom a name is theirs alone. */
type NamedRow = Pick<SavedRow, 'id' | 'rootDomainId' | 'domainId' | 'ownerId' | 'name'>;

const COLUMNS = `id, root_domain_id as "rootDomainId", domain_id as "domainId", owner_id as "ownerId", name, is_shared as "isShared", created_at as "createdAt", filter, schedule_every as every, schedule_recipients as recipients, schedule_next_at as "nextAt"`;

/**
 * Any fixed class that no other advisory lock of ours has (documents/writing/document-locks.ts).
 */
const SAVED_CLASS = 72_672;

function savedOf({ every, recipients, nextAt, filter, ...row }: Row): SavedRow {
  const rhythm = REPORT_RHYTHMS.find((one) => one === every);
  return {
    ...row,
    filter: reportFilter.safeParse(filter).data ?? null,
    schedule:
      rhythm === undefined || nextAt === null ? null : { every: rhythm, recipients, nextAt },
  };
}

/**
 * Until the transaction ends nobody else saves or renames one of this organisation: names and
 * numbers that were looked at stand.
 */
export async function holdSavedOf(queries: Queries, domainId: string): Promise<void> {
  await queries.query({
    name: 'lock-reports',
    text: 'select pg_advisory_xact_lock($1::int, hashtext($2))',
    values: [SAVED_CLASS, domainId],
  });
}

/**
 * How many there are of those that it will count among: what an organisation shares, or what its
 * owner keeps there for themselves.
 */
export async function countAmong(
  queries: Queries,
  { domainId, isShared, ownerId }: Pick<SavedRow, 'domainId' | 'isShared' | 'ownerId'>,
): Promise<number> {
  const [row] = await queries.query<{ count: number }>({
    name: 'report-count',
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
    name: 'report-save',
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

/** Whether another of an owner has this name there. */
export async function nameIsTaken(
  queries: Queries,
  { id, rootDomainId, domainId, ownerId, name }: NamedRow,
): Promise<boolean> {
  return (
    (
      await queries.query({
        name: 'report-name',
        text: 'select 1 as taken from saved_reports where root_domain_id = $1 and domain_id = $2 and owner_id = $3 and name = $4 and id <> $5 limit 1',
        values: [rootDomainId, domainId, ownerId, name, id],
      })
    ).length > 0
  );
}

/** Somebody's own, and what others share. */
export async function listSaved(
  queries: Queries,
  domainId: string,
  userId: string,
): Promise<SavedRow[]> {
  const rows = await queries.query<Row>({
    name: 'report-list',
    text: `select ${COLUMNS} from saved_reports where domain_id = $1 and (is_shared or owner_id = $2) order by name, id`,
    values: [domainId, userId],
  });
  return rows.map(savedOf);
}

/**
 * `held`: until the transaction ends it stays what it is (`for share`), and nobody else changes,
 * lends or removes it (`for update`).
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
  return row === undefined ? null : savedOf(row);
}

/** Until the transaction ends this account does not end. @returns false where it has */
export async function holdOwner(queries: Queries, userId: string): Promise<boolean> {
  return (
    (
      await queries.query({
        name: 'report-owner-hold',
        text: 'select 1 as held from auth_user where id = $1 for key share',
        values: [userId],
      })
    ).length > 0
  );
}

/** What nobody shares any more is mailed to nobody. */
export async function renameSaved(
  queries: Queries,
  id: string,
  { name, isShared }: Pick<SavedRow, 'name' | 'isShared'>,
): Promise<void> {
  await queries.query({
    name: 'report-rename',
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
    name: 'report-schedule',
    text: 'update saved_reports set schedule_every = $2, schedule_recipients = $3, schedule_next_at = $4 where id = $1',
    values: [id, schedule?.every ?? null, schedule?.recipients ?? [], schedule?.nextAt ?? null],
  });
}

export async function removeSaved(queries: Queries, id: string): Promise<void> {
  await queries.query({
    name: 'report-remove',
    text: 'delete from saved_reports where id = $1',
    values: [id],
  });
}

/**
 * What somebody kept for themselves goes, while their account is locked (`holdOwner` of who saves
 * waits for that); what they share stays. Nothing is mailed to them any more, nor said to have
 * been. @returns what went
 */
export async function forgetOwner(
  queries: Queries,
  userId: string,
): Promise<readonly { readonly id: string; readonly domainId: string }[]> {
  const gone = await queries.query<{ id: string; domainId: string }>({
    name: 'report-owner-gone',
    text: 'delete from saved_reports where owner_id = $1 and not is_shared returning id, domain_id as "domainId"',
    values: [userId],
  });
  await queries.query({
    name: 'report-recipient-gone',
    text: `update saved_reports set schedule_recipients = array_remove(schedule_recipients, $1), schedule_every = case when schedule_recipients = array[$1] then null else schedule_every end,
      schedule_next_at = case when schedule_recipients = array[$1] then null else schedule_next_at end where schedule_next_at is not null and $1 = any(schedule_recipients)`,
    values: [userId],
  });
  await queries.query({
    name: 'report-mails-gone',
    text: 'delete from report_mails where user_id = $1',
    values: [userId],
  });
  return gone;
}

/** Whose turn has come, the longest waiting first. */
export async function findDue(
  queries: Queries,
  at: Date,
  atMost: number,
): Promise<readonly string[]> {
  return (
    await queries.query<{ id: string }>({
      name: 'report-due',
      text: 'select id from saved_reports where schedule_next_at <= $1 order by schedule_next_at limit $2',
      values: [at, atMost],
    })
  ).map(({ id }) => id);
}

/**
 * One whose turn has come, held until the transaction ends; null where another server has it or had
 * it.
 */
export async function takeDue(queries: Queries, id: string, at: Date): Promise<SavedRow | null> {
  const [row] = await queries.query<Row>({
    name: 'report-due-take',
    text: `select ${COLUMNS} from saved_reports where id = $1 and schedule_next_at <= $2 for update skip locked`,
    values: [id, at],
  });
  return row === undefined ? null : savedOf(row);
}

export async function putOffDue(queries: Queries, id: string, until: Date): Promise<void> {
  await queries.query({
    name: 'report-due-off',
    text: 'update saved_reports set schedule_next_at = $2 where id = $1 and schedule_next_at < $2',
    values: [id, until],
  });
}

/** @returns false where this turn was handed over to them before */
export async function noteMailed(
  queries: Queries,
  { rootDomainId, id }: Pick<SavedRow, 'rootDomainId' | 'id'>,
  dueAt: Date,
  userId: string,
): Promise<boolean> {
  const rows = await queries.query({
    name: 'report-mailed',
    text: 'insert into report_mails (root_domain_id, report_id, due_at, user_id) values ($1, $2, $3, $4) on conflict do nothing returning 1 as noted',
    values: [rootDomainId, id, dueAt, userId],
  });
  return rows.length > 0;
}
