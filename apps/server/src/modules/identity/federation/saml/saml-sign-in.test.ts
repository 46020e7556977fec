import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ACCESS_LEVELS } from '@yamori/domain';
import { CARER, IDP_ORIGIN, startSamlFixture, type SamlFixture } from '../testing/saml-fixture.ts';
import { startProviderSignIn, whoIs } from '../testing/provider-sign-in.ts';
import { NAME_ID } from './saml-names.ts';

let fixture: SamlFixture;
beforeAll(async () => {
  fixture = await startSamlFixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.setProvider());

const named = (email: string, subject = email) => ({
  attributes: { mail: [email], displayName: ['山田 花子'] },
  subject,
});

describe("an organisation's identity provider", () => {
  it('receives our URLs, which the metadata also contain', async () => {
    const address = new URL(
      await startProviderSignIn(await fixture.browser(), fixture.address, 'saml.akane'),
    );
    expect(`${address.origin}${address.pathname}`).toBe(`${IDP_ORIGIN}/sso`);
    const request = inflateRawSync(
      Buffer.from(address.searchParams.get('SAMLRequest') ?? '', 'base64'),
    ).toString('utf8');
    expect(request).toMatch(/^<samlp:AuthnRequest [^>]*ID="_[\w-]{43}" Version="2\.0"/);
    for (const part of [
      `AssertionConsumerServiceURL="${fixture.acsUrl}"`,
      `Destination="${IDP_ORIGIN}/sso"`,
      `<saml:Issuer>${fixture.address}/api/saml/akane/metadata</saml:Issuer>`,
    ])
      expect(request).toContain(part);
    const reply = await (await fixture.browser()).ask(`${fixture.address}/api/saml/akane/metadata`);
    expect(reply.headers.get('content-type')).toBe('application/samlmetadata+xml');
    const metadata = await reply.text();
    for (const part of [
      `entityID="${fixture.address}/api/saml/akane/metadata"`,
      `Location="${fixture.acsUrl}"`,
      'WantAssertionsSigned="true"',
    ])
      expect(metadata).toContain(part);
  });

  it("cannot sign in as a member by asserting the member's address", async () => {
    for (const email of [CARER, 'privileged@akane.example', 'owner@akane.example']) {
      const before = await fixture.counts();
      const browser = await fixture.browser();
      const outcome = await fixture.signIn(browser, `not ${email}`, named(email, `not ${email}`));
      expect([outcome.get('outcome'), outcome.get('code')]).toEqual([
        'refused',
        'account-link-missing',
      ]);
      expect([await whoIs(browser, fixture.address), await fixture.counts()]).toEqual([
        null,
        before,
      ]);
    }
  });

  it('signs in the member who linked it, by the subject alone', async () => {
    await fixture.link(CARER, 'name-at-the-provider');
    const first = await fixture.browser();
    const outcome = await fixture.signIn(
      first,
      'name-at-the-provider',
      named(CARER, 'name-at-the-provider'),
    );
    expect(Object.fromEntries(outcome)).toEqual({
      outcome: 'signedIn',
      way: 'saml.akane',
      flow: 'redirect',
      next: '/',
    });
    expect(await whoIs(first, fixture.address)).toMatchObject({
      providerId: 'saml.akane',
      uid: fixture.userIds[CARER],
      accessLevel: ACCESS_LEVELS.generalStaff,
    });
    // The address at the provider has changed; the subject identifies the user.
    const second = await fixture.browser();
    expect(
      (
        await fixture.signIn(
          second,
          'name-at-the-provider',
          named('renamed@akane.example', 'name-at-the-provider'),
        )
      ).get('outcome'),
    ).toBe('signedIn');
    expect(await whoIs(second, fixture.address)).toMatchObject({
      uid: fixture.userIds[CARER],
      loginProviders: [
        { provider: 'email' },
        { provider: 'saml.akane', uid: 'name-at-the-provider' },
      ],
    });
  });

  it('signs in members of domains below', async () => {
    await fixture.link('west@akane.example', 'west');
    const browser = await fixture.browser();
    expect(
      (await fixture.signIn(browser, 'west', named('west@akane.example', 'west'))).get('outcome'),
    ).toBe('signedIn');
    expect(await whoIs(browser, fixture.address)).toMatchObject({
      uid: fixture.userIds['west@akane.example'],
    });
  });

  it('signs in with an additional signature of the response and an address as subject', async () => {
    await fixture.link('privileged@akane.example', 'privileged@akane.example');
    const browser = await fixture.browser();
    const outcome = await fixture.signIn(browser, 'privileged@akane.example', {
      signResponse: true,
      nameIdFormat: NAME_ID.email,
    });
    expect(outcome.get('outcome'), fixture.logged()).toBe('signedIn');
    expect(await whoIs(browser, fixture.address)).toMatchObject({
      uid: fixture.userIds['privileged@akane.example'],
    });
  });

  it('signs in through a popup, which gets the outcome', async () => {
    const browser = await fixture.browser();
    const reply = await browser.ask(`${fixture.address}/api/sign-in/saml.akane/start`, {
      json: { intent: 'signIn', flow: 'popup', next: '/help', popupId: 'window-0002' },
    });
    const { address } = (await reply.json()) as { address: string };
    const requestId =
      /\bID="([^"]+)"/.exec(
        inflateRawSync(
          Buffer.from(new URL(address).searchParams.get('SAMLRequest') ?? '', 'base64'),
        ).toString(),
      )?.[1] ?? '';
    const outcome = await fixture.post(browser, fixture.response('west', requestId));
    expect(outcome.toString()).toBe(
      'outcome=signedIn&way=saml.akane&flow=popup&next=%2Fhelp&popup=window-0002',
    );
  });

  it('initiates a sign-in if allowed, with a return path within our own pages', async () => {
    await fixture.setProvider({ allowIdpInitiated: true });
    for (const [relayState, next] of [
      ['/monitoring', '/monitoring'],
      ['https://evil.example/', '/'],
      ['//evil.example', '/'],
    ] as const) {
      const browser = await fixture.browser();
      const outcome = await fixture.post(browser, fixture.response('west', null), { relayState });
      expect([outcome.get('outcome'), outcome.get('next')], fixture.logged()).toEqual([
        'signedIn',
        next,
      ]);
    }
  });

  it("cannot replace a user's session with another user's by an unsolicited response", async () => {
    await fixture.setProvider({ allowIdpInitiated: true });
    const browser = await fixture.browser('owner@akane.example');
    expect((await fixture.post(browser, fixture.response('west', null))).get('code')).toBe(
      'sign-in-conflict',
    );
    expect(await whoIs(browser, fixture.address)).toMatchObject({
      uid: fixture.userIds['owner@akane.example'],
    });
  });

  it('creates members only if the organisation lets users join by it', async () => {
    const before = await fixture.counts();
    expect(
      (
        await fixture.signIn(
          await fixture.browser(),
          'new-one',
          named('new@akane.example', 'new-one'),
        )
      ).get('code'),
    ).toBe('sign-up-refused');
    expect(await fixture.counts()).toEqual(before);

    await fixture.setProvider({ joinLevel: ACCESS_LEVELS.generalStaff });
    const [one, two] = [await fixture.browser(), await fixture.browser()];
    const outcomes = await Promise.all(
      [one, two].map((browser) =>
        fixture.signIn(browser, 'new-one', named('new@akane.example', 'new-one')),
      ),
    );
    expect(
      outcomes.map((outcome) => outcome.get('outcome')),
      fixture.logged(),
    ).toEqual(['signedIn', 'signedIn']);
    const [first, second] = [await whoIs(one, fixture.address), await whoIs(two, fixture.address)];
    // The provider's address does not count as verified, so it cannot be taken from its owner.
    expect(first).toMatchObject({
      displayName: '山田 花子',
      accessLevel: ACCESS_LEVELS.generalStaff,
      domainId: 'akane',
      email: null,
    });
    expect(second?.uid).toBe(first?.uid);
  });

  it('cannot create members beyond the seat limit', async () => {
    await fixture.setProvider({ joinLevel: ACCESS_LEVELS.generalStaff });
    const [{ members } = { members: 0 }] = await fixture.temporary.database.query<{
      members: number;
    }>({
      text: `select count(*)::int as members from documents where collection = 'staff' and data->>'domainId' = 'akane'`,
    });
    const limitTo = (most: number) =>
      fixture.commit([
        {
          kind: 'update',
          path: 'domain/akane',
          fields: [{ field: ['limits'], value: { rooms: 9, devices: 9, members: most } }],
        },
      ]);
    await limitTo(members + 1);
    const outcomes = await Promise.all(
      ['seat-1', 'seat-2', 'seat-3'].map(async (name) =>
        fixture.signIn(await fixture.browser(), name, named(`${name}@akane.example`, name)),
      ),
    );
    expect(
      outcomes.map((outcome) => outcome.get('code') ?? outcome.get('outcome') ?? '').toSorted(),
    ).toEqual(['organisation-full', 'organisation-full', 'signedIn']);
    await limitTo(1_000);
  });

  it('activates a member who was invited by this address', async () => {
    await fixture.commit([
      {
        kind: 'set',
        path: 'staff/invited-1',
        data: {
          userId: 'invited-1',
          domainId: 'akane',
          rootDomainId: 'akane',
          name: '招かれた人',
          accessLevel: ACCESS_LEVELS.administrator,
          email: 'invited@akane.example',
          state: 'invited',
        },
      },
    ]);
    const browser = await fixture.browser();
    expect(
      (
        await fixture.signIn(
          browser,
          'invited-name',
          named('Invited@akane.example', 'invited-name'),
        )
      ).get('outcome'),
      fixture.logged(),
    ).toBe('signedIn');
    expect(await whoIs(browser, fixture.address)).toMatchObject({
      uid: 'invited-1',
      accessLevel: ACCESS_LEVELS.administrator,
    });
  });

  it('links to the signed-in user and confirms only after a new sign-in at the provider', async () => {
    const browser = await fixture.browser('owner@akane.example');
    const link = await startProviderSignIn(browser, fixture.address, 'saml.akane', {
      intent: 'link',
    });
    expect(
      (await fixture.post(browser, fixture.response('owner-name', getRequestId(link)))).get(
        'outcome',
      ),
      fixture.logged(),
    ).toBe('linked');
    const confirm = await startProviderSignIn(browser, fixture.address, 'saml.akane', {
      intent: 'confirm',
    });
    expect(requestText(confirm)).toContain('ForceAuthn="true"');
    expect(
      (
        await fixture.post(
          browser,
          fixture.response('owner-name', getRequestId(confirm), { signedInAt: -3600 }),
        )
      ).get('code'),
    ).toBe('sign-in-proof-refused');
    const again = await startProviderSignIn(browser, fixture.address, 'saml.akane', {
      intent: 'confirm',
    });
    expect(
      (await fixture.post(browser, fixture.response('owner-name', getRequestId(again)))).get(
        'outcome',
      ),
    ).toBe('confirmed');
  });

  it("appears under the organisation's code", async () => {
    const browser = await fixture.browser();
    const found = await browser.ask(`${fixture.address}/api/saml/find`, {
      json: { organisationCode: 'akane' },
    });
    expect([found.status, await found.json()]).toEqual([200, { id: 'akane', name: '茜の家' }]);
    expect(
      (
        await browser.ask(`${fixture.address}/api/saml/find`, {
          json: { organisationCode: 'mizuki' },
        })
      ).status,
    ).toBe(404);
    expect(await (await browser.ask(`${fixture.address}/api/session`)).json()).toMatchObject({
      waysIn: { saml: true },
    });
    expect(await (await browser.ask(`${fixture.otherAddress}/api/session`)).json()).toMatchObject({
      waysIn: { saml: true },
    });
  });
});

const requestText = (address: string): string =>
  inflateRawSync(
    Buffer.from(new URL(address).searchParams.get('SAMLRequest') ?? '', 'base64'),
  ).toString('utf8');
const getRequestId = (address: string): string =>
  /\bID="([^"]+)"/.exec(requestText(address))?.[1] ?? '';
