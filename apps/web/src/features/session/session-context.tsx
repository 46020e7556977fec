import type { Problem, SessionReply, UserInfo, WaysIn } from '@yamori/domain';
import { createContext, useContext, useSyncExternalStore } from 'react';

export type DemonstrationAccount = SessionReply['demonstrationAccounts'][number];

export type SessionState =
  | { readonly kind: 'signedOut'; readonly pending: SessionReply['pending']; readonly waysIn: WaysIn; readonly demonstrationAccounts: readonly DemonstrationAccount[] }
  | { readonly kind: 'signedIn'; readonly user: UserInfo; readonly reach: SessionReply['reach']; readonly waysIn: WaysIn };

export type SignInOutcome = { readonly kind: 'done' } | { readonly kind: 'refused'; readonly problem: Problem };

/** What the pages about the session need; the app hands it in, made from the backend client. */
export type Session = {
  readonly current: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly signIn: (email: string, password: string) => Promise<SignInOutcome>;
  readonly signOut: () => Promise<SignInOutcome>;
  /** Asks the server again who is signed in, for when it refuses the one who was. */
  readonly refresh: () => void;
};

export const SessionContext = createContext<Session | null>(null);

export function useSession(): readonly [SessionState, Session] {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('SessionContext is missing');
  return [useSyncExternalStore(session.subscribe, session.current), session];
}
