import { expect, test, type Page } from '@playwright/test';
import { closeContexts } from './browser.ts';
import { startFederationWard, type FederationWard } from './federation-ward.ts';
import { expectAccessible, watchPage } from './screen-checks.ts';
import { DEMONSTRATION_PASSWORD, signIn, windowOpenedBy } from './sign-in.ts';

const OWNER = 'owner@demo.example';
const DOMAIN = 'demo-akane';

test.describe.configure({ mode: 'serial' });

let ward: FederationWard;
test.beforeAll(async ({ browser }) => {
  ward = await startFederationWard();
  // As owner, enable these sign-in methods and register the organisation's provider.
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, ward.address, OWNER, DEMONSTRATION_PASSWORD);
  const post = async (path: string, data: object): Promise<void> => {
    const reply = await page.request.post(`${ward.address}${path}`, {
      data,
      headers: { origin: ward.address },
    });
    expect(reply.ok(), `${path} ${await reply.text()}`).toBe(true);
  };
  await post('/api/documents/commit', {
    writes: [
      {
        kind: 'update',
        path: `domain/${DOMAIN}`,
        fields: [{ field: ['signInMethods'], value: ['email', 'line', 'google'] }],
      },
    ],
  });
  const { entityId, signInUrl, certificate } = ward.saml;
  await post(`/api/domains/${DOMAIN}/saml-providers`, {
    id: 'demo',
    name: '茜の家',
    entityId,
    signInUrl,
    certificates: [certificate],
    allowIdpInitiated: true,
    emailAttribute: null,
    nameAttribute: null,
    joinLevel: null,
  });
  await context.close();
});
test.afterEach(closeContexts);
test.afterAll(() => ward.stop());

const open = (page: Page, path: string): Promise<unknown> => page.goto(`${ward.address}${path}`);
const signedInAs = (page: Page, name: RegExp) =>
  expect(page.getByRole('button', { name })).toBeVisible();

/**
 * Clicks a button that opens a window, chooses an account there, and waits until the window has
 * closed.
 */
async function throughPopup(page: Page, button: string, person: string): Promise<void> {
  await forgetAtProviders(page);
  const popup = await windowOpenedBy(page, () =>
    page.getByRole('button', { name: button }).click(),
  );
  await expect(page.getByText(/ウィンドウで続けてください/)).toBeVisible();
  const closed = popup.waitForEvent('close');
  await popup.getByRole('link', { name: person }).click();
  await closed;
}

/** Makes the providers, which are on another host, ask for the account again. */
const forgetAtProviders = (page: Page): Promise<void> =>
  page.context().clearCookies({ domain: 'localhost' });

async function signOut(page: Page): Promise<void> {
  await page.request.post(`${ward.address}/api/session/sign-out`, {
    data: {},
    headers: { origin: ward.address },
  });
}

