import type { CallOf, Endpoint, Problem, WaysIn } from '@yamori/domain';
import { createContext, useContext } from 'react';

/** What a call that may sign somebody in led to. */
export type Entry =
  | { readonly kind: 'signedIn' }
  | { readonly kind: 'secondFactor' }
  | { readonly kind: 'refused'; readonly problem: Problem };

/** What the pages need on which people come to have an account; the app hands it in. */
export type EntrySide = {
  /** Ways in, and offers to have an account, that this installation has. */
  readonly waysIn: WaysIn;
  /** Calls an endpoint whose reply is the session. */
  readonly enter: <E extends Endpoint>(endpoint: E, parts: CallOf<E>) => Promise<Entry>;
  readonly refresh: () => Promise<unknown>;
  readonly signOut: () => Promise<unknown>;
};

export const EntryContext = createContext<EntrySide | null>(null);

export function useEntry(): EntrySide {
  const entry = useContext(EntryContext);
  if (entry === null) throw new Error('EntryContext is missing');
  return entry;
}
