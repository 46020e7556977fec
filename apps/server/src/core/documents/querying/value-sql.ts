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
 * A value as three columns that compare in SQL as `compareValues` does: the rank of its kind, a
 * number, a text. Arrays and maps have their rank only, so what depends on their order is not left
 * to SQL.
 */
export type SqlKey = { readonly rank: string; readonly number: string; readonly text: string };

const rankOf = (kind: ValueKind): number => VALUE_KINDS.indexOf(kind);

/** Whether the key tells two values of this kind apart. */
export const isComparable = (value: DocumentValue): boolean =>
  valueKind(value) !== 'array' && valueKind(value) !== 'map';

const ISO_DATE = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
const instantKey = (column: string): SqlKey => ({
  rank: String(rankOf('date')),
  number: '0',
  text: `to_char(${column} at time zone 'UTC', ${ISO_DATE})`,
});
const textKey = (column: string): SqlKey => ({
  rank: String(rankOf('string')),
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

/** The expression of a field's encoded value; SQL null when it is absent. */
export const fieldExpression = (field: FieldPath, parameters: SqlParameters): string =>
  `(data #> ${parameters.add([...field])}::text[])`;

/** The key of a field of the row at hand. */
export function fieldKey(field: FieldPath, parameters: SqlParameters): SqlKey {
  const base = field.length === 1 ? BASE_KEYS.get(field[0] ?? '') : undefined;
  if (base) return base;
  const value = fieldExpression(field, parameters);
  return {
    rank: `case jsonb_typeof(${value}) when 'null' then ${rankOf('null')} when 'boolean' then ${rankOf('boolean')} when 'number' then ${rankOf('number')}
      when 'string' then ${rankOf('string')} when 'array' then ${rankOf('array')} when 'object' then case when ${value} ? '$date' then ${rankOf('date')}
      when ${value} ? '$bytes' then ${rankOf('bytes')} when ${value} = '{"$number":"NaN"}' then ${rankOf('nan')} when ${value} ? '$number' then ${rankOf('number')}
      else ${rankOf('map')} end end`,
    number: `case jsonb_typeof(${value}) when 'boolean' then (${value})::boolean::int::float8 when 'number' then (${value})::float8
      when 'object' then coalesce(nullif(${value} ->> '$number', 'NaN')::float8, 0) else 0 end`,
    text: `case jsonb_typeof(${value}) when 'string' then ${value} #>> '{}' when 'object' then coalesce(${value} ->> '$date',
      encode(decode(${value} ->> '$bytes', 'base64'), 'hex'), '') else '' end collate "C"`,
  };
}

/** The key of a value that is compared with, as bound values. */
export function valueKey(value: DocumentValue, parameters: SqlParameters): SqlKey {
  const [number, text] = keyParts(value);
  return {
    rank: `${parameters.add(rankOf(valueKind(value)))}::int`,
    number: `${parameters.add(number)}::float8`,
    text: `${parameters.add(text)}::text collate "C"`,
  };
}

/** `(rank, number, text)` of both sides compared as one. */
export const compareKeys = (
  a: SqlKey,
  operator: '<' | '<=' | '>' | '>=' | '=',
  b: SqlKey,
): string => `(${a.rank}, ${a.number}, ${a.text}) ${operator} (${b.rank}, ${b.number}, ${b.text})`;

/**
 * Finds rows by an index where a field equals a value that is stored in one way only; null for the
 * others.
 */
export function containment(
  field: FieldPath,
  value: DocumentValue,
  parameters: SqlParameters,
): string | null {
  const kind = valueKind(value);
  // 0 and -0 are stored apart and are equal; maps and arrays contain more than what equals them.
  if (isBaseField(field) || value === 0 || kind === 'array' || kind === 'map') return null;
  return `data @> ${parameters.add(JSON.stringify(nest(field, encodeValue(value))))}::jsonb`;
}

/** Whether an array field has an element that equals a value; null where SQL cannot tell. */
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

function keyParts(value: DocumentValue): [number: number | string, text: string] {
  if (typeof value === 'boolean') return [Number(value), ''];
  if (typeof value === 'number')
    return [Number.isNaN(value) ? 0 : Number.isFinite(value) ? value : String(value), ''];
  if (typeof value === 'string') return [0, value];
  if (value instanceof Date) return [0, value.toISOString()];
  return value instanceof Uint8Array ? [0, Buffer.from(value).toString('hex')] : [0, ''];
}
