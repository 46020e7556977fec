import {
  NIGHT_QUALITIES,
  SLEEP_RESULT_STATES,
  type NightFigures,
  type RoomNightFigures,
  type NightFiguresCall,
  type Visibility,
} from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import { visibilityCondition } from '../../../core/documents/querying/query-sql.ts';
import { createParameters } from '../../../core/documents/querying/sql-parameters.ts';
import { COUNTED_AS, type CountedFigures } from './compute-night-figures.ts';

export type RoomFigures = CountedFigures & { readonly roomId: string };

const COLUMNS =
  'room_id, night, counted_as, begins_at, ends_at, state, result_version, quality, coverage, is_corrected, figures, bounds, course, awaited_until, awaited_devices';
const TYPES =
  'room_id text, night text, counted_as int, begins_at timestamptz, ends_at timestamptz, state text, result_version int, quality text, coverage float8, is_corrected boolean, figures jsonb, bounds jsonb, course text, awaited_until timestamptz, awaited_devices jsonb';
const REPLACED = COLUMNS.split(', ')
  .slice(2)
  .map((name) => `${name} = excluded.${name}`)
  .join(', ');

/**
 * Replaces figures. With `ifOlder`, keeps those that another writer has already computed with the
 * current version.
 */
export async function putFigures(
  queries: Queries,
  all: readonly RoomFigures[],
  ifOlder = false,
): Promise<void> {
  if (all.length === 0) return;
  await queries.query({
    name: ifOlder ? 'night_figures_fill' : 'night_figures_put',
    text: `insert into night_figures (${COLUMNS}) select ${COLUMNS} from jsonb_to_recordset($1::jsonb) as counted (${TYPES})
      on conflict (room_id, night) do update set ${REPLACED}${ifOlder ? ' where night_figures.counted_as < excluded.counted_as' : ''}`,
    values: [
      JSON.stringify(
        all.map((one) => ({
          room_id: one.roomId,
          night: one.night,
          counted_as: COUNTED_AS,
          begins_at: one.from,
          ends_at: one.to,
          state: one.state,
          result_version: one.version,
          quality: one.quality,
          coverage: one.coverage,
          is_corrected: one.isCorrected,
          figures: one.figures,
          bounds: one.bounds,
          course: one.course,
          awaited_until: one.awaited?.until ?? null,
          awaited_devices: one.awaited?.devices ?? [],
        })),
      ),
    ],
  });
}

export async function dropFigures(
  queries: Queries,
  nights: readonly { readonly roomId: string; readonly night: string }[],
): Promise<void> {
  if (nights.length === 0) return;
  await queries.query({
    name: 'night_figures_drop',
    text: 'delete from night_figures using unnest($1::text[], $2::text[]) as gone (room_id, night) where night_figures.room_id = gone.room_id and night_figures.night = gone.night',
    values: [nights.map(({ roomId }) => roomId), nights.map(({ night }) => night)],
  });
}

/**
 * The next nights, by room and path, whose figures are missing or outdated. Reads paths only, in
 * the order of the index on collection, parent and path, so it scans no other documents.
 */
export async function readUncounted(
  queries: Queries,
  afterPath: string,
  limit: number,
): Promise<string[]> {
  const rows = await queries.query<{ path: string }>({
    name: 'night_figures_missing',
    text: `select path from documents where collection = 'sleep' and (parent_path, path) > ($1, $2)
        and not exists (select 1 from night_figures where room_id = split_part(documents.parent_path, '/', 2) and night = documents.id and counted_as >= $3)
      order by parent_path, path limit $4`,
    values: [getParentPath(afterPath), afterPath, COUNTED_AS, limit],
  });
  return rows.map(({ path }) => path);
}

const getParentPath = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

type FigureRow = {
  room_id: string;
  night: string;
  begins_at: Date;
  ends_at: Date;
  state: string;
  result_version: number;
  quality: string | null;
  coverage: number | null;
  is_corrected: boolean;
  figures: Record<string, number | null>;
  bounds: Record<string, { least: number; most: number }>;
  course: string;
  awaited_devices: NightFigures['awaited'];
};

