import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { startJoiningServer, type JoiningServer } from './joining-server.ts';
import { expectAccessible, watchPage } from './screen-checks.ts';
import { signIn, windowOpenedBy } from './sign-in.ts';

test.describe.configure({ mode: 'serial' });

const OWNER = 'owner@home.example';
const PASSWORD = 'four moths by the lamp';
const NEW_PASSWORD = 'two geckos on the wall';

let joining: JoiningServer;
test.beforeAll(async () => {
  joining = await startJoiningServer();
});
test.afterAll(() => joining.stop());

const open = (page: Page, path: string): Promise<unknown> =>
  page.goto(path.startsWith('http') ? path : `${joining.address}${path}`);
const fill = async (page: Page, values: Readonly<Record<string, string>>): Promise<void> => {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label).first().fill(value);
};
const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();
const memberButton = (page: Page, words: RegExp) => page.getByRole('button', { name: words });

/** Another person's browser. */
async function elsewhere(
  browser: Browser,
  work: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' });
  try {
    await work(await context.newPage(), context);
  } finally {
    await context.close();
  }
}

async function post<Reply>(page: Page, path: string, data: object): Promise<Reply> {
  const reply = await page.request.post(`${joining.address}${path}`, {
    data,
    headers: { origin: joining.address },
  });
  expect(reply.ok(), `${path} ${reply.status()}`).toBe(true);
  return reply.status() === 204 ? (undefined as Reply) : reply.json();
}

/** Creates an invitation and returns its link. */
async function invite(page: Page, label: string, level = '一般ユーザー'): Promise<string> {
  await open(page, '/register');
  await page.getByLabel('権限').selectOption({ label: level });
  await fill(page, { メモ: label });
  await press(page, '招待を作る');
  const dialog = page.getByRole('dialog', { name: '招待ができました' });
  const link = (await dialog.getByText(/^http.*#/).textContent()) ?? '';
  await expectAccessible(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: '閉じる' }).last().click();
  return link;
}

test('the link that an empty server prints, and no other, registers an organisation and its owner', async ({
  page,
  browser,
}) => {
  const { faults } = watchPage(page);
  await open(page, '/registerdomain');
  await expect(
    page.getByText('組織の登録は、招待を受けた方だけが行えます', { exact: true }),
  ).toBeVisible();
  await open(page, joining.firstStartLink);
  await expect(page.getByRole('heading', { name: '組織の登録' })).toBeVisible();
  await expectAccessible(page);
  await press(page, '組織を登録する');
  await expect(page.getByLabel('組織の名前')).toBeFocused();
  await fill(page, {
    組織の名前: '陽だまりの家',
    メールアドレス: OWNER,
    お名前: '開設 花子',
    パスワード: PASSWORD,
  });
  await page.keyboard.press('Enter');
  await expect(memberButton(page, /オーナー管理者/)).toBeVisible();
  await expect(page.getByText('陽だまりの家').first()).toBeVisible();
  await elsewhere(browser, async (other) => {
    await open(other, '/registerdomain');
    await expect(
      other.getByText('組織の登録は、招待を受けた方だけが行えます', { exact: true }),
    ).toBeVisible();
  });
  expect(faults).toEqual([]);
});

test('an invitation creates a member of exactly that level, once', async ({ page, browser }) => {
  const { faults } = watchPage(page);
  await signIn(page, joining.address, OWNER, PASSWORD);
  await open(page, '/');
  await memberButton(page, /オーナー管理者/).click();
  await page.getByRole('menuitem', { name: '職員を招待する' }).click();
  await expect(page.getByRole('heading', { name: '招待', exact: true })).toBeVisible();
  await expectAccessible(page);
  const link = await invite(page, '夜勤の新人さん', '管理ユーザー');
  await expect(page.getByRole('cell', { name: '夜勤の新人さん' })).toBeVisible();

  await elsewhere(browser, async (other) => {
    const watched = watchPage(other);
    await open(other, link);
    await expect(other.getByText('「陽だまりの家」への参加')).toBeVisible();
    await expect(other.getByText('管理ユーザー')).toBeVisible();
    await expectAccessible(other);
    // Mail is configured, so the address is verified first; the mail carries the invitation.
    await fill(other, { メールアドレス: 'new@home.example' });
    await press(other, '確認のメールを送る');
    await expect(other.getByText('メールをご確認ください')).toBeVisible();
    await open(other, await joining.linkTo('new@home.example'));
    await fill(other, { お名前: '新人 一郎', ふりがな: 'しんじん いちろう', パスワード: PASSWORD });
    await press(other, '参加する');
    await expect(other.getByText('「陽だまりの家」に参加しました。')).toBeVisible();
    await expect(memberButton(other, /新人 一郎.*管理ユーザー/)).toBeVisible();
    expect(watched.faults).toEqual([]);
  });
  await elsewhere(browser, async (other) => {
    await open(other, link);
    await expect(other.getByText(/この招待はすでに使われています/)).toBeVisible();
  });
  await page.reload();
  await expect(page.getByText('参加済み')).toBeVisible();
  expect(faults).toEqual([]);
});

test('an invitation can be withdrawn or expire, and a code can be typed', async ({
  page,
  browser,
}) => {
  await signIn(page, joining.address, OWNER, PASSWORD);
  const withdrawn = await invite(page, '取り消す人');
  await page
    .getByRole('row', { name: /取り消す人/ })
    .getByRole('button', { name: '取り消す' })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: '取り消す' }).click();
  await expect(page.getByText('招待を取り消しました。')).toBeVisible();
  const late = await invite(page, '遅れた人');
  await elsewhere(browser, async (other) => {
    await open(other, withdrawn);
    await expect(other.getByText(/この招待は取り消されています/)).toBeVisible();
    await open(other, '/register');
    await expectAccessible(other);
    await fill(other, {
      招待コード: new URL(late).hash.slice(1).toLowerCase().replaceAll('-', ' '),
    });
    await press(other, '招待を開く');
    await expect(other.getByText('「陽だまりの家」への参加')).toBeVisible();
    await joining.expire('invitation');
    await other.reload();
    await expect(other.getByText(/この招待は期限が切れています/)).toBeVisible();
  });
  await page.reload();
  await expect(page.getByText('期限切れ').first()).toBeVisible();
});

