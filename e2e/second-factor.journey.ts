import { expect, test, type Browser, type Page } from '@playwright/test';
import { closeContexts } from './browser.ts';
import { attachAuthenticator, computeCode, computeNextCode } from './authenticator.ts';
import { expectAccessible, settled, watchPage } from './screen-checks.ts';
import { DEMONSTRATION_PASSWORD, signIn } from './sign-in.ts';
import { startWard, type Ward } from './ward.ts';

/**
 * A separate server, because these journeys change how accounts sign in. Passkeys need a host name.
 */
const at: { ward: Ward | null } = { ward: null };
const address = (): string => (at.ward?.address ?? '').replace('127.0.0.1', 'localhost');
test.beforeAll(async () => {
  at.ward = await startWard({
    devices: false,
    environment: { YAMORI_LIMIT_SIGN_IN_ADDRESS: '1000' },
  });
});
test.afterEach(closeContexts);
test.afterAll(async () => {
  await at.ward?.stop();
});

const open = async (browser: Browser): Promise<Page> =>
  (
    await browser.newContext({
      baseURL: address(),
      locale: 'ja-JP',
      timezoneId: 'Asia/Tokyo',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
  ).newPage();
const asMember = async (browser: Browser, email: string): Promise<Page> => {
  const page = await open(browser);
  await signIn(page, address(), email, DEMONSTRATION_PASSWORD);
  return page;
};
const byPassword = async (page: Page, email: string): Promise<void> => {
  await page.goto('/login');
  await page.getByLabel('メールアドレス').fill(email);
  await page.getByLabel('パスワード', { exact: true }).fill(DEMONSTRATION_PASSWORD);
  await page.getByRole('button', { name: 'サインインする', exact: true }).click();
};
const signOut = async (page: Page): Promise<void> => {
  const reply = await page.request.post(`${address()}/api/session/sign-out`, {
    data: {},
    headers: { origin: address() },
  });
  expect(reply.ok()).toBe(true);
};
/** Reads the key as text, like a user without a camera, and returns the app's code. */
const registerApp = async (page: Page): Promise<string> => {
  const dialog = page.getByRole('dialog', { name: '認証アプリの登録' });
  await expect(dialog.getByRole('img', { name: '認証アプリで読み取る画像' })).toBeVisible();
  await dialog.getByRole('button', { name: '読み取れないときは、キーを入力する' }).click();
  const key = await dialog.locator('code').innerText();
  await dialog.getByLabel('アプリに表示された6けたの番号').fill('000000');
  await dialog.getByRole('button', { name: '登録する', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('コードが違うか');
  await dialog.getByLabel('アプリに表示された6けたの番号').fill(computeCode(key));
  await dialog.getByRole('button', { name: '登録する', exact: true }).click();
  return key;
};
const write = async (page: Page, path: string, field: string, value: unknown): Promise<void> => {
  const reply = await page.request.post(`${address()}/api/documents/commit`, {
    data: { writes: [{ kind: 'update', path, fields: [{ field: [field], value }] }] },
    headers: { origin: address() },
  });
  expect([reply.status(), await reply.text()]).toEqual([200, expect.anything()]);
};
const readUid = async (page: Page): Promise<string> =>
  ((await (await page.request.get(`${address()}/api/session`)).json()) as { user: { uid: string } })
    .user.uid;

test('a member registers an app, is asked for it at the next sign-in, and signs in with a code or a backup code', async ({
  browser,
}) => {
  const page = await asMember(browser, 'administrator@demo.example');
  const { faults } = watchPage(page);
  await page.goto('/account-info');
  await page.getByRole('button', { name: '認証アプリを登録する' }).click();
  await expectAccessible(page);
  const key = await registerApp(page);
  const codesDialog = page.getByRole('dialog', { name: 'バックアップコード' });
  await expect(codesDialog.locator('code')).toHaveCount(10);
  const backupCodes = await codesDialog.locator('code').allInnerTexts();
  await codesDialog.getByRole('button', { name: 'コピーする' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(backupCodes.join('\n'));
  await codesDialog.getByRole('button', { name: '控えました' }).click();
  await expect(page.getByText('バックアップコードの残り: 10個')).toBeVisible();
  await expect(page.getByText('接続中')).toBeVisible();
  await settled(page);
  await expectAccessible(page);

  await signOut(page);
  await byPassword(page, 'administrator@demo.example');
  await expect(page).toHaveURL(/\/mfaauth$/);
  await expectAccessible(page);
  await page.getByLabel('認証コード').fill('000000');
  await page.getByRole('button', { name: '確認する', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'コードが違うか' })).toBeVisible();
  await page.goto('/index-list-card');
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.goto('/mfaauth?next=%2Faccount-info');
  await page.getByLabel('認証コード').fill(computeNextCode(key));
  await page.getByRole('button', { name: '確認する', exact: true }).click();
  await expect(page).toHaveURL(/\/account-info$/);
  await expect(page.getByText('二段階認証で止まりました')).toBeVisible();

  await signOut(page);
  await byPassword(page, 'administrator@demo.example');
  await page.getByRole('button', { name: 'バックアップコードを使う' }).click();
  await page.getByLabel('バックアップコード').fill(backupCodes[0] ?? '');
  await page.getByRole('button', { name: '確認する', exact: true }).click();
  await expect(page.getByText('接続中')).toBeVisible();
  await page.goto('/account-info');
  await expect(page.getByText('バックアップコードの残り: 9個')).toBeVisible();
  expect(faults).toEqual([]);
});

test('a passkey is registered, signs in on its own and as a second factor, and can be renamed and removed', async ({
  browser,
}) => {
  const page = await asMember(browser, 'privileged@demo.example');
  const { faults } = watchPage(page);
  await attachAuthenticator(page);
  await page.goto('/account-info');
  await page.getByRole('button', { name: 'パスキーを追加する' }).click();
  await page
    .getByRole('dialog', { name: 'バックアップコード' })
    .getByRole('button', { name: '控えました' })
    .click();
  const row = page
    .getByRole('listitem')
    .filter({ hasText: 'Chrome（Linux）' })
    .filter({ hasText: 'パスキー' });
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: 'Chrome（Linux）の名前を変える' }).click();
  await page.getByRole('dialog').getByLabel('名前').fill('夜勤室の端末');
  await page.getByRole('dialog').getByRole('button', { name: '決定する' }).click();
  await expect(page.getByText('夜勤室の端末')).toBeVisible();

  await signOut(page);
  await page.goto('/login?next=%2Faccount-info');
  await page.getByRole('button', { name: 'パスキーでサインインする' }).click();
  await expect(page).toHaveURL(/\/account-info$/);
  await expect(page.getByRole('listitem').filter({ hasText: 'この端末' })).toContainText(
    'パスキー',
  );

  await signOut(page);
  await byPassword(page, 'privileged@demo.example');
  await page.getByRole('button', { name: 'パスキーで確認する' }).click();
  await expect(page.getByText('接続中')).toBeVisible();

  await page.goto('/account-info');
  await page.getByRole('button', { name: '夜勤室の端末を削除する' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '削除する' }).click();
  await expect(page.getByText('まだ登録されていません。')).toBeVisible();
  await signOut(page);
  await byPassword(page, 'privileged@demo.example');
  await expect(page.getByText('接続中')).toBeVisible();
  expect(faults).toEqual([]);
});

test('a member whose organisation requires a second factor must register one first, and continues without signing in again', async ({
  browser,
}) => {
  const owner = await asMember(browser, 'owner@demo.example');
  const staff = await asMember(browser, 'staff@demo.example');
  const { faults } = watchPage(staff);
  await staff.goto('/index-list-card');
  await expect(staff.locator('h1 + span', { hasText: '14室' })).toBeVisible();
  await write(owner, 'domain/demo-akane', 'mfaRequired', true);
  await expect(staff.getByRole('heading', { name: '二段階認証を登録してください' })).toBeVisible();
  await expect(staff.getByText('号室')).toHaveCount(0);
  await settled(staff);
  await expectAccessible(staff);
  await staff.goto('/room-config/room-list-table');
  await expect(
    staff.getByRole('heading', { name: '先に二段階認証を登録してください' }),
  ).toBeVisible();
  await staff.goto('/');
  await staff.getByRole('button', { name: /認証アプリを登録する/ }).click();
  await registerApp(staff);
  await expect(staff.getByRole('heading', { name: '登録しました' })).toBeVisible();
  await expect(staff.locator('code')).toHaveCount(10);
  // The connection continues with the new token. The codes stay visible until the user confirms
  // that they are stored.
  await staff.waitForTimeout(12_000);
  await expect(staff.locator('code')).toHaveCount(10);
  await staff.getByRole('button', { name: '控えました' }).click();
  await expect(staff.locator('h1 + span', { hasText: '14室' })).toBeVisible();
  await expect(staff.getByText('接続中')).toBeVisible();
  await staff.goto('/account-info');
  await staff.getByRole('button', { name: '認証アプリを削除する' }).click();
  await staff.getByRole('alertdialog').getByRole('button', { name: '削除する' }).click();
  await expect(
    staff.getByRole('alert').filter({ hasText: '組織が二段階認証を必須にしている' }),
  ).toBeVisible();
  await registerOwner(owner);
  await write(owner, 'domain/demo-akane', 'mfaRequired', false);
  expect(faults).toEqual([]);
});

/** The owner who requires a second factor needs one too. */
async function registerOwner(owner: Page): Promise<void> {
  await owner.goto('/');
  await owner.getByRole('button', { name: /認証アプリを登録する/ }).click();
  await registerApp(owner);
  await owner.getByRole('button', { name: '控えました' }).click();
}

test('a session that ends elsewhere closes its open page, and a changed level reaches it', async ({
  browser,
}) => {
  const [desk, phone] = [
    await asMember(browser, 'agency-admin@demo.example'),
    await asMember(browser, 'agency-admin@demo.example'),
  ];
  await phone.goto('/index-list-card');
  await expect(phone.getByText('接続中')).toBeVisible();
  await desk.goto('/account-info');
  await desk
    .getByRole('button', { name: /を終了する$/ })
    .first()
    .click();
  await expect(phone).toHaveURL(/\/login/);

  const maker = await asMember(browser, 'senior-developer@demo.example');
  const agent = await asMember(browser, 'agency@demo.example');
  await agent.goto('/agency/devices');
  await expect(agent.getByText('この画面は開けません')).toBeVisible();
  await expect(agent.getByText('接続中')).toBeVisible();
  await write(maker, `staff/${await readUid(agent)}`, 'accessLevel', 51);
  await expect(agent.getByText('この画面は開けません')).toHaveCount(0);
});

test('sensitive actions ask for a password or code again, and change nothing when cancelled', async ({
  browser,
}) => {
  const page = await asMember(browser, 'developer@demo.example');
  await page.goto('/account-info');
  // Simulates that the last proof is old.
  let requests = 0;
  await page.route('**/api/account/totp', async (route) => {
    requests += 1;
    if (requests > 2) await route.continue();
    else
      await route.fulfill({
        status: 403,
        contentType: 'application/json',
        body: '{"code":"confirmation-required"}',
      });
  });
  await page.getByRole('button', { name: '認証アプリを登録する' }).click();
  const dialog = page.getByRole('dialog', { name: '本人の確認' });
  await dialog.getByRole('button', { name: 'やめる' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: '認証アプリを登録する' }).click();
  await dialog.getByLabel('パスワード', { exact: true }).fill('not the right password');
  await dialog.getByRole('button', { name: '確認する', exact: true }).click();
  await expect(dialog.getByLabel('パスワード', { exact: true })).toHaveAccessibleDescription(
    'パスワードが違います。確認して、もう一度入力してください。',
  );
  await dialog.getByLabel('パスワード', { exact: true }).fill(DEMONSTRATION_PASSWORD);
  await dialog.getByRole('button', { name: '確認する', exact: true }).click();
  await expect(page.getByRole('dialog', { name: '認証アプリの登録' })).toBeVisible();
});
