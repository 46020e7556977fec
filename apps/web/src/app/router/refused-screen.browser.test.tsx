import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderLive } from '../../features/signals/testing/live-fixture.tsx';
import { ForbiddenPage } from './refused-screen.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

describe('a forbidden screen', () => {
  it.each([
    [2, '/domain-config', /一般ユーザーの権限.*組織の管理者に相談/],
    [3, '/device-borrow', /管理ユーザーの権限.*販売元か開発元だけ/],
    [50, '/device-borrow', /代理店の権限.*相談/],
    [100, '/master/history-lists', /開発元で上の権限を持つ人に相談/],
    [2, '/agency/bills', /一般ユーザーの権限.*販売元か開発元だけ/],
    [3, '/agency', /販売元か開発元だけ/],
    [50, '/agency', /代理店の権限.*組織の管理者に相談/],
    [2, '/master', /開発元だけが使う画面/],
    [50, '/master/view-lists', /開発元だけが使う画面/],
  ] as const)(
    'shows level %s at %s the reason, and a contact if there is one',
    async (accessLevel, address, words) => {
      const fixture = await renderLive({ address, screen: ForbiddenPage, accessLevel });
      cleanups.push(() => fixture.end());
      await expect.element(page.getByText(words)).toBeVisible();
    },
  );
});
