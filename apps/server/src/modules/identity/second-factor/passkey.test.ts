import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startIdentityFixture,
  TEST_PASSWORD,
  type IdentityFixture,
} from '../../../testing/identity-fixture.ts';
import {
  createSoftwarePasskey,
  type PasskeyExchange,
  type SoftwarePasskey,
} from '../../../testing/software-passkey.ts';
import { storeDocument } from '../../../testing/stored-document.ts';
import { openTestBrowser, registerApp, type TestBrowser } from '../../../testing/test-browser.ts';

let fixture: IdentityFixture;
beforeAll(async () => {
  fixture = await startIdentityFixture({ signInsPerAddress: 10_000 });
  await storeDocument(fixture.temporary.database, 'domain/strict', {
    mfaRequired: true,
    rootDomainId: 'strict',
    ancestorIds: [],
  });
});
afterAll(() => fixture.close());

type Options = {
  readonly challenge: string;
  readonly allowCredentials?: readonly { readonly id: string }[];
  readonly excludeCredentials?: readonly { readonly id: string }[];
  readonly userVerification?: string;
  readonly timeout?: number;
};
const readOptions = async (browser: TestBrowser, url: string): Promise<Options> =>
  (await browser.post(url)).json<{ options: Options }>().options;
const CREATION = '/api/account/passkeys/creation';
const REQUEST = {
  signIn: '/api/session/passkey-request',
  second: '/api/session/second-factor/passkey-request',
  confirm: '/api/session/confirm/passkey-request',
};

const member = async (name: string, domainId = 'ward-a') => {
  const email = `${name}@example.jp`;
  const userId = await fixture.addMember(email, 'administrator', domainId);
  const browser = openTestBrowser(fixture.server);
  await browser.signIn(email, TEST_PASSWORD);
  return { email, userId, browser };
};
const register = async (
  browser: TestBrowser,
  passkey: SoftwarePasskey,
  change: Partial<PasskeyExchange> = {},
  headers: Record<string, string> = {},
) => {
  const { challenge } = await readOptions(browser, CREATION);
  return browser.post(
    '/api/account/passkeys',
    { name: '台所の端末', attestation: passkey.attest({ challenge, ...change }) },
    headers,
  );
};
const withPasskey = async (name: string, domainId?: string) => {
  const owner = await member(name, domainId);
  const passkey = createSoftwarePasskey();
  const added = await register(owner.browser, passkey);
  expect(added.statusCode).toBe(200);
  return { ...owner, passkey, backupCodes: added.json<{ backupCodes: string[] }>().backupCodes };
};
const signInPending = async (email: string): Promise<TestBrowser> => {
  const browser = openTestBrowser(fixture.server);
  expect((await browser.signIn(email, TEST_PASSWORD)).json()).toMatchObject({
    user: null,
    pending: { kinds: ['passkey', 'backupCode'] },
  });
  return browser;
};
const bySecond = async (
  browser: TestBrowser,
  passkey: SoftwarePasskey,
  change: Partial<PasskeyExchange> = {},
) =>
  browser.post('/api/session/second-factor', {
    kind: 'passkey',
    assertion: passkey.assert({
      challenge: (await readOptions(browser, REQUEST.second)).challenge,
      ...change,
    }),
  });
const signInByPasskey = async (
  browser: TestBrowser,
  passkey: SoftwarePasskey,
  change: Partial<PasskeyExchange> = {},
  headers: Record<string, string> = {},
) =>
  browser.post(
    '/api/session/passkey',
    {
      assertion: passkey.assert({
        challenge: (await readOptions(browser, REQUEST.signIn)).challenge,
        ...change,
      }),
    },
    headers,
  );

