import {
  domainCollection,
  comesToCross,
  effectiveValues,
  LIMIT_PAIRS,
  refuse,
  roomCollection,
  type AccidentParameter,
  type ParameterOverrides,
  type ParameterValue,
} from '@yamori/domain';
import type { Queries } from '../../database/database.ts';
import type { PlacedRow } from '../document-row.ts';
import { overridesOf } from '../set-parameters.ts';
import { readRows } from './document-locks.ts';
import type { RowChange } from './unique-keys.ts';

type Pair = (typeof LIMIT_PAIRS)[number];
/** Pairs of limits of which a key is among these. */
export const pairsOf = (keys: readonly string[]): readonly Pair[] =>
  LIMIT_PAIRS.filter((pair) => pair.some((key) => keys.includes(key)));

/** Any fixed class that no other advisory lock of ours has (document-locks.ts). */
const LIMITS_CLASS = 72_673;
/**
 * Who moves a limit anywhere waits for whoever moves one above or below it: so rarely that one line
 * does.
 */
export const lockLimits = (queries: Queries): Promise<unknown> =>
  queries.query({
    name: 'lock-limits',
    text: 'select pg_advisory_xact_lock($1::int, 0)',
    values: [LIMITS_CLASS],
  });

export type LimitsMoved = {
  readonly batch: readonly RowChange[];
  readonly queries: Queries;
  /** With the defaults as they are, and as they will be. */
  readonly definitions: {
    readonly before: readonly AccidentParameter[];
    readonly after: readonly AccidentParameter[];
  };
  readonly pairs: readonly Pair[];
  /** Organisations in which they move; null: in all, since a default does. */
  readonly domainIds: readonly string[] | null;
};

/**
 * What is set above holds below where nothing else is set: beside a limit that an organisation or a
 * room below sets itself, the other one of its pair must not come to cross it. A pair that an older
 * server left crossed is in the way of nobody who does not make it worse. Called while the limits
 * are locked.
 * @throws ProblemError `threshold-crossed-conflict` with the first of the places and how many they
 * are
 */
export async function refuseCrossedBelow({
  batch,
  queries,
  definitions,
  pairs,
  domainIds,
}: LimitsMoved): Promise<void> {
  if (pairs.length === 0 || domainIds?.length === 0) return;
  const found = await queries.query<{ path: string }>({
    name: domainIds === null ? 'limits-set' : 'limits-set-below',
    text: `select place.path from documents place left join documents holder on place.collection = 'room' and holder.path = 'domain/' || (place.data->>'domainId')
      where place.collection in ('domain', 'room') and place.parent_path = '' and place.data->'parameterOverrides' ?| $1::text[]
        ${domainIds === null ? '' : `and (coalesce(holder.id, place.id) = any($2::text[]) or coalesce(holder.data, place.data)->'ancestorIds' ?| $2::text[])`} order by place.collection, place.path`,
    values: [pairs.flat(), ...(domainIds === null ? [] : [domainIds])],
  });
  const paths = found.map(({ path }) => path);
  const before = await placesOf(
    paths,
    new Map(batch.map((one) => [pathOf(one), one.before])),
    definitions.before,
    queries,
  );
  const after = await placesOf(
    paths,
    new Map(batch.map((one) => [pathOf(one), one.after])),
    definitions.after,
    queries,
  );
  const crossed = [...after].filter(([path, { values }]) =>
    pairs.some((pair) => comesToCross(pair, before.get(path)?.values ?? null, values)),
  );
  const [first] = crossed;
  if (first !== undefined)
    throw refuse('threshold-crossed-conflict', {
      place: first[0],
      details: { name: textOf(first[1].row, 'name'), count: crossed.length },
    });
}

const pathOf = ({ before, after }: RowChange): string => (after ?? before)?.path ?? '';

/**
 * Organisations and rooms with the values that hold there, as a batch finds them or leaves them.
 */
async function placesOf(
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
  const places = await rowsOf(paths, written, queries);
  const holders = await rowsOf(
    [...places.values()].flatMap((row) =>
      row.collection === 'room' ? [`domain/${textOf(row, 'domainId')}`] : [],
    ),
    written,
    queries,
  );
  const above = await rowsOf(
    [...places.values(), ...holders.values()].flatMap((row) =>
      ancestorsOf(row).map((id) => `domain/${id}`),
    ),
    written,
    queries,
  );
  return new Map(
    [...places].map(([path, row]) => {
      const holder =
        row.collection === 'room' ? holders.get(`domain/${textOf(row, 'domainId')}`) : undefined;
      const chain = [
        ...ancestorsOf(holder ?? row).map((id) => above.get(`domain/${id}`)),
        holder,
        row,
      ].flatMap((one): ParameterOverrides[] => (one === undefined ? [] : [overridesOf(one)]));
      return [path, { row, values: effectiveValues(chain, definitions) }];
    }),
  );
}

/** As the batch has them, else as they are stored; none of what there is not. */
async function rowsOf(
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

const ancestorsOf = ({ data }: PlacedRow): readonly string[] =>
  domainCollection.schema.shape.ancestorIds.catch([]).parse(data['ancestorIds'] ?? []);
const textOf = ({ data }: PlacedRow, field: 'name' | 'domainId'): string =>
  roomCollection.schema.shape[field].catch('').parse(data[field]);
