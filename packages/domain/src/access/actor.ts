import type { AccessLevel } from './access-level.ts';

/**
 * Somebody signed in, as the rules of access see them. Built by the server from the session and the
 * domain tree; the browser gets the same shape to decide what to show.
 */
export type Actor = {
  readonly userId: string;
  readonly accessLevel: AccessLevel;
  /** Null for the maker's people and for members without an organisation. */
  readonly domainId: string | null;
  readonly rootDomainId: string | null;
  /**
   * Domains the actor reaches: its own and those below; for agency levels those of their customers
   * too.
   */
  readonly reach: DomainReach;
  readonly singleTimeToken: string | null;
};

/** `everything` is for developer, seniorDeveloper and the system itself. */
export type DomainReach =
  | { readonly kind: 'everything' }
  | { readonly kind: 'domains'; readonly domainIds: ReadonlySet<string> };

export const reaches = (actor: Actor, domainId: string): boolean =>
  actor.reach.kind === 'everything' || actor.reach.domainIds.has(domainId);
