import { ProblemError } from '@yamori/domain';
import { consoleLog } from '../../api/client-log.ts';
import type { HttpOptions } from '../../api/http-call.ts';
import { readKeptMember, type KeptMember } from '../../live/offline/kept-member.ts';
import { openOfflineDatabase, type OfflineDatabase } from '../../live/offline/offline-database.ts';
import { createSessionClient } from '../../api/session-client.ts';
import {
  createSignInProvidersClient,
  type SignInProvidersClient,
} from '../../shared/sign-in-providers/api.ts';
import type { Backend } from './backend.ts';
import { clearBrowserStorage } from './browser-storage.ts';
import { pendingSignOut, type PendingSignOut } from './pending-sign-out.ts';
import { keepSession } from './session-keeper.ts';
import { watchReachability } from './server-reachability.ts';
import { openSession } from './session-store.ts';

/**
 * Reading the session is a small request: without a reply in this time the server counts as
 * unreachable.
 */
const ANSWER_WITHIN_MS = 8000;
/** The page waits this long for a pending sign-out, which is sent first. */
const SIGN_OUT_WITHIN_MS = 4000;
const PAY_AGAIN_MS = 15_000;

type BackendNotices = { readonly onUnsent: (commands: number) => void };

/**
 * Reads the session, or the cached one if the server does not answer. Opens no connection for a
 * signed-out user.
 */
export async function openBackend(
  view: Window,
  notices: BackendNotices,
  limits = { answerMs: ANSWER_WITHIN_MS, signOutMs: SIGN_OUT_WITHIN_MS },
): Promise<Backend> {
  const within = (limitMs: number) =>
    createSessionClient({
      fetch: (url, init) => view.fetch(url, { ...init, signal: AbortSignal.timeout(limitMs) }),
    });
  const { read } = within(limits.answerMs);
  const { signOut } = within(limits.signOutMs);
  const http: HttpOptions = { fetch: (url, init) => view.fetch(url, init) };
  const client = {
    ...createSessionClient(http),
    read,
    signOut,
  };
  const owed = pendingSignOut(view.localStorage, signOut);
  // The session, for which the page waits longest, is requested first, unless a sign-out is
  // pending.
  const asked = owed.isOwed() ? null : read();
  asked?.catch(() => undefined);
  const database = await openOfflineDatabase(view.indexedDB).catch(() => null);
  const kept = await keptMember(database);
  await owed.pay();
  const first = { answered: true };
  const opened = await openSession(
    client,
    () => {
      first.answered = false;
      return owed.isOwed() ? null : (kept?.session ?? null);
    },
    () => asked ?? read(),
  );
  const { session, cachedSince } = keepSession({
    session: opened,
    database,
    owed,
    answered: first.answered,
    kept: first.answered ? null : kept,
    tabs: new BroadcastChannel('yamori-session'),
    now: () => Date.now(),
    log: consoleLog(console),
    clearRest: (nobodyWasHere, leaving) => clearRest(view, nobodyWasHere, leaving),
    onUnsent: notices.onUnsent,
  });
  const reach = watchReachability(opened, first.answered, view);
  payAgain(view, owed);
  return {
    session,
    signInProviders: payFirst(createSignInProvidersClient(http), owed),
    offline: { database, cachedSince },
    reach,
  };
}

/**
 * After a sign-out this browser receives no more notifications; after a session that the server
 * ended it still does.
 */
async function clearRest(view: Window, nobodyWasHere: boolean, leaving: boolean): Promise<void> {
  if (leaving) await forgetBrowserNotices(view.navigator.serviceWorker).catch(() => undefined);
  await clearBrowserStorage(view, nobodyWasHere);
}

/** A sign-in at a provider returns with a new session, which a pending sign-out must not end. */
const payFirst = (
  signInProviders: SignInProvidersClient,
  owed: PendingSignOut,
): SignInProvidersClient => ({
  ...signInProviders,
  async start(method, call) {
    const problem = await owed.pay();
    if (problem !== null) throw new ProblemError(problem);
    return signInProviders.start(method, call);
  },
});

/** Sends a pending sign-out as soon as the server can be reached. */
function payAgain(view: Window, owed: PendingSignOut): void {
  const pay = (): void => void owed.pay();
  view.addEventListener('online', pay);
  view.setInterval(pay, PAY_AGAIN_MS);
}

async function keptMember(database: OfflineDatabase | null): Promise<KeptMember | null> {
  if (database === null) return null;
  return readKeptMember(database, Date.now()).catch(() => null);
}

/**
 * Ends the push subscription of this browser, so that the next user gets no notifications. The push
 * service tells the server.
 */
async function forgetBrowserNotices(container: ServiceWorkerContainer | undefined): Promise<void> {
  const registration = await container?.getRegistration('/');
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
