import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_LEVELS } from '@yamori/domain';
import { startFederationFixture, type FederationFixture } from '../testing/federation-fixture.ts';
import { openOidcStandIn, type OidcStandIn } from '../testing/oidc-stand-in.ts';
import type { SiteBrowser } from '../testing/site-browser.ts';
import {
  goThrough,
  isOutcome,
  getOutcome,
  startProviderSignIn,
  throughProvider,
  whoIs,
} from '../testing/provider-sign-in.ts';
import { googleProvider, lineProvider } from './oidc-provider.ts';

const VICTIM = { sub: 'U-victim', name: 'Victim' };
const ATTACKER = { sub: 'U-attacker', name: 'Attacker' };

let line: OidcStandIn;
let google: OidcStandIn;
let fixture: FederationFixture;
beforeAll(async () => {
  fixture = await startFederationFixture({
    providers: async (address) => {
      const people = [VICTIM, ATTACKER];
      line = await openOidcStandIn({
        name: 'LINE',
        signing: 'HS256',
        redirectUris: [`${address}/api/sign-in/line/callback`],
        people,
      });
      google = await openOidcStandIn({
        name: 'Google',
        signing: 'RS256',
        redirectUris: [`${address}/api/sign-in/google/callback`],
        people,
      });
      return [
        lineProvider(line, { ...line, scope: 'openid' }),
        googleProvider(google, { ...google, scope: 'openid' }),
      ];
    },
  });
  await fixture.addDomain('akane');
  for (const [name, person] of [
    ['victim', VICTIM],
    ['attacker', ATTACKER],
  ] as const) {
    await fixture.addMember(`${name}@akane.example`, 'akane', ACCESS_LEVELS.generalStaff);
    for (const way of ['line', 'google']) {
      expect(
        (
          await goThrough(
            await fixture.browser(`${name}@akane.example`),
            fixture.address,
            way,
            person.sub,
            { intent: 'link' },
          )
        ).get('outcome'),
      ).toBe('linked');
    }
  }
});
afterAll(async () => {
  await fixture.close();
  await line.close();
  await google.close();
});

/** A browser that has signed in at the provider but has not requested the callback URL yet. */
async function back(
  sub: string,
  way = 'line',
  browser?: SiteBrowser,
): Promise<{ browser: SiteBrowser; url: string }> {
  const used = browser ?? (await fixture.browser());
  return {
    browser: used,
    url: await throughProvider(used, await startProviderSignIn(used, fixture.address, way), sub),
  };
}

const changed = (url: string, change: (parameters: URLSearchParams) => void): string => {
  const address = new URL(url);
  change(address.searchParams);
  return address.href;
};

async function expectRefused(
  browser: SiteBrowser,
  url: string,
  code = 'sign-in-try-invalid',
): Promise<void> {
  const before = await fixture.counts();
  const outcome = getOutcome(await browser.go(url, isOutcome));
  expect([outcome.get('outcome'), outcome.get('code')]).toEqual(['refused', code]);
  expect([await whoIs(browser, fixture.address), await fixture.counts()]).toEqual([null, before]);
}

