import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_LEVELS } from '@yamori/domain';
import { MEMBER_PASSWORD } from '../../testing/live-fixture.ts';
import { startMailServer, type MailServer, type ReceivedMail } from '../../testing/mail-server.ts';
import {
  startRegistrationFixture,
  type RegistrationFixture,
} from '../../testing/registration-fixture.ts';
import { createSoftwarePasskey } from '../../testing/software-passkey.ts';
import { registerApp, type TestBrowser } from '../../testing/test-browser.ts';
import { openTestMail } from '../../testing/test-mail.ts';
import { lineProvider } from './federation/oidc/oidc-provider.ts';
import {
  startFederationFixture,
  type FederationFixture,
} from './federation/testing/federation-fixture.ts';
import { openOidcStandIn, type OidcStandIn } from './federation/testing/oidc-stand-in.ts';
import { createSigningKey } from './federation/testing/test-certificate.ts';
import { goThrough } from './federation/testing/provider-sign-in.ts';

let held: RegistrationFixture;
beforeAll(async () => {
  held = await startRegistrationFixture();
});
afterAll(() => held.close());

type Member = { readonly email: string; readonly userId: string; readonly browser: TestBrowser };
async function member(
  name: string,
  {
    language,
    proven = true,
    level = 2,
  }: { language?: 'ja' | 'en'; proven?: boolean; level?: number } = {},
): Promise<Member> {
  const email = `${name}@akane.example`;
  const userId = await held.fixture.addMember(email, 'akane', level);
  await held.fixture.temporary.database.query({
    text: 'update auth_user set language = $2, email_verified = $3 where id = $1',
    values: [userId, language ?? null, proven],
  });
  return { email, userId, browser: await held.browser(email) };
}
/** Waits until `email` has received `count` mails; returns them oldest first. */
async function mailsTo(email: string, count: number): Promise<ReceivedMail[]> {
  await expect.poll(() => held.mail.countTo(email)).toBe(count);
  return held.mail.received.filter(({ to }) => to === email);
}
const waitUntilAllSent = (): Promise<unknown> =>
  expect
    .poll(() => held.fixture.temporary.database.query({ text: 'select 1 from waiting_mail' }))
    .toEqual([]);
async function addPasskey({ browser }: Member): Promise<string> {
  const passkey = createSoftwarePasskey();
  const { options } = (await browser.post('/api/account/passkeys/creation')).json<{
    options: { challenge: string; rp: { id: string } };
  }>();
  const attestation = passkey.attest({
    challenge: options.challenge,
    origin: 'https://ward.example',
    rpId: options.rp.id,
  });
  const added = await browser.post(
    '/api/account/passkeys',
    { name: '台所の端末', attestation },
    { origin: 'https://ward.example' },
  );
  expect(added.statusCode, added.body).toBe(200);
  return attestation.id;
}

describe('e-mail about account security', () => {
  it('reports each added and removed factor and new backup codes, without secrets or names', async () => {
    const owner = await member('factors');
    const app = await registerApp(owner.browser, held.clock.now());
    const passkeyId = await addPasskey(owner);
    const { backupCodes } = (await owner.browser.post('/api/account/backup-codes')).json<{
      backupCodes: string[];
    }>();
    expect(
      (await owner.browser.post('/api/account/factors/remove', { id: passkeyId })).statusCode,
    ).toBe(204);
    expect(
      (await owner.browser.post('/api/account/factors/remove', { id: 'totp' })).statusCode,
    ).toBe(204);
    const mails = await mailsTo(owner.email, 5);
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual(
      [
        '【やもり】認証アプリを登録しました',
        '【やもり】パスキーを登録しました',
        '【やもり】バックアップコードを作り直しました',
        '【やもり】パスキーを外しました',
        '【やもり】認証アプリを外しました',
      ].toSorted(),
    );
    for (const { raw, text } of mails) {
      for (const code of [...app.backupCodes, ...backupCodes, passkeyId, '台所の端末'])
        expect(`${raw}${text}`).not.toContain(code);
      expect(text).toContain('https://ward.example/login');
    }
  });

  it('reports a changed password in the language of the account', async () => {
    const owner = await member('english', { language: 'en' });
    expect(
      (
        await owner.browser.post('/api/account/password', {
          current: MEMBER_PASSWORD,
          password: 'four moths by the lamp',
        })
      ).statusCode,
    ).toBe(204);
    const [mail] = await mailsTo(owner.email, 1);
    expect(mail?.subject).toBe('[Yamori] Your password was changed');
    expect(mail?.text).not.toContain('four moths');
  });

  it('reports a factor reset by an administrator to the member only', async () => {
    const owner = await member('lost');
    await registerApp(owner.browser, held.clock.now());
    const manager = await member('manager', { level: ACCESS_LEVELS.administrator });
    expect(
      (await manager.browser.post(`/api/staff/${owner.userId}/factors/reset`, { language: 'ja' }))
        .statusCode,
    ).toBe(200);
    expect((await mailsTo(owner.email, 2)).map(({ subject }) => subject)).toContain(
      '【やもり】二段階認証を初期化しました',
    );
    expect(held.mail.countTo(manager.email)).toBe(0);
  });

  it('does not report a rejected change', async () => {
    const owner = await member('refused');
    await owner.browser.post('/api/account/totp');
    expect(
      (await owner.browser.post('/api/account/totp/confirm', { code: '000000' })).statusCode,
    ).toBe(401);
    expect((await owner.browser.post('/api/account/backup-codes')).statusCode).toBe(404);
    expect(
      (await owner.browser.post('/api/account/factors/remove', { id: 'totp' })).statusCode,
    ).toBe(404);
    expect(
      (
        await owner.browser.post('/api/account/password', {
          current: MEMBER_PASSWORD,
          password: 'short',
        })
      ).statusCode,
    ).toBe(400);
    // The factor cannot be removed: the e-mail of the same transaction is rolled back too.
    await registerApp(owner.browser, held.clock.now());
    expect(
      (
        await owner.browser.post('/api/account/password', {
          current: MEMBER_PASSWORD,
          password: 'k7w-yo2q',
        })
      ).statusCode,
    ).toBe(204);
    expect(
      (await owner.browser.post('/api/account/factors/remove', { id: 'totp' })).json(),
    ).toMatchObject({ code: 'password-too-short' });
    await waitUntilAllSent();
    expect((await mailsTo(owner.email, 2)).map(({ subject }) => subject).toSorted()).toEqual(
      ['【やもり】パスワードを変更しました', '【やもり】認証アプリを登録しました'].toSorted(),
    );
  });

  it('never reaches an unverified address', async () => {
    const owner = await member('unproved', { proven: false });
    await registerApp(owner.browser, held.clock.now());
    await owner.browser.post('/api/account/backup-codes');
    await owner.browser.post('/api/account/factors/remove', { id: 'totp' });
    await waitUntilAllSent();
    expect(held.mail.countTo(owner.email)).toBe(0);
  });
});

