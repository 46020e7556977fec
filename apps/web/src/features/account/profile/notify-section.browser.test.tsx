import type { NotificationChannels, Profile } from '@yamori/domain';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createPushApi } from '../../../shared/notifications/api.ts';
import { HttpContext } from '../../../api/http-context.ts';
import { createHttp } from '../../../api/http.ts';
import {
  createBrowserNotices,
  type BrowserNoticeOptions,
} from '../../../shared/notifications/browser-notices.ts';
import { BrowserNoticesContext } from '../../../shared/notifications/browser-notices-context.tsx';
import { renderAccount } from '../testing/account-fixture.tsx';
import { NotifySection } from './notify-section.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const KEY =
  'BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const PROFILE: Profile = {
  name: '夜勤 花子',
  nameKana: '',
  phone: '',
  email: 'hanako@ward.example',
  isEmailVerified: true,
  language: 'ja',
  photoURL: null,
  hasPassword: true,
  isMember: true,
  mail: true,
  notify: { sound: true, systemNotification: true, deviceFault: true, email: false, line: false },
};
const ALL: NotificationChannels = {
  push: { publicKey: KEY, browsers: [] },
  mail: 'ready',
  line: 'ready',
};

/** The browser's side: its push endpoint, and its permission. */
function aPushService(permission: NotificationPermission, refuses = false) {
  const subscriptions: { endpoint: string }[] = [];
  const manager = {
    getSubscription: async () => subscriptions[0] ?? null,
    async subscribe({ applicationServerKey }: PushSubscriptionOptionsInit) {
      if (refuses) throw new DOMException('no service', 'AbortError');
      const key = Uint8Array.from(
        atob(
          (typeof applicationServerKey === 'string' ? applicationServerKey : '')
            .replaceAll('-', '+')
            .replaceAll('_', '/'),
        ),
        (character) => character.codePointAt(0) ?? 0,
      );
      const subscription = {
        endpoint: 'https://push.example/1',
        options: { applicationServerKey: key.buffer, userVisibleOnly: true },
        toJSON: () => ({ endpoint: 'https://push.example/1' }),
        unsubscribe: async () => {
          subscriptions.length = 0;
          return true;
        },
      };
      subscriptions.push(subscription);
      return subscription;
    },
  };
  const answers: NotificationPermission[] = [];
  const parts: Omit<BrowserNoticeOptions, 'api'> = {
    // Only the methods of a push manager that are used here.
    worker: async () => ({ pushManager: manager as unknown as PushManager }),
    permission: {
      current: () => answers[0] ?? permission,
      ask: async () => {
        answers[0] = permission === 'default' ? 'granted' : permission;
        return answers[0];
      },
    },
  };
  return { parts, subscriptions };
}

/** The server's id of this browser. */
const getId = async (): Promise<string> =>
  [
    ...new Uint8Array(
      await crypto.subtle.digest('SHA-256', new TextEncoder().encode('https://push.example/1')),
    ),
  ]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

async function section({
  ways = ALL,
  profile = PROFILE,
  permission = 'default',
  refuses = false,
  ended = false,
}: {
  ways?: NotificationChannels;
  profile?: Profile;
  permission?: NotificationPermission;
  refuses?: boolean;
  /** The subscription of the session that created it. */
  ended?: boolean;
} = {}) {
  const requests: { path: string; body: unknown }[] = [];
  const server = { ways, profile };
  const http = createHttp({
    async fetch(path, { body }) {
      const payload: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
      if (payload !== undefined) requests.push({ path, body: payload });
      if (path === '/api/notices/ways') return Response.json(server.ways);
      if (path === '/api/account/profile') {
        if (typeof payload === 'object' && payload !== null)
          server.profile = { ...server.profile, ...payload };
        return Response.json(server.profile);
      }
      const id = await getId();
      server.ways = {
        ...server.ways,
        push: {
          publicKey: KEY,
          browsers: path.endsWith('remove') ? [] : [{ id, until: '2026-12-06T00:30:00Z' }],
        },
      };
      return new Response(null, { status: 204 });
    },
  });
  const service = aPushService(permission, refuses);
  if (ended) {
    await (
      await service.parts.worker()
    )?.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: KEY });
    server.ways = {
      ...server.ways,
      push: { publicKey: KEY, browsers: [{ id: await getId(), until: null }] },
    };
  }
  const notices = createBrowserNotices({ ...service.parts, api: createPushApi(http) });
  const fixture = await renderAccount(
    <HttpContext value={http}>
      <BrowserNoticesContext value={notices}>
        <NotifySection />
      </BrowserNoticesContext>
    </HttpContext>,
    {},
  );
  cleanups.push(() => fixture.end());
  return { told: requests, service, toasts: fixture.toasts };
}
const choice = (name: string) => page.getByRole('switch', { name });

