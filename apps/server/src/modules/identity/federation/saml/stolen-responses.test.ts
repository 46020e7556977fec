import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSigningKey } from '../testing/test-certificate.ts';
import { CARER, IDP_ORIGIN, openSamlStage, type SamlStage } from '../testing/saml-stage.ts';
import type { SiteBrowser } from '../testing/site-browser.ts';
import { isOutcome, getOutcome, whoIs } from '../testing/provider-sign-in.ts';

const SUBJECT = 'name-of-the-carer';

let stage: SamlStage;
beforeAll(async () => {
  stage = await openSamlStage();
  await stage.link(CARER, SUBJECT);
});
afterAll(() => stage.close());

/** Expects that the POST or the following page rejects the response and logs this reason. */
async function expectRefused(
  browser: SiteBrowser,
  response: string,
  reason: string,
  more: Parameters<SamlStage['post']>[2] = {},
): Promise<void> {
  const before = await stage.counts();
  stage.forgetLog();
  const outcome = await stage.post(browser, response, more);
  expect(outcome.get('outcome')).toBe('refused');
  expect(stage.logged()).toContain(`"reason":"${reason}"`);
  expect(stage.logged()).not.toContain(SUBJECT);
  expect([await whoIs(browser, stage.address), await stage.counts()]).toEqual([null, before]);
}

describe('a valid SAML response', () => {
  it('fails if unsolicited and the organisation does not allow that', async () => {
    await expectRefused(await stage.browser(), stage.response(SUBJECT, null), 'unsolicited');
  });

  it('fails if it answers an unknown request', async () => {
    await expectRefused(
      await stage.browser(),
      stage.response(SUBJECT, `_${'A'.repeat(43)}`),
      'in-response-to',
    );
  });

  it('fails if its unsigned and signed request ids differ', async () => {
    await stage.setProvider({ allowIdpInitiated: true });
    const requestId = await stage.begin(await stage.browser());
    await expectRefused(
      await stage.browser(),
      stage.response(SUBJECT, null, { confirmationRequestId: requestId }),
      'in-response-to',
    );
    await expectRefused(
      await stage.browser(),
      stage.response(SUBJECT, requestId, { confirmationRequestId: null }),
      'in-response-to',
    );
    await stage.setProvider();
  });

  it("fails in another browser (the attacker's account for the victim)", async () => {
    const attacker = await stage.browser();
    const response = stage.response(SUBJECT, await stage.begin(attacker));
    await expectRefused(await stage.browser(), response, 'other-browser');
    const victim = await stage.browser();
    await stage.begin(victim);
    const second = stage.response(SUBJECT, await stage.begin(attacker));
    await expectRefused(victim, second, 'other-browser');
  });

  it("fails for the browser that started, if another one posts it (the victim's account for the attacker)", async () => {
    const attacker = await stage.browser();
    const response = stage.response(SUBJECT, await stage.begin(attacker));
    const victim = await stage.browser();
    await expectRefused(victim, response, 'other-browser');
    // The attacker has the request and its browser, but the ticket is only in the victim's cookie.
    const landed = getOutcome(
      await attacker.go(`${stage.address}/api/saml/akane/finish`, isOutcome),
    );
    expect([landed.get('code'), await whoIs(attacker, stage.address)]).toEqual([
      'sign-in-try-invalid',
      null,
    ]);
  });

  it('fails at its second use on either server, solicited or not', async () => {
    const browser = await stage.browser();
    const answered = stage.response(SUBJECT, await stage.begin(browser));
    expect((await stage.post(browser, answered)).get('outcome')).toBe('signedIn');
    const again = await stage.browser();
    await expectRefused(again, answered, 'in-response-to');
    await stage.setProvider({ allowIdpInitiated: true });
    const unasked = stage.response(SUBJECT, null);
    expect((await stage.post(await stage.browser(), unasked)).get('outcome')).toBe('signedIn');
    await expectRefused(await stage.browser(), unasked, 'replayed');
    await expectRefused(await stage.browser(), unasked, 'replayed', {
      acsUrl: `${stage.otherAddress}/api/saml/akane/acs`,
    });
    await stage.setProvider();
  });

  it('signs in only once if it is posted concurrently on two servers', async () => {
    await stage.setProvider({ allowIdpInitiated: true });
    const response = stage.response(SUBJECT, null);
    const twins = await Promise.all(
      [stage.address, stage.otherAddress].map(async (address) =>
        (
          await stage.post(await stage.browser(), response, {
            acsUrl: `${address}/api/saml/akane/acs`,
          })
        ).get('outcome'),
      ),
    );
    expect(twins.map(String).toSorted()).toEqual(['refused', 'signedIn']);
    await stage.setProvider();
  });

  it('fails if its assertion was used in another sign-in', async () => {
    const browser = await stage.browser();
    const requestId = await stage.begin(browser);
    const response = stage.response(SUBJECT, requestId, { assertionId: '_the-same' });
    await stage.post(await stage.browser(), response);
    await expectRefused(browser, response, 'replayed');
  });

  it('fails ten minutes after the request', async () => {
    const browser = await stage.browser();
    const requestId = await stage.begin(browser);
    stage.clock.now = () => new Date(Date.now() + 10 * 60_000 + 1000);
    await expectRefused(browser, stage.response(SUBJECT, requestId), 'in-response-to');
    stage.clock.now = () => new Date();
  });

  it('fails if the browser returns after a minute', async () => {
    const browser = await stage.browser();
    const form = { SAMLResponse: stage.response(SUBJECT, await stage.begin(browser)) };
    const posted = await browser.ask(stage.acsUrl, { form, fromOtherSite: IDP_ORIGIN });
    expect([posted.status, posted.headers.get('location')]).toEqual([
      303,
      '/api/saml/akane/finish',
    ]);
    stage.clock.now = () => new Date(Date.now() + 61_000);
    expect(
      getOutcome(await browser.go(`${stage.address}/api/saml/akane/finish`, isOutcome)).get('code'),
    ).toBe('sign-in-try-invalid');
    stage.clock.now = () => new Date();
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
              await stage.browser()
            ).ask(stage.acsUrl, { form: { SAMLResponse: '' }, fromOtherSite: IDP_ORIGIN })
          ).status,
        ).toBe(400);
      else await expectRefused(await stage.browser(), field, reason);
    }
  });
});