describe('e-mail about sign-in providers', () => {
  let smtp: MailServer;
  let line: OidcStandIn;
  let fixture: FederationFixture;
  beforeAll(async () => {
    smtp = await startMailServer();
    fixture = await startFederationFixture({
      mail: (database, log) => openTestMail(database, smtp.url, log),
      providers: async (address) => {
        line = await openOidcStandIn({
          name: 'LINE',
          signing: 'HS256',
          redirectUris: [`${address}/api/sign-in/line/callback`],
          people: [{ sub: 'U-hanako', name: '花子' }],
        });
        return [lineProvider(line, { ...line, scope: 'openid profile' })];
      },
    });
    await fixture.addDomain('akane');
  });
  afterAll(async () => {
    await fixture.close();
    await line.close();
    await smtp.close();
  });

  it('reports linking and unlinking once each, and not a confirmation', async () => {
    const email = 'links@akane.example';
    await fixture.addMember(email, 'akane', ACCESS_LEVELS.generalStaff);
    const browser = await fixture.browser(email);
    for (const outcome of ['linked', 'confirmed'])
      expect(
        (await goThrough(browser, fixture.address, 'line', 'U-hanako', { intent: 'link' })).get(
          'outcome',
        ),
      ).toBe(outcome);
    expect((await smtp.next(email)).subject).toBe('【やもり】LINEを連携しました');
    expect(
      (
        await browser.ask(`${fixture.address}/api/account/providers/unlink`, {
          json: { provider: 'line' },
        })
      ).status,
    ).toBe(204);
    expect(
      (
        await browser.ask(`${fixture.address}/api/account/providers/unlink`, {
          json: { provider: 'line' },
        })
      ).status,
    ).toBe(400);
    const mail = await smtp.next(email, 1);
    expect(mail.subject).toBe('【やもり】LINEの連携を解除しました');
    expect(`${mail.raw}${mail.text}`).not.toContain('U-hanako');
    expect(smtp.countTo(email)).toBe(2);
  });

  it('informs linked members when the organisation removes its provider', async () => {
    const [owner, email] = ['owner@akane.example', 'by-saml@akane.example'];
    await fixture.addMember(owner, 'akane', ACCESS_LEVELS.ownerAdministrator);
    const userId = await fixture.addMember(email, 'akane', ACCESS_LEVELS.generalStaff);
    const browser = await fixture.browser(owner);
    const providers = `${fixture.address}/api/domains/akane/saml-providers`;
    const input = {
      id: 'akane',
      name: '茜の家',
      entityId: 'https://idp.akane.example/metadata',
      signInUrl: 'https://idp.akane.example/sso',
      certificates: [createSigningKey().certificate],
      allowIdpInitiated: false,
      emailAttribute: null,
      nameAttribute: null,
      joinLevel: null,
    };
    expect((await browser.ask(providers, { json: input })).status).toBe(200);
    await fixture.temporary.database.query({
      text: `insert into auth_account (id, account_id, provider_id, user_id, created_at, updated_at) values ('linked', 'staff-0001', 'saml.akane', $1, now(), now())`,
      values: [userId],
    });
    expect((await browser.ask(`${providers}/akane/remove`, { json: {} })).status).toBe(204);
    expect((await smtp.next(email)).subject).toBe('【やもり】組織のサインインの連携を解除しました');
    expect(smtp.countTo(owner)).toBe(0);
  });
});
