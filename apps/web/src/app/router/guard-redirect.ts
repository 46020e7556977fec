import { decideAll, type Route, type Visitor } from '@yamori/domain';
import { safeNext } from '../../features/sign-in/next-address.ts';

type GuardOutcome =
  | { readonly kind: 'show' }
  | { readonly kind: 'refuse' }
  | { readonly kind: 'lead'; readonly href: string };

/**
 * Decides what a visitor of a route sees: the screen, the refused page, the sign-in page or the
 * board.
 */
export function guardOutcome(route: Route, visitor: Visitor, href: string): GuardOutcome {
  switch (decideAll(route.guards, visitor)) {
    case 'allowed':
      return { kind: 'show' };
    case 'refused':
      return { kind: 'refuse' };
    case 'signOutFirst':
      return { kind: 'lead', href: wantedBehind(href) };
    case 'signInFirst':
      return {
        kind: 'lead',
        href: href === '/' ? '/login' : `/login?next=${encodeURIComponent(href)}`,
      };
  }
}

/** Signed-in visitors continue to the target of the sign-in page. */
const wantedBehind = (href: string): string =>
  safeNext(new URL(href, 'http://here').searchParams.get('next') ?? undefined);
