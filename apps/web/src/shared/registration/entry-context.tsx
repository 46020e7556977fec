import type { EndpointCall, Endpoint, Problem, OfferedSignInMethods } from '@yamori/domain';
import { createContext, useContext } from 'react';

/** The result of a call that may sign in. */
export type Entry =
  | { readonly kind: 'signedIn' }
  | { readonly kind: 'secondFactor' }
  | { readonly kind: 'refused'; readonly problem: Problem };

/** The interface for registration pages; injected by the app. */
export type EntrySide = {
  /** The sign-in methods and registration options of this installation. */
  readonly waysIn: OfferedSignInMethods;
  /** Calls an endpoint whose reply is the session. */
  readonly enter: <E extends Endpoint>(endpoint: E, parts: EndpointCall<E>) => Promise<Entry>;
  readonly refresh: () => Promise<unknown>;
  readonly signOut: () => Promise<unknown>;
};

export const EntryContext = createContext<EntrySide | null>(null);

export function useAuthConfig(): EntrySide {
  const entry = useContext(EntryContext);
  if (entry === null) throw new Error('useAuthConfig must be used inside <EntryContext>');
  return entry;
}
