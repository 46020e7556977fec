import type { Page } from '@playwright/test';
import { DEMONSTRATION_PASSWORD } from '../sign-in.ts';
import type { Screen } from './capture.ts';
import { ENDED, HAS_APP, type SignInServer } from './sign-in-server.ts';

const OWNER = 'owner@demo.example';

type SignInData = Pick<SignInServer, 'links' | 'forgetProofs'>;

/** Sign-in, registration and the account page with its dialogs. */
export const signInScreens = ({ links, forgetProofs }: SignInData): readonly Screen[] => [
  { name: 'login', path: '/login', as: null },
  {
    name: 'login-refused',
    path: '/login',
    as: null,
    act: (page) => byPassword(page, OWNER, 'not the password'),
  },
  { name: 'login-ended', path: '/', as: ENDED },
  {
    name: 'mfaauth',
    path: '/login',
    as: null,
    act: (page) => byPassword(page, HAS_APP, DEMONSTRATION_PASSWORD),
  },
  { name: 'mfaauth-over', path: '/mfaauth', as: null },
  { name: 'sso', path: '/sso', as: null },
  { name: 'sso-provider', path: '/sso/demo', as: null },
  { name: 'sso-missing', path: '/sso/nowhere', as: null },
  { name: 'handleauth', path: '/handleauth', as: null },
  {
    name: 'handleauth-refused',
    path: '/handleauth?outcome=refused&code=sign-up-refused&way=google',
    as: null,
  },
  { name: 'handleauth-forgotten', path: '/handleauth?mode=forgotten', as: null },
  { name: 'signup', path: '/signup', as: null },
  {
    name: 'signup-sent',
    path: '/signup',
    as: null,
    act: async (page) => {
      await page
        .getByRole('textbox')
        .first()
        .fill(`hanako-${crypto.randomUUID().slice(0, 6)}@example.jp`);
      await page.keyboard.press('Enter');
    },
  },
  { name: 'anonymous', path: '/anonymous', as: null },
  { name: 'register', path: '/register', as: null },
  { name: 'register-invitations', path: '/register', as: OWNER, settleMs: 1200 },
  { name: 'registerdomain', path: '/registerdomain', as: null },
  { name: 'register-user', path: links.invitation, as: null },
  { name: 'register-user-expired', path: links.expiredInvitation, as: null },
  { name: 'report-access', path: links.report, as: null },
  { name: 'report-access-used', path: links.usedReport, as: null },
  { name: 'link', path: '/link', as: OWNER, settleMs: 1200 },
  ...accountScreens(forgetProofs),
  { name: 'enrolment', path: '/', as: 'second-factor@demo.example', settleMs: 1200 },
  { name: 'totp', path: '/account-info', as: OWNER, settleMs: 1200, act: showApp },
  { name: 'password', path: '/account-info', as: OWNER, settleMs: 1200, act: wrongPassword },
  { name: 'backup-codes', path: '/account-info', as: HAS_APP, settleMs: 1200, act: renewCodes },
];

/** Known before the server has made the links. */
export const SIGN_IN_SCREEN_NAMES: readonly string[] = signInScreens({
  links: { invitation: '/', expiredInvitation: '/', report: '/', usedReport: '/' },
  forgetProofs: () => Promise.resolve(),
}).map(({ name }) => name);

/** One screen for each section of the long account page. */
function accountScreens(forgetProofs: () => Promise<void>): readonly Screen[] {
  const at = (name: string, section: RegExp): Screen => ({
    name: `account-info-${name}`,
    path: '/account-info',
    as: OWNER,
    settleMs: 1500,
    act: (page) =>
      page
        .getByRole('region', { name: section })
        .evaluate((part) => part.scrollIntoView({ block: 'start' })),
  });
  return [
    { name: 'account-info', path: '/account-info', as: OWNER, settleMs: 1500 },
    at('security', /^(二段階認証|Two-step sign-in)$/),
    at('sign-in-methods', /^(サインイン方法|Ways to sign in)$/),
    at('sessions', /^(サインイン中の端末|Signed-in devices)$/),
    at('organisation', /^(組織のサインイン（SAML）|Sign-in of your organisation \(SAML\))$/),
    at('notifications', /^(お知らせ|Notices)$/),
    at('deletion', /^(アカウントの削除|Delete the account)$/),
    {
      name: 'confirm-dialog',
      path: '/account-info',
      as: OWNER,
      settleMs: 1500,
      act: (page) =>
        page
          .getByRole('button', { name: /^(この端末も含めて終了する|End all, this one too)$/ })
          .click(),
    },
    {
      name: 'confirm-identity',
      path: '/account-info',
      as: OWNER,
      settleMs: 1500,
      act: async (page) => {
        await forgetProofs();
        await beginApp(page);
      },
    },
  ];
}

async function byPassword(page: Page, email: string, password: string): Promise<void> {
  await page.locator('input[name="email"]').fill(email);
  await page.locator('input[name="password"]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForTimeout(1200);
}

async function beginApp(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: /^(二段階認証|Two-step sign-in)$/ })
    .getByRole('button')
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
}

/** Shows the error at the field of the current password. */
async function wrongPassword(page: Page): Promise<void> {
  const section = page.getByRole('region', { name: /^(パスワード|Password)$/ });
  await section.getByRole('button').first().click();
  await section.locator('input').first().fill('not the password');
  await section.locator('input').nth(1).fill('gecko beneath the eaves');
  await section.locator('button[type="submit"]').click();
  await section.locator('[aria-invalid="true"]').waitFor();
}

/** The server asks for the password again when the last sign-in is old. */
async function proveIfAsked(page: Page): Promise<void> {
  await page.waitForTimeout(1000);
  const password = page
    .getByRole('dialog', { name: /^(本人の確認|Is it you\?)$/ })
    .locator('input[type="password"]');
  if ((await password.count()) === 0) return;
  await password.fill(DEMONSTRATION_PASSWORD);
  await page.keyboard.press('Enter');
}

async function showApp(page: Page): Promise<void> {
  await beginApp(page);
  await proveIfAsked(page);
  await page
    .getByRole('dialog', { name: /^(認証アプリの登録|Authenticator app)$/ })
    .getByRole('img')
    .waitFor();
}

async function renewCodes(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^(バックアップコードを作り直す|Make new backup codes)$/ })
    .click();
  await page.getByRole('button', { name: /^(作り直す|Make new ones)$/ }).click();
  await proveIfAsked(page);
  await page.getByRole('button', { name: /^(控えました|I have kept them)$/ }).waitFor();
}
