import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ACCESS_LEVELS } from '@yamori/domain';
import { googleProvider, lineProvider } from './oidc/oidc-provider.ts';
import { startFederationFixture, type FederationFixture } from './testing/federation-fixture.ts';
import { openOidcStandIn, type OidcStandIn } from './testing/oidc-stand-in.ts';
import type { SiteBrowser } from './testing/site-browser.ts';
import {
  goThrough,
  startProviderSignIn,
  throughProvider,
  isOutcome,
  getOutcome,
  whoIs,
} from './testing/provider-sign-in.ts';

const CARER = 'carer@akane.example';
const OTHER = 'other@akane.example';
const HANAKO = { sub: 'U-hanako', name: 'Hanako' };
const JIRO = { sub: 'U-jiro', name: 'Jiro' };
/** A Google account with the carer's address, verified. */
const SAME = {
  sub: '1-same',
  name: 'Same Address',
  email: 'Carer@Akane.Example',
  emailVerified: true,
};
/** A Google account with the carer's address, not verified. */
const UNVERIFIED = { sub: '2-says', name: 'Says So', email: CARER, emailVerified: false };
/** A Google account whose address changes during the test. */
const CHANGES = {
  sub: '3-changes',
  name: 'Changes',
  email: 'changes@home.example',
  emailVerified: true,
};

let line: OidcStandIn;
let google: OidcStandIn;
let fixture: FederationFixture;
const people = {
  google: [SAME, UNVERIFIED, CHANGES] as {
    sub: string;
    name: string;
    email?: string;
    emailVerified?: boolean;
  }[],
};
let carer = '';
beforeAll(async () => {
  fixture = await startFederationFixture({
    signUp: true,
    providers: async (address) => {
      line = await openOidcStandIn({
        name: 'LINE',
        signing: 'HS256',
        redirectUris: [`${address}/api/sign-in/line/callback`],
        people: [HANAKO, JIRO],
      });
      google = await openOidcStandIn({
        name: 'Google',
        signing: 'RS256',
        redirectUris: [`${address}/api/sign-in/google/callback`],
        people: people.google,
      });
      return [
        lineProvider(line, { ...line, scope: 'openid profile' }),
        googleProvider(google, { ...google, scope: 'openid profile email' }),
      ];
    },
  });
  await fixture.addDomain('akane');
  carer = await fixture.addMember(CARER, 'akane', ACCESS_LEVELS.generalStaff);
  await fixture.addMember(OTHER, 'akane', ACCESS_LEVELS.generalStaff);
});
afterAll(async () => {
  await fixture.close();
  await line.close();
  await google.close();
});
beforeEach(async () => {
  await fixture.temporary.pool.query(`delete from auth_account where provider_id <> 'credential'`);
});

const readProviders = async (browser: SiteBrowser): Promise<string[]> =>
  ((await whoIs(browser, fixture.address))?.loginProviders ?? []).map(({ provider }) => provider);
const unlink = async (
  browser: SiteBrowser,
  provider: string,
  address = fixture.address,
): Promise<unknown> => {
  const reply = await browser.ask(`${address}/api/account/providers/unlink`, {
    json: { provider },
  });
  return reply.status === 204
    ? 'unlinked'
    : { status: reply.status, ...((await reply.json()) as object) };
};

