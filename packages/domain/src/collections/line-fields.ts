import type { ProblemIssue } from '../contract/problem-schema.ts';
import { formatFieldPath, type FieldPath } from '../documents/field-path.ts';
import {
  isDocumentMap,
  type DocumentMap,
  type DocumentValue,
} from '../documents/document-value.ts';
import { lineFault, linesFault } from '../validation/one-line.ts';
import { z } from 'zod';

/**
 * Single-line fields. Only writes are checked: a stored document with an old invalid name stays
 * visible and editable, while a stricter schema would hide its fields.
 */
const LINE_FIELDS: Readonly<Record<string, readonly FieldPath[]>> = {
  room: [['name'], ['building'], ['floor'], ['tags'], ['occupant', 'alias']],
  device: [['serial'], ['name'], ['firmware']],
  deviceType: [
    ['code'],
    ['name'],
    ['maker'],
    ['firmwareVersions'],
    ['streams', 'kind'],
    ['streams', 'unit'],
  ],
  domain: [['code'], ['name'], ['nameKana'], ['contact'], ['address'], ['escalation', 'name']],
  staff: [['name'], ['nameKana'], ['phone']],
  parameter: [['key'], ['name'], ['group'], ['choices']],
  view: [['name']],
  partner: [['name'], ['code']],
  billTerms: [['issuerName']],
};

/** Printed multi-line fields: a bank account must print as it was entered. */
const PAPER_FIELDS: Readonly<Record<string, readonly FieldPath[]>> = {
  billTerms: [['address'], ['contact'], ['bank']],
};

/**
 * Issues of the fields that a write changes.
 * @param changed null for all fields
 */
export function brokenLines(
  collection: string,
  data: DocumentMap,
  changed: readonly FieldPath[] | null,
): ProblemIssue[] {
  const fields = [
    ...(LINE_FIELDS[collection] ?? []).map((field) => [field, lineFault] as const),
    ...(PAPER_FIELDS[collection] ?? []).map((field) => [field, linesFault] as const),
  ];
  return fields.flatMap(([field, findFault]) => {
    // Writing a parent or a part of a field changes the field.
    if (changed !== null && !changed.some((path) => path[0] === field[0])) return [];
    return findTexts(data, field).flatMap(({ place, text }) => {
      const code = findFault(text);
      return code === null ? [] : [{ field: place, code }];
    });
  });
}

/**
 * All texts at a field; lists are searched entry by entry.
 * @param above path of `value`, as in issues
 */
function findTexts(
  value: DocumentValue | undefined,
  [name, ...rest]: FieldPath,
  above: readonly string[] = [],
): { place: string; text: string }[] {
  if (typeof value === 'string')
    return name === undefined ? [{ place: above.join('.'), text: value }] : [];
  if (Array.isArray(value))
    return value.flatMap((entry, index) =>
      findTexts(entry, name === undefined ? [] : [name, ...rest], [...above, String(index)]),
    );
  return name !== undefined && value !== undefined && isDocumentMap(value)
    ? findTexts(value[name], rest, [...above, formatFieldPath([name])])
    : [];
}

/**
 * A small picture inside a document as a `data:` URL: nothing to fetch, and no executable content.
 * @param maxCharacters maximum length of the URL; base64 encodes three bytes as four characters
 */
export const pictureText = (maxCharacters: number): z.ZodString =>
  z
    .string()
    .max(maxCharacters)
    .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/);
