import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSigningKey } from '../testing/test-certificate.ts';
import { CARER, IDP_ORIGIN, startSamlFixture, type SamlFixture } from '../testing/saml-fixture.ts';
import type { SiteBrowser } from '../testing/site-browser.ts';
import { isOutcome, getOutcome, whoIs } from '../testing/provider-sign-in.ts';

const SUBJECT = 'name-of-the-carer';

let fixture: SamlFixture;
beforeAll(async () => {
  fixture = await startSamlFixture();
  await fixture.link(CARER, SUBJECT);
});
afterAll(() => fixture.close());

/** Expects that the POST or the following page rejects the response and logs this reason. */
async function expectRefused(
  browser: SiteBrowser,
  response: string,
  reason: string,
  more: Parameters<SamlFixture['post']>[2] = {},
): Promise<void> {
  const before = await fixture.counts();
  fixture.forgetLog();
  const outcome = await fixture.post(browser, response, more);
  expect(outcome.get('outcome')).toBe('refused');
  expect(fixture.logged()).toContain(`"reason":"${reason}"`);
  expect(fixture.logged()).not.toContain(SUBJECT);
  expect([await whoIs(browser, fixture.address), await fixture.counts()]).toEqual([null, before]);
}

describe('a valid SAML response', () => {
  it('fails if unsolicited and the organisation does not allow that', async () => {
    await expectRefused(await fixture.browser(), fixture.response(SUBJECT, null), 'unsolicited');
  });

  it('fails if it answers an unknown request', async () => {
    await expectRefused(
      await fixture.browser(),
      fixture.response(SUBJECT, `_${'A'.repeat(43)}`),
      'in-response-to',
    );
  });

  it('fails if its unsigned and signed request ids differ', async () => {
    await fixture.setProvider({ allowIdpInitiated: true });
    const requestId = await fixture.begin(await fixture.browser());
    await expectRefused(
      await fixture.browser(),
      fixture.response(SUBJECT, null, { confirmationRequestId: requestId }),
      'in-response-to',
    );
    await expectRefused(
      await fixture.browser(),
      fixture.response(SUBJECT, requestId, { confirmationRequestId: null }),
      'in-response-to',
    );
    await fixture.setProvider();
  });

  it("fails in another browser (the attacker's account for the victim)", async () => {
    const attacker = await fixture.browser();
    const response = fixture.response(SUBJECT, await fixture.begin(attacker));
    await expectRefused(await fixture.browser(), response, 'other-browser');
    const victim = await fixture.browser();
    await fixture.begin(victim);
    const second = fixture.response(SUBJECT, await fixture.begin(attacker));
    await expectRefused(victim, second, 'other-browser');
  });

  it("fails for the browser that started, if another one posts it (the victim's account for the attacker)", async () => {
    const attacker = await fixture.browser();
    const response = fixture.response(SUBJECT, await fixture.begin(attacker));
    const victim = await fixture.browser();
    await expectRefused(victim, response, 'other-browser');
    // The attacker has the request and its browser, but the ticket is only in the victim's cookie.
    const landed = getOutcome(
      await attacker.go(`${fixture.address}/api/saml/akane/finish`, isOutcome),
    );
    expect([landed.get('code'), await whoIs(attacker, fixture.address)]).toEqual([
      'sign-in-try-invalid',
      null,
    ]);
  });

  it('fails at its second use on either server, solicited or not', async () => {
    const browser = await fixture.browser();
    const answered = fixture.response(SUBJECT, await fixture.begin(browser));
    expect((await fixture.post(browser, answered)).get('outcome')).toBe('signedIn');
    const again = await fixture.browser();
    await expectRefused(again, answered, 'in-response-to');
    await fixture.setProvider({ allowIdpInitiated: true });
    const unasked = fixture.response(SUBJECT, null);
    expect((await fixture.post(await fixture.browser(), unasked)).get('outcome')).toBe('signedIn');
    await expectRefused(await fixture.browser(), unasked, 'replayed');
    await expectRefused(await fixture.browser(), unasked, 'replayed', {
      acsUrl: `${fixture.otherAddress}/api/saml/akane/acs`,
    });
    await fixture.setProvider();
  });

  it('signs in only once if it is posted concurrently on two servers', async () => {
    await fixture.setProvider({ allowIdpInitiated: true });
    const response = fixture.response(SUBJECT, null);
    const twins = await Promise.all(
      [fixture.address, fixture.otherAddress].map(async (address) =>
        (
          await fixture.post(await fixture.browser(), response, {
            acsUrl: `${address}/api/saml/akane/acs`,
          })
        ).get('outcome'),
      ),
    );
    expect(twins.map(String).toSorted()).toEqual(['refused', 'signedIn']);
    await fixture.setProvider();
  });

  it('fails if its assertion was used in another sign-in', async () => {
    const browser = await fixture.browser();
    const requestId = await fixture.begin(browser);
    const response = fixture.response(SUBJECT, requestId, { assertionId: '_the-same' });
    await fixture.post(await fixture.browser(), response);
    await expectRefused(browser, response, 'replayed');
  });

  it('fails ten minutes after the request', async () => {
    const browser = await fixture.browser();
    const requestId = await fixture.begin(browser);
    fixture.clock.now = () => new Date(Date.now() + 10 * 60_000 + 1000);
    await expectRefused(browser, fixture.response(SUBJECT, requestId), 'in-response-to');
    fixture.clock.now = () => new Date();
  });

  it('fails if the browser returns after a minute', async () => {
    const browser = await fixture.browser();
    const form = { SAMLResponse: fixture.response(SUBJECT, await fixture.begin(browser)) };
    const posted = await browser.ask(fixture.acsUrl, { form, fromOtherSite: IDP_ORIGIN });
    expect([posted.status, posted.headers.get('location')]).toEqual([
      303,
      '/api/saml/akane/finish',
    ]);
    fixture.clock.now = () => new Date(Date.now() + 61_000);
    expect(
      getOutcome(await browser.go(`${fixture.address}/api/saml/akane/finish`, isOutcome)).get(
        'code',
      ),
    ).toBe('sign-in-try-invalid');
    fixture.clock.now = () => new Date();
  });

  it('fails if the form field is malformed', async () => {
    for (const [field, reason] of [
      ['', ''],
      ['%%%', 'encoding'],
      ['//79', 'encoding'],
      [Buffer.from('<a/>').toString('base64'), 'structure'],
      [Buffer.alloc(300_000, 'a').toString('base64'), 'size'],
    ] as const) {
      if (field === '')
        expect(
          (
            await (
              await fixture.browser()
            ).ask(fixture.acsUrl, { form: { SAMLResponse: '' }, fromOtherSite: IDP_ORIGIN })
          ).status,
        ).toBe(400);
      else await expectRefused(await fixture.browser(), field, reason);
    }
  });
});

