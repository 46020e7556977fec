import { ProblemError, type SessionReply, type OfferedSignInMethods } from '@yamori/domain';
import { attempt } from '../../call-outcome.ts';
import { createListeners } from '../../listeners.ts';
import { askPasskey } from '../../api/passkey.ts';
import type { SessionClient } from '../../api/session-client.ts';
import type { Session, SessionState } from '../../features/sign-in/session-context.tsx';

/**
 * The session as a store. Without an answer of the server at the start the user counts as signed
 * out, unless `kept` returns a cached session. `first`: the request of the start, if it was already
 * sent.
 */
export async function openSession(
  client: SessionClient,
  kept: () => SessionReply | null = () => null,
  first = client.read,
): Promise<Session> {
  const listeners = createListeners();
  let state = await firstState(first, kept);
  const put = (next: SessionState): void => {
    state = next;
    listeners.notify();
  };
  return {
    current: () => state,
    subscribe: listeners.subscribe,
    signIn: (email, password) =>
      attempt(async () => put(toState(await client.signIn(email, password)))),
    signOut: () =>
      attempt(async () => {
        await client.signOut();
        put(toState(await client.read()));
      }),
    enter: (path, body) => attempt(async () => put(toState(await client.enter(path, body)))),
    enterByPasskey: async ({ request, answer, body }) => {
      let cancelled = false;
      const outcome = await attempt(async () => {
        const assertion = await askPasskey(await client.passkeyRequest(request));
        cancelled = assertion === null;
        if (assertion !== null) put(toState(await client.enter(answer, body(assertion))));
      });
      return cancelled ? { kind: 'cancelled' } : outcome;
    },
    refresh: async () => {
      await attempt(async () => put(toState(await client.refresh())));
      return state.kind === 'signedIn';
    },
  };
}

async function firstState(
  first: () => Promise<SessionReply>,
  kept: () => SessionReply | null,
): Promise<SessionState> {
  try {
    return toState(await first());
  } catch (error) {
    const known = error instanceof ProblemError ? kept() : null;
    if (known !== null) return toState(known);
    if (error instanceof ProblemError)
      return {
        kind: 'signedOut',
        pending: null,
        ended: null,
        waysIn: UNKNOWN_METHODS,
        demonstrationAccounts: [],
      };
    throw error;
  }
}

/** The default without a reply: the one sign-in method that every installation has. */
const UNKNOWN_METHODS: OfferedSignInMethods = {
  password: true,
  line: false,
  google: false,
  saml: false,
  passkey: false,
  anonymous: false,
  signUp: false,
  registerDomain: false,
  domainByMail: false,
  passwordReset: false,
};

const toState = ({
  user,
  pending,
  ended,
  waysIn,
  reach,
  hasOwnHome,
  demonstrationAccounts,
}: SessionReply): SessionState =>
  user === null
    ? { kind: 'signedOut', pending, ended, waysIn, demonstrationAccounts }
    : { kind: 'signedIn', user, reach, hasOwnHome, waysIn, demonstrationAccounts };