/** Nights that still wait for devices after the deadline. */
export async function readOverdueNights(
  queries: Queries,
  now: Date,
  limit: number,
): Promise<{ readonly roomId: string; readonly night: string }[]> {
  return queries.query<{ roomId: string; night: string }>({
    name: 'night_figures_overdue',
    text: 'select room_id as "roomId", night from night_figures where awaited_until <= $1 order by awaited_until limit $2',
    values: [now, limit],
  });
}

/**
 * Figures of nights that the caller may see. Reads the documents' visibility but not their data.
 */
export async function readFigures(
  queries: Queries,
  call: NightFiguresCall,
  visibility: Visibility,
): Promise<RoomNightFigures[]> {
  const parameters = createParameters();
  const { add } = parameters;
  const inTime =
    call.nights.kind === 'between'
      ? `f.night between ${add(call.nights.from)} and ${add(call.nights.to)}`
      : `f.place <= ${add(call.nights.count)}`;
  const from =
    call.nights.kind === 'between'
      ? 'night_figures'
      : `(select *, row_number() over (partition by room_id order by night desc) as place from night_figures where room_id = any(${add(call.roomIds)}))`;
  const rows = await queries.query<FigureRow>({
    text: `select f.room_id, f.night, f.begins_at, f.ends_at, f.state, f.result_version, f.quality, f.coverage, f.is_corrected, f.figures, f.awaited_devices,
        ${call.bounds === true ? 'f.bounds' : `'{}'::jsonb as bounds`}, ${call.course === true ? 'f.course' : `'' as course`}
      from ${from} as f join documents on documents.path = 'room/' || f.room_id || '/sleep/' || f.night
      where f.room_id = any(${add(call.roomIds)}) and ${inTime} and (${visibilityCondition(visibility, parameters)})
      order by f.room_id, f.night desc`,
    values: [...parameters.values],
  });
  const byRoom = Map.groupBy(rows, (row) => row.room_id);
  return [...byRoom].map(([roomId, own]) => ({
    roomId,
    nights: own.map((row) => toReply(row, call)),
  }));
}

/** The organisations that own the rooms. */
export async function listOrganisations(
  queries: Queries,
  rooms: readonly { readonly roomId: string }[],
): Promise<string[]> {
  if (rooms.length === 0) return [];
  const rows = await queries.query<{ domain_id: string }>({
    name: 'night_figures_organisations',
    text: `select distinct data->>'domainId' as domain_id from documents where path = any($1) and data->>'domainId' is not null`,
    values: [rooms.map(({ roomId }) => `room/${roomId}`)],
  });
  return rows.map(({ domain_id }) => domain_id);
}

function toReply(row: FigureRow, { figures, bounds, course }: NightFiguresCall): NightFigures {
  const names = figures.filter((name) => Object.hasOwn(row.figures, name));
  return {
    night: row.night,
    from: row.begins_at.toISOString(),
    to: row.ends_at.toISOString(),
    state: SLEEP_RESULT_STATES.find((state) => state === row.state) ?? 'failed',
    version: row.result_version,
    quality: NIGHT_QUALITIES.find((code) => code === row.quality) ?? null,
    coverage: row.coverage,
    isCorrected: row.is_corrected,
    awaited: row.awaited_devices,
    figures: Object.fromEntries(names.map((name) => [name, row.figures[name] ?? null])),
    ...(bounds === true ? { bounds: selectUncertainBounds(row.bounds, names) } : {}),
    ...(course === true ? { course: row.course } : {}),
  };
}

/** Bounds of uncertain figures only. */
const selectUncertainBounds = (bounds: FigureRow['bounds'], names: readonly string[]) =>
  Object.fromEntries(
    Object.entries(bounds).filter(
      ([name, { least, most }]) => names.includes(name) && most > least,
    ),
  );