test('an invitation is accepted with LINE, which can then sign in', async ({ page, browser }) => {
  await signIn(page, joining.address, OWNER, PASSWORD);
  const session = await (await page.request.get(`${joining.address}/api/session`)).json();
  await post(page, '/api/documents/commit', {
    writes: [
      {
        kind: 'update',
        path: `domain/${session.user.domainId}`,
        fields: [{ field: ['signInMethods'], value: ['email', 'line'] }],
      },
    ],
  });
  const link = await invite(page, 'LINE の人');
  await elsewhere(browser, async (other, context) => {
    await open(other, link);
    await press(other, /LINE ?で参加する/);
    await other.getByRole('dialog').getByLabel('お名前').fill('線 子');
    const popup = await windowOpenedBy(other, () => press(other, '続ける'));
    const closed = popup.waitForEvent('close');
    await popup.getByRole('link', { name: '花子（LINE）' }).click();
    await closed;
    await expect(other.getByText('線 子さんとして参加します。')).toBeVisible();
    await press(other, '参加する');
    await expect(memberButton(other, /線 子.*一般ユーザー/)).toBeVisible();
    await post(other, '/api/session/sign-out', {});
    await context.clearCookies();
    await open(other, '/login');
    const again = await windowOpenedBy(other, () => press(other, 'LINE でサインインする'));
    await again.getByRole('link', { name: '花子（LINE）' }).click();
    await expect(memberButton(other, /線 子/)).toBeVisible();
  });
});

test("an invitation's code survives signing up with LINE in the same window", async ({
  page,
  browser,
}) => {
  await signIn(page, joining.address, OWNER, PASSWORD);
  const link = await invite(page, '登録の途中の人');
  await elsewhere(browser, async (other) => {
    const addresses: string[] = [];
    other.on('request', (request) => addresses.push(request.url()));
    await open(other, link);
    await other.getByRole('link', { name: 'サインインして参加する' }).click();
    await expect(other.getByRole('heading', { name: 'サインイン' })).toBeVisible();
    await other.goto(`${other.url()}&flow=redirect`);
    await press(other, 'LINE でサインインする');
    await other.getByRole('link', { name: '知らない人' }).click();
    // The account was created, and the page shows the invitation again, with its code.
    await expect(other.getByText('知らない人さんとして参加します。')).toBeVisible();
    expect(new URL(other.url()).hash).toBe(new URL(link).hash);
    await press(other, '参加する');
    await expect(memberButton(other, /知らない人.*一般ユーザー/)).toBeVisible();
    const code = new URL(link).hash.slice(1);
    expect(addresses.filter((address) => address.includes(code))).toEqual([]);
    expect(
      await other.evaluate(() => JSON.stringify(Object.entries(globalThis.sessionStorage))),
    ).not.toContain(code);
  });
});

