import type { PushApi, PushSettings } from './api.ts';
import { createListeners } from '../../listeners.ts';

/** Whether this browser gets push notifications of alarms while no page is open. */
export type BrowserNotices = {
  readonly current: () => BrowserNoticeState;
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Reads the state from the server and the browser. Renews a subscription whose session has ended.
   */
  readonly look: () => Promise<void>;
  /** The same, but only if this browser has a subscription; returns whether it was renewed. */
  readonly goOn: () => Promise<boolean>;
  /**
   * Rejects with a ProblemError of the server, or with the browser's error when it reaches no push
   * service.
   */
  readonly turn: (on: boolean) => Promise<void>;
};

export type BrowserNoticeState =
  /** The server does not offer it, or this browser lacks it. */
  | { readonly kind: 'none' }
  /** The browser's settings block it. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'off' }
  | { readonly kind: 'changing' }
  /** As long as the session lasts. */
  | { readonly kind: 'on'; readonly until: Date };

export type BrowserNoticeOptions = {
  readonly api: PushApi;
  /** The page's service worker, if there is one. */
  readonly worker: () => Promise<Pick<ServiceWorkerRegistration, 'pushManager'> | undefined>;
  readonly permission: {
    readonly current: () => NotificationPermission;
    readonly ask: () => Promise<NotificationPermission>;
  };
};

export function createBrowserNotices({
  api,
  worker,
  permission,
}: BrowserNoticeOptions): BrowserNotices {
  const listeners = createListeners();
  let state: BrowserNoticeState = { kind: 'none' };
  const become = (next: BrowserNoticeState): void => {
    if (
      state.kind === next.kind &&
      (next.kind !== 'on' ||
        (state.kind === 'on' && state.until.getTime() === next.until.getTime()))
    )
      return;
    state = next;
    listeners.notify();
  };
  /** @returns whether it was renewed */
  async function look(): Promise<boolean> {
    const push = await api.settings();
    const manager = push === null ? undefined : (await worker())?.pushManager;
    const settled = (next: BrowserNoticeState): false => {
      become(next);
      return false;
    };
    if (push === null || manager === undefined) return settled({ kind: 'none' });
    if (permission.current() === 'denied') return settled({ kind: 'refused' });
    const subscription = await manager.getSubscription();
    const known = subscription === null ? undefined : await knownTo(push, subscription);
    if (subscription === null || known === undefined) return settled({ kind: 'off' });
    if (known.until !== null) return settled({ kind: 'on', until: new Date(known.until) });
    // Its session has ended, and its member has signed in again.
    await api.addBrowser(subscription);
    const again = await api.settings();
    const until = again === null ? null : ((await knownTo(again, subscription))?.until ?? null);
    become(until === null ? { kind: 'off' } : { kind: 'on', until: new Date(until) });
    return until !== null;
  }
  async function turnOn(push: PushSettings, manager: PushManager): Promise<void> {
    if ((await permission.ask()) !== 'granted') return;
    // A subscription for another installation at this address, or for an older key, is useless.
    const known = await manager.getSubscription();
    if (known !== null && !isFor(known, push.publicKey)) await known.unsubscribe();
    const subscription = await manager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: push.publicKey,
    });
    await api.addBrowser(subscription);
  }
  async function turnOff(manager: PushManager): Promise<void> {
    const subscription = await manager.getSubscription();
    if (subscription === null) return;
    await api.removeBrowser(subscription);
    await subscription.unsubscribe();
  }
  return {
    current: () => state,
    subscribe: listeners.subscribe,
    look: async () => void (await look()),
    async goOn() {
      const subscription = await (await worker())?.pushManager?.getSubscription();
      return subscription !== null && subscription !== undefined && (await look());
    },
    async turn(on) {
      become({ kind: 'changing' });
      try {
        const push = await api.settings();
        const manager = (await worker())?.pushManager;
        if (push !== null && manager !== undefined)
          await (on ? turnOn(push, manager) : turnOff(manager));
      } finally {
        await look().catch(() => become({ kind: 'off' }));
      }
    },
  };
}

async function knownTo({ browsers }: PushSettings, { endpoint }: PushSubscription) {
  const own = await getId(endpoint);
  return browsers.find(({ id }) => id === own);
}

/** The server's id of a browser. */
async function getId(endpoint: string): Promise<string> {
  const hash = new Uint8Array(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)),
  );
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function isFor({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey;
  return (
    key !== null &&
    btoa(String.fromCodePoint(...new Uint8Array(key)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '') === publicKey
  );
}