describe('the OpenID callback', () => {
  it('rejects a missing state', async () => {
    const { browser, url } = await back(VICTIM.sub);
    await expectRefused(
      browser,
      changed(url, (parameters) => parameters.delete('state')),
    );
  });

  it('rejects an unknown state', async () => {
    const { browser, url } = await back(VICTIM.sub);
    await expectRefused(
      browser,
      changed(url, (parameters) => parameters.set('state', `_${'A'.repeat(43)}`)),
    );
  });

  it('rejects two states', async () => {
    const { browser, url } = await back(VICTIM.sub);
    await expectRefused(browser, `${url}&state=${new URL(url).searchParams.get('state') ?? ''}`);
  });

  it("rejects another browser (the attacker's account for the victim)", async () => {
    const { url } = await back(ATTACKER.sub);
    await expectRefused(await fixture.browser(), url);
    const { browser } = await back(VICTIM.sub);
    await expectRefused(browser, url);
  });

  it('rejects a second use on either server, and a used code with a new state', async () => {
    const { browser, url } = await back(VICTIM.sub);
    expect(getOutcome(await browser.go(url, isOutcome)).get('outcome')).toBe('signedIn');
    const again = await fixture.browser();
    again.setCookie(
      fixture.address,
      'yamori.way',
      browser.cookie(fixture.address, 'yamori.way') ?? '',
    );
    again.setCookie(
      fixture.otherAddress,
      'yamori.way',
      browser.cookie(fixture.address, 'yamori.way') ?? '',
    );
    await expectRefused(again, url);
    await expectRefused(again, url.replace(fixture.address, fixture.otherAddress));
    const next = await back(VICTIM.sub, 'line', again);
    const usedCode = new URL(url).searchParams.get('code') ?? '';
    await expectRefused(
      again,
      changed(next.url, (parameters) => parameters.set('code', usedCode)),
      'sign-in-proof-refused',
    );
  });

  it('accepts only one of two concurrent requests', async () => {
    const { browser, url } = await back(VICTIM.sub);
    const cookie = browser.cookie(fixture.address, 'yamori.way') ?? '';
    const twins = await Promise.all(
      [fixture.address, fixture.otherAddress].map(async (address) => {
        const twin = await fixture.browser();
        twin.setCookie(address, 'yamori.way', cookie);
        return getOutcome(await twin.go(url.replace(fixture.address, address), isOutcome)).get(
          'outcome',
        );
      }),
    );
    expect(twins.map(String).toSorted()).toEqual(['refused', 'signedIn']);
  });

  it("rejects a reply at another provider's callback (mix-up)", async () => {
    const { browser, url } = await back(VICTIM.sub, 'line');
    await expectRefused(browser, url.replace('/line/callback', '/google/callback'));
  });

  it("rejects an attacker's code, because the PKCE verifier is the victim's", async () => {
    const stolen = new URL((await back(ATTACKER.sub)).url).searchParams.get('code') ?? '';
    const { browser, url } = await back(VICTIM.sub);
    await expectRefused(
      browser,
      changed(url, (parameters) => parameters.set('code', stolen)),
      'sign-in-proof-refused',
    );
  });

  it("rejects a missing code, the provider's error and another issuer", async () => {
    const one = await back(VICTIM.sub);
    await expectRefused(
      one.browser,
      changed(one.url, (parameters) => parameters.delete('code')),
      'sign-in-proof-refused',
    );
    const two = await back(VICTIM.sub);
    await expectRefused(
      two.browser,
      changed(two.url, (parameters) => {
        parameters.delete('code');
        parameters.set('error', 'server_error');
      }),
      'sign-in-proof-refused',
    );
    const three = await back(VICTIM.sub);
    await expectRefused(
      three.browser,
      changed(three.url, (parameters) => parameters.set('iss', google.issuer)),
      'sign-in-proof-refused',
    );
  });

  it('rejects a reply after ten minutes', async () => {
    const { browser, url } = await back(VICTIM.sub);
    fixture.clock.now = () => new Date(Date.now() + 10 * 60_000 + 1000);
    const outcome = getOutcome(await browser.go(url, isOutcome));
    fixture.clock.now = () => new Date();
    expect(outcome.get('code')).toBe('sign-in-try-invalid');
  });
});

describe('the provider', () => {
  it.each([
    'https://evil.example/',
    '{own}/api/sign-in/line/callback/../../evil',
    '{own}/api/sign-in/line/callback?x=1',
    '{own}/api/sign-in/google/callback',
  ])('does not redirect to %s', async (target) => {
    const browser = await fixture.browser();
    const address = changed(
      await startProviderSignIn(browser, fixture.address, 'line'),
      (parameters) => parameters.set('redirect_uri', target.replace('{own}', fixture.address)),
    );
    const reply = await browser.ask(address);
    expect([reply.status, reply.headers.get('location')]).toEqual([400, null]);
  });

  it('rejects a request without PKCE', async () => {
    const browser = await fixture.browser();
    const address = changed(
      await startProviderSignIn(browser, fixture.address, 'line'),
      (parameters) => {
        parameters.delete('code_challenge');
        parameters.delete('code_challenge_method');
      },
    );
    const outcome = getOutcome(await browser.go(address, isOutcome));
    expect(outcome.get('code')).toBe('sign-in-proof-refused');
  });
});

