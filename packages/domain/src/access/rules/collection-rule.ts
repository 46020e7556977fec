import { equalValues } from '../../documents/value-order.ts';
import type { DocumentValue } from '../../documents/document-value.ts';
import type { Actor } from '../actor.ts';
import type { DocumentFields, PlacedDocument } from './placement.ts';
import type { Visibility } from './visibility.ts';

/**
 * Who may do what with the documents of one collection. Methods, so that a rule about rooms stands
 * in a table of rules about documents. `mayCreate`, `mayUpdate` and `mayDelete` are asked only
 * about fields that the actor sees and may set at all.
 */
export type CollectionRule<Data = DocumentFields> = {
  visibleTo(actor: Actor): Visibility;
  mayCreate(actor: Actor, after: PlacedDocument<Data>): boolean;
  mayUpdate(actor: Actor, before: PlacedDocument<Data>, after: PlacedDocument<Data>): boolean;
  mayDelete(actor: Actor, before: PlacedDocument<Data>): boolean;
  /**
   * Fields that the actor never sees: left out, and refused in filters, orders and writes. Of a
   * field that only the server writes a part may be hidden, as a path with dots (`live.call.by`).
   */
  hiddenFields(actor: Actor): readonly string[];
  /** Top-level fields that only the server writes. */
  readonly serverFields: readonly string[];
  /** Nobody but the server writes anything here. */
  readonly isReadOnly?: true;
};

const NEVER = { mayCreate: () => false, mayUpdate: () => false, mayDelete: () => false };
const NOTHING_HIDDEN = { hiddenFields: (): readonly string[] => [], serverFields: [] };

/** A collection that only the server writes. */
export const readOnlyRule = (visibleTo: (actor: Actor) => Visibility): CollectionRule => ({
  visibleTo,
  ...NEVER,
  ...NOTHING_HIDDEN,
  isReadOnly: true,
});

/** A collection without hidden fields that the same people create, change and delete. */
export const ownedRule = (
  visibleTo: (actor: Actor) => Visibility,
  mayWrite: (actor: Actor, document: PlacedDocument) => boolean,
): CollectionRule => ({
  visibleTo,
  mayCreate: mayWrite,
  mayUpdate: (actor, before, after) => mayWrite(actor, before) && mayWrite(actor, after),
  mayDelete: mayWrite,
  ...NOTHING_HIDDEN,
});

/** Top-level fields in which two documents differ. */
export const changedFields = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) =>
    differs(before[name], after[name]),
  );

export const changesOnly = (
  before: PlacedDocument<object>,
  after: PlacedDocument<object>,
  allowed: readonly string[],
): boolean =>
  changedFields({ ...before.data }, { ...after.data }).every((name) => allowed.includes(name));

function differs(a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined) return a !== b;
  // Fields of a document hold nothing but document values; their types here come from the schemas.
  return !equalValues(a as DocumentValue, b as DocumentValue);
}
