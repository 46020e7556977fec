import { ACCESS_LEVELS } from '@yamori/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startIdentityFixture,
  TEST_PASSWORD,
  type IdentityFixture,
} from '../../../testing/identity-fixture.ts';
import { createSoftwarePasskey } from '../../../testing/software-passkey.ts';
import { storeDocument } from '../../../testing/stored-document.ts';
import { openTestBrowser, registerApp, type TestBrowser } from '../../../testing/test-browser.ts';

const HOUSE = '198.51.100.7';
let fixture: IdentityFixture;
beforeAll(async () => {
  fixture = await startIdentityFixture({ signInsPerAccount: 100_000, signInsPerAddress: 60 });
});
afterAll(() => fixture.close());

type From = { readonly address: string; readonly cookie?: string };

const signIn = async (email: string, password: string, { address, cookie }: From) => {
  const reply = await fixture.server.inject({
    method: 'POST',
    url: '/api/session/sign-in',
    payload: { email, password },
    remoteAddress: address,
    ...(cookie === undefined ? {} : { headers: { cookie } }),
  });
  const device = [reply.headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';')[0] ?? '')
    .find((line) => line.startsWith('yamori.device='));
  return { status: reply.statusCode, body: reply.json<object>(), device: device ?? '' };
};
const guessAsStrangers = async (email: string, tries: number): Promise<number[]> => {
  const statuses: number[] = [];
  for (let index = 0; index < tries; index += 1)
    statuses.push(
      (await signIn(email, 'a wrong password', { address: `203.0.113.${index % 250}` })).status,
    );
  return statuses;
};

describe('password guessing from many addresses (T37)', () => {
  it('reaches the check at most a hundred times and does not lock out a known device', async () => {
    await fixture.addMember('owner@example.jp', 'generalStaff');
    const { device } = await signIn('owner@example.jp', TEST_PASSWORD, { address: '192.0.2.1' });
    const statuses = await guessAsStrangers('owner@example.jp', 300);
    expect(statuses.filter((status) => status === 401)).toHaveLength(100);

    const elsewhere = await signIn('owner@example.jp', TEST_PASSWORD, { address: '192.0.2.9' });
    expect(elsewhere.body).toEqual({ code: 'sign-in-locked' });
    const known = { address: '192.0.2.9', cookie: device };
    expect((await signIn('owner@example.jp', TEST_PASSWORD, known)).status).toBe(200);
    // The owner's sign-in does not reset the guessAsStrangers' count.
    expect(
      (await guessAsStrangers('owner@example.jp', 3)).filter((status) => status === 401),
    ).toEqual([]);
  });

  it('does not lock out the owner of a passkey, in any browser', async () => {
    const email = 'passkey@example.jp';
    const userId = await fixture.addMember(email, 'generalStaff');
    const own = openTestBrowser(fixture.server, { address: '192.0.2.5' });
    await own.signIn(email, TEST_PASSWORD);
    const passkey = createSoftwarePasskey();
    const readChallenge = async (browser: TestBrowser, url: string): Promise<string> =>
      (await browser.post(url)).json<{ options: { challenge: string } }>().options.challenge;
    await own.post('/api/account/passkeys', {
      name: '自分の端末',
      attestation: passkey.attest({
        challenge: await readChallenge(own, '/api/account/passkeys/creation'),
      }),
    });
    await guessAsStrangers(email, 101);

    const unknown = openTestBrowser(fixture.server, { address: '192.0.2.6' });
    expect((await unknown.signIn(email, TEST_PASSWORD)).json()).toEqual({ code: 'sign-in-locked' });
    const challenge = await readChallenge(unknown, '/api/session/passkey-request');
    const reply = await unknown.post('/api/session/passkey', {
      assertion: passkey.assert({ challenge }),
    });
    expect(reply.json()).toMatchObject({ user: { uid: userId, providerId: 'passkey' } });
  });

  it('does not keep a signed-in owner from confirming or changing the password', async () => {
    const email = 'signed-in@example.jp';
    await fixture.addMember(email, 'generalStaff');
    const cookie = await fixture.signIn(email);
    await guessAsStrangers(email, 101);
    const confirm = (password: string) =>
      send('/api/session/confirm', { kind: 'password', password });
    const send = async (url: string, payload: object) =>
      (
        await fixture.server.inject({
          method: 'POST',
          url,
          payload,
          remoteAddress: '192.0.2.4',
          headers: { cookie },
        })
      ).statusCode;
    expect(await confirm(TEST_PASSWORD)).toBe(204);
    const statuses: number[] = [];
    for (let index = 0; index < 101; index += 1) statuses.push(await confirm('a wrong password'));
    expect(new Set(statuses.slice(0, 100))).toEqual(new Set([statuses[0]]));
    expect(statuses[100]).not.toBe(statuses[0]);
    expect(await confirm(TEST_PASSWORD)).not.toBe(204);
  });

  it('counts the attempts of a known device too', async () => {
    await fixture.addMember('lost-phone@example.jp', 'generalStaff');
    const { device } = await signIn('lost-phone@example.jp', TEST_PASSWORD, {
      address: '192.0.2.2',
    });
    const statuses: number[] = [];
    for (let index = 0; index < 120; index += 1)
      statuses.push(
        (
          await signIn('lost-phone@example.jp', 'a wrong password', {
            address: '192.0.2.2',
            cookie: device,
          })
        ).status,
      );
    expect(statuses.filter((status) => status === 401)).toHaveLength(100);
  });

  it('trusts a device only for the accounts that signed in on it', async () => {
    await fixture.addMember('first@example.jp', 'generalStaff');
    await fixture.addMember('second@example.jp', 'generalStaff');
    const first = await signIn('first@example.jp', TEST_PASSWORD, { address: '192.0.2.3' });
    await guessAsStrangers('second@example.jp', 101);
    const borrowed = { address: '192.0.2.3', cookie: first.device };
    expect((await signIn('second@example.jp', TEST_PASSWORD, borrowed)).body).toEqual({
      code: 'sign-in-locked',
    });
    const forged = { address: '192.0.2.3', cookie: `${first.device.slice(0, -4)}AAAA` };
    expect((await signIn('second@example.jp', TEST_PASSWORD, forged)).body).toEqual({
      code: 'sign-in-locked',
    });
  });
});

