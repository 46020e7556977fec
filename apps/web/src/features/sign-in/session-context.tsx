import type { Problem, SessionReply, UserInfo, WaysIn } from '@yamori/domain';
import { createContext, useContext, useSyncExternalStore } from 'react';

export type DemonstrationAccount = SessionReply['demonstrationAccounts'][number];

export type SessionState =
  | {
      readonly kind: 'signedOut';
      readonly pending: SessionReply['pending'];
      /** Why this browser's session ended, where that was not its own sign-out. */
      readonly ended: SessionReply['ended'];
      readonly waysIn: WaysIn;
      readonly demonstrationAccounts: readonly DemonstrationAccount[];
    }
  | {
      readonly kind: 'signedIn';
      readonly user: UserInfo;
      readonly reach: SessionReply['reach'];
      readonly waysIn: WaysIn;
    };

/** `cancelled`: somebody thought better of it; there is nothing to say. */
export type SignInOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'refused'; readonly problem: Problem };

/** Where to ask what a passkey is to sign, and where its answer goes. */
type PasskeyExchange = {
  readonly request: string;
  readonly answer: string;
  readonly body: (assertion: object) => unknown;
};

/** What the pages about the session need; the app hands it in, made from the backend client. */
export type Session = {
  readonly current: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly signIn: (email: string, password: string) => Promise<SignInOutcome>;
  readonly signOut: () => Promise<SignInOutcome>;
  /**
   * Another call that ends in a session or in what is still owed; the state is what it answered.
   */
  readonly enter: (path: string, body: unknown) => Promise<SignInOutcome>;
  /**
   * Asks a passkey of this browser to sign in, or to be the second factor, by the two addresses of
   * that exchange.
   */
  readonly enterByPasskey: (exchange: PasskeyExchange) => Promise<SignInOutcome>;
  /** Asks the server again who is signed in and with which rights. True while somebody is. */
  readonly refresh: () => Promise<boolean>;
};

export const SessionContext = createContext<Session | null>(null);

export function useSession(): readonly [SessionState, Session] {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('SessionContext is missing');
  return [useSyncExternalStore(session.subscribe, session.current), session];
}