describe('POST /api/sign-in/line/start', () => {
  const start = async (
    browser: SiteBrowser,
    call: object,
    options: { fromOtherSite?: string } = {},
  ) =>
    browser.ask(`${fixture.address}/api/sign-in/line/start`, {
      json: { intent: 'signIn', flow: 'redirect', next: '/', popupId: null, ...call },
      ...options,
    });

  it('rejects a request from another site', async () => {
    const reply = await start(
      await fixture.browser('victim@akane.example'),
      { intent: 'link' },
      { fromOtherSite: 'https://evil.example' },
    );
    expect([reply.status, await reply.json()]).toEqual([403, { code: 'origin-refused' }]);
  });

  it('requires a session to link or confirm, and none to sign in', async () => {
    for (const intent of ['link', 'confirm'])
      expect((await start(await fixture.browser(), { intent })).status).toBe(401);
    const reply = await start(await fixture.browser('victim@akane.example'), {});
    expect([reply.status, await reply.json()]).toEqual([409, { code: 'sign-in-conflict' }]);
  });

  it('rejects linking a provider that the organisation does not accept', async () => {
    await fixture.addDomain('strict', { signInMethods: ['email', 'google'] });
    await fixture.addMember('staff@strict.example', 'strict', ACCESS_LEVELS.generalStaff);
    const reply = await start(await fixture.browser('staff@strict.example'), { intent: 'link' });
    expect([reply.status, await reply.json()]).toEqual([403, { code: 'sign-in-way-refused' }]);
  });

  it('requires a recent confirmation to link a provider', async () => {
    const browser = await fixture.browser('victim@akane.example');
    await fixture.temporary.pool.query(
      "update auth_session set confirmed_at = now() - interval '11 minutes'",
    );
    const reply = await start(browser, { intent: 'link' });
    expect([reply.status, await reply.json()]).toMatchObject([
      403,
      { code: 'confirmation-required' },
    ]);
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/x/../..//evil.example',
    'javascript:alert(1)',
    '/api/session/sign-out',
    '/login?next=/',
    '/\tx',
    '',
    'x',
  ])('replaces the return path %j by the start page', async (next) => {
    const outcome = await goThrough(await fixture.browser(), fixture.address, 'line', VICTIM.sub, {
      next,
    });
    expect([outcome.get('outcome'), outcome.get('next')]).toEqual(['signedIn', '/']);
  });

  it('uses our own origin only and ignores the Host header', async () => {
    const send = (host: string, url: string, payload?: object) =>
      fixture.app.server.inject({
        ...(payload === undefined ? {} : { method: 'POST' as const, payload }),
        url,
        headers: { host },
      });
    const call = { intent: 'signIn', flow: 'redirect', next: '/', popupId: null };
    for (const host of ['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example:80']) {
      const reply = await send(host, '/api/sign-in/line/start', call);
      expect([reply.statusCode, reply.json()], host).toEqual([421, { code: 'host-misdirected' }]);
    }
    // An IP address is a valid host of ours, but no origin that a provider could know.
    const reply = await send('192.168.1.5:8601', '/api/sign-in/line/start', call);
    expect([reply.statusCode, reply.json()]).toEqual([400, { code: 'public-address-missing' }]);
    const other = await fixture.browser();
    // A server with a configured origin uses it and ignores the request's host.
    const started = await other.ask(`${fixture.otherAddress}/api/sign-in/line/start`, {
      json: call,
    });
    expect(
      new URL(((await started.json()) as { address: string }).address).searchParams.get(
        'redirect_uri',
      ),
    ).toBe(`${fixture.address}/api/sign-in/line/callback`);
  });

  it('binds the link to the user who started it', async () => {
    const browser = await fixture.browser('victim@akane.example');
    const url = await throughProvider(
      browser,
      await startProviderSignIn(browser, fixture.address, 'google', { intent: 'link' }),
      ATTACKER.sub,
    );
    const other = await fixture.browser('attacker@akane.example');
    other.setCookie(
      fixture.address,
      'yamori.way',
      browser.cookie(fixture.address, 'yamori.way') ?? '',
    );
    expect(getOutcome(await other.go(url, isOutcome)).get('code')).toBe('sign-in-try-invalid');
  });
});