test('a member links LINE in a separate window, signs in with it, and unlinks it', async ({
  page,
}) => {
  const { faults } = watchPage(page);
  await signIn(page, ward.address, OWNER, DEMONSTRATION_PASSWORD);
  await open(page, '/account-info');
  const section = page.getByRole('region', { name: 'サインイン方法' });
  await expect(
    section.getByRole('button', { name: 'メールアドレスとパスワード の連携を解除する' }),
  ).toBeDisabled();
  await throughPopup(page, 'LINE を連携する', '花子（LINE）');
  await expect(page.getByText('LINE を連携しました。')).toBeVisible();
  await expect(section.getByRole('button', { name: 'LINE の連携を解除する' })).toBeEnabled();
  await expectAccessible(page, 'main');

  await signOut(page);
  await open(page, '/login?next=%2Fhelp');
  await throughPopup(page, 'LINE でサインインする', '花子（LINE）');
  await expect(page).toHaveURL(/\/help$/);

  await open(page, '/account-info');
  await expect(section.getByText('このサインインで使用中')).toBeVisible();
  await section.getByRole('button', { name: 'LINE の連携を解除する' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('ここでもサインアウトします');
  await page.getByRole('alertdialog').getByRole('button', { name: '解除する' }).click();
  // The session was opened with LINE and ends with it.
  await expect(page).toHaveURL(/\/login/);
  await throughPopup(page, 'LINE でサインインする', '花子（LINE）');
  await expect(
    page.getByText('このアカウントはまだ登録されていません。', { exact: false }),
  ).toBeVisible();
  expect(faults).toEqual([]);
});

test('LINE sign-in works in the same window, by option', async ({ page }) => {
  await signIn(page, ward.address, OWNER, DEMONSTRATION_PASSWORD);
  await open(page, '/link?flow=redirect');
  await page.getByRole('button', { name: 'LINE を連携する' }).click();
  await page.getByRole('link', { name: '花子（LINE）' }).click();
  await expect(page).toHaveURL(`${ward.address}/link`);
  await expect(page.getByText('LINE を連携しました。')).toBeVisible();
  await expectAccessible(page);

  await signOut(page);
  await forgetAtProviders(page);
  await open(page, '/login?flow=redirect&next=%2Findex-list-table');
  await page.getByRole('button', { name: 'LINE でサインインする' }).click();
  await page.getByRole('link', { name: '花子（LINE）' }).click();
  await expect(page).toHaveURL(`${ward.address}/index-list-table`);
  await signedInAs(page, /オーナー管理者/);
});

test('Google sign-in works in both modes, and a matching address alone links no account', async ({
  page,
}) => {
  await open(page, '/login');
  await throughPopup(page, 'Google でサインインする', '同じアドレスの人');
  await expect(
    page.getByText('同じメールアドレスのアカウントがすでにあります。', { exact: false }),
  ).toBeVisible();

  await signIn(page, ward.address, OWNER, DEMONSTRATION_PASSWORD);
  await open(page, '/link');
  await throughPopup(page, 'Google を連携する', '同じアドレスの人');
  await expect(page.getByText('Google を連携しました。')).toBeVisible();

  await signOut(page);
  await open(page, '/login');
  await throughPopup(page, 'Google でサインインする', '同じアドレスの人');
  await signedInAs(page, /オーナー管理者/);

  await signOut(page);
  await open(page, '/login?flow=redirect');
  await page.getByRole('button', { name: 'Google でサインインする' }).click();
  // The provider still has its session and redirects immediately.
  await signedInAs(page, /オーナー管理者/);
});

test("an organisation's provider is found by its code, signs in its members only, and can initiate sign-in", async ({
  page,
  browser,
}) => {
  const { faults } = watchPage(page);
  await open(page, '/login');
  await page.getByRole('link', { name: '組織の ID でサインインする' }).click();
  await page.getByLabel('組織コード').fill('nowhere');
  await page.getByRole('button', { name: '次へ' }).click();
  await expect(page.getByRole('alert')).toContainText('組織のサインインが見つかりません');
  await expectAccessible(page);
  await page.getByLabel('組織コード').fill(DOMAIN);
  await page.getByRole('button', { name: '次へ' }).click();
  await expect(page).toHaveURL(/\/sso\/demo$/);
  await expect(page.getByText('茜の家 のメンバーとしてサインインします。')).toBeVisible();
  await expectAccessible(page);
  await throughPopup(page, '茜の家 でサインインする', '組織の人');
  await expect(
    page.getByText('同じメールアドレスのアカウントがすでにあります。', { exact: false }),
  ).toBeVisible();

  await signIn(page, ward.address, OWNER, DEMONSTRATION_PASSWORD);
  await open(page, '/link');
  await page.getByRole('button', { name: '組織のサインイン を連携する' }).click();
  await page.getByRole('dialog').getByLabel('組織コード').fill(DOMAIN);
  await page.getByRole('dialog').getByRole('button', { name: '次へ' }).click();
  await page.getByRole('link', { name: '組織の人' }).click();
  await expect(page).toHaveURL(`${ward.address}/link`);
  await expect(page.getByRole('button', { name: '茜の家 の連携を解除する' })).toBeVisible();

  await signOut(page);
  await open(page, '/sso/demo');
  await throughPopup(page, '茜の家 でサインインする', '組織の人');
  await signedInAs(page, /オーナー管理者/);

  const other = await (await browser.newContext()).newPage();
  await open(other, '/sso/demo?flow=redirect&next=%2Fhelp');
  await other.getByRole('button', { name: '茜の家 でサインインする' }).click();
  await other.getByRole('link', { name: '登録のない人' }).click();
  await expect(other.getByRole('heading', { name: 'サインインできませんでした' })).toBeVisible();
  await expect(other.getByRole('alert')).toContainText('このアカウントはまだ登録されていません。');
  await expectAccessible(other);

  const unasked = await (await browser.newContext()).newPage();
  await unasked.goto(`${ward.saml.startUrl}&RelayState=%2Fhelp`);
  await unasked.getByRole('link', { name: '組織の人' }).click();
  await expect(unasked).toHaveURL(`${ward.address}/help`);
  expect(faults).toEqual([]);
});

test('a member without a password re-authenticates with the linked provider, in a separate window and in the same one', async ({
  page,
}) => {
  const { faults } = watchPage(page);
  await signIn(page, ward.address, 'privileged@demo.example', DEMONSTRATION_PASSWORD);
  await open(page, '/account-info');
  await throughPopup(page, 'Google を連携する', '太郎（Google）');
  const section = page.getByRole('region', { name: 'サインイン方法' });
  await section
    .getByRole('button', { name: 'メールアドレスとパスワード の連携を解除する' })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: '解除する' }).click();
  await expect(page).toHaveURL(/\/login/);
  await throughPopup(page, 'Google でサインインする', '太郎（Google）');
  await signedInAs(page, /特権管理者/);

  await open(page, '/account-info');
  const [question, app] = [
    page.getByRole('dialog', { name: '本人の確認' }),
    page.getByRole('dialog', { name: '認証アプリの登録' }),
  ];
  const ask = async (): Promise<void> => {
    await ward.forgetProofs();
    await page.getByRole('button', { name: '認証アプリを登録する' }).click();
    await expect(question.getByRole('button', { name: 'Google で確認する' })).toBeVisible();
    await expect(question.locator('input')).toHaveCount(0);
  };
  // Cancelling, or signing in to another account, is no re-authentication.
  await ask();
  await expectAccessible(page, '[role="dialog"]');
  await question.getByRole('button', { name: 'やめる' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await ask();
  await throughPopup(page, 'Google で確認する', '同じアドレスの人');
  await expect(question).toContainText('確認できませんでした');
  await throughPopup(page, 'Google で確認する', '太郎（Google）');
  await expect(app.getByRole('img', { name: '認証アプリで読み取る画像' })).toBeVisible();
  await page.keyboard.press('Escape');

  await open(page, '/account-info?flow=redirect');
  await ask();
  await forgetAtProviders(page);
  await question.getByRole('button', { name: 'Google で確認する' }).click();
  await page.getByRole('link', { name: '太郎（Google）' }).click();
  await expect(page).toHaveURL(`${ward.address}/account-info?flow=redirect`);
  await expect(page.getByText('ご本人であることを確認しました。', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: '認証アプリを登録する' }).click();
  await expect(app).toBeVisible();
  expect(faults).toEqual([]);
});

test('a member of an organisation with its own provider re-authenticates with that', async ({
  page,
}) => {
  await open(page, '/sso/demo?flow=redirect&next=%2Faccount-info%3Fflow%3Dredirect');
  await page.getByRole('button', { name: '茜の家 でサインインする' }).click();
  await page.getByRole('link', { name: '組織の人' }).click();
  await expect(page).toHaveURL(`${ward.address}/account-info?flow=redirect`);
  await ward.forgetProofs();
  await forgetAtProviders(page);
  await page.getByRole('button', { name: '認証アプリを登録する' }).click();
  await page
    .getByRole('dialog', { name: '本人の確認' })
    .getByRole('button', { name: '茜の家 で確認する' })
    .click();
  await page.getByRole('link', { name: '組織の人' }).click();
  await expect(page.getByText('ご本人であることを確認しました。', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: '認証アプリを登録する' }).click();
  await expect(page.getByRole('dialog', { name: '認証アプリの登録' })).toBeVisible();
});

test('a blocked window and a closed window are reported, each with a link to continue', async ({
  page,
}) => {
  await open(page, '/login');
  await page.evaluate(() => {
    globalThis.open = () => null;
  });
  await page.getByRole('button', { name: 'LINE でサインインする' }).click();
  await expect(page.getByText('ブラウザーがウィンドウを開かせませんでした。')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'この画面で続ける' }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toContainText('サインインは取り消されました。');
  await page.getByRole('link', { name: 'サインインの画面へ' }).click();

  const popup = await windowOpenedBy(page, () =>
    page.getByRole('button', { name: 'LINE でサインインする' }).click(),
  );
  await popup.getByRole('link', { name: '知らない人' }).waitFor();
  await popup.close();
  await expect(
    page.getByText('ウィンドウが閉じられたため、サインインは終わっていません。'),
  ).toBeVisible();
  const again = await windowOpenedBy(page, () =>
    page.getByRole('button', { name: 'もう一度開く' }).click(),
  );
  await again.getByRole('link', { name: '花子（LINE）' }).click();
  await signedInAs(page, /オーナー管理者/);
});

test('an owner registers an identity provider, finds the data for its other side, and removes it, while others do not see it', async ({
  page,
  browser,
}) => {
  const { faults } = watchPage(page);
  await signIn(page, ward.address, OWNER, DEMONSTRATION_PASSWORD);
  await open(page, '/domain-config');
  const section = page.getByRole('region', { name: '組織のサインイン（SAML）' });
  await section.getByRole('button', { name: '追加する' }).click();
  await section.getByRole('button', { name: '保存する' }).click();
  await expect(section.getByText('証明書を貼り付けてください。')).toBeVisible();
  await section.getByLabel(/^表示する名前/).fill('もう一つの入口');
  await section.getByRole('textbox', { name: /^ID(?! サービス)/ }).fill('second');
  await section.getByLabel(/^ID サービスのエンティティ ID/).fill('https://idp.example/metadata');
  await section.getByLabel(/^ID サービスのサインイン URL/).fill('https://idp.example/sso');
  await section.getByLabel(/^署名の証明書/).fill(ward.saml.certificate);
  await expectAccessible(page, 'main');
  await section.getByRole('button', { name: '保存する' }).click();
  const entry = section.getByRole('article').filter({ hasText: 'もう一つの入口' });
  await expect(entry).toContainText(`${ward.address}/sso/second`);
  await expect(entry).toContainText('この画面から始めたサインインだけを受け付けます。');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    entry.getByRole('link', { name: 'XML を保存する' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('yamori-second.xml');
  await expectAccessible(page, 'main');
  await entry.getByRole('button', { name: 'もう一つの入口 を削除する' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '削除する' }).click();
  await expect(entry).toHaveCount(0);
  expect(faults).toEqual([]);

  const other = await (await browser.newContext()).newPage();
  await signIn(other, ward.address, 'administrator@demo.example', DEMONSTRATION_PASSWORD);
  await open(other, '/domain-config');
  await expect(other.getByRole('region', { name: 'サインイン', exact: true })).toBeVisible();
  await expect(other.getByRole('region', { name: '組織のサインイン（SAML）' })).toHaveCount(0);
});

test("the last provider and an unknown one cannot be unlinked, with the specification's messages", async ({
  page,
}) => {
  await signIn(page, ward.address, 'staff@demo.example', DEMONSTRATION_PASSWORD);
  const unlink = async (provider: string): Promise<unknown> => {
    const reply = await page.request.post(`${ward.address}/api/account/providers/unlink`, {
      data: { provider },
      headers: { origin: ward.address },
    });
    return reply.json();
  };
  expect(await unlink('email')).toEqual({ code: 'provider-last' });
  expect(await unlink('facebook')).toEqual({ code: 'provider-invalid' });
  await page.addInitScript(() =>
    globalThis.localStorage.setItem('yamori.preferences', JSON.stringify({ language: 'en' })),
  );
  await open(page, '/account-info');
  await expect(page.getByText('The last way to sign in cannot be unlinked.')).toBeVisible();
});

test('the address of the result page alone signs no one in', async ({ page }) => {
  await open(page, '/handleauth?outcome=signedIn&way=line&flow=redirect&next=%2Fhelp');
  await expect(page).toHaveURL(/\/login/);
  await open(
    page,
    '/handleauth?outcome=signedIn&way=line&flow=redirect&next=https%3A%2F%2Fevil.example',
  );
  await expect(page).toHaveURL(new RegExp(`^${ward.address}/login`));
  await open(page, '/handleauth');
  await expect(page.getByText('確認するサインインがありません')).toBeVisible();
  await expectAccessible(page);
});
