import type { Actor } from '../actor.ts';
import type { PlacedDocument } from './placement.ts';

/**
 * Conditions that must all hold. A grant without conditions would match everything, so it always
 * has one.
 */
type Grant = {
  /** One of these domains owns the document. */
  readonly domainIds?: ReadonlySet<string>;
  /** The document is shared with this user. */
  readonly sharedWith?: string;
  /** The document has this id. */
  readonly id?: string;
  /** A top-level field is a number up to this value. */
  readonly atMost?: { readonly field: string; readonly value: number };
};

/**
 * The documents of a collection that a user sees. Plain data, so that the same rule checks one
 * document in memory and filters a list in the database.
 */
export type Visibility =
  | { readonly kind: 'everything' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'some'; readonly grants: readonly Grant[] };

export const EVERYTHING: Visibility = { kind: 'everything' };
export const NOTHING: Visibility = { kind: 'nothing' };
export const some = (...grants: readonly Grant[]): Visibility =>
  grants.length === 0 ? NOTHING : { kind: 'some', grants };

/** Documents of the accessible domains. */
export const inAccessibleDomains = (actor: Actor): Visibility =>
  actor.reach.kind === 'everything' ? EVERYTHING : some({ domainIds: actor.reach.domainIds });

/** Documents of the actor's own domain. */
export const withinOwnDomain = (actor: Actor): Visibility =>
  actor.domainId === null ? NOTHING : some({ domainIds: new Set([actor.domainId]) });

export const sharedWithActor = (actor: Actor): Visibility => some({ sharedWith: actor.userId });

export function isVisible(document: PlacedDocument, visibility: Visibility): boolean {
  if (visibility.kind !== 'some') return visibility.kind === 'everything';
  return visibility.grants.some((grant) => meets(document, grant));
}

function meets({ id, placement, data }: PlacedDocument, grant: Grant): boolean {
  if (grant.domainIds && !placement.domainIds.some((domainId) => grant.domainIds?.has(domainId)))
    return false;
  if (grant.sharedWith !== undefined && !placement.sharedWith.includes(grant.sharedWith))
    return false;
  if (grant.id !== undefined && id !== grant.id) return false;
  if (!grant.atMost) return true;
  const value = data[grant.atMost.field];
  return typeof value === 'number' && value <= grant.atMost.value;
}
