import type { Problem, SessionReply, UserInfo, OfferedSignInMethods } from '@yamori/domain';
import { createContext, useContext, useSyncExternalStore } from 'react';

export type DemonstrationAccount = SessionReply['demonstrationAccounts'][number];

export type SessionState =
  | {
      readonly kind: 'signedOut';
      readonly pending: SessionReply['pending'];
      /** Why this browser's session ended, unless the user signed out here. */
      readonly ended: SessionReply['ended'];
      readonly waysIn: OfferedSignInMethods;
      /** Empty on a real installation. */
      readonly demonstrationAccounts: readonly DemonstrationAccount[];
    }
  | {
      readonly kind: 'signedIn';
      readonly user: UserInfo;
      readonly reach: SessionReply['reach'];
      readonly hasOwnHome: boolean;
      readonly waysIn: OfferedSignInMethods;
      readonly demonstrationAccounts: readonly DemonstrationAccount[];
    };

/** `cancelled`: the user changed their mind, so show no message. */
export type SignInOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'refused'; readonly problem: Problem };

/** The two addresses of a passkey exchange: for the challenge and for the response. */
type PasskeyExchange = {
  readonly request: string;
  readonly answer: string;
  readonly body: (assertion: object) => unknown;
};

/**
 * The interface for pages about the session; injected by the app, which creates it from the backend
 * client.
 */
export type Session = {
  readonly current: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly signIn: (email: string, password: string) => Promise<SignInOutcome>;
  readonly signOut: () => Promise<SignInOutcome>;
  /**
   * Runs another call that ends in a session or in a required second factor; its answer is the new
   * state.
   */
  readonly enter: (path: string, body: unknown) => Promise<SignInOutcome>;
  /**
   * Signs in with a passkey of this browser, or uses it as the second factor, with the two
   * addresses of that exchange.
   */
  readonly enterByPasskey: (exchange: PasskeyExchange) => Promise<SignInOutcome>;
  /** Reloads the user and their rights from the server. True while signed in. */
  readonly refresh: () => Promise<boolean>;
};

export const SessionContext = createContext<Session | null>(null);

export function useSession(): readonly [SessionState, Session] {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession must be used inside <SessionContext>');
  return [useSyncExternalStore(session.subscribe, session.current), session];
}