describe('sixty failures from one client address (T37)', () => {
  const guessFromHouse = async (): Promise<void> => {
    for (let index = 0; index < 60; index += 1)
      await signIn(`guess-${index}@example.jp`, 'a wrong password', { address: HOUSE });
  };
  const addMemberElsewhere = async (email: string): Promise<void> => {
    const userId = await fixture.identity.createUser({
      email,
      password: TEST_PASSWORD,
      name: 'Someone',
    });
    await storeDocument(fixture.temporary.database, `staff/${userId}`, {
      userId,
      domainId: 'other-house',
      rootDomainId: 'other-house',
      name: 'Someone',
      accessLevel: ACCESS_LEVELS.generalStaff,
      email,
      state: 'active',
    });
  };

  it('never rejects a colleague, and the replies do not reveal who works there', async () => {
    await fixture.addMember('colleague@example.jp', 'generalStaff');
    await fixture.addMember('new-colleague@example.jp', 'generalStaff');
    await addMemberElsewhere('other-house@example.jp');
    expect((await signIn('colleague@example.jp', TEST_PASSWORD, { address: HOUSE })).status).toBe(
      200,
    );
    await guessFromHouse();

    const wrong = await Promise.all(
      ['colleague', 'new-colleague', 'other-house', 'unknown'].map((name) =>
        signIn(`${name}@example.jp`, 'a wrong password', { address: HOUSE }),
      ),
    );
    for (const { status, body } of wrong) {
      expect(status).toBe(429);
      expect(body).toMatchObject({ code: 'sign-in-limited' });
    }
    const rightPassword = async (name: string): Promise<number> =>
      (await signIn(`${name}@example.jp`, TEST_PASSWORD, { address: HOUSE })).status;
    expect(await rightPassword('colleague')).toBe(200);
    // This member never signed in from here.
    expect(await rightPassword('new-colleague')).toBe(200);
    expect(await rightPassword('other-house')).toBe(429);
  });

  it('never rejects the second factor of a colleague', async () => {
    fixture.clock.now = new Date();
    await fixture.addMember('guarded@example.jp', 'generalStaff');
    const browser = openTestBrowser(fixture.server, { address: '192.0.2.20' });
    await browser.signIn('guarded@example.jp', TEST_PASSWORD);
    const app = await registerApp(browser, fixture.clock.now);
    fixture.clock.now = new Date(fixture.clock.now.getTime() + 60_000);
    await fixture.addMember('first-there@example.jp', 'generalStaff');
    await signIn('first-there@example.jp', TEST_PASSWORD, { address: HOUSE });
    await guessFromHouse();

    const house = openTestBrowser(fixture.server, { address: HOUSE });
    await house.signIn('guarded@example.jp', TEST_PASSWORD);
    const second = (code: string) =>
      house.post('/api/session/second-factor', { kind: 'totp', code });
    expect((await second('000000')).json()).toMatchObject({ code: 'sign-in-limited' });
    expect((await second(app.codeAt(fixture.clock.now))).statusCode).toBe(200);
  });
});

describe('second factor guessing by a stranger who knows the password (T37)', () => {
  it('does not lock out a known device or an open session', async () => {
    fixture.clock.now = new Date(fixture.clock.now.getTime() + 60 * 60_000);
    const email = 'stolen-password@example.jp';
    await fixture.addMember(email, 'generalStaff');
    const session = openTestBrowser(fixture.server, { address: '192.0.2.30' });
    await session.signIn(email, TEST_PASSWORD);
    const app = await registerApp(session, fixture.clock.now);
    const nextCode = (): string => {
      fixture.clock.now = new Date(fixture.clock.now.getTime() + 30_000);
      return app.codeAt(fixture.clock.now);
    };
    const second = (browser: TestBrowser, code: string) =>
      browser.post('/api/session/second-factor', { kind: 'totp', code });
    const phone = openTestBrowser(fixture.server, { address: '192.0.2.31' });
    await phone.signIn(email, TEST_PASSWORD);
    expect((await second(phone, nextCode())).statusCode).toBe(200);

    const codes: string[] = [];
    for (let index = 0; index < 110; index += 1) {
      const stranger = openTestBrowser(fixture.server, { address: `203.0.113.${index}` });
      await stranger.signIn(email, TEST_PASSWORD);
      codes.push((await second(stranger, '000000')).json<{ code: string }>().code);
    }
    expect(codes.filter((code) => code === 'second-factor-failed')).toHaveLength(100);
    const unknown = openTestBrowser(fixture.server, { address: '192.0.2.32' });
    await unknown.signIn(email, TEST_PASSWORD);
    expect((await second(unknown, nextCode())).json()).toEqual({ code: 'sign-in-locked' });

    await phone.signIn(email, TEST_PASSWORD);
    expect((await second(phone, nextCode())).statusCode).toBe(200);
    const confirmed = await session.post('/api/session/confirm', {
      kind: 'totp',
      code: nextCode(),
    });
    expect(confirmed.statusCode).toBe(204);
  });
});
