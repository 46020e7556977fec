import type { SessionEntry, SignInEntry } from '@yamori/domain';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createWaysClient } from '../../shared/sign-in-providers/ways-client.ts';
import { WaysContext } from '../../shared/sign-in-providers/ways-context.tsx';
import { EnrolmentScreen } from './enrolment/enrolment-screen.tsx';
import { PasswordSection } from './password-section.tsx';
import { SecondFactorsSection } from './second-factors/second-factors-section.tsx';
import { HistorySection } from './sessions/history-section.tsx';
import { SessionsSection } from './sessions/sessions-section.tsx';
import {
  NO_FACTORS,
  stageAccount,
  viewerAt,
  WITH_APP,
  type Answers,
} from './testing/account-stage.tsx';

const ends: (() => void)[] = [];
afterEach(() => {
  ends.splice(0).forEach((end) => end());
});

const SECURITY = '/api/account/security';
const CODES = Array.from({ length: 10 }, (_, index) => `abcd${index}-efgh${index}`);
const KEY = {
  key: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Yamori:a%40b.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Yamori',
};
const stage = async (...given: Parameters<typeof stageAccount>) => {
  const opened = await stageAccount(...given);
  ends.push(opened.end);
  return opened;
};
const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('second factors on the account page', () => {
  const at = async (answers: Answers) => stage(<SecondFactorsSection />, answers);

  it('say that there is none, and that the organisation demands one', async () => {
    await at({ [SECURITY]: () => ({ body: NO_FACTORS }) });
    await expect
      .element(page.getByText('まだ登録されていません。', { exact: false }))
      .toBeVisible();
    await expect.element(button('バックアップコードを作り直す')).not.toBeInTheDocument();
    ends.splice(0).forEach((end) => end());
    await at({ [SECURITY]: () => ({ body: { ...NO_FACTORS, mfaRequired: true } }) });
    await expect.element(page.getByText('お使いの組織では二段階認証が必須です。')).toBeVisible();
  });

  it('say why they cannot be shown, and try again', async () => {
    const answers: Answers = { [SECURITY]: () => ({ problem: 'server-failed', status: 500 }) };
    await at(answers);
    await expect.element(button('もう一度試す')).toBeVisible();
    answers[SECURITY] = () => ({ body: WITH_APP });
    await button('もう一度試す').click();
    await expect.element(page.getByText('認証アプリ', { exact: true })).toBeVisible();
  });

  it('register an app by picture or by hand, and show its codes once', async () => {
    let security = NO_FACTORS;
    const { changes, bodiesOf } = await at({
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
    // Nothing was typed yet: there is nothing to mend.
    await expect
      .element(page.getByLabelText('アプリに表示された6けたの番号'))
      .not.toHaveAttribute('aria-invalid', 'true');
    await button('登録する').click();
    await expect.element(page.getByText('認証コードを入力してください。')).toBeVisible();
    await page.getByLabelText('アプリに表示された6けたの番号').fill('123 456');
    await button('登録する').click();
    for (const code of CODES)
      await expect.element(page.getByText(code, { exact: true }).first()).toBeVisible();
    expect([changes.session, bodiesOf('/api/account/totp/confirm')]).toEqual([
      1,
      [{ code: '123 456' }],
    ]);
    // They are shown this once: neither Escape nor the cross throws them away unasked.
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

  it('show their codes at once, also where the account and the session cannot be read again', async () => {
    let renewed = false;
    await stage(
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

  it('close without their codes being kept only when somebody says so', async () => {
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

  it('ask who it is where the server wants to know, and then do what was asked', async () => {
    let confirmed = false;
    const { bodiesOf } = await at({
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
    expect([bodiesOf('/api/session/confirm'), bodiesOf('/api/account/backup-codes')]).toEqual([
      [{ kind: 'totp', code: '123456' }],
      [undefined, undefined],
    ]);
  });

  it('do nothing when somebody does not want to show who they are', async () => {
    const { bodiesOf } = await at({
      [SECURITY]: () => ({ body: WITH_APP }),
      '/api/account/totp': () => ({ problem: 'confirmation-required', status: 403 }),
    });
    await button('認証アプリを登録し直す').click();
    await expect.element(page.getByRole('dialog', { name: '本人の確認' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(button('認証アプリを登録し直す')).toBeEnabled();
    expect(bodiesOf('/api/account/totp')).toHaveLength(1);
  });

  it('are not removed without asking, and say why the last one stays', async () => {
    const { bodiesOf } = await at({
      [SECURITY]: () => ({ body: { ...WITH_APP, mfaRequired: true } }),
      '/api/account/factors/remove': () => ({ problem: 'last-factor-refused', status: 403 }),
    });
    await button('認証アプリを削除する').click();
    await button('やめる').click();
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    expect(bodiesOf('/api/account/factors/remove')).toEqual([]);
    await button('認証アプリを削除する').click();
    await page.getByRole('alertdialog').getByRole('button', { name: '削除する' }).click();
    await expect
      .element(page.getByText('組織が二段階認証を必須にしているため', { exact: false }))
      .toBeVisible();
  });

  it('warn when few backup codes are left', async () => {
    await at({ [SECURITY]: () => ({ body: { ...WITH_APP, backupCodesLeft: 2 } }) });
    await expect
      .element(page.getByText('バックアップコードの残りが少なくなっています。', { exact: false }))
      .toBeVisible();
  });
});

describe('the password on the account page', () => {
  it('is changed with the one there is, and says what is wrong first', async () => {
    const { bodiesOf } = await stage(<PasswordSection />, {
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
    expect(bodiesOf('/api/account/password')).toEqual([
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
      'beside a second factor',
      WITH_APP,
      '8文字以上。二段階認証が登録されているため、短くても使えます。',
    ],
  ])('says how long it has to be %s, and why', async (_name, security, words) => {
    await stage(<PasswordSection />, { [SECURITY]: () => ({ body: security }) });
    await button('パスワードを変更する').click();
    await expect.element(page.getByText(words, { exact: false })).toBeVisible();
  });

  it('says that the current one was wrong, and keeps what was typed', async () => {
    await stage(<PasswordSection />, {
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

  it('is the first one where there is none', async () => {
    const { bodiesOf } = await stage(<PasswordSection />, {
      [SECURITY]: () => ({ body: { ...NO_FACTORS, hasPassword: false } }),
      '/api/account/password': () => ({}),
    });
    await button('パスワードを設定する').click();
    await expect.element(page.getByLabelText('いまのパスワード')).not.toBeInTheDocument();
    await page.getByLabelText('新しいパスワード').fill('gecko beneath the eaves');
    await button('変更する').click();
    await expect
      .poll(() => bodiesOf('/api/account/password'))
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

  it('show the device at hand first, and end another', async () => {
    let sessions = [
      entry('phone'),
      entry('desk', {
        current: true,
        userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0',
        provider: 'saml.acme',
      }),
    ];
    const { bodiesOf } = await stage(<SessionsSection />, {
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
    expect(bodiesOf('/api/session/end')).toEqual([{ sessionId: 'phone' }]);
    await expect.element(button('ほかの端末をすべて終了する')).toBeDisabled();
  });

  it('name an organisation’s own way as the organisation does', async () => {
    const client = createWaysClient({
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
    await stage(
      <WaysContext value={{ client, offered: () => expect.fail('nothing is offered here') }}>
        <SessionsSection />
      </WaysContext>,
      { [LIST]: () => ({ body: { sessions: [entry('one', { provider: 'saml.acme' })] } }) },
      linked,
    );
    await expect.element(page.getByText('組織のサインイン（あかねの家の職員）')).toBeVisible();
  });

  it('say where a second factor was shown, and where none was', async () => {
    await stage(<SessionsSection />, {
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

  it('ask before they end several', async () => {
    const { bodiesOf, changes } = await stage(<SessionsSection />, {
      [LIST]: () => ({ body: { sessions: [entry('one'), entry('two', { current: true })] } }),
      '/api/session/end-others': () => ({}),
      '/api/session/end-all': () => ({}),
    });
    await button('ほかの端末をすべて終了する').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'ほかの端末をすべて終了する' })
      .click();
    await expect.poll(() => bodiesOf('/api/session/end-others')).toHaveLength(1);
    await button('この端末も含めて終了する').click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: 'この端末も含めて終了する' })
      .click();
    await expect.poll(() => bodiesOf('/api/session/end-all')).toHaveLength(1);
    await expect.poll(() => changes.session).toBe(2);
  });

  it('tell what became of each sign-in, ten at first', async () => {
    const outcomes = ['succeeded', 'failed', 'secondFactorFailed', 'refused'] as const;
    const signIns: SignInEntry[] = Array.from({ length: 12 }, (_, index) => ({
      at: new Date(Date.UTC(2026, 10, 20, index)).toISOString(),
      provider: 'passkey',
      outcome: outcomes[index % 4] ?? 'succeeded',
      address: '192.0.2.1',
      userAgent: '',
    }));
    await stage(<HistorySection />, { '/api/session/history': () => ({ body: { signIns } }) });
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

describe('the page of somebody who owes a second factor', () => {
  it('leads to one, and keeps the codes on the page until they are said to be kept, whatever the level is by then', async () => {
    let done = 0;
    const answers: Answers = {
      [SECURITY]: () => ({ body: { ...NO_FACTORS, mfaRequired: true } }),
      '/api/account/totp': () => ({ body: KEY }),
      '/api/account/totp/confirm': () => ({ body: { backupCodes: CODES } }),
    };
    await stage(
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

  it('goes away by itself when the level was given meanwhile', async () => {
    let done = 0;
    await stage(
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

  it('says so to somebody whom no organisation knows', async () => {
    await stage(
      <EnrolmentScreen onDone={() => undefined} />,
      { [SECURITY]: () => ({ body: NO_FACTORS }) },
      viewerAt(0, null),
    );
    await expect.element(page.getByText('まだ使える画面がありません')).toBeVisible();
  });
});
