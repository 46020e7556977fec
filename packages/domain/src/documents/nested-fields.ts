import { isDocumentMap, type DocumentMap, type DocumentValue } from './document-value.ts';
import type { FieldPath } from './field-path.ts';
import { valueAt } from './stored-document.ts';

/**
 * A mutable draft of a document. Each map is copied once, at its first change, so many changes cost
 * only the size of the maps they touch.
 */
type DocumentDraft = {
  /** Replaces any value on the path that is not a map. */
  readonly set: (field: FieldPath, value: DocumentValue) => void;
  /** Ignores a missing field. */
  readonly remove: (field: FieldPath) => void;
  readonly value: (field: FieldPath) => DocumentValue | undefined;
  /** The changed data, or the input if nothing changed. Do not use the draft afterwards. */
  readonly finish: () => DocumentMap;
};

type OwnMap = { [field: string]: DocumentValue };

/** Starts a draft. The input and all values set are never mutated. */
export function createDraft(given: DocumentMap): DocumentDraft {
  const own = new WeakSet<object>();
  const state: { root: DocumentMap } = { root: given };
  const toOwned = (map: DocumentMap): OwnMap => {
    // The set contains only copies made below, so they are mutable.
    if (own.has(map)) return map as OwnMap;
    const copy: OwnMap = { ...map };
    own.add(copy);
    return copy;
  };
  /** Mutable map that contains the last name of a path. */
  const getParent = (field: FieldPath): OwnMap => {
    let map = toOwned(state.root);
    state.root = map;
    for (const name of field.slice(0, -1)) {
      const inner = Object.hasOwn(map, name) ? map[name] : undefined;
      const next = toOwned(isDocumentMap(inner) ? inner : {});
      map[name] = next;
      map = next;
    }
    return map;
  };
  return {
    set: (field, value) => {
      const name = field.at(-1);
      if (name !== undefined) getParent(field)[name] = value;
    },
    remove: (field) => {
      const name = field.at(-1);
      if (name !== undefined && valueAt(state.root, field) !== undefined)
        delete getParent(field)[name];
    },
    value: (field) => valueAt(state.root, field),
    finish: () => state.root,
  };
}

/** Returns a copy with a value at a path. Replaces any value on the path that is not a map. */
export function setAt(data: DocumentMap, field: FieldPath, value: DocumentValue): DocumentMap {
  const draft = createDraft(data);
  draft.set(field, value);
  return draft.finish();
}

/** Returns a copy without the field at a path, or the input if it is missing. */
export function deleteAt(data: DocumentMap, field: FieldPath): DocumentMap {
  const draft = createDraft(data);
  draft.remove(field);
  return draft.finish();
}
