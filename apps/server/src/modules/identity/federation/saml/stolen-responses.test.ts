import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSigningKey } from '../testing/test-certificate.ts';
import { CARER, IDP_ORIGIN, openSamlStage, type SamlStage } from '../testing/saml-stage.ts';
import type { SiteBrowser } from '../testing/site-browser.ts';
import { isOutcome, outcomeOf, whoIs } from '../testing/way-journey.ts';

const SUBJECT = 'name-of-the-carer';

let stage: SamlStage;
beforeAll(async () => {
  stage = await openSamlStage();
  expect(
    (await stage.signIn(await stage.browser(), SUBJECT, { attributes: { mail: [CARER] } })).get(
      'outcome',
    ),
  ).toBe('signedIn');
});
afterAll(() => stage.close());

/**
 * The post is refused with this reason in the log, or, where it is taken, the page that it leads to
 * is.
 */
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

describe('a good response is refused', () => {
  it('when nobody asked for it and the organisation does not allow that', async () => {
    await expectRefused(await stage.browser(), stage.response(SUBJECT, null), 'unsolicited');
  });

  it('when it answers a request that was never made', async () => {
    await expectRefused(
      await stage.browser(),
      stage.response(SUBJECT, `_${'A'.repeat(43)}`),
      'in-response-to',
    );
  });

  it('when it says that nobody asked, and what is signed answers a request', async () => {
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

  it("in another browser than the one that asked (the attacker's account for the victim)", async () => {
    const attacker = await stage.browser();
    const response = stage.response(SUBJECT, await stage.begin(attacker));
    await expectRefused(await stage.browser(), response, 'other-browser');
    const victim = await stage.browser();
    await stage.begin(victim);
    const second = stage.response(SUBJECT, await stage.begin(attacker));
    await expectRefused(victim, second, 'other-browser');
  });

  it("for whoever asked, when another's browser brought it (the victim's account for the attacker)", async () => {
    const attacker = await stage.browser();
    const response = stage.response(SUBJECT, await stage.begin(attacker));
    const victim = await stage.browser();
    await expectRefused(victim, response, 'other-browser');
    // The attacker has the request and the browser that asked; what the victim brought is in the
    // victim's cookie alone.
    const landed = outcomeOf(
      await attacker.go(`${stage.address}/api/saml/akane/finish`, isOutcome),
    );
    expect([landed.get('code'), await whoIs(attacker, stage.address)]).toEqual([
      'sign-in-try-invalid',
      null,
    ]);
  });

  it('a second time, on this server or the other, whether it was asked for or not', async () => {
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

  it('twice at one instant on two servers: once', async () => {
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

  it('within an open try while its assertion was used in another', async () => {
    const browser = await stage.browser();
    const requestId = await stage.begin(browser);
    const response = stage.response(SUBJECT, requestId, { assertionId: '_the-same' });
    await stage.post(await stage.browser(), response);
    await expectRefused(browser, response, 'replayed');
  });

  it('ten minutes after it was asked for', async () => {
    const browser = await stage.browser();
    const requestId = await stage.begin(browser);
    stage.clock.now = () => new Date(Date.now() + 10 * 60_000 + 1000);
    await expectRefused(browser, stage.response(SUBJECT, requestId), 'in-response-to');
    stage.clock.now = () => new Date();
  });

  it('when its browser takes a minute to come back', async () => {
    const browser = await stage.browser();
    const form = { SAMLResponse: stage.response(SUBJECT, await stage.begin(browser)) };
    const posted = await browser.ask(stage.acsUrl, { form, fromOtherSite: IDP_ORIGIN });
    expect([posted.status, posted.headers.get('location')]).toEqual([
      303,
      '/api/saml/akane/finish',
    ]);
    stage.clock.now = () => new Date(Date.now() + 61_000);
    expect(
      outcomeOf(await browser.go(`${stage.address}/api/saml/akane/finish`, isOutcome)).get('code'),
    ).toBe('sign-in-try-invalid');
    stage.clock.now = () => new Date();
  });

  it('when it is no form field that could be one', async () => {
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

describe("an organisation's identity provider signs in its own members only", () => {
  it.each([
    ['a member of another organisation by a proven address', 'carer@mizuki.example', 'no-member'],
    ['somebody who stands above whoever registered it', 'owner@akane.example', 'no-member'],
  ])('not %s', async (_name, email, reason) => {
    // Registered by somebody who is below the owner: it speaks for nobody above them.
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

  it('nor by an address that nobody has proved, or by two at once', async () => {
    await stage.temporary.pool.query(
      `update auth_user set "emailVerified" = false where email = 'west@akane.example'`,
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
      `update auth_user set "emailVerified" = true where email = 'west@akane.example'`,
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

  it('nor a member who has left for another organisation, though the account is linked', async () => {
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

  it('nor a suspended one, nor where the organisation no longer takes this way', async () => {
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

  it("nor anybody by another organisation's provider with the same names", async () => {
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
    // It knows its own by the same name, and nobody else's.
    await expectRefused(
      await stage.browser(),
      stage.response(SUBJECT, null, { ...forMizuki, attributes: { mail: [CARER] } }),
      'no-member',
      { acsUrl: mizukiAcs },
    );
    // Nor does one's assertion open the other's door.
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
