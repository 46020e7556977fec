import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ACCESS_LEVELS } from '@yamori/domain';
import { googleWay, lineWay } from './oidc/oidc-way.ts';
import { openFederationStage, type FederationStage } from './testing/federation-stage.ts';
import { openOidcStandIn, type OidcStandIn } from './testing/oidc-stand-in.ts';
import type { SiteBrowser } from './testing/site-browser.ts';
import {
  goThrough,
  startWay,
  throughProvider,
  isOutcome,
  outcomeOf,
  whoIs,
} from './testing/way-journey.ts';

const CARER = 'carer@akane.example';
const OTHER = 'other@akane.example';
const HANAKO = { sub: 'U-hanako', name: 'Hanako' };
const JIRO = { sub: 'U-jiro', name: 'Jiro' };
/** Has the carer's address at Google, which says that it is theirs. */
const SAME = {
  sub: '1-same',
  name: 'Same Address',
  email: 'Carer@Akane.Example',
  emailVerified: true,
};
/** Says the carer's address, which Google has not verified. */
const SAYS = { sub: '2-says', name: 'Says So', email: CARER, emailVerified: false };
/** Has an address of their own, until it changes. */
const CHANGES = {
  sub: '3-changes',
  name: 'Changes',
  email: 'changes@home.example',
  emailVerified: true,
};

let line: OidcStandIn;
let google: OidcStandIn;
let stage: FederationStage;
const people = {
  google: [SAME, SAYS, CHANGES] as {
    sub: string;
    name: string;
    email?: string;
    emailVerified?: boolean;
  }[],
};
let carer = '';
beforeAll(async () => {
  stage = await openFederationStage({
    signUp: true,
    ways: async (address) => {
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
        lineWay(line, { ...line, scope: 'openid profile' }),
        googleWay(google, { ...google, scope: 'openid profile email' }),
      ];
    },
  });
  await stage.addDomain('akane');
  carer = await stage.addMember(CARER, 'akane', ACCESS_LEVELS.generalStaff);
  await stage.addMember(OTHER, 'akane', ACCESS_LEVELS.generalStaff);
});
afterAll(async () => {
  await stage.close();
  await line.close();
  await google.close();
});
beforeEach(async () => {
  await stage.temporary.pool.query(`delete from auth_account where "providerId" <> 'credential'`);
});

const providersOf = async (browser: SiteBrowser): Promise<string[]> =>
  ((await whoIs(browser, stage.address))?.loginProviders ?? []).map(({ provider }) => provider);
const unlink = async (
  browser: SiteBrowser,
  provider: string,
  address = stage.address,
): Promise<unknown> => {
  const reply = await browser.ask(`${address}/api/account/providers/unlink`, {
    json: { provider },
  });
  return reply.status === 204
    ? 'unlinked'
    : { status: reply.status, ...((await reply.json()) as object) };
};

describe('an address that two providers say', () => {
  it('joins nothing by itself, though the second has verified it: whoever has both proves both', async () => {
    const before = await stage.counts();
    const stranger = await stage.browser();
    expect((await goThrough(stranger, stage.address, 'google', SAME.sub)).get('code')).toBe(
      'account-link-missing',
    );
    expect([await whoIs(stranger, stage.address), await stage.counts()]).toEqual([null, before]);

    const owner = await stage.browser(CARER);
    expect(
      (await goThrough(owner, stage.address, 'google', SAME.sub, { intent: 'link' })).get(
        'outcome',
      ),
    ).toBe('linked');
    const again = await stage.browser();
    expect((await goThrough(again, stage.address, 'google', SAME.sub)).get('outcome')).toBe(
      'signedIn',
    );
    expect(await whoIs(again, stage.address)).toMatchObject({ uid: carer });
  });

  it("is nobody's when it is not verified: a newcomer stays a newcomer, without it", async () => {
    const browser = await stage.browser();
    expect((await goThrough(browser, stage.address, 'google', SAYS.sub)).get('outcome')).toBe(
      'signedIn',
    );
    const user = await whoIs(browser, stage.address);
    expect(user).toMatchObject({ email: null, accessLevel: ACCESS_LEVELS.individualUser });
    expect(user?.uid).not.toBe(carer);
  });

  it("is nobody's when it was changed to somebody's: an account is known by its own name only", async () => {
    const first = await stage.browser();
    expect((await goThrough(first, stage.address, 'google', CHANGES.sub)).get('outcome')).toBe(
      'signedIn',
    );
    const uid = (await whoIs(first, stage.address))?.uid;
    people.google[2] = { ...CHANGES, email: CARER };
    const second = await stage.browser();
    expect((await goThrough(second, stage.address, 'google', CHANGES.sub)).get('outcome')).toBe(
      'signedIn',
    );
    expect(await whoIs(second, stage.address)).toMatchObject({ uid, email: CHANGES.email });
  });

  it('is not needed: LINE tells none', async () => {
    const browser = await stage.browser();
    expect((await goThrough(browser, stage.address, 'line', JIRO.sub)).get('outcome')).toBe(
      'signedIn',
    );
    expect(await whoIs(browser, stage.address)).toMatchObject({
      email: null,
      providerId: 'line',
      loginProviders: [{ provider: 'line', uid: JIRO.sub }],
    });
  });
});

