import {
  domainCollection,
  comesToCross,
  effectiveValues,
  LIMIT_PAIRS,
  ProblemError,
  roomCollection,
  type AccidentParameter,
  type ParameterOverrides,
  type ParameterValue,
} from '@yamori/domain';
import type { Queries } from '../../database/database.ts';
import { type PlacedRow, readRows } from '../document-row.ts';
import { parseOverrides } from '../parameter-overrides.ts';
import type { RowChange } from './unique-keys.ts';

type Pair = (typeof LIMIT_PAIRS)[number];
/** Pairs of thresholds that include one of these keys. */
export const findPairs = (keys: readonly string[]): readonly Pair[] =>
  LIMIT_PAIRS.filter((pair) => pair.some((key) => keys.includes(key)));

/** Advisory lock class; document-locks.ts uses others. */
const LIMITS_CLASS = 72_673;
/** Serialises all changes of thresholds, because they may affect each other; they are rare. */
export const lockLimits = (queries: Queries): Promise<unknown> =>
  queries.query({
    name: 'lock_thresholds',
    text: 'select pg_advisory_xact_lock($1::int, 0)',
    values: [LIMITS_CLASS],
  });

type LimitsMoved = {
  readonly batch: readonly RowChange[];
  readonly queries: Queries;
  /** Parameters with the defaults before and after the batch. */
  readonly definitions: {
    readonly before: readonly AccidentParameter[];
    readonly after: readonly AccidentParameter[];
  };
  readonly pairs: readonly Pair[];
  /** Organisations whose thresholds change; null for all, when a default changes. */
  readonly domainIds: readonly string[] | null;
};

/**
 * An inherited threshold applies wherever it is not overridden. Next to an override of an
 * organisation or room below, the other threshold of its pair must not cross it. A pair that an
 * older server left crossed is allowed unless it becomes worse. The caller holds the lock of
 * `lockLimits`. The problem names the first place and the number of places.
 */
export async function rejectCrossedBelow({
  batch,
  queries,
  definitions,
  pairs,
  domainIds,
}: LimitsMoved): Promise<void> {
  if (pairs.length === 0 || domainIds?.length === 0) return;
  const found = await queries.query<{ path: string }>({
    name: domainIds === null ? 'list_thresholds' : 'list_thresholds_below',
    text: `select place.path from documents place left join documents holder on place.collection = 'room' and holder.path = 'domain/' || (place.data->>'domainId')
      where place.collection in ('domain', 'room') and place.parent_path = '' and place.data->'parameterOverrides' ?| $1::text[]
        ${domainIds === null ? '' : `and (coalesce(holder.id, place.id) = any($2::text[]) or coalesce(holder.data, place.data)->'ancestorIds' ?| $2::text[])`} order by place.collection, place.path`,
    values: [pairs.flat(), ...(domainIds === null ? [] : [domainIds])],
  });
  const paths = found.map(({ path }) => path);
  const before = await readPlaces(
    paths,
    new Map(batch.map((one) => [getPath(one), one.before])),
    definitions.before,
    queries,
  );
  const after = await readPlaces(
    paths,
    new Map(batch.map((one) => [getPath(one), one.after])),
    definitions.after,
    queries,
  );
  const crossed = [...after].filter(([path, { values }]) =>
    pairs.some((pair) => comesToCross(pair, before.get(path)?.values ?? null, values)),
  );
  const [first] = crossed;
  if (first !== undefined)
    throw new ProblemError('threshold-crossed-conflict', {
      place: first[0],
      details: { name: getText(first[1].row, 'name'), count: crossed.length },
    });
}

const getPath = ({ before, after }: RowChange): string => (after ?? before)?.path ?? '';

/** Organisations and rooms with their effective values, before or after a batch. */
async function readPlaces(
  paths: readonly string[],
  written: ReadonlyMap<string, PlacedRow | null>,
  definitions: readonly AccidentParameter[],
  queries: Queries,
): Promise<
  ReadonlyMap<
    string,
    { readonly row: PlacedRow; readonly values: ReadonlyMap<string, ParameterValue> }
  >
> {
  const places = await readCurrentRows(paths, written, queries);
  const holders = await readCurrentRows(
    [...places.values()].flatMap((row) =>
      row.collection === 'room' ? [`domain/${getText(row, 'domainId')}`] : [],
    ),
    written,
    queries,
  );
  const above = await readCurrentRows(
    [...places.values(), ...holders.values()].flatMap((row) =>
      getAncestors(row).map((id) => `domain/${id}`),
    ),
    written,
    queries,
  );
  return new Map(
    [...places].map(([path, row]) => {
      const holder =
        row.collection === 'room' ? holders.get(`domain/${getText(row, 'domainId')}`) : undefined;
      const chain = [
        ...getAncestors(holder ?? row).map((id) => above.get(`domain/${id}`)),
        holder,
        row,
      ].flatMap((one): ParameterOverrides[] => (one === undefined ? [] : [parseOverrides(one)]));
      return [path, { row, values: effectiveValues(chain, definitions) }];
    }),
  );
}

/** Rows as in the batch, else as stored; missing ones are left out. */
async function readCurrentRows(
  paths: readonly string[],
  written: ReadonlyMap<string, PlacedRow | null>,
  queries: Queries,
): Promise<ReadonlyMap<string, PlacedRow>> {
  const stored =
    paths.length === 0
      ? new Map<string, PlacedRow>()
      : await readRows(queries, [...new Set(paths)]);
  return new Map(
    [...new Set(paths)].flatMap((path): [string, PlacedRow][] => {
      const row = written.has(path) ? written.get(path) : stored.get(path);
      return row === null || row === undefined ? [] : [[path, row]];
    }),
  );
}

const getAncestors = ({ data }: PlacedRow): readonly string[] =>
  domainCollection.schema.shape.ancestorIds.catch([]).parse(data['ancestorIds'] ?? []);
const getText = ({ data }: PlacedRow, field: 'name' | 'domainId'): string =>
  roomCollection.schema.shape[field].catch('').parse(data[field]);
