import { domainCollection, effectiveValues, isCrossed, LIMIT_PAIRS, refuse, roomCollection, type AccidentParameter, type ParameterOverrides } from '@yamori/domain';
import type { Queries } from '../../database/database.ts';
import type { PlacedRow } from '../document-row.ts';
import { overridesOf } from '../set-parameters.ts';
import { readRows } from './document-locks.ts';
import type { RowChange } from './unique-keys.ts';

type Pair = (typeof LIMIT_PAIRS)[number];
/** Pairs of limits of which a key is among these. */
export const pairsOf = (keys: readonly string[]): readonly Pair[] => LIMIT_PAIRS.filter((pair) => pair.some((key) => keys.includes(key)));

/** Any fixed class that no other advisory lock of ours has (document-locks.ts). */
const LIMITS_CLASS = 72_673;
/** Who moves a limit anywhere waits for whoever moves one above or below it: so rarely that one line does. */
export const lockLimits = (queries: Queries): Promise<unknown> => queries.query({ name: 'lock-limits', text: 'select pg_advisory_xact_lock($1::int, 0)', values: [LIMITS_CLASS] });

export type LimitsMoved = {
  readonly batch: readonly RowChange[];
  readonly queries: Queries;
  /** With the defaults as they will be. */
  readonly definitions: readonly AccidentParameter[];
  readonly pairs: readonly Pair[];
  /** Organisations in which they move; null: in all, since a default does. */
  readonly domainIds: readonly string[] | null;
};

/**
 * What is set above holds below where nothing else is set: beside a limit that an organisation or a room below sets itself, the other one of its
 * pair must not come to cross it. Called while the limits are locked.
 * @throws ProblemError `threshold-crossed-conflict` with the first of the places and how many they are
 */
export async function refuseCrossedBelow({ batch, queries, definitions, pairs, domainIds }: LimitsMoved): Promise<void> {
  if (pairs.length === 0 || domainIds?.length === 0) return;
  const written = new Map(batch.map(({ before, after }) => [(after ?? before)?.path ?? '', after]));
  const found = await queries.query<{ path: string }>({
    name: domainIds === null ? 'limits-set' : 'limits-set-below',
    text: `select place.path from documents place left join documents holder on place.collection = 'room' and holder.path = 'domain/' || (place.data->>'domainId')
      where place.collection in ('domain', 'room') and place.parent_path = '' and place.data->'parameterOverrides' ?| $1::text[]
        ${domainIds === null ? '' : `and (coalesce(holder.id, place.id) = any($2::text[]) or coalesce(holder.data, place.data)->'ancestorIds' ?| $2::text[])`} order by place.collection, place.path`,
    values: [pairs.flat(), ...(domainIds === null ? [] : [domainIds])],
  });
  const places = await rowsOf(found.map(({ path }) => path), written, queries);
  const holders = await rowsOf([...places.values()].flatMap((row) => (row.collection === 'room' ? [`domain/${textOf(row, 'domainId')}`] : [])), written, queries);
  const above = await rowsOf([...places.values(), ...holders.values()].flatMap((row) => ancestorsOf(row).map((id) => `domain/${id}`)), written, queries);
  const crossed = [...places.values()].filter((row) => {
    const holder = row.collection === 'room' ? holders.get(`domain/${textOf(row, 'domainId')}`) : undefined;
    const chain = [...ancestorsOf(holder ?? row).map((id) => above.get(`domain/${id}`)), holder, row].flatMap((one): ParameterOverrides[] => (one === undefined ? [] : [overridesOf(one)]));
    const values = effectiveValues(chain, definitions);
    return pairs.some((pair) => isCrossed(pair, values));
  });
  const [first] = crossed;
  if (first !== undefined) throw refuse('threshold-crossed-conflict', { place: first.path, details: { name: textOf(first, 'name'), count: crossed.length } });
}

/** As they will be; none of what is gone by then. */
async function rowsOf(paths: readonly string[], written: ReadonlyMap<string, PlacedRow | null>, queries: Queries): Promise<ReadonlyMap<string, PlacedRow>> {
  const stored = paths.length === 0 ? new Map<string, PlacedRow>() : await readRows(queries, [...new Set(paths)]);
  return new Map([...new Set(paths)].flatMap((path): [string, PlacedRow][] => {
    const row = written.has(path) ? written.get(path) : stored.get(path);
    return row === null || row === undefined ? [] : [[path, row]];
  }));
}

const ancestorsOf = ({ data }: PlacedRow): readonly string[] => domainCollection.schema.shape.ancestorIds.catch([]).parse(data['ancestorIds'] ?? []);
const textOf = ({ data }: PlacedRow, field: 'name' | 'domainId'): string => roomCollection.schema.shape[field].catch('').parse(data[field]);
