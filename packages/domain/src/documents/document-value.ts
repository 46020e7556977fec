/** A value of a document. Numbers are doubles, including NaN, infinities and -0. */
export type DocumentValue =
  | null
  | boolean
  | number
  | string
  | Date
  | Uint8Array
  | readonly DocumentValue[]
  | DocumentMap;
export type DocumentMap = { readonly [field: string]: DocumentValue };

/** A value of a write: as above, or a transform anywhere outside arrays. */
export type WriteValue = DocumentValue | FieldTransform | WriteMap;
export type WriteMap = { readonly [field: string]: WriteValue };

/** An operation that the server applies to a field, using its clock or the stored value. */
export type TransformOperation =
  | { readonly kind: 'serverTimestamp' }
  | { readonly kind: 'deleteField' }
  | { readonly kind: 'arrayUnion'; readonly values: readonly DocumentValue[] }
  | { readonly kind: 'arrayRemove'; readonly values: readonly DocumentValue[] }
  | { readonly kind: 'increment'; readonly by: number };

/** Replaces a value in a write. Use the functions below to create one. */
export class FieldTransform {
  readonly operation: TransformOperation;

  constructor(operation: TransformOperation) {
    this.operation = operation;
  }
}

/** The server's time of the write. */
export const serverTimestamp = (): FieldTransform =>
  new FieldTransform({ kind: 'serverTimestamp' });

/** Removes the field; for updates and merges only. */
export const deleteField = (): FieldTransform => new FieldTransform({ kind: 'deleteField' });

/** Appends the values that the array lacks; any other value counts as an empty array. */
export const arrayUnion = (...values: DocumentValue[]): FieldTransform =>
  new FieldTransform({ kind: 'arrayUnion', values });

/** Removes all elements equal to one of the values; any other value becomes an empty array. */
export const arrayRemove = (...values: DocumentValue[]): FieldTransform =>
  new FieldTransform({ kind: 'arrayRemove', values });

/** Adds to a number; any other value counts as 0. */
export const increment = (by: number): FieldTransform =>
  new FieldTransform({ kind: 'increment', by });

/** Whether a value is a map, not an array, date, bytes or transform. */
export function isDocumentMap(value: WriteValue | undefined): value is WriteMap;
export function isDocumentMap(value: DocumentValue | undefined): value is DocumentMap;
export function isDocumentMap(value: unknown): boolean {
  return isPlainObject(value);
}

/** Whether a value is an object literal or parsed JSON, not a class instance. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
