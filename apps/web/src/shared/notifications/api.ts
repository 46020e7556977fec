import { noticeApi, type NotificationChannels, type PushBrowser } from '@yamori/domain';
import { apiHook } from '../../api/http-context.ts';
import type { Http } from '../../api/http.ts';

export type PushSettings = NonNullable<NotificationChannels['push']>;

export const createPushApi = (http: Http) => ({
  /** Null: this installation has no push notifications. */
  settings: async (): Promise<PushSettings | null> => (await http.call(noticeApi.ways)).push,
  // The server checks that the browser's subscription has the members of a PushBrowser.
  addBrowser: (subscription: PushSubscription): Promise<void> =>
    http.call(noticeApi.addBrowser, { body: subscription.toJSON() as PushBrowser }),
  removeBrowser: ({ endpoint }: PushSubscription): Promise<void> =>
    http.call(noticeApi.removeBrowser, { body: { endpoint } }),
});
export type PushApi = ReturnType<typeof createPushApi>;
export const usePushApi = apiHook(createPushApi);
