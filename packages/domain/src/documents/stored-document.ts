import type { WireDocument } from '../contract/document-messages.ts';
import { ProblemError } from '../contract/problem.ts';
import { SERVER_FIELDS } from './base-document.ts';
import { isDocumentMap, type DocumentMap, type DocumentValue } from './document-value.ts';
import type { FieldPath } from './field-path.ts';
import { parseDocumentPath } from './path.ts';
import { decodeFields, encodeFields, readIsoDate } from './json-codec.ts';

/** A stored document: path, fields without base fields, times and version. */
export type StoredDocument = {
  readonly path: string;
  readonly data: DocumentMap;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: string;
};

export const encodeDocument = (document: StoredDocument): WireDocument => ({
  path: document.path,
  data: encodeFields(document.data, false),
  createdAt: document.createdAt.toISOString(),
  updatedAt: document.updatedAt.toISOString(),
  version: document.version,
});

/** @throws ProblemError `value-invalid` for an invalid time or value */
export const decodeDocument = (wire: WireDocument): StoredDocument => ({
  path: wire.path,
  data: decodeFields(wire.data),
  createdAt: instant(wire.createdAt, 'createdAt'),
  updatedAt: instant(wire.updatedAt, 'updatedAt'),
  version: wire.version,
});

/**
 * The value of a field, including base fields (`documentPath`, `documentReferenceId`, `createdAt`,
 * `updatedAt`); undefined if missing.
 */
export function fieldValue(document: StoredDocument, field: FieldPath): DocumentValue | undefined {
  const base = field.length === 1 ? baseValue(document, field[0]) : undefined;
  return base ?? valueAt(document.data, field);
}

function baseValue(document: StoredDocument, name: string | undefined): DocumentValue | undefined {
  if (name === 'documentPath') return document.path;
  if (name === 'documentReferenceId') return parseDocumentPath(document.path).id;
  if (name === 'createdAt') return document.createdAt;
  return name === 'updatedAt' ? document.updatedAt : undefined;
}

/** The value at a path; undefined if missing or if a parent is not a map. */
export function valueAt(data: DocumentMap, field: FieldPath): DocumentValue | undefined {
  let value: DocumentValue | undefined = data;
  for (const name of field) {
    if (!isDocumentMap(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

const serverFields: ReadonlySet<string> = new Set(SERVER_FIELDS);

/** Whether the first name of a path is a base field, which clients cannot write. */
export const isServerField = (name: string | undefined): boolean =>
  name !== undefined && serverFields.has(name);

/** The fields without base fields, which clients cannot write. */
export const withoutServerFields = <Value>(
  fields: Readonly<Record<string, Value>>,
): Record<string, Value> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !isServerField(name)));

function instant(text: string, place: string): Date {
  const date = readIsoDate(text);
  if (date === null) throw new ProblemError('value-invalid', { place });
  return date;
}
