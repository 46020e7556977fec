import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ACCESS_LEVELS } from '@yamori/domain';
import { openTestBrowser, registerApp } from '../../../../testing/test-browser.ts';
import {
  startFederationFixture,
  FIXTURE_PASSWORD,
  type FederationFixture,
} from '../testing/federation-fixture.ts';
import { openOidcStandIn, type OidcStandIn } from '../testing/oidc-stand-in.ts';
import {
  goThrough,
  startProviderSignIn,
  throughProvider,
  whoIs,
  isOutcome,
  getOutcome,
} from '../testing/provider-sign-in.ts';
import { googleProvider, lineProvider } from './oidc-provider.ts';

const HANAKO = { sub: 'U4af4980629', name: '夜勤 花子' };
const TARO = {
  sub: '11769150',
  name: 'Night Taro',
  email: 'Taro@akane.example',
  emailVerified: true,
};
const STRANGER = { sub: 'U000stranger', name: 'Stranger' };

let line: OidcStandIn;
let google: OidcStandIn;
let fixture: FederationFixture;
let carer = '';

beforeAll(async () => {
  fixture = await startFederationFixture({
    providers: async (address) => {
      line = await openOidcStandIn({
        name: 'LINE',
        signing: 'HS256',
        redirectUris: [`${address}/api/sign-in/line/callback`],
        people: [HANAKO, STRANGER],
      });
      google = await openOidcStandIn({
        name: 'Google',
        signing: 'RS256',
        redirectUris: [`${address}/api/sign-in/google/callback`],
        people: [TARO],
      });
      return [
        lineProvider(line, { ...line, scope: 'openid profile' }),
        googleProvider(google, { ...google, scope: 'openid profile email' }),
      ];
    },
  });
  await fixture.addDomain('akane');
  carer = await fixture.addMember('carer@akane.example', 'akane', ACCESS_LEVELS.generalStaff);
});
afterAll(async () => {
  await fixture.close();
  await line.close();
  await google.close();
});
beforeEach(() => fixture.forgetLog());