describe('an address at a provider', () => {
  it('links nothing even if verified; the owner of both accounts links them while signed in', async () => {
    const before = await fixture.counts();
    const stranger = await fixture.browser();
    expect((await goThrough(stranger, fixture.address, 'google', SAME.sub)).get('code')).toBe(
      'account-link-missing',
    );
    expect([await whoIs(stranger, fixture.address), await fixture.counts()]).toEqual([
      null,
      before,
    ]);

    const owner = await fixture.browser(CARER);
    expect(
      (await goThrough(owner, fixture.address, 'google', SAME.sub, { intent: 'link' })).get(
        'outcome',
      ),
    ).toBe('linked');
    const again = await fixture.browser();
    expect((await goThrough(again, fixture.address, 'google', SAME.sub)).get('outcome')).toBe(
      'signedIn',
    );
    expect(await whoIs(again, fixture.address)).toMatchObject({ uid: carer });
  });

  it('identifies no account if unverified; the new user becomes an individual without it', async () => {
    const browser = await fixture.browser();
    expect(
      (await goThrough(browser, fixture.address, 'google', UNVERIFIED.sub)).get('outcome'),
    ).toBe('signedIn');
    const user = await whoIs(browser, fixture.address);
    expect(user).toMatchObject({ email: null, accessLevel: ACCESS_LEVELS.individualUser });
    expect(user?.uid).not.toBe(carer);
  });

  it('identifies no account after a change; only the subject identifies the account', async () => {
    const first = await fixture.browser();
    expect((await goThrough(first, fixture.address, 'google', CHANGES.sub)).get('outcome')).toBe(
      'signedIn',
    );
    const uid = (await whoIs(first, fixture.address))?.uid;
    people.google[2] = { ...CHANGES, email: CARER };
    const second = await fixture.browser();
    expect((await goThrough(second, fixture.address, 'google', CHANGES.sub)).get('outcome')).toBe(
      'signedIn',
    );
    expect(await whoIs(second, fixture.address)).toMatchObject({ uid, email: CHANGES.email });
  });

  it('remains optional: LINE sends none', async () => {
    const browser = await fixture.browser();
    expect((await goThrough(browser, fixture.address, 'line', JIRO.sub)).get('outcome')).toBe(
      'signedIn',
    );
    expect(await whoIs(browser, fixture.address)).toMatchObject({
      email: null,
      providerId: 'line',
      loginProviders: [{ provider: 'line', uid: JIRO.sub }],
    });
  });
});

describe("a provider's account", () => {
  it('belongs to one user, even if two link it concurrently on two servers', async () => {
    const [one, two] = [await fixture.browser(CARER), await fixture.browser(OTHER)];
    const back = await Promise.all(
      [one, two].map(async (browser) =>
        throughProvider(
          browser,
          await startProviderSignIn(browser, fixture.address, 'line', { intent: 'link' }),
          HANAKO.sub,
        ),
      ),
    );
    for (const name of ['yamori.way', 'yamori.session_token'])
      two.setCookie(fixture.otherAddress, name, two.cookie(fixture.address, name) ?? '');
    const outcomes = await Promise.all([
      one.go(back[0] ?? '', isOutcome),
      two.go((back[1] ?? '').replace(fixture.address, fixture.otherAddress), isOutcome),
    ]);
    expect(
      outcomes
        .map((landed) =>
          String(getOutcome(landed).get('code') ?? getOutcome(landed).get('outcome')),
        )
        .toSorted(),
    ).toEqual(['linked', 'provider-account-taken']);
  });

  it('excludes a second account of the same provider until it is unlinked', async () => {
    const browser = await fixture.browser(CARER);
    expect(
      (await goThrough(browser, fixture.address, 'line', HANAKO.sub, { intent: 'link' })).get(
        'outcome',
      ),
    ).toBe('linked');
    const other = await fixture.browser(CARER);
    expect(
      (await goThrough(other, fixture.address, 'line', JIRO.sub, { intent: 'link' })).get('code'),
    ).toBe('provider-account-exists');
    expect(await readProviders(other)).toEqual(['email', 'line']);
  });

  it('confirms the session if it is already linked', async () => {
    const browser = await fixture.browser(CARER);
    await goThrough(browser, fixture.address, 'line', HANAKO.sub, { intent: 'link' });
    await fixture.temporary.pool.query(
      "update auth_session set confirmed_at = now() - interval '9 minutes'",
    );
    expect(
      (await goThrough(browser, fixture.address, 'line', HANAKO.sub, { intent: 'link' })).get(
        'outcome',
      ),
    ).toBe('confirmed');
    const rows = await fixture.temporary.pool.query<{ fresh: boolean }>(
      `select confirmed_at > now() - interval '1 minute' as fresh from auth_session where user_id = $1 order by confirmed_at desc limit 1`,
      [carer],
    );
    expect(rows.rows).toEqual([{ fresh: true }]);
  });

  it('lets a guest sign in again as the same user', async () => {
    const guest = await fixture.browser();
    const userId = 'a-guest';
    await fixture.temporary.pool.query(
      `insert into auth_user (id, name) values ('a-guest', 'Guest')`,
    );
    const result = await fixture.app.identity.completeSignIn(
      { userId, provider: 'anonymous', factors: 1 },
      { address: '127.0.0.1', userAgent: '' },
    );
    const [name = '', value = ''] =
      (result.setCookies[0] ?? '').split(';')[0]?.split(/=(.*)/s) ?? [];
    guest.setCookie(fixture.address, name, value);
    expect(
      (await goThrough(guest, fixture.address, 'line', HANAKO.sub, { intent: 'link' })).get(
        'outcome',
      ),
    ).toBe('linked');
    const back = await fixture.browser();
    expect((await goThrough(back, fixture.address, 'line', HANAKO.sub)).get('outcome')).toBe(
      'signedIn',
    );
    expect(await whoIs(back, fixture.address)).toMatchObject({ uid: userId, isAnonymous: false });
  });
});

