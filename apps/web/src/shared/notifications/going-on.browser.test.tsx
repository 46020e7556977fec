import type { NotificationChannels } from '@yamori/domain';
import { afterEach, describe, expect, it } from 'vitest';
import { createPushApi } from './api.ts';
import { createHttp } from '../../api/http.ts';
import { renderUi } from '../../kit/testing/ui-fixture.tsx';
import { createBrowserNotices, type BrowserNotices } from './browser-notices.ts';
import { useGoingOn } from './use-going-on.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const NOW_MS = Date.UTC(2026, 10, 22, 18);
const HOUR_MS = 3_600_000;
const ENDPOINT = 'https://push.example/1';
const inHours = (hours: number): string => new Date(NOW_MS + hours * HOUR_MS).toISOString();
const getId = async (): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(ENDPOINT)))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

function Page({ notices }: { readonly notices: BrowserNotices }) {
  useGoingOn(notices);
  return null;
}

/**
 * A page of the signed-in member; `until` is the end of the session that subscribed this browser,
 * null if it has ended.
 */
async function opened({
  until,
  subscribed = true,
}: {
  /** Unknown if omitted. */
  readonly until?: string | null;
  readonly subscribed?: boolean;
}) {
  const asked: string[] = [];
  const known = { until };
  const http = createHttp({
    async fetch(path, { method }) {
      asked.push(`${method ?? ''} ${path}`);
      if (path.endsWith('/browsers')) {
        known.until = inHours(14 * 24);
        return new Response(null, { status: 204 });
      }
      const ways: NotificationChannels = {
        push: {
          publicKey: 'key',
          browsers: known.until === undefined ? [] : [{ id: await getId(), until: known.until }],
        },
        mail: null,
        line: null,
      };
      return Response.json(ways);
    },
  });
  const manager = {
    getSubscription: async () =>
      subscribed ? { endpoint: ENDPOINT, toJSON: () => ({ endpoint: ENDPOINT }) } : null,
  };
  // Only the methods of a push manager that are used here.
  const notices = createBrowserNotices({
    api: createPushApi(http),
    worker: async () => ({ pushManager: manager as unknown as PushManager }),
    permission: { current: () => 'granted', ask: async () => 'granted' },
  });
  const settled = Promise.withResolvers<void>();
  const watched: BrowserNotices = {
    ...notices,
    goOn: () => notices.goOn().finally(() => setTimeout(settled.resolve)),
  };
  const { toasts, translation, end } = await renderUi(<Page notices={watched} />, NOW_MS);
  cleanups.push(end);
  await settled.promise;
  return {
    asked,
    state: notices.current(),
    said: toasts
      .current()
      .map(
        ({ type, timeoutMs, message }) =>
          `${type} ${timeoutMs} ${typeof message === 'string' ? message : message(translation.language)}`,
      ),
  };
}

describe('push notifications of this browser', () => {
  it('the subscription continues after the next sign-in, and a message says so', async () => {
    const { asked, state, said } = await opened({ until: null });
    expect(asked).toEqual([
      'GET /api/notices/ways',
      'POST /api/notices/browsers',
      'GET /api/notices/ways',
    ]);
    expect([state, said]).toEqual([
      { kind: 'on', until: new Date(inHours(14 * 24)) },
      ['positive 5000 この端末への知らせを、続けて受け取ります。'],
    ]);
  });

  it('a warning comes two days before the end and says that signing in renews it', async () => {
    expect((await opened({ until: inHours(49) })).said).toEqual([]);
    expect((await opened({ until: inHours(47) })).said).toEqual([
      expect.stringMatching(
        /^warning 0 この端末への知らせは、サインインの期限（11\/2\d \d\d:00）で止まります。サインインし直すと続きます。$/,
      ),
    ]);
  });

  it('a browser without a subscription gets none and sends no request', async () => {
    const others = await opened({});
    expect([others.asked, others.state.kind, others.said]).toEqual([
      ['GET /api/notices/ways'],
      'off',
      [],
    ]);
    expect((await opened({ until: null, subscribed: false })).asked).toEqual([]);
  });
});
