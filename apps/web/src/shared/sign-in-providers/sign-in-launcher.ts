import { ProblemError, type Problem, type SignInFlow, type SignInIntent } from '@yamori/domain';
import { createListeners } from '../../listeners.ts';
import type { SignInProvidersClient } from './api.ts';
import { receiveSignInOutcome, SIGN_IN_CHANNEL, type SignInMessage } from './sign-in-broadcast.ts';

/**
 * A provider flow. `waiting`: its popup is open; `closed`: the popup was closed before an outcome.
 */
export type SignInAttempt =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'starting' | 'leaving' | 'waiting' | 'blocked' | 'closed';
      readonly method: string;
    }
  | { readonly kind: 'refused'; readonly method: string; readonly problem: Problem }
  | { readonly kind: 'done'; readonly method: string; readonly outcome: string };

export type SignInRequest = {
  readonly intent: SignInIntent;
  readonly flow: SignInFlow;
  readonly next: string;
};

/** The browser functions that are needed; a page passes its window. */
export type SignInWindow = {
  /** An empty popup; null if the browser blocks it. */
  readonly openPopup: () => PopupWindow | null;
  readonly goTo: (address: string) => void;
  readonly openChannel: (name: string) => BroadcastChannel;
  readonly newId: () => string;
};
type PopupWindow = {
  readonly closed: () => boolean;
  readonly goTo: (address: string) => void;
  readonly close: () => void;
};

export type SignInLauncher = {
  /** Must be called directly by a click, or the browser blocks the popup. */
  readonly start: (method: string, request: SignInRequest) => Promise<void>;
  readonly cancel: () => void;
  readonly current: () => SignInAttempt;
  readonly subscribe: (listener: () => void) => () => void;
  /** Stops listening when the page closes. */
  readonly close: () => void;
};

const LOOK_EVERY_MS = 500;
/** How long an outcome may still arrive after the popup has closed. */
const GRACE_MS = 2000;
const IDLE: SignInAttempt = { kind: 'idle' };

/** Opens a provider's page in a popup or in this window, and follows the outcome. */
export function createSignInLauncher(
  client: Pick<SignInProvidersClient, 'start'>,
  view: SignInWindow,
): SignInLauncher {
  const listeners = createListeners();
  let state: SignInAttempt = IDLE;
  let stopWaiting: () => void = () => undefined;
  const put = (next: SignInAttempt): void => {
    state = next;
    listeners.notify();
  };
  const end = (): void => {
    stopWaiting();
    stopWaiting = () => undefined;
  };
  const refused = (method: string, error: unknown): void => {
    if (!(error instanceof ProblemError)) throw error;
    put({ kind: 'refused', method, problem: error.problem });
  };

  const redirect = async (method: string, { intent, next }: SignInRequest): Promise<void> => {
    put({ kind: 'starting', method });
    try {
      const address = await client.start(method, { intent, flow: 'redirect', next, popupId: null });
      put({ kind: 'leaving', method });
      view.goTo(address);
    } catch (error) {
      refused(method, error);
    }
  };

  const popUp = async (method: string, { intent, next }: SignInRequest): Promise<void> => {
    // Before any await: the browser ties the popup to the click.
    const popup = view.openPopup();
    if (popup === null) return put({ kind: 'blocked', method });
    put({ kind: 'starting', method });
    const popupId = view.newId();
    // Keep listening after the popup seems closed: a provider's policy can make it look closed too
    // early.
    const deafen = receiveSignInOutcome(view.openChannel(SIGN_IN_CHANNEL), popupId, (news) => {
      end();
      put(toAttempt(method, news));
    });
    const unwatch = watchClosing(popup, () => {
      if (state.kind === 'waiting') put({ kind: 'closed', method });
    });
    stopWaiting = () => {
      deafen();
      unwatch();
      popup.close();
    };
    try {
      popup.goTo(await client.start(method, { intent, flow: 'popup', next, popupId }));
      put({ kind: 'waiting', method });
    } catch (error) {
      end();
      refused(method, error);
    }
  };

  return {
    start: (method, request) => {
      end();
      return request.flow === 'popup' ? popUp(method, request) : redirect(method, request);
    },
    cancel: () => {
      end();
      put(IDLE);
    },
    current: () => state,
    subscribe: listeners.subscribe,
    close: end,
  };
}

const toAttempt = (method: string, { outcome, code }: SignInMessage): SignInAttempt =>
  outcome === 'refused'
    ? { kind: 'refused', method, problem: { code: code ?? 'unknown' } }
    : { kind: 'done', method, outcome };

function watchClosing(popup: PopupWindow, closed: () => void): () => void {
  let grace: ReturnType<typeof setTimeout> | undefined;
  const look = setInterval(() => {
    if (!popup.closed()) return;
    clearInterval(look);
    grace = setTimeout(closed, GRACE_MS);
  }, LOOK_EVERY_MS);
  return () => {
    clearInterval(look);
    clearTimeout(grace);
  };
}
