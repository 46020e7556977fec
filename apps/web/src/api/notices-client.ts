import { noticeApi, type NoticeWays, type PushBrowser } from '@yamori/domain';
import type { HttpOptions } from './http-call.ts';
import { createHttp } from './http.ts';

/**
 * By which ways one is told of alarms while no page is open. Each call rejects with a ProblemError.
 */
export type NoticesClient = {
  readonly ways: () => Promise<NoticeWays>;
  /** What `PushSubscription.toJSON()` gives; what it has to look like is the server's to check. */
  readonly addBrowser: (subscription: object) => Promise<void>;
  readonly removeBrowser: (endpoint: string) => Promise<void>;
};

export function createNoticesClient(options: HttpOptions): NoticesClient {
  const http = createHttp(options);
  return {
    ways: () => http.call(noticeApi.ways),
    addBrowser: (subscription) =>
      http.call(noticeApi.addBrowser, { body: subscription as PushBrowser }),
    removeBrowser: (endpoint) => http.call(noticeApi.removeBrowser, { body: { endpoint } }),
  };
}
