import { isDocumentMap, type DocumentMap, type DocumentValue } from './document-value.ts';
import type { FieldPath } from './field-path.ts';
import { valueAt } from './stored-document.ts';

/**
 * A document under work. Each map in it is copied once, when it is first changed, so many fields
 * cost no more than what they hold.
 */
export type DocumentDraft = {
  /** What is no map on the way is replaced by one. */
  readonly set: (field: FieldPath, value: DocumentValue) => void;
  /** Nothing happens when there is no such field. */
  readonly remove: (field: FieldPath) => void;
  readonly value: (field: FieldPath) => DocumentValue | undefined;
  /**
   * The data as it is by now; what was given itself where nothing changed. The draft is not to be
   * used any more.
   */
  readonly finish: () => DocumentMap;
};

type OwnMap = { [field: string]: DocumentValue };

/** Begins to change a document. What is given, and every value put in, stays as it is. */
export function draftOf(given: DocumentMap): DocumentDraft {
  const own = new WeakSet<object>();
  const state: { root: DocumentMap } = { root: given };
  const owned = (map: DocumentMap): OwnMap => {
    // Only maps that were made below are in the set, so these may be written to.
    if (own.has(map)) return map as OwnMap;
    const copy: OwnMap = { ...map };
    own.add(copy);
    return copy;
  };
  /** The map around the last name of a path, ready to be changed. */
  const around = (field: FieldPath): OwnMap => {
    let map = owned(state.root);
    state.root = map;
    for (const name of field.slice(0, -1)) {
      const inner = Object.hasOwn(map, name) ? map[name] : undefined;
      const next = owned(isDocumentMap(inner) ? inner : {});
      map[name] = next;
      map = next;
    }
    return map;
  };
  return {
    set: (field, value) => {
      const name = field.at(-1);
      if (name !== undefined) around(field)[name] = value;
    },
    remove: (field) => {
      const name = field.at(-1);
      if (name !== undefined && valueAt(state.root, field) !== undefined)
        delete around(field)[name];
    },
    value: (field) => valueAt(state.root, field),
    finish: () => state.root,
  };
}

/**
 * A copy with a value at a path; what is no map on the way is replaced by one. The input is not
 * changed.
 */
export function setAt(data: DocumentMap, field: FieldPath, value: DocumentValue): DocumentMap {
  const draft = draftOf(data);
  draft.set(field, value);
  return draft.finish();
}

/** A copy without the field at a path; the same data when there is none. */
export function deleteAt(data: DocumentMap, field: FieldPath): DocumentMap {
  const draft = draftOf(data);
  draft.remove(field);
  return draft.finish();
}