test('a link opens one report once, in one browser, until it is withdrawn', async ({
  page,
  browser,
}) => {
  await signIn(page, joining.address, OWNER, PASSWORD);
  const session = await (await page.request.get(`${joining.address}/api/session`)).json();
  const { domainId } = session.user;
  const filter = {
    domainId,
    roomIds: [],
    sexes: [],
    tags: [],
    period: { kind: 'newest', nights: 7 },
  };
  const saved = await post<{ id: string }>(page, '/api/reports/saved', {
    name: '週のまとめ',
    isShared: false,
    filter,
  });
  const subject = { kind: 'report', domainId, report: saved.id };
  const { token, link } = await post<{ token: string; link: { linkId: string } }>(
    page,
    '/api/one-time-links',
    { subject, label: 'ご家族', hours: 24 },
  );
  const address = `/register-report-access-user#${token}`;
  await elsewhere(browser, async (reader) => {
    const { faults } = watchPage(reader);
    await open(reader, address);
    await expect(
      reader.getByText('「陽だまりの家」から、レポートを1件だけ見るための招待です。'),
    ).toBeVisible();
    await expectAccessible(reader);
    await press(reader, 'レポートを開く');
    const report = reader.getByRole('heading', { name: '週のまとめ' });
    await expect(report).toBeVisible();
    await reader.reload();
    await expect(report).toBeVisible();
    // The link opens nothing else.
    await open(reader, '/');
    await expect(report).toBeVisible();
    const rooms = await reader.request.post(`${joining.address}/api/documents/list`, {
      data: { query: { collection: 'staff' } },
      headers: { origin: joining.address },
    });
    expect(await rooms.json()).toEqual({ documents: [] });
    await elsewhere(browser, async (second) => {
      await open(second, address);
      await expect(second.getByText(/このリンクはすでに使われています/)).toBeVisible();
    });
    await post(page, `/api/one-time-links/${link.linkId}/revoke`, {});
    await reader.reload();
    await expect(
      reader.getByText(
        /このリンクはすでに使われています|このリンクは取り消されています|閲覧のリンクがありません/,
      ),
    ).toBeVisible();
    expect(faults).toEqual([]);
  });
});

test('a guest looks around, sees no personal data, and keeps the account with an address', async ({
  page,
}) => {
  const { faults } = watchPage(page);
  await open(page, '/anonymous');
  await expectAccessible(page);
  await press(page, 'ゲストとして始める');
  await expect(page.getByText('ゲストとして利用しています')).toBeVisible();
  await expect(memberButton(page, /ゲスト/)).toBeVisible();
  const before = await (await page.request.get(`${joining.address}/api/session`)).json();
  await open(page, '/account-info');
  await expect(page.getByRole('heading', { name: 'ゲストとして利用しています' })).toBeVisible();
  await page
    .getByRole('region', { name: 'メールアドレス' })
    .getByRole('button', { name: '登録する' })
    .click();
  await page.getByRole('dialog').getByLabel('新しいメールアドレス').fill('guest@home.example');
  await page.getByRole('dialog').getByRole('button', { name: '確認のメールを送る' }).click();
  await expect(page.getByText('確認のメールを送りました。', { exact: false })).toBeVisible();
  await open(page, await joining.linkTo('guest@home.example'));
  await expectAccessible(page);
  await press(page, 'このアドレスを登録する');
  await expect(page.getByText('確認済み')).toBeVisible();
  const after = await (await page.request.get(`${joining.address}/api/session`)).json();
  expect([after.user.uid, after.user.email]).toEqual([before.user.uid, 'guest@home.example']);
  expect(faults).toEqual([]);
});

test('a visitor signs up by a mailed link and deletes the account again', async ({ page }) => {
  await open(page, '/signup');
  await expectAccessible(page);
  await fill(page, { メールアドレス: 'me@home.example' });
  await press(page, '確認のメールを送る');
  const link = await joining.linkTo('me@home.example');
  await open(page, link);
  await expectAccessible(page);
  await fill(page, { お名前: '個人 太郎', パスワード: PASSWORD });
  await press(page, '登録して始める');
  await expect(memberButton(page, /個人 太郎.*個人ユーザー/)).toBeVisible();
  await open(page, '/account-info');
  await press(page, 'アカウントを削除する');
  const dialog = page.getByRole('alertdialog', { name: 'アカウントを削除しますか' });
  await expect(dialog.getByRole('button', { name: 'アカウントを削除する' })).toBeDisabled();
  await dialog.getByLabel('確認の言葉').fill('削除する');
  await dialog.getByRole('button', { name: 'アカウントを削除する' }).click();
  await expect(page).toHaveURL(/\/login/);
  await open(page, link);
  await expect(page.getByText(/このリンクはすでに使われています/)).toBeVisible();
});

