import type { ProblemIssue } from '../contract/problem-schema.ts';
import { formatFieldPath, type FieldPath } from '../documents/field-path.ts';
import {
  isDocumentMap,
  type DocumentMap,
  type DocumentValue,
} from '../documents/document-value.ts';
import { lineFault, linesFault } from '../validation/one-line.ts';

/**
 * Names and what else stands in one line. It is asked of writes only: a stored document that has
 * such a name from before is shown and can be mended, where a stricter schema would show it bare.
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

/** Texts of several lines that stand on paper: where to pay must be there as it is read. */
const PAPER_FIELDS: Readonly<Record<string, readonly FieldPath[]>> = {
  billTerms: [['address'], ['contact'], ['bank']],
};

/** Issues of the fields that a write changes; `changed` null: all of them. */
export function brokenLines(
  collection: string,
  data: DocumentMap,
  changed: readonly FieldPath[] | null,
): ProblemIssue[] {
  const fields = [
    ...(LINE_FIELDS[collection] ?? []).map((field) => [field, lineFault] as const),
    ...(PAPER_FIELDS[collection] ?? []).map((field) => [field, linesFault] as const),
  ];
  return fields.flatMap(([field, faultOf]) => {
    // A write of the map around a field, or of a part of it, is one of the field.
    if (changed !== null && !changed.some((path) => path[0] === field[0])) return [];
    return textsIn(data, field).flatMap(({ place, text }) => {
      const code = faultOf(text);
      return code === null ? [] : [{ field: place, code }];
    });
  });
}

/** Of a list every entry, whatever stands in it. `above`: the place, as issues name it. */
function textsIn(
  value: DocumentValue | undefined,
  [name, ...rest]: FieldPath,
  above: readonly string[] = [],
): { place: string; text: string }[] {
  if (typeof value === 'string')
    return name === undefined ? [{ place: above.join('.'), text: value }] : [];
  if (Array.isArray(value))
    return value.flatMap((entry, index) =>
      textsIn(entry, name === undefined ? [] : [name, ...rest], [...above, String(index)]),
    );
  return name !== undefined && value !== undefined && isDocumentMap(value)
    ? textsIn(value[name], rest, [...above, formatFieldPath([name])])
    : [];
}
