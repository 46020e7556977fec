import { REPORT_RHYTHMS, reportFilter, type ReportFilter, type ReportRhythm } from '@yamori/domain';
import type { Queries } from '../../database/database.ts';

export type SavedRow = {
  readonly id: string; readonly rootDomainId: string; readonly domainId: string; readonly ownerId: string; readonly name: string; readonly isShared: boolean; readonly filter: ReportFilter;
  readonly schedule: { readonly every: ReportRhythm; readonly recipients: readonly string[]; readonly nextAt: Date } | null;
};
type Row = Omit<SavedRow, 'filter' | 'schedule'> & { readonly filter: unknown; readonly every: string | null; readonly recipients: string[]; readonly nextAt: Date | null };

const COLUMNS = `id, root_domain_id as "rootDomainId", domain_id as "domainId", owner_id as "ownerId", name, is_shared as "isShared", filter, schedule_every as every, schedule_recipients as recipients, schedule_next_at as "nextAt"`;

function savedOf({ every, recipients, nextAt, filter, ...row }: Row): SavedRow {
  const rhythm = REPORT_RHYTHMS.find((one) => one === every);
  return { ...row, filter: reportFilter.parse(filter), schedule: rhythm === undefined || nextAt === null ? null : { every: rhythm, recipients, nextAt } };
}

/** How many there are of those that it will count among: what an organisation shares, or what its owner keeps there for themselves. */
const among = (domainId: string, isShared: string, ownerId: string): string => `(select count(*) from saved_reports other where other.domain_id = ${domainId} and other.is_shared = ${isShared} and (other.is_shared or other.owner_id = ${ownerId}))`;

/** @returns false where there are `most` already: nobody's own take the places of what others share */
export async function insertSaved(queries: Queries, saved: Omit<SavedRow, 'schedule'>, at: Date, most: number): Promise<boolean> {
  const rows = await queries.query({
    name: 'report-save',
    text: `insert into saved_reports (id, root_domain_id, domain_id, owner_id, name, is_shared, filter, created_at)
      select $1, $2, $3, $4, $5, $6, $7, $8 where ${among('$3', '$6', '$4')} < $9 returning id`,
    values: [saved.id, saved.rootDomainId, saved.domainId, saved.ownerId, saved.name, saved.isShared, JSON.stringify(saved.filter), at, most],
  });
  return rows.length > 0;
}

/** Whether another of an owner has this name there. */
export async function nameIsTaken(queries: Queries, { id, domainId, ownerId, name }: Pick<SavedRow, 'id' | 'domainId' | 'ownerId' | 'name'>): Promise<boolean> {
  return (await queries.query({ name: 'report-name', text: 'select 1 as taken from saved_reports where domain_id = $1 and owner_id = $2 and name = $3 and id <> $4 limit 1', values: [domainId, ownerId, name, id] })).length > 0;
}

/** Somebody's own, and what others share. */
export async function listSaved(queries: Queries, domainId: string, userId: string): Promise<SavedRow[]> {
  const rows = await queries.query<Row>({ name: 'report-list', text: `select ${COLUMNS} from saved_reports where domain_id = $1 and (is_shared or owner_id = $2) order by name, id`, values: [domainId, userId] });
  return rows.map(savedOf);
}

export async function findSaved(queries: Queries, id: string): Promise<SavedRow | null> {
  const [row] = await queries.query<Row>({ name: 'report-find', text: `select ${COLUMNS} from saved_reports where id = $1`, values: [id] });
  return row === undefined ? null : savedOf(row);
}

/** What nobody shares any more is mailed to nobody. @returns false where there are `most` already of those that it would come to */
export async function renameSaved(queries: Queries, id: string, { name, isShared }: Pick<SavedRow, 'name' | 'isShared'>, most: number): Promise<boolean> {
  const rows = await queries.query({
    name: 'report-rename',
    text: `update saved_reports set name = $2, is_shared = $3, schedule_next_at = case when $3 then schedule_next_at end, schedule_every = case when $3 then schedule_every end
      where id = $1 and (is_shared = $3 or ${among('saved_reports.domain_id', '$3', 'saved_reports.owner_id')} < $4) returning id`,
    values: [id, name, isShared, most],
  });
  return rows.length > 0;
}

export async function scheduleSaved(queries: Queries, id: string, schedule: SavedRow['schedule']): Promise<void> {
  await queries.query({ name: 'report-schedule', text: 'update saved_reports set schedule_every = $2, schedule_recipients = $3, schedule_next_at = $4 where id = $1', values: [id, schedule?.every ?? null, schedule?.recipients ?? [], schedule?.nextAt ?? null] });
}

export async function removeSaved(queries: Queries, id: string): Promise<void> {
  await queries.query({ name: 'report-remove', text: 'delete from saved_reports where id = $1', values: [id] });
}

/** Those whose turn has come, held until the transaction ends; others pass over them. */
export async function takeDue(queries: Queries, at: Date, atMost: number): Promise<SavedRow[]> {
  const rows = await queries.query<Row>({ name: 'report-due', text: `select ${COLUMNS} from saved_reports where schedule_next_at <= $1 order by schedule_next_at limit $2 for update skip locked`, values: [at, atMost] });
  return rows.map(savedOf);
}

/** @returns false where this turn was handed over to them before */
export async function noteMailed(queries: Queries, id: string, dueAt: Date, userId: string): Promise<boolean> {
  const rows = await queries.query({ name: 'report-mailed', text: 'insert into report_mails (report_id, due_at, user_id) values ($1, $2, $3) on conflict do nothing returning 1 as noted', values: [id, dueAt, userId] });
  return rows.length > 0;
}
