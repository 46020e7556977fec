import type { NoticeWays } from '@yamori/domain';
import type { NoticesClient } from '../../client/notices-client.ts';

/** Whether this browser tells of alarms while none of our pages is open. */
export type BrowserNotices = {
  readonly current: () => BrowserNoticeState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Asks the server and the browser how it stands. */
  readonly look: () => Promise<void>;
  /** Rejects with a ProblemError of the server, or with the error of a browser that reaches no push service. */
  readonly turn: (on: boolean) => Promise<void>;
};

export type BrowserNoticeState =
  /** The server has not got it, or this browser cannot. */
  | { readonly kind: 'none' }
  /** Its reader has said no, in the settings of the browser. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'off' } | { readonly kind: 'changing' } | { readonly kind: 'on' };

export type BrowserNoticeParts = {
  readonly client: NoticesClient;
  /** The page's service worker, where there is one. */
  readonly worker: () => Promise<Pick<ServiceWorkerRegistration, 'pushManager'> | undefined>;
  readonly permission: { readonly current: () => NotificationPermission; readonly ask: () => Promise<NotificationPermission> };
};

export function createBrowserNotices({ client, worker, permission }: BrowserNoticeParts): BrowserNotices {
  const listeners = new Set<() => void>();
  let state: BrowserNoticeState = { kind: 'none' };
  const become = (kind: BrowserNoticeState['kind']): void => {
    if (state.kind === kind) return;
    state = { kind };
    for (const listener of listeners) listener();
  };
  async function look(): Promise<void> {
    const { push } = await client.ways();
    const manager = push === null ? undefined : (await worker())?.pushManager;
    if (push === null || manager === undefined) return become('none');
    if (permission.current() === 'denied') return become('refused');
    const subscription = await manager.getSubscription();
    become(subscription !== null && push.browsers.includes(await idOf(subscription.endpoint)) ? 'on' : 'off');
  }
  async function turnOn(push: NonNullable<NoticeWays['push']>, manager: PushManager): Promise<void> {
    if (await permission.ask() !== 'granted') return;
    // One made for another installation at this address, or for an older key of it, is of no use.
    const known = await manager.getSubscription();
    if (known !== null && !isFor(known, push.publicKey)) await known.unsubscribe();
    const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: push.publicKey });
    await client.addBrowser(subscription.toJSON());
  }
  async function turnOff(manager: PushManager): Promise<void> {
    const subscription = await manager.getSubscription();
    if (subscription === null) return;
    await client.removeBrowser(subscription.endpoint);
    await subscription.unsubscribe();
  }
  return {
    current: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    look,
    async turn(on) {
      become('changing');
      try {
        const { push } = await client.ways();
        const manager = (await worker())?.pushManager;
        if (push !== null && manager !== undefined) await (on ? turnOn(push, manager) : turnOff(manager));
      } finally {
        await look().catch(() => become('off'));
      }
    },
  };
}

/** As the server calls a browser. */
async function idOf(endpoint: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function isFor({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey;
  return key !== null && btoa(String.fromCodePoint(...new Uint8Array(key))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey;
}