describe('a passkey as a second factor', () => {
  it('raises the session and comes with a name and backup codes', async () => {
    const { browser, passkey, backupCodes } = await withPasskey('register', 'strict');
    expect(backupCodes).toHaveLength(10);
    expect((await browser.session()).user).toMatchObject({
      accessLevel: 3,
      mfas: [{ id: passkey.credentialId, kind: 'passkey', name: '台所の端末' }],
    });
    expect((await readOptions(browser, CREATION)).excludeCredentials).toEqual([
      expect.objectContaining({ id: passkey.credentialId }),
    ]);
  });

  it('gets five minutes, the lifetime of its challenge', async () => {
    const { browser } = await withPasskey('slow');
    const options = await Promise.all([
      readOptions(browser, CREATION),
      readOptions(openTestBrowser(fixture.server), REQUEST.signIn),
    ]);
    expect(options.map(({ timeout }) => timeout)).toEqual([300_000, 300_000]);
  });

  it('completes a sign-in, with or without user verification', async () => {
    const { email, userId, passkey } = await withPasskey('complete');
    for (const userVerified of [true, false]) {
      const browser = await signInPending(email);
      expect((await readOptions(browser, REQUEST.second)).allowCredentials).toEqual([
        expect.objectContaining({ id: passkey.credentialId }),
      ]);
      expect((await bySecond(browser, passkey, { userVerified })).json()).toMatchObject({
        user: { uid: userId, providerId: 'email' },
      });
    }
  });

  it('fails for another origin, another host or another challenge', async () => {
    const { email, passkey } = await withPasskey('foreign');
    const spent = (await readOptions(await signInPending(email), REQUEST.second)).challenge;
    for (const change of [
      { origin: 'https://evil.example' },
      { origin: 'http://localhost:9999' },
      { rpId: 'evil.example' },
      { challenge: 'c2VsZi1tYWRl' },
      { challenge: spent },
    ]) {
      expect([
        change,
        (await bySecond(await signInPending(email), passkey, change)).json(),
      ]).toEqual([change, { code: 'second-factor-failed' }]);
    }
  });

  it('consumes each challenge once', async () => {
    const { email, passkey } = await withPasskey('challenge');
    const browser = await signInPending(email);
    const { challenge } = await readOptions(browser, REQUEST.second);
    const assertion = passkey.assert({ challenge });
    expect(
      (await browser.post('/api/session/second-factor', { kind: 'passkey', assertion })).statusCode,
    ).toBe(200);
    expect(
      (
        await (
          await signInPending(email)
        ).post('/api/session/second-factor', { kind: 'passkey', assertion })
      ).json(),
    ).toEqual({ code: 'second-factor-failed' });
  });

  it('fails if its counter does not increase, which indicates a clone', async () => {
    const { email, passkey } = await withPasskey('counter');
    expect((await bySecond(await signInPending(email), passkey, { counter: 40 })).statusCode).toBe(
      200,
    );
    for (const counter of [39, 40, 0])
      expect([
        counter,
        (await bySecond(await signInPending(email), passkey, { counter })).statusCode,
      ]).toEqual([counter, 401]);
    expect((await bySecond(await signInPending(email), passkey, { counter: 41 })).statusCode).toBe(
      200,
    );
  });

  it("fails for another user's passkey", async () => {
    const { email } = await withPasskey('mine');
    const { passkey } = await withPasskey('theirs');
    expect((await bySecond(await signInPending(email), passkey)).json()).toEqual({
      code: 'second-factor-failed',
    });
    expect((await bySecond(await signInPending(email), createSoftwarePasskey())).json()).toEqual({
      code: 'second-factor-failed',
    });
  });

  it("fails with another key's signature", async () => {
    const { email, passkey } = await withPasskey('signature');
    const browser = await signInPending(email);
    const { challenge } = await readOptions(browser, REQUEST.second);
    const good = passkey.assert({ challenge });
    const stranger = createSoftwarePasskey().assert({ challenge });
    const reply = await browser.post('/api/session/second-factor', {
      kind: 'passkey',
      assertion: {
        ...good,
        response: { ...good.response, signature: stranger.response.signature },
      },
    });
    expect(reply.json()).toEqual({ code: 'second-factor-failed' });
  });
});

