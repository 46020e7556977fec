import type { SessionEntry, SignInEntry } from '@yamori/domain';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createSignInProvidersClient } from '../../shared/sign-in-providers/api.ts';
import { SignInProvidersContext } from '../../shared/sign-in-providers/sign-in-providers-context.tsx';
import { EnrolmentScreen } from './enrolment/enrolment-screen.tsx';
import { PasswordSection } from './password-section.tsx';
import { SecondFactorsSection } from './second-factors/second-factors-section.tsx';
import { HistorySection } from './sessions/history-section.tsx';
import { SessionsSection } from './sessions/sessions-section.tsx';
import {
  NO_FACTORS,
  renderAccount,
  viewerAt,
  WITH_APP,
  type Answers,
} from './testing/account-fixture.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => {
  cleanups.splice(0).forEach((cleanup) => cleanup());
});

const SECURITY = '/api/account/security';
const CODES = Array.from({ length: 10 }, (_, index) => `abcd${index}-efgh${index}`);
const KEY = {
  key: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Yamori:a%40b.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Yamori',
};
const setUp = async (...given: Parameters<typeof renderAccount>) => {
  const opened = await renderAccount(...given);
  cleanups.push(opened.end);
  return opened;
};
const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('second factors on the account page', () => {
  const at = async (answers: Answers) => setUp(<SecondFactorsSection />, answers);

  it("the section reports an account without second factors, and the organisation's requirement", async () => {
    await at({ [SECURITY]: () => ({ body: NO_FACTORS }) });
    await expect
      .element(page.getByText('まだ登録されていません。', { exact: false }))
      .toBeVisible();
    await expect.element(button('バックアップコードを作り直す')).not.toBeInTheDocument();
    cleanups.splice(0).forEach((cleanup) => cleanup());
    await at({ [SECURITY]: () => ({ body: { ...NO_FACTORS, mfaRequired: true } }) });
    await expect.element(page.getByText('お使いの組織では二段階認証が必須です。')).toBeVisible();
  });

  it('a failed load shows the reason and a retry', async () => {
    const answers: Answers = { [SECURITY]: () => ({ problem: 'server-failed', status: 500 }) };
    await at(answers);
    await expect.element(button('もう一度試す')).toBeVisible();
    answers[SECURITY] = () => ({ body: WITH_APP });
    await button('もう一度試す').click();
    await expect.element(page.getByText('認証アプリ', { exact: true })).toBeVisible();
  });

  it('an app is registered by QR code or by hand, and the backup codes are shown once', async () => {
    let security = NO_FACTORS;
    const { changes, getBodies } = await at({
      [SECURITY]: () => ({ body: security }),
      '/api/account/totp': () => ({ body: KEY }),
      '/api/account/totp/confirm': () => {
        security = WITH_APP;
        return { body: { backupCodes: CODES } };
      },
    });
    await button('認証アプリを登録する').click();
    await expect.element(page.getByRole('img', { name: '認証アプリで読み取る画像' })).toBeVisible();
    await button('読み取れないときは、キーを入力する').click();
    await expect.element(page.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible();
    // Nothing was typed yet: show no error.
    await expect
      .element(page.getByLabelText('アプリに表示された6けたの番号'))
      .not.toHaveAttribute('aria-invalid', 'true');
    await button('登録する').click();
    await expect.element(page.getByText('認証コードを入力してください。')).toBeVisible();
    await page.getByLabelText('アプリに表示された6けたの番号').fill('123 456');
    await button('登録する').click();
    for (const code of CODES)
      await expect.element(page.getByText(code, { exact: true }).first()).toBeVisible();
    expect([changes.session, getBodies('/api/account/totp/confirm')]).toEqual([
      1,
      [{ code: '123 456' }],
    ]);
    // They are shown only once: neither Escape nor the close button discards them without a
    // question.
    await userEvent.keyboard('{Escape}');
    await expect
      .element(page.getByRole('alertdialog', { name: 'コードを控えましたか' }))
      .toBeVisible();
    await button('コードに戻る').click();
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    await expect.element(page.getByText(CODES[0] ?? '', { exact: true }).first()).toBeVisible();
    await button('控えました').click();
    await expect.element(page.getByText('バックアップコードの残り: 10個')).toBeVisible();
    await expect.element(page.getByText(CODES[0] ?? '', { exact: true })).not.toBeInTheDocument();
  });

  it('the codes appear immediately, even if account and session cannot be reloaded', async () => {
    let renewed = false;
    await setUp(
      <SecondFactorsSection />,
      {
        [SECURITY]: () =>
          renewed ? { problem: 'database-unavailable', status: 503 } : { body: WITH_APP },
        '/api/account/backup-codes': () => {
          renewed = true;
          return { body: { backupCodes: CODES } };
        },
      },
      viewerAt(3),
      () => Promise.withResolvers<void>().promise,
    );
    await button('バックアップコードを作り直す').click();
    await button('作り直す').click();
    await expect.element(page.getByText(CODES[0] ?? '', { exact: true }).first()).toBeVisible();
  });

  it('the codes close unsaved only on an explicit answer', async () => {
    await at({
      [SECURITY]: () => ({ body: WITH_APP }),
      '/api/account/backup-codes': () => ({ body: { backupCodes: CODES } }),
    });
    await button('バックアップコードを作り直す').click();
    await button('作り直す').click();
    await page
      .getByRole('dialog', { name: 'バックアップコード' })
      .getByRole('button', { name: '閉じる', exact: true })
      .click();
    await button('控えずに閉じる').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  it('an action asks for confirmation of identity when the server requires it, and then runs', async () => {
    let confirmed = false;
    const { getBodies } = await at({
      [SECURITY]: () => ({ body: WITH_APP }),
      '/api/session/confirm': () => {
        confirmed = true;
        return {};
      },
      '/api/account/backup-codes': () =>
        confirmed
          ? { body: { backupCodes: CODES } }
          : { problem: 'confirmation-required', status: 403 },
    });
    await button('バックアップコードを作り直す').click();
    await button('作り直す').click();
    await expect.element(page.getByRole('dialog', { name: '本人の確認' })).toBeVisible();
    await button('認証アプリを使う').click();
    await page.getByLabelText('認証コード（6けた）').fill('123456');
    await button('確認する').click();
    await expect.element(page.getByText(CODES[9] ?? '', { exact: true }).first()).toBeVisible();
    expect([getBodies('/api/session/confirm'), getBodies('/api/account/backup-codes')]).toEqual([
      [{ kind: 'totp', code: '123456' }],
      [undefined, undefined],
    ]);
  });

  it('an action does nothing if the user declines to confirm', async () => {
    const { getBodies } = await at({
      [SECURITY]: () => ({ body: WITH_APP }),
      '/api/account/totp': () => ({ problem: 'confirmation-required', status: 403 }),
    });
    await button('認証アプリを登録し直す').click();
    await expect.element(page.getByRole('dialog', { name: '本人の確認' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(button('認証アプリを登録し直す')).toBeEnabled();
    expect(getBodies('/api/account/totp')).toHaveLength(1);
  });

  it('a removal asks first, and a refusal for the last factor shows the reason', async () => {
    const { getBodies } = await at({
      [SECURITY]: () => ({ body: { ...WITH_APP, mfaRequired: true } }),
      '/api/account/factors/remove': () => ({ problem: 'last-factor-refused', status: 403 }),
    });
    await button('認証アプリを削除する').click();
    await button('やめる').click();
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    expect(getBodies('/api/account/factors/remove')).toEqual([]);
    await button('認証アプリを削除する').click();
    await page.getByRole('alertdialog').getByRole('button', { name: '削除する' }).click();
    await expect
      .element(page.getByText('組織が二段階認証を必須にしているため', { exact: false }))
      .toBeVisible();
  });

  it('a low number of backup codes causes a warning', async () => {
    await at({ [SECURITY]: () => ({ body: { ...WITH_APP, backupCodesLeft: 2 } }) });
    await expect
      .element(page.getByText('バックアップコードの残りが少なくなっています。', { exact: false }))
      .toBeVisible();
  });
});

describe('the password on the account page', () => {
  it('the current password is required, and errors appear first', async () => {
    const { getBodies } = await setUp(<PasswordSection />, {
      [SECURITY]: () => ({ body: NO_FACTORS }),
      '/api/account/password': () => ({}),
    });
    await button('パスワードを変更する').click();
    await button('変更する').click();
    await expect.element(page.getByText('いまのパスワードを入力してください。')).toBeVisible();
    await page.getByLabelText('いまのパスワード').fill('old password');
    await page.getByLabelText('新しいパスワード').fill('ga'.normalize('NFD').repeat(7));
    await button('変更する').click();
    await expect.element(page.getByText('15文字以上にしてください。')).toBeVisible();
    await page.getByLabelText('新しいパスワード').fill('gecko beneath the eaves');
    await button('変更する').click();
    await expect.element(page.getByText('パスワードを変更しました。')).toBeVisible();
    expect(getBodies('/api/account/password')).toEqual([
      { current: 'old password', password: 'gecko beneath the eaves' },
    ]);
  });

  it.each([
    [
      'without a second factor',
      NO_FACTORS,
      '15文字以上。二段階認証がない間は、長さで守ります（登録すると8文字以上）。',
    ],
    [
      'with a second factor',
      WITH_APP,
      '8文字以上。二段階認証が登録されているため、短くても使えます。',
    ],
  ])('the form states the minimum length %s, and why', async (_name, security, words) => {
    await setUp(<PasswordSection />, { [SECURITY]: () => ({ body: security }) });
    await button('パスワードを変更する').click();
    await expect.element(page.getByText(words, { exact: false })).toBeVisible();
  });

  it('a wrong current password is reported, and typed text stays', async () => {
    await setUp(<PasswordSection />, {
      [SECURITY]: () => ({ body: NO_FACTORS }),
      '/api/account/password': () => ({
        problem: { code: 'password-wrong', place: 'current' },
        status: 401,
      }),
    });
    await button('パスワードを変更する').click();
    await page.getByLabelText('いまのパスワード').fill('wrong');
    await page.getByLabelText('新しいパスワード').fill('gecko beneath the eaves');
    await button('変更する').click();
    await expect
      .element(page.getByLabelText('いまのパスワード'))
      .toHaveAccessibleDescription('パスワードが違います。確認して、もう一度入力してください。');
    await expect.element(page.getByLabelText('いまのパスワード')).toHaveFocus();
    await expect
      .element(page.getByLabelText('新しいパスワード'))
      .toHaveValue('gecko beneath the eaves');
  });

  it('an account without a password gets its first one', async () => {
    const { getBodies } = await setUp(<PasswordSection />, {
      [SECURITY]: () => ({ body: { ...NO_FACTORS, hasPassword: false } }),
      '/api/account/password': () => ({}),
    });
    await button('パスワードを設定する').click();
    await expect.element(page.getByLabelText('いまのパスワード')).not.toBeInTheDocument();
    await page.getByLabelText('新しいパスワード').fill('gecko beneath the eaves');
    await button('変更する').click();
    await expect
      .poll(() => getBodies('/api/account/password'))
      .toEqual([{ current: null, password: 'gecko beneath the eaves' }]);
  });
});

describe('devices and sign-ins on the account page', () => {
  const entry = (sessionId: string, change: Partial<SessionEntry> = {}): SessionEntry => ({
    sessionId,
    signedInAt: '2026-11-20T10:00:00Z',
    lastUsedAt: '1970-01-01T00:00:00Z',
    expiresAt: '2026-12-01T00:00:00Z',
    provider: 'email',
    address: '192.0.2.1',
    current: false,
    secondFactor: false,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    ...change,
  });
  const LIST = '/api/session/list';

  it('the current device comes first, and another session can be ended', async () => {
    let sessions = [
      entry('phone'),
      entry('desk', {
        current: true,
        userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0',
        provider: 'saml.acme',
      }),
    ];
    const { getBodies } = await setUp(<SessionsSection />, {
      [LIST]: () => ({ body: { sessions } }),
      '/api/session/end': () => {
        sessions = sessions.slice(1);
        return {};
      },
    });
    await expect
      .poll(() => page.getByRole('listitem').elements()[0]?.textContent)
      .toMatch(/Chrome（Windows）.*この端末.*組織のサインイン（acme）/);
    await button('Safari（iPhone）を終了する').click();
    await expect.element(page.getByText('Safari（iPhone）')).not.toBeInTheDocument();
    expect(getBodies('/api/session/end')).toEqual([{ sessionId: 'phone' }]);
    await expect.element(button('ほかの端末をすべて終了する')).toBeDisabled();
  });

  it("an organisation's own provider has the organisation's name", async () => {
    const client = createSignInProvidersClient({
      fetch: async (path) =>
        Response.json({ id: path.split('/').at(-1), name: 'あかねの家の職員' }),
    });
    const viewer = viewerAt(3);
    const linked = {
      ...viewer,
      user:
        viewer.user === null
          ? null
          : {
              ...viewer.user,
              loginProviders: [
                { provider: 'saml.acme', uid: 'x' },
                { provider: 'email', uid: 'a@b.example' },
              ],
            },
    };
    await setUp(
      <SignInProvidersContext
        value={{ client, offered: () => expect.fail('nothing is offered here') }}
      >
        <SessionsSection />
      </SignInProvidersContext>,
      { [LIST]: () => ({ body: { sessions: [entry('one', { provider: 'saml.acme' })] } }) },
      linked,
    );
    await expect.element(page.getByText('組織のサインイン（あかねの家の職員）')).toBeVisible();
  });

  it('each session shows whether a second factor was used', async () => {
    await setUp(<SessionsSection />, {
      [LIST]: () => ({
        body: { sessions: [entry('with', { secondFactor: true }), entry('without')] },
      }),
    });
    await expect
      .poll(() =>
        page
          .getByRole('listitem')
          .elements()
          .map(({ textContent }) => /二段階認証(あり|なし)/.exec(textContent)?.[0]),
      )
      .toEqual(['二段階認証あり', '二段階認証なし']);
  });

  it('ending several sessions asks first', async () => {
    const { getBodies, changes } = await setUp(<SessionsSection />, {
      [LIST]: () => ({ body: { sessions: [entry('one'), entry('two', { current: true })] } }),
      '/api/session/end-others': () => ({}),
      '/api/session/end-all': () => ({}),
    });
    await button('ほかの端末をすべて終了する').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'ほかの端末をすべて終了する' })
      .click();
    await expect.poll(() => getBodies('/api/session/end-others')).toHaveLength(1);
    await button('この端末も含めて終了する').click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: 'この端末も含めて終了する' })
      .click();
    await expect.poll(() => getBodies('/api/session/end-all')).toHaveLength(1);
    await expect.poll(() => changes.session).toBe(2);
  });

  it('each sign-in shows its outcome, ten at first', async () => {
    const outcomes = ['succeeded', 'failed', 'secondFactorFailed', 'refused'] as const;
    const signIns: SignInEntry[] = Array.from({ length: 12 }, (_, index) => ({
      at: new Date(Date.UTC(2026, 10, 20, index)).toISOString(),
      provider: 'passkey',
      outcome: outcomes[index % 4] ?? 'succeeded',
      address: '192.0.2.1',
      userAgent: '',
    }));
    await setUp(<HistorySection />, { '/api/session/history': () => ({ body: { signIns } }) });
    for (const words of [
      'サインインしました',
      'パスワードが違いました',
      '二段階認証で止まりました',
      'サインインできませんでした',
    ])
      await expect.element(page.getByText(words).first()).toBeVisible();
    await expect.poll(() => page.getByRole('listitem').elements().length).toBe(10);
    await button('あと2件を表示する').click();
    await expect.poll(() => page.getByRole('listitem').elements().length).toBe(12);
  });
});

describe('the page for a required second factor', () => {
  it('the page sets one up and shows the codes until they are saved, at any level', async () => {
    let done = 0;
    const answers: Answers = {
      [SECURITY]: () => ({ body: { ...NO_FACTORS, mfaRequired: true } }),
      '/api/account/totp': () => ({ body: KEY }),
      '/api/account/totp/confirm': () => ({ body: { backupCodes: CODES } }),
    };
    await setUp(
      <EnrolmentScreen
        onDone={() => {
          done += 1;
        }}
      />,
      answers,
      viewerAt(0),
    );
    await expect
      .element(page.getByRole('heading', { name: '二段階認証を登録してください' }))
      .toBeVisible();
    await page.getByRole('button', { name: /認証アプリを登録する/ }).click();
    await page.getByLabelText('アプリに表示された6けたの番号').fill('123456');
    await button('登録する').click();
    await expect.element(page.getByRole('heading', { name: '登録しました' })).toBeVisible();
    await expect.element(page.getByText(CODES[0] ?? '', { exact: true }).first()).toBeVisible();
    expect(done).toBe(0);
    await button('控えました').click();
    expect(done).toBe(1);
  });

  it('the page closes when the level was granted in the meantime', async () => {
    let done = 0;
    await setUp(
      <EnrolmentScreen
        onDone={() => {
          done += 1;
        }}
      />,
      { [SECURITY]: () => ({ body: NO_FACTORS }) },
      viewerAt(3),
    );
    await expect.poll(() => done).toBeGreaterThan(0);
  });

  it('the page shows a message to a user without an organisation', async () => {
    await setUp(
      <EnrolmentScreen onDone={() => undefined} />,
      { [SECURITY]: () => ({ body: NO_FACTORS }) },
      viewerAt(0, null),
    );
    await expect.element(page.getByText('まだ使える画面がありません')).toBeVisible();
  });
});
