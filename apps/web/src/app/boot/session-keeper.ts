import type { SessionReply } from '@yamori/domain';
import type { ClientLog } from '../../api/client-log.ts';
import { createListeners } from '../../listeners.ts';
import { forgetMember, keepMember, type KeptMember } from '../../live/offline/kept-member.ts';
import { isPassing } from '../../live/offline/passing-problem.ts';
import type { OfflineDatabase } from '../../live/offline/offline-database.ts';
import type {
  Session,
  SessionState,
  SignInOutcome,
} from '../../features/sign-in/session-context.tsx';
import type { PendingSignOut } from './pending-sign-out.ts';

type SessionKeeperOptions = {
  readonly session: Session;
  readonly database: OfflineDatabase | null;
  /** The cached member, if the server did not answer; otherwise null. */
  readonly kept: KeptMember | null;
  /** Whether the first state comes from the server. */
  readonly answered: boolean;
  readonly owed: PendingSignOut;
  /** The other tabs of this browser. */
  readonly tabs: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;
  readonly now: () => number;
  /**
   * Clears the page's other data besides the database. `leaving`: the member signed out, rather
   * than the server ending the session.
   */
  readonly clearRest: (nobodyWasHere: boolean, leaving: boolean) => Promise<void>;
  /** Called when the server has ended the session, with the number of unsent commands. */
  readonly onUnsent: (commands: number) => void;
  readonly log: ClientLog;
};

type KeptSession = { readonly session: Session; readonly cachedSince: () => Date | null };

const ENDED = 'ended';
const CHANGED = 'changed';

/**
 * Caches the signed-in member for the next start without a network. Clears their data as soon as
 * they are signed out: here, by the server, or in another tab. A sign-out without a network takes
 * effect here immediately and is sent to the server later.
 */
export function keepSession(parts: SessionKeeperOptions): KeptSession {
  const { session, owed, tabs } = parts;
  const listeners = createListeners();
  const notifyAll = listeners.notify;
  let cachedSince = parts.kept?.savedAt ?? null;
  /** Signed out here before the server confirmed it; null if the server's state applies. */
  let endedHere: SessionState | null = owed.isOwed() ? signedOutFrom(session.current()) : null;
  let leaving = false;
  let memberId = getMemberId(endedHere ?? session.current());

  const settle = (told: 'tell' | 'quietly', wanted: boolean): void => {
    const state = current();
    const before = memberId;
    memberId = getMemberId(state);
    void (state.kind === 'signedIn'
      ? remember(parts, state)
      : forget(parts, wanted, before === null));
    if (told === 'tell' && memberId !== before)
      tabs.postMessage(memberId === null ? ENDED : CHANGED);
    notifyAll();
  };
  const current = (): SessionState => endedHere ?? session.current();
  session.subscribe(() => {
    // The server has answered: the cache and decisions without the server are obsolete.
    cachedSince = null;
    endedHere = owed.isOwed() ? signedOutFrom(session.current()) : null;
    settle('tell', leaving);
  });
  tabs.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === ENDED) {
      endedHere = signedOutFrom(session.current());
      settle('quietly', true);
    }
    void session.refresh();
  });
  if (parts.answered) settle('quietly', false);
  /** A pending sign-out would end the new session. */
  const afterPaying = async (begin: () => Promise<SignInOutcome>): Promise<SignInOutcome> => {
    const problem = await owed.pay();
    return problem === null ? begin() : { kind: 'refused', problem };
  };

  return {
    cachedSince: () => cachedSince,
    session: {
      ...session,
      current,
      subscribe: listeners.subscribe,
      signIn: (email, password) => afterPaying(() => session.signIn(email, password)),
      enter: (path, body) => afterPaying(() => session.enter(path, body)),
      enterByPasskey: (exchange) => afterPaying(() => session.enterByPasskey(exchange)),
      async signOut() {
        leaving = true;
        try {
          const outcome = await session.signOut();
          if (outcome.kind !== 'refused' || !isPassing(outcome.problem)) return outcome;
          owed.owe();
          endedHere = signedOutFrom(session.current());
          cachedSince = null;
          settle('tell', true);
          return { kind: 'done' };
        } finally {
          leaving = false;
        }
      },
    },
  };
}

const getMemberId = (state: SessionState): string | null =>
  state.kind === 'signedIn' ? state.user.uid : null;

const signedOutFrom = ({ waysIn, demonstrationAccounts }: SessionState): SessionState => ({
  kind: 'signedOut',
  pending: null,
  ended: null,
  waysIn,
  demonstrationAccounts,
});

async function remember(
  { database, now, log }: SessionKeeperOptions,
  { user, reach, hasOwnHome, waysIn }: Extract<SessionState, { kind: 'signedIn' }>,
): Promise<void> {
  // One-time links, guests and sessions with a pending second factor have nothing worth caching.
  if (
    database === null ||
    user.singleTimeToken !== null ||
    user.isAnonymous ||
    user.accessLevel === 0
  )
    return;
  const reply: SessionReply = {
    user,
    pending: null,
    ended: null,
    waysIn,
    reach,
    hasOwnHome,
    demonstrationAccounts: [],
  };
  await keepMember(database, reply, now()).catch((error: unknown) =>
    log.warn('offline: the member could not be kept', { reason: String(error) }),
  );
}

async function forget(
  { database, clearRest, onUnsent, log }: SessionKeeperOptions,
  leaving: boolean,
  nobodyWasHere: boolean,
): Promise<void> {
  try {
    const unsent = database === null ? 0 : await forgetMember(database);
    await clearRest(nobodyWasHere, leaving);
    if (unsent > 0 && !leaving) onUnsent(unsent);
  } catch (error) {
    log.error('offline: what was kept could not be removed', { reason: String(error) });
  }
}
