import {
  type Collection,
  type DocumentQuery,
  type QueryCursor,
  type QueryFilter,
  type Visibility,
  valueKind,
} from '@yamori/domain';
import { isScalarField } from '../writing/field-schema.ts';
import { joinAnd, joinOr, createParameters, type SqlParameters } from './sql-parameters.ts';
import {
  compareKeys,
  containment,
  elementContainment,
  fieldExpression,
  fieldKey,
  isBaseField,
  isComparable,
  valueKey,
  type SqlKey,
} from './value-sql.ts';

/**
 * A query as SQL. If `exact`, its rows are the result, in order, with offset and limit applied.
 * Otherwise they are an unordered superset that `runQuery` must filter.
 */
type QueryPlan = {
  readonly exact: boolean;
  readonly where: string;
  readonly orderBy: string;
  readonly parameters: SqlParameters;
};

type Condition = { readonly sql: string; readonly exact: boolean };

export function planQuery(
  query: DocumentQuery,
  visibility: Visibility,
  collection: Collection,
): QueryPlan {
  const parameters = createParameters();
  const filters = query.filters.map((filter) => filterCondition(filter, parameters));
  const orderKeys = query.order.map(({ field }) => fieldKey(field, parameters));
  const present = query.order
    .filter(({ field }) => !isBaseField(field))
    .map(({ field }) => `${fieldExpression(field, parameters)} is not null`);
  const cursors = [
    cursorCondition(query, query.startAt, '>', orderKeys, parameters),
    cursorCondition(query, query.endAt, '<', orderKeys, parameters),
  ];
  const conditions = [...filters, ...cursors.filter((condition) => condition !== null)];
  const exact =
    conditions.every((condition) => condition.exact) &&
    query.order.every(
      ({ field }) => isBaseField(field) || isScalarField(collection.schema, field),
    ) &&
    query.filters.every(({ field }) => !field.slice(1).some((name) => /^-?\d+$/.test(name)));
  const where = joinAnd([
    isInCollection(query, parameters),
    visibilityCondition(visibility, parameters),
    ...present,
    ...conditions.map(({ sql }) => sql),
  ]);
  const orderBy = query.order
    .map(({ direction }, index) => directed(orderKeys[index], direction))
    .join(', ');
  return { exact, where, orderBy, parameters };
}

/** Condition for rows that an actor may see. */
export function visibilityCondition(visibility: Visibility, parameters: SqlParameters): string {
  if (visibility.kind !== 'some') return visibility.kind === 'everything' ? 'true' : 'false';
  return joinOr(
    visibility.grants.map((grant) =>
      joinAnd([
        ...(grant.domainIds
          ? [`domain_ids && ${parameters.add([...grant.domainIds])}::text[]`]
          : []),
        ...(grant.sharedWith === undefined
          ? []
          : [`${parameters.add(grant.sharedWith)} = any(shared_with)`]),
        ...(grant.id === undefined ? [] : [`id = ${parameters.add(grant.id)}`]),
        ...(grant.atMost ? [atMost(grant.atMost, parameters)] : []),
      ]),
    ),
  );
}

function atMost(
  { field, value }: { field: string; value: number },
  parameters: SqlParameters,
): string {
  const stored = `data -> ${parameters.add(field)}::text`;
  return `case when jsonb_typeof(${stored}) = 'number' then (${stored})::float8 <= ${parameters.add(value)}::float8 else false end`;
}

function isInCollection(query: DocumentQuery, parameters: SqlParameters): string {
  const slash = query.collection.lastIndexOf('/');
  const name = `collection = ${parameters.add(query.collection.slice(slash + 1))}`;
  return query.group
    ? name
    : `${name} and parent_path = ${parameters.add(slash < 0 ? '' : query.collection.slice(0, slash))}`;
}

/** Base fields have one type, so their text suffices to order them; the path has an index. */
function directed(key: SqlKey | undefined, direction: 'asc' | 'desc'): string {
  if (!key) return 'path asc';
  return /^\d+$/.test(key.rank)
    ? `${key.text} ${direction}`
    : `${key.rank} ${direction}, ${key.number} ${direction}, ${key.text} ${direction}`;
}

function filterCondition(filter: QueryFilter, parameters: SqlParameters): Condition {
  const { field, op, value } = filter;
  const values = Array.isArray(value) ? value : [];
  switch (op) {
    case '==':
      return equality(filter, [value], parameters);
    case 'in':
      return equality(filter, values, parameters);
    case '!=':
      return inequality(filter, [value], parameters);
    case 'not-in':
      return inequality(filter, values, parameters);
    case '<':
    case '<=':
    case '>':
    case '>=': {
      const key = fieldKey(field, parameters);
      const other = valueKey(value, parameters);
      const sameKind = `${key.rank} = ${other.rank}`;
      return isComparable(value)
        ? { sql: `${sameKind} and (${compareKeys(key, op, other)})`, exact: true }
        : { sql: sameKind, exact: false };
    }
    case 'array-contains':
      return elements(filter, [value], parameters);
    case 'array-contains-any':
      return elements(filter, values, parameters);
  }
}

function equality(
  { field }: QueryFilter,
  values: readonly QueryFilter['value'][],
  parameters: SqlParameters,
): Condition {
  const conditions = values.map(
    (value) =>
      containment(field, value, parameters) ??
      `${compareKeys(fieldKey(field, parameters), '=', valueKey(value, parameters))}`,
  );
  return { sql: joinOr(conditions), exact: values.every(isComparable) };
}

/** Missing fields and null match no inequality. */
function inequality(
  { field }: QueryFilter,
  values: readonly QueryFilter['value'][],
  parameters: SqlParameters,
): Condition {
  const key = fieldKey(field, parameters);
  const different = values
    .filter((value) => isComparable(value) && valueKind(value) !== 'null')
    .map((value) => `not (${compareKeys(key, '=', valueKey(value, parameters))})`);
  return {
    sql: joinAnd([`${key.rank} is not null`, `${key.rank} <> 0`, ...different]),
    exact: values.every(isComparable),
  };
}

function elements(
  { field }: QueryFilter,
  values: readonly QueryFilter['value'][],
  parameters: SqlParameters,
): Condition {
  const conditions = values.map((value) => elementContainment(field, value, parameters));
  const known = conditions.filter((condition) => condition !== null);
  return known.length === conditions.length
    ? { sql: joinOr(known), exact: true }
    : { sql: 'true', exact: false };
}

/** Rows after (or before) the cursor: the first field that differs decides. */
function cursorCondition(
  query: DocumentQuery,
  cursor: QueryCursor | null,
  side: '<' | '>',
  keys: readonly SqlKey[],
  parameters: SqlParameters,
): Condition | null {
  if (cursor === null) return null;
  if (!cursor.values.every(isComparable)) return { sql: 'true', exact: false };
  const equal: string[] = [];
  const cases = cursor.values.flatMap((value, index) => {
    const key = keys[index];
    const order = query.order[index];
    if (!key || !order) return [];
    const other = valueKey(value, parameters);
    const operator = (order.direction === 'asc') === (side === '>') ? '>' : '<';
    const beyond = joinAnd([...equal, compareKeys(key, operator, other)]);
    equal.push(compareKeys(key, '=', other));
    return [beyond];
  });
  return { sql: joinOr(cursor.inclusive ? [...cases, joinAnd(equal)] : cases), exact: true };
}