describe('notifications without an open page', () => {
  it('push is enabled for this browser after one permission request, and the server gets the endpoint', async () => {
    const { told, service } = await section();
    await expect.element(choice('この端末')).not.toBeChecked();
    await userEvent.click(choice('この端末'));
    await expect.element(choice('この端末')).toBeChecked();
    expect(told).toEqual([
      { path: '/api/notices/browsers', body: { endpoint: 'https://push.example/1' } },
    ]);
    await userEvent.click(choice('この端末'));
    await expect.element(choice('この端末')).not.toBeChecked();
    expect([told.at(-1), service.subscriptions]).toEqual([
      { path: '/api/notices/browsers/remove', body: { endpoint: 'https://push.example/1' } },
      [],
    ]);
  });

  it('push continues after the next sign-in until a stated time, if its session has ended', async () => {
    const { told, service } = await section({ permission: 'granted', ended: true });
    await expect.element(choice('この端末')).toBeChecked();
    await expect.element(page.getByText(/期限（12\/6 \d\d:30）/)).toBeVisible();
    expect(told).toEqual([
      { path: '/api/notices/browsers', body: { endpoint: 'https://push.example/1' } },
    ]);
    expect(service.subscriptions).toHaveLength(1);
  });

  it('mail and LINE are saved immediately, and the other choices stay', async () => {
    const { told } = await section();
    await userEvent.click(choice('メール'));
    await expect.element(choice('メール')).toBeChecked();
    await userEvent.click(choice('LINE'));
    await expect.element(choice('LINE')).toBeChecked();
    expect(told.map(({ body }) => body)).toEqual([
      { notify: { ...PROFILE.notify, email: true } },
      { notify: { ...PROFILE.notify, email: true, line: true } },
    ]);
  });

  it('obstacles are named: an unconfirmed address, an unlinked LINE account, a blocked permission', async () => {
    await section({ ways: { ...ALL, mail: 'unproven', line: 'unlinked' }, permission: 'denied' });
    for (const name of ['この端末', 'メール', 'LINE'])
      await expect.element(choice(name)).toBeDisabled();
    for (const words of [
      'ブラウザーの設定で通知が止められています',
      '先に、上の「メールアドレス」で',
      '先に、上の「サインイン方法」で LINE',
    ])
      await expect.element(page.getByText(words, { exact: false })).toBeVisible();
  });

  it('channels that the installation lacks are not offered', async () => {
    await section({ ways: { push: null, mail: null, line: null } });
    await expect
      .element(page.getByText('この環境には用意されていません', { exact: false }))
      .toBeVisible();
    expect(page.getByRole('switch').elements()).toEqual([]);
  });

  it('push stays off with a message when the browser reaches no push service', async () => {
    const { told, toasts } = await section({ refuses: true });
    await userEvent.click(choice('この端末'));
    await expect
      .poll(() =>
        toasts.current().map(({ message }) => (typeof message === 'string' ? message : '')),
      )
      .toEqual([expect.stringContaining('通知サービスにつながりません')]);
    await expect.element(choice('この端末')).not.toBeChecked();
    expect(told).toEqual([]);
  });
});
