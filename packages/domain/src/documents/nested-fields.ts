import { isDocumentMap, type DocumentMap, type DocumentValue } from './document-value.ts';
import type { FieldPath } from './field-path.ts';

/** A copy with a value at a path; what is no map on the way is replaced by one. The input is not changed. */
export function setAt(data: DocumentMap, field: FieldPath, value: DocumentValue): DocumentMap {
  const [name, ...rest] = field;
  if (name === undefined) return data;
  if (rest.length === 0) return { ...data, [name]: value };
  const inner = Object.hasOwn(data, name) ? data[name] : undefined;
  return { ...data, [name]: setAt(isDocumentMap(inner) ? inner : {}, rest, value) };
}

/** A copy without the field at a path; the same data when there is none. */
export function deleteAt(data: DocumentMap, field: FieldPath): DocumentMap {
  const [name, ...rest] = field;
  if (name === undefined || !Object.hasOwn(data, name)) return data;
  const { [name]: inner, ...others } = data;
  if (rest.length === 0) return others;
  return isDocumentMap(inner) ? { ...data, [name]: deleteAt(inner, rest) } : data;
}
