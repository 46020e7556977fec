import { equalValues } from '../../documents/value-order.ts';
import type { DocumentValue } from '../../documents/document-value.ts';
import type { Actor } from '../actor.ts';
import type { DocumentFields, PlacedDocument } from './placement.ts';
import type { Visibility } from './visibility.ts';

/**
 * Access rule of a collection. Methods are bivariant, so a rule for rooms fits a table of rules for
 * documents. `mayCreate`, `mayUpdate` and `mayDelete` only see fields that the actor sees and may
 * set.
 */
export type CollectionRule<Data = DocumentFields> = {
  visibleTo(actor: Actor): Visibility;
  mayCreate(actor: Actor, after: PlacedDocument<Data>): boolean;
  mayUpdate(actor: Actor, before: PlacedDocument<Data>, after: PlacedDocument<Data>): boolean;
  mayDelete(actor: Actor, before: PlacedDocument<Data>): boolean;
  /**
   * Fields hidden from the actor: omitted, and rejected in filters, orders and writes. A part of a
   * server-only field can be hidden by a dotted path (`live.accidents.by`).
   */
  hiddenFields(actor: Actor): readonly string[];
  /** Top-level fields written only by the server. */
  readonly serverFields: readonly string[];
  /** Only the server writes this collection. */
  readonly isReadOnly?: true;
};

const NEVER = { mayCreate: () => false, mayUpdate: () => false, mayDelete: () => false };
const NOTHING_HIDDEN = { hiddenFields: (): readonly string[] => [], serverFields: [] };

/** A collection written only by the server. */
export const readOnlyRule = (visibleTo: (actor: Actor) => Visibility): CollectionRule => ({
  visibleTo,
  ...NEVER,
  ...NOTHING_HIDDEN,
  isReadOnly: true,
});

/** A collection without hidden fields, where the same condition applies to all writes. */
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

/** Top-level fields that differ between two documents. */
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
  // Fields contain only document values; here their types come from the schemas.
  return !equalValues(a as DocumentValue, b as DocumentValue);
}