describe("an organisation's identity provider", () => {
  it.each([
    ['a member of another organisation by a proven address', 'carer@mizuki.example', 'no-member'],
    ['a member above the level of the registrant', 'owner@akane.example', 'no-member'],
  ])('rejects %s', async (_name, email, reason) => {
    // The registrant is below the owner, so the provider cannot sign in members above that level.
    const privileged = await stage.browser('privileged@akane.example');
    const input = {
      id: 'akane',
      name: '茜の家',
      entityId: `${IDP_ORIGIN}/metadata`,
      signInUrl: `${IDP_ORIGIN}/sso`,
      certificates: [stage.key.certificate],
      allowIdpInitiated: false,
      emailAttribute: null,
      nameAttribute: null,
      joinLevel: null,
    };
    expect(
      (await privileged.ask(`${stage.address}/api/domains/akane/saml-providers`, { json: input }))
        .status,
    ).toBe(200);
    const browser = await stage.browser();
    await expectRefused(
      browser,
      stage.response('another-name', await stage.begin(browser), { attributes: { mail: [email] } }),
      reason,
    );
    await stage.setProvider();
  });

  it('rejects an unverified address and two addresses', async () => {
    await stage.temporary.pool.query(
      `update auth_user set email_verified = false where email = 'west@akane.example'`,
    );
    const one = await stage.browser();
    await expectRefused(
      one,
      stage.response('west', await stage.begin(one), {
        attributes: { mail: ['west@akane.example'] },
      }),
      'no-member',
    );
    await stage.temporary.pool.query(
      `update auth_user set email_verified = true where email = 'west@akane.example'`,
    );
    const two = await stage.browser();
    await expectRefused(
      two,
      stage.response('west', await stage.begin(two), {
        attributes: { mail: ['west@akane.example', 'privileged@akane.example'] },
      }),
      'no-member',
    );
  });

  it('rejects a linked member who moved to another organisation', async () => {
    await stage.commit([
      {
        kind: 'update',
        path: `staff/${stage.userIds[CARER] ?? ''}`,
        fields: [{ field: ['domainId'], value: 'mizuki' }],
      },
    ]);
    const browser = await stage.browser();
    await expectRefused(
      browser,
      stage.response(SUBJECT, await stage.begin(browser)),
      'foreign-member',
    );
    await stage.commit([
      {
        kind: 'update',
        path: `staff/${stage.userIds[CARER] ?? ''}`,
        fields: [{ field: ['domainId'], value: 'akane' }],
      },
    ]);
  });

  it('rejects a suspended member, and SAML if the organisation no longer accepts it', async () => {
    const carer = `staff/${stage.userIds[CARER] ?? ''}`;
    const refusedWith = async () =>
      (await stage.signIn(await stage.browser(), SUBJECT)).get('code');
    await stage.commit([
      { kind: 'update', path: carer, fields: [{ field: ['state'], value: 'suspended' }] },
    ]);
    expect(await refusedWith()).toBe('member-suspended');
    await stage.commit([
      { kind: 'update', path: carer, fields: [{ field: ['state'], value: 'active' }] },
    ]);
    await stage.commit([
      {
        kind: 'update',
        path: 'domain/akane',
        fields: [{ field: ['signInMethods'], value: ['email'] }],
      },
    ]);
    expect(await refusedWith()).toBe('sign-in-way-refused');
    await stage.setProvider();
    expect((await stage.signIn(await stage.browser(), SUBJECT)).get('outcome')).toBe('signedIn');
  });

  it('rejects members of another organisation with the same subject', async () => {
    const key = createSigningKey();
    const owner = await stage.addMember('owner@mizuki.example', 'mizuki', 5);
    const browser = await stage.browser('owner@mizuki.example');
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
      (await browser.ask(`${stage.address}/api/domains/mizuki/saml-providers`, { json: input }))
        .status,
    ).toBe(200);
    const mizukiAcs = `${stage.address}/api/saml/mizuki/acs`;
    const forMizuki = {
      key,
      acsUrl: mizukiAcs,
      audience: `${stage.address}/api/saml/mizuki/metadata`,
      recipient: mizukiAcs,
      destination: mizukiAcs,
    };
    // The subject is linked with another provider only.
    await expectRefused(
      await stage.browser(),
      stage.response(SUBJECT, null, { ...forMizuki, attributes: { mail: [CARER] } }),
      'no-member',
      { acsUrl: mizukiAcs },
    );
    // An assertion for one organisation is rejected by the other.
    const asked = await stage.browser();
    await expectRefused(
      asked,
      stage.response(SUBJECT, await stage.begin(asked), forMizuki),
      'destination',
      { acsUrl: stage.acsUrl },
    );
    await expectRefused(await stage.browser(), stage.response(SUBJECT, null), 'destination', {
      acsUrl: mizukiAcs,
    });
    const other = await stage.browser();
    await expectRefused(
      other,
      stage.response(SUBJECT, await stage.begin(other, 'saml.mizuki'), { key }),
      'in-response-to',
    );
    expect(owner).toBeTruthy();
  });
});