describe('sign-in by LINE or Google', () => {
  it('appears among the sign-in methods of the session reply', async () => {
    const reply = await (await fixture.browser()).ask(`${fixture.address}/api/session`);
    expect(await reply.json()).toMatchObject({
      waysIn: { password: true, line: true, google: true, saml: false },
    });
  });

  it('sends PKCE, state and nonce, and none of our secrets', async () => {
    const address = new URL(
      await startProviderSignIn(await fixture.browser(), fixture.address, 'line'),
    );
    expect(Object.fromEntries(address.searchParams)).toEqual({
      response_type: 'code',
      client_id: line.clientId,
      redirect_uri: `${fixture.address}/api/sign-in/line/callback`,
      scope: 'openid profile',
      state: expect.stringMatching(/^_[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
  });

  it('rejects an unknown user and stores nothing', async () => {
    const before = await fixture.counts();
    const browser = await fixture.browser();
    const outcome = await goThrough(browser, fixture.address, 'line', STRANGER.sub);
    expect(Object.fromEntries(outcome)).toEqual({
      outcome: 'refused',
      code: 'sign-up-refused',
      way: 'line',
      flow: 'redirect',
      next: '/',
    });
    expect([await whoIs(browser, fixture.address), await fixture.counts()]).toEqual([null, before]);
  });

  it('links the account, then signs in with it on either server and returns to the requested page', async () => {
    const linking = await goThrough(
      await fixture.browser('carer@akane.example'),
      fixture.address,
      'line',
      HANAKO.sub,
      { intent: 'link', next: '/account-info' },
    );
    expect(Object.fromEntries(linking)).toEqual({
      outcome: 'linked',
      way: 'line',
      flow: 'redirect',
      next: '/account-info',
    });

    const browser = await fixture.browser();
    const signedIn = await goThrough(browser, fixture.address, 'line', HANAKO.sub, {
      next: '/room/r1/sleep?night=2026-11-21',
    });
    expect(Object.fromEntries(signedIn)).toEqual({
      outcome: 'signedIn',
      way: 'line',
      flow: 'redirect',
      next: '/room/r1/sleep?night=2026-11-21',
    });
    expect(await whoIs(browser, fixture.address)).toMatchObject({
      providerId: 'line',
      uid: carer,
      accessLevel: 2,
      loginProviders: [
        { provider: 'email', uid: 'carer@akane.example' },
        { provider: 'line', uid: HANAKO.sub },
      ],
    });

    // Starts on one server and returns to the other.
    const again = await fixture.browser();
    const callback = new URL(
      await throughProvider(
        again,
        await startProviderSignIn(again, fixture.address, 'line'),
        HANAKO.sub,
      ),
    );
    const cookie = again.cookie(fixture.address, 'yamori.way') ?? '';
    again.setCookie(fixture.otherAddress, 'yamori.way', cookie);
    const landed = await again.go(
      `${fixture.otherAddress}${callback.pathname}${callback.search}`,
      isOutcome,
    );
    expect(getOutcome(landed).get('outcome')).toBe('signedIn');
    expect(await whoIs(again, fixture.otherAddress)).toMatchObject({ uid: carer });
  });

  it('confirms the member with their own provider account only', async () => {
    const browser = await fixture.browser('carer@akane.example');
    const address = new URL(
      await startProviderSignIn(browser, fixture.address, 'line', { intent: 'confirm' }),
    );
    expect([address.searchParams.get('prompt'), address.searchParams.get('max_age')]).toEqual([
      'login',
      '300',
    ]);
    expect(
      (
        await goThrough(browser, fixture.address, 'line', HANAKO.sub, {
          intent: 'confirm',
          flow: 'popup',
          popupId: 'window-0001',
        })
      ).toString(),
    ).toBe('outcome=confirmed&way=line&flow=popup&next=%2F&popup=window-0001');
    const other = await fixture.browser('carer@akane.example');
    expect(
      (await goThrough(other, fixture.address, 'line', STRANGER.sub, { intent: 'confirm' })).get(
        'code',
      ),
    ).toBe('confirmation-failed');
  });

  it('requires the second factor of a member who has one', async () => {
    const member = openTestBrowser(fixture.app.server);
    await fixture.addMember('factor@akane.example', 'akane', ACCESS_LEVELS.generalStaff);
    await member.signIn('factor@akane.example', FIXTURE_PASSWORD);
    const app = await registerApp(member, new Date());
    await fixture.temporary.pool.query(
      `insert into auth_account (id, account_id, provider_id, user_id, updated_at) select 'second', $1, 'line', id, now() from auth_user where email = 'factor@akane.example'`,
      [STRANGER.sub],
    );
    const browser = await fixture.browser();
    const outcome = await goThrough(browser, fixture.address, 'line', STRANGER.sub, {
      next: '/help',
    });
    expect(Object.fromEntries(outcome)).toEqual({
      outcome: 'secondFactor',
      way: 'line',
      flow: 'redirect',
      next: '/help',
    });
    expect(await (await browser.ask(`${fixture.address}/api/session`)).json()).toMatchObject({
      user: null,
      pending: { kinds: ['totp', 'backupCode'] },
    });
    const code = app.codeAt(new Date(Date.now() + 30_000));
    expect(
      await (
        await browser.ask(`${fixture.address}/api/session/second-factor`, {
          json: { kind: 'totp', code },
        })
      ).json(),
    ).toMatchObject({ user: { providerId: 'line', accessLevel: ACCESS_LEVELS.generalStaff } });
    await fixture.temporary.pool.query(`delete from auth_account where id = 'second'`);
  });

  it('reports that the user cancelled at the provider', async () => {
    const browser = await fixture.browser();
    const page = await browser.go(await startProviderSignIn(browser, fixture.address, 'google'));
    const outcome = getOutcome(await browser.go(`${page.url}/cancel`, isOutcome));
    expect(outcome.get('code')).toBe('sign-in-cancelled');
  });

  it('reports that the provider is unavailable', async () => {
    const gone = await openOidcStandIn({
      name: 'gone',
      signing: 'RS256',
      redirectUris: [],
      people: [],
    });
    await gone.close();
    const lost = await startFederationFixture({
      providers: () => [
        googleProvider(
          { ...google, tokenEndpoint: gone.tokenEndpoint },
          { ...google, scope: 'openid' },
        ),
      ],
    });
    const browser = await lost.browser();
    const address = await startProviderSignIn(browser, lost.address, 'google');
    const state = new URL(address).searchParams.get('state') ?? '';
    const landed = await browser.go(
      `${lost.address}/api/sign-in/google/callback?code=c&state=${state}`,
      isOutcome,
    );
    expect(getOutcome(landed).get('code')).toBe('provider-unavailable');
    await lost.close();
  });

  it('creates an individual where sign-up is allowed, with the address if the provider verified it', async () => {
    const open = await startFederationFixture({
      signUp: true,
      providers: async (address) => {
        const people = [TARO];
        const anew = await openOidcStandIn({
          name: 'Google',
          signing: 'RS256',
          redirectUris: [`${address}/api/sign-in/google/callback`],
          people,
        });
        return [googleProvider(anew, { ...anew, scope: 'openid profile email' })];
      },
    });
    const [one, two] = [await open.browser(), await open.browser()];
    // Concurrent sign-ins create one user.
    const outcomes = await Promise.all([
      goThrough(one, open.address, 'google', TARO.sub),
      goThrough(two, open.address, 'google', TARO.sub),
    ]);
    expect(outcomes.map((outcome) => outcome.get('outcome'))).toEqual(['signedIn', 'signedIn']);
    const [first, second] = [await whoIs(one, open.address), await whoIs(two, open.address)];
    expect(first).toMatchObject({
      providerId: 'google',
      email: 'taro@akane.example',
      accessLevel: ACCESS_LEVELS.individualUser,
    });
    expect(second?.uid).toBe(first?.uid);
    expect(await open.counts()).toEqual({ users: 1, accounts: 1, sessions: 2, pending: 0 });
    await open.close();
  });
});
