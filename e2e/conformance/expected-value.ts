import type { ProtocolFields, ProtocolValue } from './case-file.ts';

/** Represents the server time in an expected document. */
export const SERVER_TIME = 'the time of the server';

export type PlainFields = { readonly [name: string]: unknown };

/** Decodes a value of the protocol. Written for the cases only, without the product's own codec. */
export function plainValue(value: ProtocolValue): unknown {
  if (value.integerValue !== undefined) return Number(value.integerValue);
  if (value.doubleValue !== undefined) return value.doubleValue;
  if (value.stringValue !== undefined) return value.stringValue;
  if (value.booleanValue !== undefined) return value.booleanValue;
  if (value.referenceValue !== undefined) return value.referenceValue.split('/documents/')[1];
  if (value.arrayValue) return (value.arrayValue.values ?? []).map(plainValue);
  if (value.mapValue) return plainFields(value.mapValue.fields ?? {});
  if (value.nullValue === null) return null;
  throw new Error(`unknown value ${JSON.stringify(value)}`);
}

export const plainFields = (fields: ProtocolFields): PlainFields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plainValue(value)]));

/** Names of a protocol field path: `a.b`, with back quotes around names with other characters. */
export const pathNames = (text: string): string[] =>
  [...text.matchAll(/`((?:[^`\\]|\\.)*)`|[^.`]+/g)].map((match) =>
    match[1] === undefined ? match[0] : match[1].replaceAll(/\\(.)/g, '$1'),
  );

export function valueAtNames(fields: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (value, name) => (isFields(value) ? value[name] : undefined),
    fields,
  );
}

/** A copy with another value at a path; undefined removes the field. */
export function withValueAt(
  fields: PlainFields,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): PlainFields {
  const inner = fields[name];
  if (rest.length > 0) {
    if (value === undefined && !isFields(inner)) return fields;
    return { ...fields, [name]: withValueAt(isFields(inner) ? inner : {}, rest, value) };
  }
  const { [name]: _, ...others } = fields;
  return value === undefined ? others : { ...fields, [name]: value };
}

export const isFields = (value: unknown): value is PlainFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