describe('a passkey as a sign-in method', () => {
  it('proves two factors without an address and opens the full level', async () => {
    const { userId, passkey } = await withPasskey('alone', 'strict');
    const browser = openTestBrowser(fixture.server);
    expect(await readOptions(browser, REQUEST.signIn)).toMatchObject({
      allowCredentials: [],
      userVerification: 'required',
      rpId: 'localhost',
    });
    expect((await signInByPasskey(browser, passkey)).json()).toMatchObject({
      user: { uid: userId, providerId: 'passkey', accessLevel: 3 },
      pending: null,
    });
    expect((await browser.session()).user?.uid).toBe(userId);
  });

  it('fails without user verification', async () => {
    const { passkey } = await withPasskey('unverified');
    expect(
      (
        await signInByPasskey(openTestBrowser(fixture.server), passkey, { userVerified: false })
      ).json(),
    ).toEqual({ code: 'sign-in-failed' });
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }, {}],
    ['another host', { rpId: 'evil.example' }, {}],
    ['a made-up challenge', { challenge: 'c2VsZi1tYWRl' }, {}],
    ['a request without an origin', {}, { origin: '' }],
  ])('fails from %s', async (_name, change, headers: Record<string, string>) => {
    const { passkey } = await withPasskey(`way-${crypto.randomUUID()}`);
    const reply = await signInByPasskey(openTestBrowser(fixture.server), passkey, change, headers);
    expect([401, 403]).toContain(reply.statusCode);
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  it('fails with a challenge for another purpose', async () => {
    const { email, browser, passkey } = await withPasskey('purpose');
    const others = [
      (await readOptions(await signInPending(email), REQUEST.second)).challenge,
      (await readOptions(browser, REQUEST.confirm)).challenge,
      (await readOptions(browser, CREATION)).challenge,
    ];
    for (const challenge of others)
      expect(
        (await signInByPasskey(openTestBrowser(fixture.server), passkey, { challenge })).json(),
      ).toEqual({ code: 'sign-in-failed' });
  });

  it('fails if the member’s organisation accepts SAML only', async () => {
    await storeDocument(fixture.temporary.database, 'domain/saml-only', {
      signInMethods: ['email', 'saml'],
      rootDomainId: 'saml-only',
      ancestorIds: [],
    });
    const { passkey } = await withPasskey('samlonly', 'saml-only');
    await storeDocument(fixture.temporary.database, 'domain/saml-only', {
      signInMethods: ['saml'],
      samlProviderIds: ['saml.acme'],
      rootDomainId: 'saml-only',
      ancestorIds: [],
    });
    expect((await signInByPasskey(openTestBrowser(fixture.server), passkey)).json()).toEqual({
      code: 'sign-in-way-refused',
    });
  });

  it('fails after five minutes', async () => {
    const { passkey } = await withPasskey('late');
    const browser = openTestBrowser(fixture.server);
    const { challenge } = await readOptions(browser, REQUEST.signIn);
    fixture.clock.now = new Date(fixture.clock.now.getTime() + 5 * 60_000 + 1);
    expect(
      (
        await browser.post('/api/session/passkey', { assertion: passkey.assert({ challenge }) })
      ).json(),
    ).toEqual({ code: 'sign-in-failed' });
  });
});

describe('the passkeys of an account', () => {
  it('a passkey confirms the member’s identity', async () => {
    const { browser, passkey } = await withPasskey('confirm');
    fixture.clock.now = new Date(fixture.clock.now.getTime() + 10 * 60_000 + 1);
    expect((await browser.post(CREATION)).json()).toEqual({ code: 'confirmation-required' });
    const { challenge } = await readOptions(browser, REQUEST.confirm);
    expect(
      (
        await browser.post('/api/session/confirm', {
          kind: 'passkey',
          assertion: passkey.assert({ challenge }),
        })
      ).statusCode,
    ).toBe(204);
    expect((await browser.post(CREATION)).statusCode).toBe(200);
  });

  it('an account may have several passkeys, but each is registered only once across all accounts', async () => {
    const { browser, passkey } = await withPasskey('several');
    const { browser: thief } = await member('thief');
    expect((await register(browser, createSoftwarePasskey())).json()).toEqual({
      backupCodes: null,
    });
    expect((await register(browser, passkey)).json()).toEqual({ code: 'passkey-exists' });
    expect((await register(thief, passkey)).json()).toEqual({ code: 'passkey-exists' });
    expect((await browser.session()).user?.mfas).toHaveLength(2);
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['a made-up challenge', { challenge: 'c2VsZi1tYWRl' }],
  ])('the server rejects a registration from %s', async (_name, change) => {
    const { browser } = await member(`new-${crypto.randomUUID()}`);
    expect((await register(browser, createSoftwarePasskey(), change)).json()).toEqual({
      code: 'passkey-invalid',
    });
    expect((await browser.session()).user?.mfas).toEqual([]);
  });

  it('cannot be renamed or removed by other members', async () => {
    const { browser, passkey } = await withPasskey('rename');
    const { browser: stranger } = await member('stranger');
    const id = passkey.credentialId;
    expect(
      (await stranger.post('/api/account/passkeys/rename', { id, name: 'mine' })).statusCode,
    ).toBe(404);
    expect((await stranger.post('/api/account/factors/remove', { id })).statusCode).toBe(404);
    expect(
      (await browser.post('/api/account/passkeys/rename', { id, name: '寝室の鍵' })).statusCode,
    ).toBe(204);
    expect((await browser.session()).user?.mfas).toEqual([
      { id, kind: 'passkey', name: '寝室の鍵' },
    ]);
    expect((await browser.post('/api/account/factors/remove', { id })).statusCode).toBe(204);
    expect((await browser.session()).user?.mfas).toEqual([]);
  });

  it('cannot be removed together with an app by concurrent requests if a factor is required', async () => {
    for (let round = 0; round < 4; round++) {
      const { browser, passkey } = await withPasskey(`both-${round}`, 'strict');
      await registerApp(browser, fixture.clock.now);
      const replies = await Promise.all(
        ['totp', passkey.credentialId].map((id) =>
          browser.post('/api/account/factors/remove', { id }),
        ),
      );
      expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
        204, 403,
      ]);
      expect((await browser.session()).user?.mfas).toHaveLength(1);
    }
  });
});
