import {
  checkFieldPath,
  encodeFields,
  encodeWriteValue,
  formatFieldPath,
  isServerField,
  parseDocumentPath,
  parseFieldPath,
  ProblemError,
  withoutServerFields,
  type Collection,
  type FieldPath,
  type FieldTransform,
  type Write,
} from '@yamori/domain';

/**
 * The fields of a write: values or transforms; base fields of a document that was read are ignored.
 */
export type WriteFields<C extends Collection> = {
  readonly [K in keyof C['schema']['_zod']['input']]:
    | C['schema']['_zod']['input'][K]
    | FieldTransform;
};
/** Fields to change: names, or dotted and back-quoted paths into maps. */
export type UpdateFields<C extends Collection> = Partial<WriteFields<C>> & {
  readonly [path: `${string}.${string}`]: unknown;
};
export type SetOptions = {
  readonly merge?: boolean;
  readonly mergeFields?: readonly (string | FieldPath)[];
};
export type WritePrecondition = { readonly exists?: boolean; readonly version?: string };
export type FieldValue = readonly [field: FieldPath, value: unknown];

type Fields = Readonly<Record<string, unknown>>;

/**
 * Builds the contract's writes from callers' values. Throws a ProblemError for values that can
 * never be written.
 */
export const createWrite = (path: string, data: Fields): Write => ({
  kind: 'create',
  path: checked(path),
  data: encodeFields(withoutServerFields(data), true),
});

export const setWrite = (path: string, data: Fields, options: SetOptions): Write => ({
  kind: 'set',
  path: checked(path),
  data: encodeFields(withoutServerFields(data), true),
  ...(options.merge === undefined ? {} : { merge: options.merge }),
  ...(options.mergeFields === undefined
    ? {}
    : { mergeFields: options.mergeFields.map(toFieldPath) }),
});

export function updateWrite(
  path: string,
  pairs: readonly FieldValue[],
  precondition: WritePrecondition | undefined,
): Write {
  const fields = pairs
    .map(([field, value]) => ({
      field: checkFieldPath(field),
      value: encodeWriteValue(value, formatFieldPath(field)),
    }))
    .filter(({ field }) => !isServerField(field[0]));
  if (fields.length === 0) throw new ProblemError('fields-empty', { place: path });
  return {
    kind: 'update',
    path: checked(path),
    fields,
    ...(precondition ? { precondition: { ...precondition } } : {}),
  };
}

/** Named fields as pairs; an undefined field stays unchanged. */
export const updatePairs = (fields: Fields): FieldValue[] =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [parseFieldPath(name), value]);

export const deleteWrite = (path: string, precondition: WritePrecondition | undefined): Write => ({
  kind: 'delete',
  path: checked(path),
  ...(precondition ? { precondition: { ...precondition } } : {}),
});

export const toFieldPath = (field: string | FieldPath): string[] =>
  typeof field === 'string' ? parseFieldPath(field) : checkFieldPath(field);

const checked = (path: string): string => parseDocumentPath(path).path;