describe("a provider's account", () => {
  it('belongs to one person, whoever asks, also at one instant on two servers', async () => {
    const [one, two] = [await stage.browser(CARER), await stage.browser(OTHER)];
    const back = await Promise.all(
      [one, two].map(async (browser) =>
        throughProvider(
          browser,
          await startWay(browser, stage.address, 'line', { intent: 'link' }),
          HANAKO.sub,
        ),
      ),
    );
    for (const name of ['yamori.way', 'yamori.session_token'])
      two.setCookie(stage.otherAddress, name, two.cookie(stage.address, name) ?? '');
    const outcomes = await Promise.all([
      one.go(back[0] ?? '', isOutcome),
      two.go((back[1] ?? '').replace(stage.address, stage.otherAddress), isOutcome),
    ]);
    expect(
      outcomes
        .map((landed) => String(outcomeOf(landed).get('code') ?? outcomeOf(landed).get('outcome')))
        .toSorted(),
    ).toEqual(['linked', 'provider-account-taken']);
  });

  it('stands alone: a second of the same provider has to wait until the first goes', async () => {
    const browser = await stage.browser(CARER);
    expect(
      (await goThrough(browser, stage.address, 'line', HANAKO.sub, { intent: 'link' })).get(
        'outcome',
      ),
    ).toBe('linked');
    const other = await stage.browser(CARER);
    expect(
      (await goThrough(other, stage.address, 'line', JIRO.sub, { intent: 'link' })).get('code'),
    ).toBe('provider-account-exists');
    expect(await providersOf(other)).toEqual(['email', 'line']);
  });

  it('that is linked already shows again that it is they', async () => {
    const browser = await stage.browser(CARER);
    await goThrough(browser, stage.address, 'line', HANAKO.sub, { intent: 'link' });
    await stage.temporary.pool.query(
      'update auth_session set "confirmedAt" = now() - interval \'9 minutes\'',
    );
    expect(
      (await goThrough(browser, stage.address, 'line', HANAKO.sub, { intent: 'link' })).get(
        'outcome',
      ),
    ).toBe('confirmed');
    const rows = await stage.temporary.pool.query<{ fresh: boolean }>(
      `select "confirmedAt" > now() - interval '1 minute' as fresh from auth_session where "userId" = $1 order by "confirmedAt" desc limit 1`,
      [carer],
    );
    expect(rows.rows).toEqual([{ fresh: true }]);
  });

  it('makes a guest somebody who can come back, as the same person', async () => {
    const guest = await stage.browser();
    const userId = 'a-guest';
    await stage.temporary.pool.query(
      `insert into auth_user (id, name) values ('a-guest', 'Guest')`,
    );
    const admission = await stage.app.identity.admit(
      { userId, provider: 'anonymous', factors: 1 },
      { address: '127.0.0.1', userAgent: '' },
    );
    const [name = '', value = ''] =
      (admission.setCookies[0] ?? '').split(';')[0]?.split(/=(.*)/s) ?? [];
    guest.setCookie(stage.address, name, value);
    expect(
      (await goThrough(guest, stage.address, 'line', HANAKO.sub, { intent: 'link' })).get(
        'outcome',
      ),
    ).toBe('linked');
    const back = await stage.browser();
    expect((await goThrough(back, stage.address, 'line', HANAKO.sub)).get('outcome')).toBe(
      'signedIn',
    );
    expect(await whoIs(back, stage.address)).toMatchObject({ uid: userId, isAnonymous: false });
  });
});

