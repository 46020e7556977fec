import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_LEVELS } from '@yamori/domain';
import {
  getRequestId,
  IDP_ORIGIN,
  startSamlFixture,
  type SamlFixture,
} from '../testing/saml-fixture.ts';
import type { SiteBrowser } from '../testing/site-browser.ts';
import { startProviderSignIn, whoIs } from '../testing/provider-sign-in.ts';

let fixture: SamlFixture;
beforeAll(async () => {
  fixture = await startSamlFixture();
  await fixture.addDomain('agency', { kind: 'agency' });
  await fixture.addDomain('customer', {
    parentDomainId: 'agency',
    rootDomainId: 'agency',
    ancestorIds: ['agency'],
    signInMethods: ['email'],
  });
  for (const [email, domainId, level] of [
    ['chief@agency.example', 'agency', ACCESS_LEVELS.agencyAdmin],
    ['seller@agency.example', 'agency', ACCESS_LEVELS.agency],
    ['owner@customer.example', 'customer', ACCESS_LEVELS.ownerAdministrator],
  ] as const)
    await fixture.addMember(email, domainId, level);
  const input = {
    id: 'agency',
    name: 'x',
    entityId: `${IDP_ORIGIN}/metadata`,
    signInUrl: `${IDP_ORIGIN}/sso`,
    certificates: [fixture.key.certificate],
    allowIdpInitiated: true,
    emailAttribute: null,
    nameAttribute: null,
    joinLevel: null,
  };
  const registered = await (
    await fixture.browser('chief@agency.example')
  ).ask(`${fixture.address}/api/domains/agency/saml-providers`, { json: input });
  expect(registered.status).toBe(200);
});
afterAll(() => fixture.close());

/** Posts a response from the agency's own provider. */
function postFromAgency(browser: SiteBrowser, email: string, requestId: string | null) {
  const acsUrl = `${fixture.address}/api/saml/agency/acs`;
  return fixture.post(
    browser,
    fixture.response(email, requestId, {
      acsUrl,
      audience: `${fixture.address}/api/saml/agency/metadata`,
      recipient: acsUrl,
      destination: acsUrl,
      attributes: { mail: [email] },
    }),
    { acsUrl },
  );
}

async function signInByAgency(email: string) {
  const browser = await fixture.browser();
  const outcome = await postFromAgency(browser, email, null);
  return {
    outcome: outcome.get('outcome'),
    code: outcome.get('code'),
    who: await whoIs(browser, fixture.address),
  };
}

describe('an agency with a SAML provider', () => {
  const consent = {
    writes: [
      {
        kind: 'update',
        path: 'domain/customer',
        fields: [
          { field: ['samlProviderIds'], value: ['saml.agency'] },
          { field: ['signInMethods'], value: ['email', 'saml'] },
        ],
      },
    ],
  };

  it('signs in its own members', async () => {
    const browser = await fixture.browser('seller@agency.example');
    const start = await startProviderSignIn(browser, fixture.address, 'saml.agency', {
      intent: 'link',
    });
    const linked = await postFromAgency(browser, 'seller@agency.example', getRequestId(start));
    expect(linked.get('outcome'), fixture.logged()).toBe('linked');
    expect(await signInByAgency('seller@agency.example')).toMatchObject({ outcome: 'signedIn' });
  });

  it.each(['seller@agency.example', 'chief@agency.example'])(
    "cannot enable the provider in a customer's domain: %s",
    async (email) => {
      const reply = await (
        await fixture.browser(email)
      ).ask(`${fixture.address}/api/documents/commit`, { json: consent });
      expect([reply.status, await reply.json()]).toMatchObject([
        403,
        { code: 'document-forbidden' },
      ]);
    },
  );

  it("cannot sign in as the customer's member, even if the customer's document names the provider", async () => {
    await fixture.commit([
      {
        kind: 'update',
        path: 'domain/customer',
        fields: [
          { field: ['samlProviderIds'], value: ['saml.agency'] },
          { field: ['signInMethods'], value: ['email', 'saml'] },
        ],
      },
    ]);
    expect(await signInByAgency('owner@customer.example')).toEqual({
      outcome: 'refused',
      code: 'sign-up-refused',
      who: null,
    });
    // The same with an account that is already linked.
    await fixture.temporary.pool
      .query(`insert into auth_account (id, account_id, provider_id, user_id, created_at, updated_at)
      select 'linked', email, 'saml.agency', id, now(), now() from auth_user where email = 'owner@customer.example'`);
    expect(await signInByAgency('owner@customer.example')).toEqual({
      outcome: 'refused',
      code: 'sign-in-way-refused',
      who: null,
    });
  });
});

describe('joining by a SAML provider', () => {
  const join = async (subject: string) =>
    (
      await fixture.signIn(await fixture.browser(), subject, {
        attributes: { mail: [`${subject}@akane.example`] },
        subject,
      })
    ).get('code');
  const akane = (fields: Readonly<Record<string, unknown>>) =>
    fixture.commit([
      {
        kind: 'update',
        path: 'domain/akane',
        fields: Object.entries(fields).map(([field, value]) => ({ field: [field], value })),
      },
    ]);

  it('respects the seat limit; a rejected user leaves nothing', async () => {
    await fixture.setProvider({ joinLevel: ACCESS_LEVELS.generalStaff });
    const members =
      (
        await fixture.temporary.pool.query(
          `select 1 from documents where collection = 'staff' and data->>'domainId' = 'akane'`,
        )
      ).rowCount ?? 0;
    await akane({ limits: { rooms: 9, devices: 9, members: members + 1 } });
    expect(await join('last')).toBeNull();
    const before = await fixture.counts();
    expect(await join('one-too-many')).toBe('organisation-full');
    expect(await fixture.counts()).toEqual(before);
  });

  it('rejects an organisation whose contract has ended', async () => {
    await akane({
      limits: { rooms: 9, devices: 9, members: 99 },
      contractTo: { $date: '2020-01-01T00:00:00.000Z' },
    });
    const before = await fixture.counts();
    expect(await join('too-late')).toBe('domain-suspended');
    expect(await fixture.counts()).toEqual(before);
  });
});
