import { ProblemError, type Problem, type SignInFlow, type SignInIntent } from '@yamori/domain';
import { createListeners } from '../../listeners.ts';
import type { WaysClient } from './api.ts';
import { hearWay, WAY_CHANNEL, type WayNews } from './way-news.ts';

/**
 * A provider flow. `waiting`: its popup is open; `closed`: the popup was closed before an outcome.
 */
export type WayTry =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'starting' | 'leaving' | 'waiting' | 'blocked' | 'closed';
      readonly way: string;
    }
  | { readonly kind: 'refused'; readonly way: string; readonly problem: Problem }
  | { readonly kind: 'done'; readonly way: string; readonly outcome: string };

export type WayRequest = {
  readonly intent: SignInIntent;
  readonly flow: SignInFlow;
  readonly next: string;
};

/** The browser functions that are needed; a page passes its window. */
export type WayWindow = {
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

export type WayLauncher = {
  /** Must be called directly by a click, or the browser blocks the popup. */
  readonly start: (way: string, request: WayRequest) => Promise<void>;
  readonly cancel: () => void;
  readonly current: () => WayTry;
  readonly subscribe: (listener: () => void) => () => void;
  /** Stops listening when the page closes. */
  readonly close: () => void;
};

const LOOK_EVERY_MS = 500;
/** How long an outcome may still arrive after the popup has closed. */
const GRACE_MS = 2000;
const IDLE: WayTry = { kind: 'idle' };

/** Opens a provider's page in a popup or in this window, and follows the outcome. */
export function createWayLauncher(client: Pick<WaysClient, 'start'>, view: WayWindow): WayLauncher {
  const listeners = createListeners();
  let state: WayTry = IDLE;
  let stopWaiting: () => void = () => undefined;
  const put = (next: WayTry): void => {
    state = next;
    listeners.notify();
  };
  const end = (): void => {
    stopWaiting();
    stopWaiting = () => undefined;
  };
  const refused = (way: string, error: unknown): void => {
    if (!(error instanceof ProblemError)) throw error;
    put({ kind: 'refused', way, problem: error.problem });
  };

  const redirect = async (way: string, { intent, next }: WayRequest): Promise<void> => {
    put({ kind: 'starting', way });
    try {
      const address = await client.start(way, { intent, flow: 'redirect', next, popupId: null });
      put({ kind: 'leaving', way });
      view.goTo(address);
    } catch (error) {
      refused(way, error);
    }
  };

  const popUp = async (way: string, { intent, next }: WayRequest): Promise<void> => {
    // Before any await: the browser ties the popup to the click.
    const popup = view.openPopup();
    if (popup === null) return put({ kind: 'blocked', way });
    put({ kind: 'starting', way });
    const popupId = view.newId();
    // Keep listening after the popup seems closed: a provider's policy can make it look closed too
    // early.
    const deafen = hearWay(view.openChannel(WAY_CHANNEL), popupId, (news) => {
      end();
      put(toAttempt(way, news));
    });
    const unwatch = watchClosing(popup, () => {
      if (state.kind === 'waiting') put({ kind: 'closed', way });
    });
    stopWaiting = () => {
      deafen();
      unwatch();
      popup.close();
    };
    try {
      popup.goTo(await client.start(way, { intent, flow: 'popup', next, popupId }));
      put({ kind: 'waiting', way });
    } catch (error) {
      end();
      refused(way, error);
    }
  };

  return {
    start: (way, request) => {
      end();
      return request.flow === 'popup' ? popUp(way, request) : redirect(way, request);
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

const toAttempt = (way: string, { outcome, code }: WayNews): WayTry =>
  outcome === 'refused'
    ? { kind: 'refused', way, problem: { code: code ?? 'unknown' } }
    : { kind: 'done', way, outcome };

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
