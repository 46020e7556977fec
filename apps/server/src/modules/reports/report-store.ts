import {
  ACCIDENT_KINDS,
  REPORT_FIGURES,
  MAX_REPORT_ROOMS,
  ProblemError,
  SEXES,
  type AccidentKind,
  type Report,
} from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';
import { deviceHeardSql, deviceStateSql } from '../../core/documents/counted-sql.ts';
import { visibilityCondition } from '../../core/documents/querying/query-sql.ts';
import { createParameters } from '../../core/documents/querying/sql-parameters.ts';
import type { ReportScope } from './report-scope.ts';

type ReportRoom = {
  readonly roomId: string;
  readonly name: string;
  readonly building: string;
  readonly floor: string;
  readonly tags: readonly string[];
  readonly sex: (typeof SEXES)[number];
};

/**
 * Reads the rooms of the organisation and of those below it that match the filter. Rooms archived
 * before the first night are left out.
 */
export async function readRooms(
  queries: Queries,
  { filter, visibility, before }: ReportScope,
): Promise<ReportRoom[]> {
  const parameters = createParameters();
  const { add } = parameters;
  const sex = `coalesce(data->'occupant'->>'sex', 'unknown')`;
  const rows = await queries.query<ReportRoom>({
    text: `select id as "roomId", data->>'name' as name, coalesce(data->>'building', '') as building, coalesce(data->>'floor', '') as floor, coalesce(data->'tags', '[]') as tags, ${sex} as sex
      from documents where collection = 'room' and parent_path = '' and (${visibilityCondition(visibility, parameters)})
        and domain_ids && array(select ${add(filter.domainId)}::text union all select scope.id from documents scope where scope.collection = 'domain' and scope.data @> ${add(JSON.stringify({ ancestorIds: [filter.domainId] }))}::jsonb)
        and ((data->'archivedAt'->>'$date') is null or (data->'archivedAt'->>'$date')::timestamptz > to_timestamp(${add(before.fromMs / 1000)}::float8))
        ${filter.roomIds.length === 0 ? '' : `and id = any(${add(filter.roomIds)}::text[])`}
        ${filter.sexes.length === 0 ? '' : `and ${sex} = any(${add(filter.sexes)}::text[])`}
        ${filter.tags.length === 0 ? '' : `and jsonb_exists_any(data->'tags', ${add(filter.tags)}::text[])`}
      limit ${MAX_REPORT_ROOMS + 1}`,
    values: [...parameters.values],
  });
  if (rows.length > MAX_REPORT_ROOMS)
    throw new ProblemError('report-rooms-too-many', { details: { limit: MAX_REPORT_ROOMS } });
  const compare = new Intl.Collator('ja', { numeric: true }).compare;
  return rows
    .map((row) => ({ ...row, sex: SEXES.find((one) => one === row.sex) ?? 'unknown' }))
    .toSorted(
      (a, b) =>
        compare(a.building, b.building) ||
        compare(a.floor, b.floor) ||
        compare(a.name, b.name) ||
        compare(a.roomId, b.roomId),
    );
}

type Means = Readonly<Record<(typeof REPORT_FIGURES)[number]['id'], number | null>>;
/**
 * Means over nights: of one room or all rooms (`roomId` null), and of a whole period, one night or
 * one week.
 */
export type MeanRow = Means & {
  readonly roomId: string | null;
  readonly isNow: boolean;
  readonly night: string | null;
  readonly week: string | null;
  readonly nights: number;
};

const FIGURE_COLUMNS = REPORT_FIGURES.map(({ id }) =>
  id === 'coverage' ? `f.coverage * 100 as "coverage"` : `(f.figures->>'${id}')::float8 as "${id}"`,
).join(', ');
const SUMS = REPORT_FIGURES.map(
  ({ id }) => `sum("${id}") as "${id}", count("${id}")::int as "${id} of"`,
).join(', ');
/** Nights with a result. A reader who can see a room can see the nights below it. */
const NIGHTS = `select f.room_id, f.night, f.night >= $2 as is_now, ${FIGURE_COLUMNS} from night_figures f
  where f.room_id = any($1) and f.night between $4 and $3 and f.state = 'done' and exists (select 1 from documents where path = 'room/' || f.room_id || '/sleep/' || f.night)`;

/**
 * Maximum rooms in one statement. One of 500 rooms × 732 nights exceeded the statement timeout on a
 * cold database.
 */
const MAX_ROOMS = 100;

/**
 * Reads rooms in batches, one statement after the other, so that none holds a connection for long.
 * A night written during the read may be missing, as if it had been written later.
 */
async function readInBatches<Row>(
  roomIds: readonly string[],
  read: (batch: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let from = 0; from < roomIds.length; from += MAX_ROOMS)
    rows.push(...(await read(roomIds.slice(from, from + MAX_ROOMS))));
  return rows;
}

type SumRow = Pick<MeanRow, 'roomId' | 'isNow' | 'night' | 'week' | 'nights'> &
  Readonly<Record<string, unknown>>;

/**
 * Reads all means, computed by the database. Weeks begin on Sunday, as everywhere in the product;
 * PostgreSQL's weeks (ISO 8601) begin on Monday.
 */
