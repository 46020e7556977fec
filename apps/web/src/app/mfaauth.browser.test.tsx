import type { SessionReply } from '@yamori/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { SIGNED_OUT, signedInAs, renderApp, type Answer } from './testing/sign-in-fixture.tsx';

const cleanups: (() => void)[] = [];
// The page counts the minutes that are left of the sign-in.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => {
  vi.useRealTimers();
  cleanups.splice(0).forEach((cleanup) => cleanup());
});

const SECOND = '/api/session/second-factor';
const answered =
  (body: unknown, status = 200) =>
  (): Answer => ({ status, body });
const owing = (
  kinds: NonNullable<SessionReply['pending']>['kinds'],
  minutes = 8,
): SessionReply => ({
  ...SIGNED_OUT,
  pending: { kinds, expiresAt: new Date(Date.now() + minutes * 60_000 + 30_000).toISOString() },
});

async function setUp(address: string, answers: Parameters<typeof renderApp>[1]) {
  const opened = await renderApp(address, answers);
  cleanups.push(() => opened.end());
  return opened;
}
const mfaPage = async (
  kinds: NonNullable<SessionReply['pending']>['kinds'],
  answers: Parameters<typeof renderApp>[1] = {},
  address = '/mfaauth',
) => {
  const opened = await setUp(address, { '/api/session': answered(owing(kinds)), ...answers });
  await expect.element(page.getByRole('heading', { name: '二段階認証' })).toBeVisible();
  return opened;
};
const confirm = () => page.getByRole('button', { name: '確認する', exact: true });

describe('the page of the second factor', () => {
  it('opens after a password that is not sufficient, and remembers the address that was opened first', async () => {
    const opened = await setUp('/login?next=%2Flink', {
      '/api/session': answered(SIGNED_OUT),
      '/api/session/sign-in': answered(owing(['totp', 'backupCode'])),
      [SECOND]: answered(signedInAs(3)),
    });
    await page.getByLabelText('メールアドレス').fill('a@b.example');
    await page.getByRole('textbox', { name: 'パスワード' }).fill('x');
    await page.getByRole('button', { name: 'サインインする' }).click();
    await expect.poll(opened.at).toBe('/mfaauth?next=%2Flink');
    await page.getByLabelText('認証コード').fill(' 123 456 ');
    await confirm().click();
    await expect.poll(opened.at).toBe('/link');
    expect(opened.asked.at(-1)).toEqual({ path: SECOND, body: { kind: 'totp', code: '123 456' } });
  });

  it('shows no empty page afterwards, however long the frame takes to load', async () => {
    const { at } = await mfaPage(['totp'], { [SECOND]: answered(signedInAs(3)) });
    const empty: string[] = [];
    const looks = setInterval(() => {
      if (document.body.innerText.trim() === '') empty.push(at());
    }, 1);
    cleanups.push(() => clearInterval(looks));
    await page.getByLabelText('認証コード').fill('123456');
    await confirm().click();
    await expect.element(page.getByRole('banner')).toBeVisible();
    expect(empty).toEqual([]);
  });

  it('lets a phone offer the code, and asks for one that is missing without asking the server', async () => {
    const { asked } = await mfaPage(['totp']);
    const field = page.getByLabelText('認証コード').element();
    expect([field.getAttribute('autocomplete'), field.getAttribute('inputmode')]).toEqual([
      'one-time-code',
      'numeric',
    ]);
    await confirm().click();
    await expect.element(page.getByText('認証コードを入力してください。')).toBeVisible();
    expect(asked.filter(({ path }) => path === SECOND)).toEqual([]);
  });

  it('shows the remaining time, and that a code was wrong', async () => {
    await mfaPage(['totp'], { [SECOND]: answered({ code: 'second-factor-failed' }, 401) });
    await expect
      .element(page.getByRole('status'))
      .toHaveTextContent('あと8分で時間切れになります。');
    await page.getByLabelText('認証コード').fill('000000');
    await confirm().click();
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('コードが違うか、すでに使われています。新しいコードを入力してください。');
    await expect.element(page.getByLabelText('認証コード')).toHaveValue('000000');
  });

  it('takes a backup code instead', async () => {
    const { asked } = await mfaPage(['totp', 'backupCode'], {
      [SECOND]: answered({ code: 'second-factor-failed' }, 401),
    });
    await page.getByRole('button', { name: 'バックアップコードを使う' }).click();
    await page.getByLabelText('バックアップコード').fill('abcde-fghjk');
    await confirm().click();
    await expect
      .poll(() => asked.at(-1)?.body)
      .toEqual({ kind: 'backupCode', code: 'abcde-fghjk' });
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('コードが違うか、すでに使われています。新しいコードを入力してください。');
    await page.getByRole('button', { name: '認証アプリを使う' }).click();
    await expect.element(page.getByLabelText('認証コード')).toHaveValue('');
    // Of this one nothing was refused yet.
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  it('says that the time is over, and leads back to the start', async () => {
    const opened = await mfaPage(['totp'], {
      [SECOND]: answered({ code: 'second-factor-expired' }, 401),
    });
    await page.getByLabelText('認証コード').fill('123456');
    await confirm().click();
    await expect.element(page.getByText('確認の時間が過ぎました')).toBeVisible();
    await page.getByRole('link', { name: '最初からやり直す' }).click();
    await expect.poll(opened.at).toBe('/login');
  });

  it('shows the same to a visitor without a pending sign-in', async () => {
    await setUp('/mfaauth', { '/api/session': answered(SIGNED_OUT) });
    await expect.element(page.getByText('確認の時間が過ぎました')).toBeVisible();
  });

  it('cancels by its button, and reports this to the server', async () => {
    const opened = await mfaPage(['totp'], {
      '/api/session/second-factor/leave': answered(SIGNED_OUT),
    });
    await page.getByRole('button', { name: '最初からやり直す' }).click();
    await expect.poll(opened.at).toBe('/login');
    expect(opened.asked.map(({ path }) => path)).toContain('/api/session/second-factor/leave');
  });

  it('does not count down by a clock that cannot be right', async () => {
    await setUp('/mfaauth', { '/api/session': answered(owing(['totp'], 60)) });
    await expect.element(page.getByLabelText('認証コード')).toBeVisible();
    await expect.element(page.getByRole('status')).not.toBeInTheDocument();
  });
});