describe('POST /api/account/providers/unlink', () => {
  it('rejects the last provider and unknown providers', async () => {
    const browser = await fixture.browser(CARER);
    expect(await unlink(browser, 'email')).toEqual({ status: 400, code: 'provider-last' });
    for (const unknown of ['line', 'google', 'saml.akane', 'credential', 'facebook', ''])
      expect(await unlink(browser, unknown)).toEqual({ status: 400, code: 'provider-invalid' });
    expect(await readProviders(browser)).toEqual(['email']);
  });

  it('removes the provider and ends only its sessions, on every server', async () => {
    const browser = await fixture.browser(CARER);
    await goThrough(browser, fixture.address, 'line', HANAKO.sub, { intent: 'link' });
    const byLine = await fixture.browser();
    await goThrough(byLine, fixture.address, 'line', HANAKO.sub);
    byLine.setCookie(
      fixture.otherAddress,
      'yamori.session_token',
      byLine.cookie(fixture.address, 'yamori.session_token') ?? '',
    );
    expect(await whoIs(byLine, fixture.otherAddress)).toMatchObject({ providerId: 'line' });

    expect(await unlink(browser, 'line')).toBe('unlinked');
    expect(await readProviders(browser)).toEqual(['email']);
    expect([
      await whoIs(byLine, fixture.address),
      await whoIs(byLine, fixture.otherAddress),
    ]).toEqual([null, null]);
    expect(
      (await goThrough(await fixture.browser(), fixture.address, 'line', HANAKO.sub)).get(
        'outcome',
      ),
    ).toBe('signedIn');
  });

  it('removes the password if another sign-in method is left', async () => {
    await fixture.addMember('leaver@akane.example', 'akane', ACCESS_LEVELS.generalStaff);
    const browser = await fixture.browser('leaver@akane.example');
    await goThrough(browser, fixture.address, 'line', HANAKO.sub, { intent: 'link' });
    const byLine = await fixture.browser();
    await goThrough(byLine, fixture.address, 'line', HANAKO.sub);
    expect(await unlink(byLine, 'email')).toBe('unlinked');
    expect([await whoIs(browser, fixture.address), await readProviders(byLine)]).toEqual([
      null,
      ['line'],
    ]);
    await expect(fixture.browser('leaver@akane.example')).rejects.toThrow(/sign-in-failed/);
  });

  it('requires a recent confirmation', async () => {
    const browser = await fixture.browser(CARER);
    await fixture.temporary.pool.query(
      "update auth_session set confirmed_at = now() - interval '11 minutes'",
    );
    expect(await unlink(browser, 'email')).toMatchObject({
      status: 403,
      code: 'confirmation-required',
    });
  });

  it('never removes the last method, even with concurrent requests on two servers', async () => {
    for (let round = 0; round < 15; round += 1) {
      const email = `race-${round}@akane.example`;
      const userId = await fixture.addMember(email, 'akane', ACCESS_LEVELS.generalStaff);
      await fixture.temporary.pool.query(
        `insert into auth_account (id, account_id, provider_id, user_id, updated_at) values ($1, $1, 'line', $2, now()), ($3, $3, 'google', $2, now())`,
        [`l-${round}`, userId, `g-${round}`],
      );
      const browser = await fixture.browser(email);
      browser.setCookie(
        fixture.otherAddress,
        'yamori.session_token',
        browser.cookie(fixture.address, 'yamori.session_token') ?? '',
      );
      const answers = await Promise.all(
        ['email', 'line', 'google', 'line', 'google', 'email'].map((provider, index) =>
          unlink(browser, provider, index % 2 === 0 ? fixture.address : fixture.otherAddress),
        ),
      );
      const left = await fixture.temporary.pool.query(
        'select 1 from auth_account where user_id = $1',
        [userId],
      );
      expect(left.rowCount, JSON.stringify(answers)).toBeGreaterThanOrEqual(1);
      expect(answers.filter((answer) => answer === 'unlinked').length).toBeLessThanOrEqual(2);
    }
  });
});
