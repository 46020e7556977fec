import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_LEVELS } from '@yamori/domain';
import { openFederationStage, type FederationStage } from '../testing/federation-stage.ts';
import { openSamlStandIn, type SamlStandIn } from '../testing/saml-stand-in.ts';
import type { SiteBrowser } from '../testing/site-browser.ts';
import { isOutcome, getOutcome, startProviderSignIn, whoIs } from '../testing/provider-sign-in.ts';

const CARER = { sub: 'staff-0001', name: '夜勤 花子', email: 'carer@akane.example' };

let idp: SamlStandIn;
let stage: FederationStage;
let carer = '';
beforeAll(async () => {
  [idp, stage] = [await openSamlStandIn([CARER]), await openFederationStage()];
  await stage.addDomain('akane');
  carer = await stage.addMember(CARER.email, 'akane', ACCESS_LEVELS.generalStaff);
  await stage.addMember('owner@akane.example', 'akane', ACCESS_LEVELS.ownerAdministrator);
  const reply = await (
    await stage.browser('owner@akane.example')
  ).ask(`${stage.address}/api/domains/akane/saml-providers`, {
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
  await stage.close();
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
    const browser = await stage.browser(CARER.email);
    const start = await startProviderSignIn(browser, stage.address, 'saml.akane', {
      intent: 'link',
    });
    expect((await through(browser, start)).get('outcome'), stage.logged()).toBe('linked');
  });

  it('signs in the same member at every visit', async () => {
    for (let visit = 0; visit < 2; visit += 1) {
      const browser = await stage.browser();
      expect(
        (
          await through(
            browser,
            await startProviderSignIn(browser, stage.address, 'saml.akane', { next: '/help' }),
          )
        ).toString(),
        stage.logged(),
      ).toBe('outcome=signedIn&way=saml.akane&flow=redirect&next=%2Fhelp');
      expect(await whoIs(browser, stage.address)).toMatchObject({
        uid: carer,
        loginProviders: [{ provider: 'email' }, { provider: 'saml.akane', uid: CARER.sub }],
      });
    }
  });

  it('signs in a member by an unsolicited response', async () => {
    const browser = await stage.browser();
    const start = idp.startUrl({
      acsUrl: `${stage.address}/api/saml/akane/acs`,
      audience: `${stage.address}/api/saml/akane/metadata`,
    });
    expect((await through(browser, start)).get('outcome'), stage.logged()).toBe('signedIn');
    expect(await whoIs(browser, stage.address)).toMatchObject({ uid: carer });
  });
});
