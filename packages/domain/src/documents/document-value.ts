/** A value that a document can hold. Numbers are doubles; NaN, infinities and -0 are kept. */
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

/** A value of a write: as above, and at any place that no array encloses a transform. */
export type WriteValue = DocumentValue | FieldTransform | WriteMap;
export type WriteMap = { readonly [field: string]: WriteValue };

/**
 * What the server does to a field, from its clock or from what the field holds at the moment of the
 * write.
 */
export type TransformOperation =
  | { readonly kind: 'serverTimestamp' }
  | { readonly kind: 'deleteField' }
  | { readonly kind: 'arrayUnion'; readonly values: readonly DocumentValue[] }
  | { readonly kind: 'arrayRemove'; readonly values: readonly DocumentValue[] }
  | { readonly kind: 'increment'; readonly by: number };

/** Stands in a write where a value would; made by the functions below only. */
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

/** Appends the values that the array does not hold yet; what is no array counts as an empty one. */
export const arrayUnion = (...values: DocumentValue[]): FieldTransform =>
  new FieldTransform({ kind: 'arrayUnion', values });

/** Removes every element equal to one of the values; what is no array becomes an empty one. */
export const arrayRemove = (...values: DocumentValue[]): FieldTransform =>
  new FieldTransform({ kind: 'arrayRemove', values });

/** Adds to a number; what is no number counts as 0. */
export const increment = (by: number): FieldTransform =>
  new FieldTransform({ kind: 'increment', by });

/** A plain map: no array, date, bytes or transform. */
export function isDocumentMap(value: WriteValue | undefined): value is WriteMap;
export function isDocumentMap(value: DocumentValue | undefined): value is DocumentMap;
export function isDocumentMap(value: unknown): boolean {
  return isPlainObject(value);
}

/** An object that a literal or JSON makes; instances of classes are none. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