test('a forgotten password is reset by mail, which ends open pages, and the old one no longer works', async ({
  page,
  browser,
}) => {
  await signIn(page, joining.address, 'new@home.example', PASSWORD);
  await open(page, '/');
  await expect(memberButton(page, /新人 一郎/)).toBeVisible();
  await elsewhere(browser, async (other) => {
    await open(other, '/login');
    await other.getByRole('link', { name: 'パスワードを忘れたとき' }).click();
    await expectAccessible(other);
    const seen = joining.mail.countTo('new@home.example');
    await fill(other, { メールアドレス: 'new@home.example' });
    await press(other, 'メールを送る');
    await expect(other.getByText('メールをご確認ください')).toBeVisible();
    const link = await joining.linkTo('new@home.example', seen);
    await open(other, link);
    await expectAccessible(other);
    await fill(other, { 新しいパスワード: NEW_PASSWORD });
    await press(other, 'パスワードを決め直す');
    await expect(memberButton(other, /新人 一郎/)).toBeVisible();
    await expect(page).toHaveURL(/\/login/);
    await elsewhere(browser, async (third) => {
      await open(third, link);
      await expect(third.getByText(/このリンクはすでに使われています/)).toBeVisible();
    });
  });
  await fill(page, { メールアドレス: 'new@home.example', パスワード: PASSWORD });
  await press(page, 'サインインする');
  await expect(page.getByText(/メールアドレスまたはパスワードが違います/)).toBeVisible();
  await fill(page, { パスワード: NEW_PASSWORD });
  await press(page, 'サインインする');
  await expect(memberButton(page, /新人 一郎/)).toBeVisible();
});

test('a changed level reaches an open page, and a suspension ends it', async ({
  page,
  browser,
}) => {
  await signIn(page, joining.address, 'new@home.example', NEW_PASSWORD);
  await open(page, '/');
  await expect(memberButton(page, /管理ユーザー/)).toBeVisible();
  const { user } = await (await page.request.get(`${joining.address}/api/session`)).json();
  await elsewhere(browser, async (other) => {
    await signIn(other, joining.address, OWNER, PASSWORD);
    const change = (field: string, value: string | number): Promise<unknown> =>
      post(other, '/api/documents/commit', {
        writes: [
          { kind: 'update', path: `staff/${user.uid}`, fields: [{ field: [field], value }] },
        ],
      });
    await change('accessLevel', 4);
    await expect(memberButton(page, /特権管理者/)).toBeVisible();
    await change('state', 'suspended');
    await expect(page).toHaveURL(/\/login/);
    await change('state', 'active');
  });
});

test("a member's profile, language and photo follow them to another browser", async ({
  page,
  browser,
}) => {
  const { faults } = watchPage(page);
  await signIn(page, joining.address, OWNER, PASSWORD);
  await open(page, '/account-info');
  const profile = page.getByRole('region', { name: 'プロフィール' });
  await profile.getByLabel('名前').fill('開設 華子');
  await profile.getByLabel('電話番号').fill('03-1234-5678');
  await profile.getByRole('button', { name: '保存する' }).click();
  await expect(page.getByText('保存しました。')).toBeVisible();
  await expect(memberButton(page, /開設 華子/)).toBeVisible();
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 200 } });
  await profile
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
  await expect(profile.getByRole('img', { name: '写真' })).toBeVisible();
  await expect(page.getByText(/最後の管理者のため、削除できません/)).toBeVisible();
  await expectAccessible(page, 'main');
  await page.getByRole('region', { name: '言語' }).getByText('English').click();
  await expect(page.getByRole('region', { name: 'Profile' })).toBeVisible();
  await elsewhere(browser, async (other) => {
    await signIn(other, joining.address, OWNER, PASSWORD);
    await open(other, '/account-info');
    await expect(other.getByRole('region', { name: 'Profile' })).toBeVisible();
    await other.getByRole('region', { name: 'Language' }).getByText('日本語').click();
    await expect(other.getByRole('region', { name: 'プロフィール' })).toBeVisible();
  });
  expect(faults).toEqual([]);
});
