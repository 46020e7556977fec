import { SESSION_END_REASONS } from '@yamori/domain';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { session } from '../locales/ja/session.ts';
import {
  PROFILE,
  SIGNED_OUT,
  signedInAs,
  renderApp,
  type Answer,
} from './testing/sign-in-fixture.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  cleanups.splice(0).forEach((cleanup) => cleanup());
});

const SIGN_IN = '/api/session/sign-in';
const ACCOUNT = { email: 'staff@demo.example', password: 'quiet-night-gecko', accessLevel: 2 };
const answered =
  (body: unknown, status = 200) =>
  (): Answer => ({ status, body });

async function loginPage(answers: Parameters<typeof renderApp>[1] = {}, address = '/login') {
  const fixture = await renderApp(address, { '/api/session': answered(SIGNED_OUT), ...answers });
  cleanups.push(() => fixture.end());
  await expect
    .element(page.getByRole('heading', { name: 'サインイン', exact: true }))
    .toBeVisible();
  return fixture;
}

async function send(email: string, password: string): Promise<void> {
  await page.getByLabelText('メールアドレス').fill(email);
  await page.getByRole('textbox', { name: 'パスワード' }).fill(password);
  await page.getByRole('button', { name: 'サインインする' }).click();
}

describe('the sign-in page', () => {
  it('shows missing input without a request to the server', async () => {
    const { asked } = await loginPage();
    await page.getByRole('button', { name: 'サインインする' }).click();
    await expect.element(page.getByText('メールアドレスを入力してください。')).toBeVisible();
    await expect.element(page.getByText('パスワードを入力してください。')).toBeVisible();
    expect(document.activeElement).toBe(page.getByLabelText('メールアドレス').element());
    await send('staff', 'x');
    await expect.element(page.getByText('メールアドレスの形が正しくありません。')).toBeVisible();
    expect(document.activeElement).toBe(page.getByLabelText('メールアドレス').element());
    expect(page.getByLabelText('メールアドレス').element().getAttribute('aria-invalid')).toBe(
      'true',
    );
    expect(asked.filter(({ path }) => path === SIGN_IN)).toEqual([]);
  });

  it.each([
    [
      'sign-in-failed',
      401,
      'メールアドレスまたはパスワードが違います。確認して、もう一度入力してください。',
    ],
    [
      'sign-in-limited',
      429,
      '試した回数が多いため、しばらくサインインできません。時間をおいてお試しください。',
    ],
    ['member-suspended', 403, 'このアカウントは停止されています。組織の管理者に連絡してください。'],
    [
      'code-of-a-later-version',
      400,
      '処理できませんでした。少し待ってから、もう一度お試しください。（code-of-a-later-version）',
    ],
  ])('shows why sign-in failed with %s, and keeps the input', async (code, status, words) => {
    await loginPage({ [SIGN_IN]: answered({ code }, status) });
    await send('staff@demo.example', 'wrong');
    await expect.element(page.getByRole('alert')).toHaveTextContent(words);
    await expect.element(page.getByLabelText('メールアドレス')).toHaveValue('staff@demo.example');
    await expect.element(page.getByRole('button', { name: 'サインインする' })).toBeEnabled();
  });

  it('reports a missing or malformed reply', async () => {
    const broken: Answer[] = [null, { status: 200, body: { user: 7 } }];
    await loginPage({ [SIGN_IN]: () => broken.shift() ?? null });
    await send('staff@demo.example', 'x');
    await expect.element(page.getByRole('alert')).not.toBeEmptyDOMElement();
    const first = page.getByRole('alert').element().textContent;
    await page.getByRole('button', { name: 'サインインする' }).click();
    await expect.poll(() => page.getByRole('alert').element().textContent).not.toBe(first);
  });

  it('does not try while the network is down, and tries again once it is back', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await loginPage();
    await expect
      .element(page.getByText('通信が切れているため、サインインできません。'))
      .toBeVisible();
    await expect.element(page.getByRole('button', { name: 'サインインする' })).toBeDisabled();
    onLine.mockReturnValue(true);
    globalThis.dispatchEvent(new Event('online'));
    await expect.element(page.getByRole('button', { name: 'サインインする' })).toBeEnabled();
  });

  it.each(SESSION_END_REASONS)(
    'says why the session ended that this browser holds, and what to do: %s',
    async (reason) => {
      await loginPage({
        '/api/session': answered({
          ...SIGNED_OUT,
          ended: { reason, at: '2026-11-22T03:05:00+09:00' },
        }),
      });
      const told = page.getByRole('status').filter({ hasText: session.ended[reason] });
      await expect.element(told).toBeVisible();
      expect(told.element().textContent).toMatch(/2026\/11\/\d\d\([土日]\) \d\d:05$/);
      expect(told.element().textContent).toContain(session.endedNext[reason]);
    },
  );

  it('shows no end of session after a sign-out here', async () => {
    await loginPage();
    expect(document.body.textContent).not.toContain('サインアウトしました');
  });

  it('offers the accounts of a demonstration only where the server names them', async () => {
    await loginPage();
    await expect
      .element(page.getByRole('heading', { name: 'お試し用アカウント' }))
      .not.toBeInTheDocument();
  });

  it('fills the form from an account of the demonstration', async () => {
    const { asked } = await loginPage({
      '/api/session': answered({ ...SIGNED_OUT, demonstrationAccounts: [ACCOUNT] }),
      [SIGN_IN]: answered({ code: 'sign-in-failed' }, 401),
    });
    await page.getByRole('button', { name: /一般ユーザー/ }).click();
    await expect.element(page.getByLabelText('メールアドレス')).toHaveValue(ACCOUNT.email);
    await page.getByRole('button', { name: 'サインインする' }).click();
    await expect
      .poll(() => asked.at(-1))
      .toEqual({ path: SIGN_IN, body: { email: ACCOUNT.email, password: ACCOUNT.password } });
  });

  it('stays unchanged until the next page has loaded', async () => {
    const waiting: (() => void)[] = [];
    await loginPage(
      {
        '/api/session': answered({ ...SIGNED_OUT, demonstrationAccounts: [ACCOUNT] }),
        [SIGN_IN]: answered(signedInAs(3)),
        '/api/profile': () =>
          new Promise<Answer>((resolve) => {
            waiting.push(() => resolve(null));
          }),
      },
      '/login?next=%2Flink',
    );
    const heading = page.getByRole('heading', { name: 'お試し用アカウント' }).element();
    const moved: boolean[] = [];
    const watch = new MutationObserver(() => {
      if (document.querySelector('input[name="password"]') !== null)
        moved.push(!heading.isConnected);
    });
    watch.observe(document.body, { childList: true, subtree: true });
    await send('a@b.example', 'x');
    await expect.element(page.getByRole('banner')).toBeVisible();
    watch.disconnect();
    expect(moved.includes(true)).toBe(false);
  });

  it('switches its language immediately', async () => {
    await loginPage();
    await page.getByLabelText('メールアドレス').fill('a@b.example');
    await page.getByRole('button', { name: 'English' }).click();
    await expect.element(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: 'English' }))
      .toHaveAttribute('aria-pressed', 'true');
    await expect.element(page.getByLabelText('E-mail address')).toHaveValue('a@b.example');
    await page.getByRole('button', { name: '日本語' }).click();
    await expect.element(page.getByRole('button', { name: 'サインインする' })).toBeVisible();
  });

  it('applies the chosen language to the member who signs in, over their stored one', async () => {
    const { asked } = await loginPage({
      '/api/session': answered(SIGNED_OUT),
      [SIGN_IN]: answered(signedInAs(3)),
      '/api/account/profile': answered(PROFILE),
    });
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByLabelText('E-mail address').fill('a@b.example');
    await page.getByRole('textbox', { name: 'Password' }).fill('x');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect
      .poll(() =>
        asked
          .filter(({ path, body }) => path === '/api/account/profile' && body !== undefined)
          .map(({ body }) => body),
      )
      .toEqual([{ language: 'en' }]);
    await expect.poll(() => document.documentElement.lang).toBe('en');
  });

  it('shows the password while asked to', async () => {
    await loginPage();
    const field = page.getByRole('textbox', { name: 'パスワード' });
    expect(field.element().getAttribute('type')).toBe('password');
    await page.getByRole('button', { name: 'パスワードを表示する' }).click();
    expect(field.element().getAttribute('type')).toBe('text');
  });

  it('sends one request for Enter, however often it is pressed', async () => {
    const waiting: ((answer: Answer) => void)[] = [];
    const { asked } = await loginPage({
      [SIGN_IN]: () =>
        new Promise<Answer>((resolve) => {
          waiting.push(resolve);
        }),
    });
    await page.getByLabelText('メールアドレス').fill(ACCOUNT.email);
    await page.getByRole('textbox', { name: 'パスワード' }).fill('x');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'サインインしています' })).toBeDisabled();
    await userEvent.keyboard('{Enter}{Enter}');
    expect(asked.filter(({ path }) => path === SIGN_IN)).toHaveLength(1);
    waiting[0]?.({ status: 401, body: { code: 'sign-in-failed' } });
    await expect.element(page.getByRole('button', { name: 'サインインする' })).toBeEnabled();
  });

  it('leads back to the address that was opened first, and trims the e-mail address', async () => {
    const fixture = await loginPage({ [SIGN_IN]: answered(signedInAs(3)) }, '/login?next=%2Flink');
    await expect
      .element(page.getByText('サインインすると、開こうとした画面に戻ります。'))
      .toBeVisible();
    await send('  a@b.example ', 'x');
    await expect.poll(fixture.at).toBe('/link');
    expect(fixture.asked.at(-1)?.body).toEqual({ email: 'a@b.example', password: 'x' });
    await expect.element(page.getByRole('banner')).toBeVisible();
  });
});

