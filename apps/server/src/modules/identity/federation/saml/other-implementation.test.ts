import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_LEVELS } from '@yamori/domain';
import { startFederationFixture, type FederationFixture } from '../testing/federation-fixture.ts';
import { openSamlStandIn, type SamlStandIn } from '../testing/saml-stand-in.ts';
import type { SiteBrowser } from '../testing/site-browser.ts';
import { isOutcome, getOutcome, startProviderSignIn, whoIs } from '../testing/provider-sign-in.ts';

const CARER = { sub: 'staff-0001', name: '夜勤 花子', email: 'carer@akane.example' };

let idp: SamlStandIn;
let fixture: FederationFixture;
let carer = '';
beforeAll(async () => {
  [idp, fixture] = [await openSamlStandIn([CARER]), await startFederationFixture()];
  await fixture.addDomain('akane');
  carer = await fixture.addMember(CARER.email, 'akane', ACCESS_LEVELS.generalStaff);
  await fixture.addMember('owner@akane.example', 'akane', ACCESS_LEVELS.ownerAdministrator);
  const reply = await (
    await fixture.browser('owner@akane.example')
  ).ask(`${fixture.address}/api/domains/akane/saml-providers`, {
    json: {
      id: 'akane',
      name: '茜の家',
      entityId: idp.entityId,
      signInUrl: idp.signInUrl,
      certificates: [idp.certificate],
      allowIdpInitiated: true,
      emailAttribute: null,
      nameAttribute: null,
      joinLevel: null,
    },
  });
  expect(reply.status).toBe(200);
});
afterAll(async () => {
  await fixture.close();
  await idp.close();
});

/** Chooses the user on the provider's page and posts its form. */
async function through(browser: SiteBrowser, address: string): Promise<URLSearchParams> {
  const url = new URL(address);
  url.searchParams.set('as', CARER.sub);
  const { body } = await browser.go(url.href);
  const field = (name: string): string =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? '';
  const form = { SAMLResponse: field('SAMLResponse'), RelayState: field('RelayState') };
  return getOutcome(
    await browser.go(/action="([^"]+)"/.exec(body)?.[1] ?? '', isOutcome, {
      form,
      fromOtherSite: new URL(address).origin,
    }),
  );
}

describe('a third-party identity provider (samlp)', () => {
  it('a signed-in member links the provider', async () => {
    const browser = await fixture.browser(CARER.email);
    const start = await startProviderSignIn(browser, fixture.address, 'saml.akane', {
      intent: 'link',
    });
    expect((await through(browser, start)).get('outcome'), fixture.logged()).toBe('linked');
  });

  it('signs in the same member at every visit', async () => {
    for (let visit = 0; visit < 2; visit += 1) {
      const browser = await fixture.browser();
      expect(
        (
          await through(
            browser,
            await startProviderSignIn(browser, fixture.address, 'saml.akane', { next: '/help' }),
          )
        ).toString(),
        fixture.logged(),
      ).toBe('outcome=signedIn&way=saml.akane&flow=redirect&next=%2Fhelp');
      expect(await whoIs(browser, fixture.address)).toMatchObject({
        uid: carer,
        loginProviders: [{ provider: 'email' }, { provider: 'saml.akane', uid: CARER.sub }],
      });
    }
  });

  it('signs in a member by an unsolicited response', async () => {
    const browser = await fixture.browser();
    const start = idp.startUrl({
      acsUrl: `${fixture.address}/api/saml/akane/acs`,
      audience: `${fixture.address}/api/saml/akane/metadata`,
    });
    expect((await through(browser, start)).get('outcome'), fixture.logged()).toBe('signedIn');
    expect(await whoIs(browser, fixture.address)).toMatchObject({ uid: carer });
  });
});
