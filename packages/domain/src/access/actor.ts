import type { AccessLevel } from './access-level.ts';

/**
 * A signed-in user as the access rules see them. The server builds it from the session and the
 * domain tree; the browser gets the same shape to decide what to show.
 */
export type Actor = {
  readonly userId: string;
  readonly accessLevel: AccessLevel;
  /** Null for the maker's staff and for members without an organisation. */
  readonly domainId: string | null;
  readonly rootDomainId: string | null;
  /** Whether the actor's organisation is a home (kind `individual`). */
  readonly hasOwnHome: boolean;
  /**
   * Accessible domains: the actor's own and those below; for agency levels also those of their
   * customers.
   */
  readonly reach: AccessibleDomains;
  readonly singleTimeToken: string | null;
};

/** `everything`: for developer, seniorDeveloper and the system itself. */
export type AccessibleDomains =
  | { readonly kind: 'everything' }
  | { readonly kind: 'domains'; readonly domainIds: ReadonlySet<string> };

export const canAccessDomain = (actor: Actor, domainId: string): boolean =>
  actor.reach.kind === 'everything' || actor.reach.domainIds.has(domainId);
