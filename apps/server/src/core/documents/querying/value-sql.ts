import {
  encodeValue,
  valueKind,
  VALUE_KINDS,
  type DocumentValue,
  type FieldPath,
  type ValueKind,
} from '@yamori/domain';
import type { SqlParameters } from './sql-parameters.ts';

/**
 * A value as three columns that compare in SQL like `compareValues`: rank of its type, number,
 * text. Arrays and maps only have a rank, so SQL cannot order them.
 */
export type SqlKey = { readonly rank: string; readonly number: string; readonly text: string };

const getRank = (kind: ValueKind): number => VALUE_KINDS.indexOf(kind);

/** Whether the key distinguishes values of this type. */
export const isComparable = (value: DocumentValue): boolean =>
  valueKind(value) !== 'array' && valueKind(value) !== 'map';

const ISO_DATE = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
const instantKey = (column: string): SqlKey => ({
  rank: String(getRank('date')),
  number: '0',
  text: `to_char(${column} at time zone 'UTC', ${ISO_DATE})`,
});
const textKey = (column: string): SqlKey => ({
  rank: String(getRank('string')),
  number: '0',
  text: column,
});

const BASE_KEYS: ReadonlyMap<string, SqlKey> = new Map([
  ['documentPath', textKey('path')],
  ['documentReferenceId', textKey('id')],
  ['createdAt', instantKey('created_at')],
  ['updatedAt', instantKey('updated_at')],
]);

export const isBaseField = (field: FieldPath): boolean =>
  field.length === 1 && BASE_KEYS.has(field[0] ?? '');

/** Expression for a field's encoded value; SQL null if it is missing. */
export const fieldExpression = (field: FieldPath, parameters: SqlParameters): string =>
  `(data #> ${parameters.add([...field])}::text[])`;

/** Key of a field of the current row. */
export function fieldKey(field: FieldPath, parameters: SqlParameters): SqlKey {
  const base = field.length === 1 ? BASE_KEYS.get(field[0] ?? '') : undefined;
  if (base) return base;
  const value = fieldExpression(field, parameters);
  return {
    rank: `case jsonb_typeof(${value}) when 'null' then ${getRank('null')} when 'boolean' then ${getRank('boolean')} when 'number' then ${getRank('number')}
      when 'string' then ${getRank('string')} when 'array' then ${getRank('array')} when 'object' then case when ${value} ? '$date' then ${getRank('date')}
      when ${value} ? '$bytes' then ${getRank('bytes')} when ${value} = '{"$number":"NaN"}' then ${getRank('nan')} when ${value} ? '$number' then ${getRank('number')}
      else ${getRank('map')} end end`,
    number: `case jsonb_typeof(${value}) when 'boolean' then (${value})::boolean::int::float8 when 'number' then (${value})::float8
      when 'object' then coalesce(nullif(${value} ->> '$number', 'NaN')::float8, 0) else 0 end`,
    text: `case jsonb_typeof(${value}) when 'string' then ${value} #>> '{}' when 'object' then coalesce(${value} ->> '$date',
      encode(decode(${value} ->> '$bytes', 'base64'), 'hex'), '') else '' end collate "C"`,
  };
}

/** Key of a constant, as bound values. */
export function valueKey(value: DocumentValue, parameters: SqlParameters): SqlKey {
  const [number, text] = splitKey(value);
  return {
    rank: `${parameters.add(getRank(valueKind(value)))}::int`,
    number: `${parameters.add(number)}::float8`,
    text: `${parameters.add(text)}::text collate "C"`,
  };
}

/** Row-wise comparison of `(rank, number, text)`. */
export const compareKeys = (
  a: SqlKey,
  operator: '<' | '<=' | '>' | '>=' | '=',
  b: SqlKey,
): string => `(${a.rank}, ${a.number}, ${a.text}) ${operator} (${b.rank}, ${b.number}, ${b.text})`;

/** Index-backed equality for values with a single stored form; null for others. */
export function containment(
  field: FieldPath,
  value: DocumentValue,
  parameters: SqlParameters,
): string | null {
  const kind = valueKind(value);
  // 0 and -0 are equal but stored differently; containment of maps and arrays is not equality.
  if (isBaseField(field) || value === 0 || kind === 'array' || kind === 'map') return null;
  return `data @> ${parameters.add(JSON.stringify(nest(field, encodeValue(value))))}::jsonb`;
}

/** Whether an array field contains an element; null if SQL cannot decide. */
export function elementContainment(
  field: FieldPath,
  value: DocumentValue,
  parameters: SqlParameters,
): string | null {
  if (isBaseField(field) || !isComparable(value)) return null;
  const stored = value === 0 ? [0, { $number: '-0' }] : [encodeValue(value)];
  return stored
    .map((element) => `data @> ${parameters.add(JSON.stringify(nest(field, [element])))}::jsonb`)
    .join(' or ');
}

const nest = (field: FieldPath, value: unknown): unknown =>
  field.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);

function splitKey(value: DocumentValue): [number: number | string, text: string] {
  if (typeof value === 'boolean') return [Number(value), ''];
  if (typeof value === 'number') {
    if (Number.isNaN(value)) return [0, ''];
    return [Number.isFinite(value) ? value : String(value), ''];
  }
  if (typeof value === 'string') return [0, value];
  if (value instanceof Date) return [0, value.toISOString()];
  return value instanceof Uint8Array ? [0, Buffer.from(value).toString('hex')] : [0, ''];
}