export async function readMeans(
  queries: Queries,
  roomIds: readonly string[],
  { period, before }: ReportScope,
): Promise<MeanRow[]> {
  const rows = await readInBatches(roomIds, (batch) =>
    queries.query<SumRow>({
      name: 'sum_report_figures',
      text: `with figure as (select nights.*, (date_trunc('week', nights.night::timestamp + interval '1 day') - interval '1 day')::date::text as week from (${NIGHTS}) as nights)
      select room_id as "roomId", is_now as "isNow", night, week, count(*)::int as nights, ${SUMS} from figure
      group by grouping sets ((room_id, is_now), (is_now), (is_now, night), (is_now, week))`,
      values: [batch, period.from, period.to, before.from],
    }),
  );
  return [
    ...Map.groupBy(rows, ({ roomId, isNow, night, week }) =>
      [roomId, isNow, night, week].join(' '),
    ).values(),
  ].flatMap(mergeMeans);
}

/** Merges rows of the same nights from different batches of rooms into their mean. */
function mergeMeans(rows: readonly SumRow[]): MeanRow[] {
  const sumColumn = (key: string): number =>
    rows.reduce((sum, row) => sum + Number(row[key] ?? 0), 0);
  const means = Object.fromEntries(
    REPORT_FIGURES.map(({ id }) => [
      id,
      sumColumn(`${id} of`) === 0 ? null : sumColumn(id) / sumColumn(`${id} of`),
    ]),
  );
  return rows.slice(0, 1).map(({ roomId, isNow, night, week }) => ({
    ...NO_MEANS,
    ...means,
    roomId,
    isNow,
    night,
    week,
    nights: sumColumn('nights'),
  }));
}
const NO_MEANS: Means = {
  TST: null,
  SE: null,
  WASO: null,
  awakenings: null,
  outOfBedCount: null,
  outOfBedMinutes: null,
  heartRateMean: null,
  respirationRateMean: null,
  coverage: null,
};

/** Reads the minutes asleep by room and night. */
export const readCourses = (
  queries: Queries,
  roomIds: readonly string[],
  { period }: ReportScope,
): Promise<{ roomId: string; course: Readonly<Record<string, number | null>> }[]> =>
  readInBatches(roomIds, (batch) =>
    queries.query({
      name: 'read_report_courses',
      text: `select room_id as "roomId", jsonb_object_agg(night, round("TST")) as course from (${NIGHTS}) as nights group by room_id`,
      values: [batch, period.from, period.to, period.from],
    }),
  );

export type ProvisionalNights = {
  readonly roomId: string;
  readonly isNow: boolean;
  readonly nights: number;
  readonly devices: readonly { readonly serial: string; readonly since: string | null }[];
};

/** Counts, by room, the nights of both periods whose devices have not delivered all records. */
export const readProvisional = (
  queries: Queries,
  roomIds: readonly string[],
  { period, before }: ReportScope,
): Promise<ProvisionalNights[]> =>
  queries.query({
    name: 'list_provisional_nights',
    text: `select f.room_id as "roomId", f.night >= $2 as "isNow", count(distinct f.night)::int as nights, jsonb_agg(distinct device) as devices
      from night_figures f cross join lateral jsonb_array_elements(f.awaited_devices) as device
      where f.room_id = any($1) and f.night between $4 and $3 and f.state = 'done' and f.awaited_until is not null
        and exists (select 1 from documents where path = 'room/' || f.room_id || '/sleep/' || f.night)
      group by 1, 2`,
    values: [roomIds, period.from, period.to, before.from],
  });

/** Counts the accidents of both periods by room and kind, test alarms excluded. */
export async function readAccidents(
  queries: Queries,
  roomIds: readonly string[],
  { period, before }: ReportScope,
): Promise<Report['accidents']> {
  const rows = await queries.query<{ roomId: string; kind: string; now: number; before: number }>({
    name: 'count_report_accidents',
    text: `select substr(parent_path, 6) as "roomId", kind, count(*) filter (where at >= $3)::int as now, count(*) filter (where at < $3)::int as before
      from (select parent_path, data->>'kind' as kind, (data->'raisedAt'->>'$date')::timestamptz as at from documents where collection = 'accident' and parent_path = any($1)) as accident
      where at >= $2 and at < $4 and kind <> 'test' group by 1, 2 order by 1, 2`,
    values: [
      roomIds.map((id) => `room/${id}`),
      new Date(before.fromMs),
      new Date(period.fromMs),
      new Date(period.toMs),
    ],
  });
  return rows.map((row) => ({ ...row, kind: parseKind(row.kind) }));
}

const parseKind = (text: string): AccidentKind =>
  ACCIDENT_KINDS.find((kind) => kind === text) ?? 'other';

/** Lists the devices that are in the rooms now. */
export async function readDevices(
  queries: Queries,
  roomIds: readonly string[],
  { deviceVisibility }: ReportScope,
): Promise<Report['devices']> {
  const parameters = createParameters();
  const rows = await queries.query<
    Omit<Report['devices'][number], 'lastHeardAt'> & { lastHeardAt: string | null }
  >({
    text: `select data->>'roomId' as "roomId", data->>'serial' as serial, coalesce((select type.data->>'name' from documents type where type.path = 'deviceType/' || (documents.data->>'typeId')), '') as "typeName",
        ${deviceStateSql()} as state, ${deviceHeardSql()} as "lastHeardAt", (data->'status'->>'batteryPercent')::float8 as "batteryPercent"
      from documents where collection = 'device' and parent_path = '' and data->>'roomId' = any(${parameters.add(roomIds)}::text[]) and (${visibilityCondition(deviceVisibility, parameters)}) order by 2`,
    values: [...parameters.values],
  });
  return rows.map((row) => ({
    ...row,
    lastHeardAt: row.lastHeardAt === null ? null : new Date(row.lastHeardAt).toISOString(),
  }));
}