describe('unlinking', () => {
  it("refuses the last provider and one that it does not know, in the specification's order of things", async () => {
    const browser = await stage.browser(CARER);
    expect(await unlink(browser, 'email')).toEqual({ status: 400, code: 'provider-last' });
    for (const unknown of ['line', 'google', 'saml.akane', 'credential', 'facebook', ''])
      expect(await unlink(browser, unknown)).toEqual({ status: 400, code: 'provider-invalid' });
    expect(await providersOf(browser)).toEqual(['email']);
  });

  it('takes it away, ends the sessions that it opened and no other, on every server', async () => {
    const browser = await stage.browser(CARER);
    await goThrough(browser, stage.address, 'line', HANAKO.sub, { intent: 'link' });
    const byLine = await stage.browser();
    await goThrough(byLine, stage.address, 'line', HANAKO.sub);
    byLine.setCookie(
      stage.otherAddress,
      'yamori.session_token',
      byLine.cookie(stage.address, 'yamori.session_token') ?? '',
    );
    expect(await whoIs(byLine, stage.otherAddress)).toMatchObject({ providerId: 'line' });

    expect(await unlink(browser, 'line')).toBe('unlinked');
    expect(await providersOf(browser)).toEqual(['email']);
    expect([await whoIs(byLine, stage.address), await whoIs(byLine, stage.otherAddress)]).toEqual([
      null,
      null,
    ]);
    expect(
      (await goThrough(await stage.browser(), stage.address, 'line', HANAKO.sub)).get('outcome'),
    ).toBe('signedIn');
  });

  it('may take the password away once there is something else', async () => {
    await stage.addMember('leaver@akane.example', 'akane', ACCESS_LEVELS.generalStaff);
    const browser = await stage.browser('leaver@akane.example');
    await goThrough(browser, stage.address, 'line', HANAKO.sub, { intent: 'link' });
    const byLine = await stage.browser();
    await goThrough(byLine, stage.address, 'line', HANAKO.sub);
    expect(await unlink(byLine, 'email')).toBe('unlinked');
    expect([await whoIs(browser, stage.address), await providersOf(byLine)]).toEqual([
      null,
      ['line'],
    ]);
    await expect(stage.browser('leaver@akane.example')).rejects.toThrow(/sign-in-failed/);
  });

  it('asks first that it is they', async () => {
    const browser = await stage.browser(CARER);
    await stage.temporary.pool.query(
      'update auth_session set "confirmedAt" = now() - interval \'11 minutes\'',
    );
    expect(await unlink(browser, 'email')).toMatchObject({
      status: 403,
      code: 'confirmation-required',
    });
  });

  it('never leaves nothing, however many ask at one instant on two servers', async () => {
    for (let round = 0; round < 15; round += 1) {
      const email = `race-${round}@akane.example`;
      const userId = await stage.addMember(email, 'akane', ACCESS_LEVELS.generalStaff);
      await stage.temporary.pool.query(
        `insert into auth_account (id, "accountId", "providerId", "userId", "updatedAt") values ($1, $1, 'line', $2, now()), ($3, $3, 'google', $2, now())`,
        [`l-${round}`, userId, `g-${round}`],
      );
      const browser = await stage.browser(email);
      browser.setCookie(
        stage.otherAddress,
        'yamori.session_token',
        browser.cookie(stage.address, 'yamori.session_token') ?? '',
      );
      const answers = await Promise.all(
        ['email', 'line', 'google', 'line', 'google', 'email'].map((provider, index) =>
          unlink(browser, provider, index % 2 === 0 ? stage.address : stage.otherAddress),
        ),
      );
      const left = await stage.temporary.pool.query(
        'select 1 from auth_account where "userId" = $1',
        [userId],
      );
      expect(left.rowCount, JSON.stringify(answers)).toBeGreaterThanOrEqual(1);
      expect(answers.filter((answer) => answer === 'unlinked').length).toBeLessThanOrEqual(2);
    }
  });
});