describe('a visitor of an address', () => {
  it('signs in first, and is not led to another host afterwards', async () => {
    const fixture = await loginPage({ [SIGN_IN]: answered(signedInAs(3)) }, '/link');
    expect(fixture.at()).toBe('/login?next=%2Flink');
  });

  it('sees a page that explains that the address does not exist', async () => {
    const fixture = await renderApp('/nowhere', { '/api/session': answered(SIGNED_OUT) });
    cleanups.push(() => fixture.end());
    await expect
      .element(page.getByRole('link', { name: 'サインインの画面へ' }))
      .toHaveAttribute('href', '/login');
    expect(document.querySelector('nav')).toBeNull();
    await expect.poll(() => document.title).toBe('ページが見つかりません · やもり');
  });

  it.each([
    ['a path that there is not', '/nowhere/at/all', 'ページが見つかりません'],
    ['the page of invitations', '/register', '招待'],
  ])(
    'keeps the frame, and with it the calls, on %s while signed in',
    async (_name, address, heading) => {
      const fixture = await renderApp(address, { '/api/session': answered(signedInAs(4)) });
      cleanups.push(() => fixture.end());
      await expect.element(page.getByRole('heading', { name: heading }).first()).toBeVisible();
      await expect.element(page.getByRole('banner')).toBeVisible();
      await expect.element(page.getByRole('navigation').first()).toBeVisible();
    },
  );

  it('sees nothing of the frame with a link for one report', async () => {
    const guest = signedInAs(0);
    const fixture = await renderApp('/nowhere', {
      '/api/session': answered({ ...guest, user: { ...guest.user, singleTimeToken: 'link' } }),
    });
    cleanups.push(() => fixture.end());
    // What the link is for is the one page that it opens.
    await expect.poll(fixture.at).toBe('/register-report-access-user');
    expect(document.querySelector('nav')).toBeNull();
  });

  it('counts as signed out when the server cannot be reached at the start', async () => {
    const fixture = await renderApp('/link', {});
    cleanups.push(() => fixture.end());
    await expect.poll(fixture.at).toBe('/login?next=%2Flink');
  });
});