describe("an organisation's identity provider", () => {
  it.each([
    ['a member of another organisation by a proven address', 'carer@mizuki.example', 'no-member'],
    ['a member above the level of the registrant', 'owner@akane.example', 'no-member'],
  ])('rejects %s', async (_name, email, reason) => {
    // The registrant is below the owner, so the provider cannot sign in members above that level.
    const privileged = await fixture.browser('privileged@akane.example');
    const input = {
      id: 'akane',
      name: '茜の家',
      entityId: `${IDP_ORIGIN}/metadata`,
      signInUrl: `${IDP_ORIGIN}/sso`,
      certificates: [fixture.key.certificate],
      allowIdpInitiated: false,
      emailAttribute: null,
      nameAttribute: null,
      joinLevel: null,
    };
    expect(
      (await privileged.ask(`${fixture.address}/api/domains/akane/saml-providers`, { json: input }))
        .status,
    ).toBe(200);
    const browser = await fixture.browser();
    await expectRefused(
      browser,
      fixture.response('another-name', await fixture.begin(browser), {
        attributes: { mail: [email] },
      }),
      reason,
    );
    await fixture.setProvider();
  });

  it('rejects an unverified address and two addresses', async () => {
    await fixture.temporary.pool.query(
      `update auth_user set email_verified = false where email = 'west@akane.example'`,
    );
    const one = await fixture.browser();
    await expectRefused(
      one,
      fixture.response('west', await fixture.begin(one), {
        attributes: { mail: ['west@akane.example'] },
      }),
      'no-member',
    );
    await fixture.temporary.pool.query(
      `update auth_user set email_verified = true where email = 'west@akane.example'`,
    );
    const two = await fixture.browser();
    await expectRefused(
      two,
      fixture.response('west', await fixture.begin(two), {
        attributes: { mail: ['west@akane.example', 'privileged@akane.example'] },
      }),
      'no-member',
    );
  });

  it('rejects a linked member who moved to another organisation', async () => {
    await fixture.commit([
      {
        kind: 'update',
        path: `staff/${fixture.userIds[CARER] ?? ''}`,
        fields: [{ field: ['domainId'], value: 'mizuki' }],
      },
    ]);
    const browser = await fixture.browser();
    await expectRefused(
      browser,
      fixture.response(SUBJECT, await fixture.begin(browser)),
      'foreign-member',
    );
    await fixture.commit([
      {
        kind: 'update',
        path: `staff/${fixture.userIds[CARER] ?? ''}`,
        fields: [{ field: ['domainId'], value: 'akane' }],
      },
    ]);
  });

  it('rejects a suspended member, and SAML if the organisation no longer accepts it', async () => {
    const carer = `staff/${fixture.userIds[CARER] ?? ''}`;
    const refusedWith = async () =>
      (await fixture.signIn(await fixture.browser(), SUBJECT)).get('code');
    await fixture.commit([
      { kind: 'update', path: carer, fields: [{ field: ['state'], value: 'suspended' }] },
    ]);
    expect(await refusedWith()).toBe('member-suspended');
    await fixture.commit([
      { kind: 'update', path: carer, fields: [{ field: ['state'], value: 'active' }] },
    ]);
    await fixture.commit([
      {
        kind: 'update',
        path: 'domain/akane',
        fields: [{ field: ['signInMethods'], value: ['email'] }],
      },
    ]);
    expect(await refusedWith()).toBe('sign-in-way-refused');
    await fixture.setProvider();
    expect((await fixture.signIn(await fixture.browser(), SUBJECT)).get('outcome')).toBe(
      'signedIn',
    );
  });

  it('rejects members of another organisation with the same subject', async () => {
    const key = createSigningKey();
    const owner = await fixture.addMember('owner@mizuki.example', 'mizuki', 5);
    const browser = await fixture.browser('owner@mizuki.example');
    const input = {
      id: 'mizuki',
      name: 'みずき',
      entityId: `${IDP_ORIGIN}/metadata`,
      signInUrl: `${IDP_ORIGIN}/sso`,
      certificates: [key.certificate],
      allowIdpInitiated: true,
      emailAttribute: null,
      nameAttribute: null,
      joinLevel: null,
    };
    expect(
      (await browser.ask(`${fixture.address}/api/domains/mizuki/saml-providers`, { json: input }))
        .status,
    ).toBe(200);
    const mizukiAcs = `${fixture.address}/api/saml/mizuki/acs`;
    const forMizuki = {
      key,
      acsUrl: mizukiAcs,
      audience: `${fixture.address}/api/saml/mizuki/metadata`,
      recipient: mizukiAcs,
      destination: mizukiAcs,
    };
    // The subject is linked with another provider only.
    await expectRefused(
      await fixture.browser(),
      fixture.response(SUBJECT, null, { ...forMizuki, attributes: { mail: [CARER] } }),
      'no-member',
      { acsUrl: mizukiAcs },
    );
    // An assertion for one organisation is rejected by the other.
    const member = await fixture.browser();
    await expectRefused(
      member,
      fixture.response(SUBJECT, await fixture.begin(member), forMizuki),
      'destination',
      { acsUrl: fixture.acsUrl },
    );
    await expectRefused(await fixture.browser(), fixture.response(SUBJECT, null), 'destination', {
      acsUrl: mizukiAcs,
    });
    const other = await fixture.browser();
    await expectRefused(
      other,
      fixture.response(SUBJECT, await fixture.begin(other, 'saml.mizuki'), { key }),
      'in-response-to',
    );
    expect(owner).toBeTruthy();
  });
});
