import { noticeWays, type NoticeWays } from '@yamori/domain';
import { callJson, type HttpOptions } from './http-call.ts';
import { NO_REPLY } from './no-reply.ts';

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
  const tell = (path: string, body: unknown): Promise<void> =>
    callJson(options, 'POST', path, body, NO_REPLY);
  return {
    ways: () => callJson(options, 'GET', '/api/notices/ways', undefined, noticeWays),
    addBrowser: (subscription) => tell('/api/notices/browsers', subscription),
    removeBrowser: (endpoint) => tell('/api/notices/browsers/remove', { endpoint }),
  };
}
