import { isDeepStrictEqual } from 'node:util';
import type { ExpectedWrite } from './case-file.ts';
import {
  pathNames,
  plainFields,
  plainValue,
  SERVER_TIME,
  valueAtNames,
  withValueAt,
  type PlainFields,
} from './expected-value.ts';

export type Outcome =
  | { readonly kind: 'document'; readonly fields: PlainFields | null }
  | { readonly kind: 'refused' };

/**
 * Applies the writes of an expected request to a document, all or none: a small interpreter of the
 * hosted database's protocol.
 * @param before fields before, null for no document
 * @param sameVersion whether a precondition by update time matches the document
 */
export function expectedDocument(
  writes: readonly ExpectedWrite[],
  before: PlainFields | null,
  sameVersion: boolean,
): Outcome {
  let fields = before;
  for (const write of writes) {
    const outcome = afterWrite(write, fields, sameVersion);
    if (outcome.kind === 'refused') return outcome;
    fields = outcome.fields;
  }
  return { kind: 'document', fields };
}

function afterWrite(
  write: ExpectedWrite,
  before: PlainFields | null,
  sameVersion: boolean,
): Outcome {
  const { exists, updateTime } = write.currentDocument ?? {};
  if (exists !== undefined && exists !== (before !== null)) return { kind: 'refused' };
  if (updateTime !== undefined && !(before !== null && sameVersion)) return { kind: 'refused' };
  if (write.delete !== undefined) return { kind: 'document', fields: null };
  const given = plainFields(write.update?.fields ?? {});
  const masked = write.updateMask?.fieldPaths?.map(pathNames);
  const stored = write.updateMask
    ? (masked ?? []).reduce(
        (fields, names) => withValueAt(fields, names, valueAtNames(given, names)),
        before ?? {},
      )
    : given;
  return { kind: 'document', fields: (write.updateTransforms ?? []).reduce(transform, stored) };
}

function transform(
  fields: PlainFields,
  step: NonNullable<ExpectedWrite['updateTransforms']>[number],
): PlainFields {
  const names = pathNames(step.fieldPath);
  if (step.setToServerValue !== undefined) return withValueAt(fields, names, SERVER_TIME);
  const held = valueAtNames(fields, names);
  const before: unknown[] = Array.isArray(held) ? held : [];
  const values =
    (step.appendMissingElements ?? step.removeAllFromArray)?.values.map(plainValue) ?? [];
  if (step.removeAllFromArray)
    return withValueAt(
      fields,
      names,
      before.filter((element) => !holds(values, element)),
    );
  return withValueAt(
    fields,
    names,
    values.reduce<unknown[]>((all, value) => (holds(all, value) ? all : [...all, value]), before),
  );
}

const holds = (values: readonly unknown[], value: unknown): boolean =>
  values.some((other) => isDeepStrictEqual(other, value));
