import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSigningKey } from '../testing/test-certificate.ts';
import { CARER, IDP_ORIGIN, startSamlFixture, type SamlFixture } from '../testing/saml-fixture.ts';
import { whoIs } from '../testing/provider-sign-in.ts';

let fixture: SamlFixture;
beforeAll(async () => {
  fixture = await startSamlFixture();
});
afterAll(() => fixture.close());

const input = (more: object = {}) => ({
  id: 'akane',
  name: '茜の家',
  entityId: `${IDP_ORIGIN}/metadata`,
  signInUrl: `${IDP_ORIGIN}/sso`,
  certificates: [fixture.key.certificate],
  allowIdpInitiated: false,
  emailAttribute: null,
  nameAttribute: null,
  joinLevel: null,
  ...more,
});
const send = async (email: string, path: string, json?: object) => {
  const reply = await (
    await fixture.browser(email)
  ).ask(`${fixture.address}/api/domains/${path}`, json === undefined ? {} : { json });
  return {
    status: reply.status,
    body: reply.status === 204 ? null : ((await reply.json()) as Record<string, unknown>),
  };
};

describe("the administration of an organisation's identity providers", () => {
  it('shows our URLs and when the certificates expire', async () => {
    const { status, body } = await send('owner@akane.example', 'akane/saml-providers');
    expect([status, body]).toMatchObject([
      200,
      {
        providers: [
          {
            id: 'akane',
            way: 'saml.akane',
            acsUrl: fixture.acsUrl,
            audience: `${fixture.address}/api/saml/akane/metadata`,
            vouchesUpTo: 5,
            certificateEndsAt: [expect.stringMatching(/^20\d\d-/)],
          },
        ],
      },
    ]);
  });

  it.each([
    ['an invalid certificate', { certificates: ['not a certificate'] }, 'saml-certificate-invalid'],
    [
      'a short key',
      { certificates: [createSigningKey(1024).certificate] },
      'saml-certificate-invalid',
    ],
    ['a sign-in URL without TLS', { signInUrl: 'http://idp.akane.example/sso' }, 'value-invalid'],
    ['a sign-in URL with another scheme', { signInUrl: 'javascript:alert(1)' }, 'request-invalid'],
    ['an invalid id', { id: '../akane' }, 'request-invalid'],
    ['a join level above general staff', { joinLevel: 5 }, 'request-invalid'],
    ['an unknown field', { vouchesUpTo: 200 }, 'request-invalid'],
  ])('rejects %s', async (_name, wrong, code) => {
    const { status, body } = await send(
      'owner@akane.example',
      'akane/saml-providers',
      input(wrong),
    );
    expect([status, body?.['code']]).toEqual([400, code]);
  });

  it('accepts a bare certificate, as in metadata', async () => {
    const bare = fixture.key.certificate.replace(/-----[A-Z ]+-----/g, '').replace(/\s/g, '');
    expect(
      (await send('owner@akane.example', 'akane/saml-providers', input({ certificates: [bare] })))
        .body,
    ).toMatchObject({ certificates: [fixture.key.certificate] });
  });

  it('hides a provider from other organisations and protects its id', async () => {
    await fixture.addMember('owner@mizuki.example', 'mizuki', 5);
    expect(await send('owner@mizuki.example', 'mizuki/saml-providers', input())).toMatchObject({
      status: 409,
      body: { code: 'saml-provider-exists' },
    });
    expect((await send('owner@mizuki.example', 'akane/saml-providers')).status).toBe(404);
    expect(
      (await send('owner@mizuki.example', 'mizuki/saml-providers/akane/remove', {})).status,
    ).toBe(404);
  });

  it('requires a recent confirmation', async () => {
    const browser = await fixture.browser('owner@akane.example');
    await fixture.temporary.pool.query(
      "update auth_session set confirmed_at = now() - interval '11 minutes'",
    );
    const reply = await browser.ask(`${fixture.address}/api/domains/akane/saml-providers`, {
      json: input(),
    });
    expect([reply.status, await reply.json()]).toMatchObject([
      403,
      { code: 'confirmation-required' },
    ]);
  });

  it("unlinks the manager's peers who have another method if the keys change", async () => {
    await fixture.addMember('second@akane.example', 'akane', 5);
    await fixture.addMember('lowered@akane.example', 'akane', 5);
    await fixture.addMember('only@akane.example', 'akane', 5);
    const linked = ['owner', 'second', 'lowered', 'only', 'privileged'];
    for (const name of linked) await fixture.link(`${name}@akane.example`, name);
    await fixture.temporary.pool.query(
      `delete from auth_account where provider_id = 'credential'
        and user_id = (select id from auth_user where email = 'only@akane.example')`,
    );
    const lowered = await fixture.temporary.pool.query<{ id: string }>(
      `select id from auth_user where email = 'lowered@akane.example'`,
    );
    const owner = await fixture.browser('owner@akane.example');
    const lowering = await owner.ask(`${fixture.address}/api/documents/commit`, {
      json: {
        writes: [
          {
            kind: 'update',
            path: `staff/${lowered.rows[0]?.id ?? ''}`,
            fields: [{ field: ['accessLevel'], value: 4 }],
          },
        ],
      },
    });
    expect(lowering.status).toBe(200);
    const peer = await fixture.browser();
    expect((await fixture.signIn(peer, 'second')).get('outcome')).toBe('signedIn');
    const subjects = async () =>
      (
        await fixture.temporary.pool.query<{ subject: string }>(
          `select account_id as subject from auth_account where provider_id = 'saml.akane'`,
        )
      ).rows
        .map(({ subject }) => subject)
        .filter((subject) => linked.includes(subject))
        .toSorted();

    const { certificate } = createSigningKey();
    const save = (certificates: readonly string[]) =>
      send('owner@akane.example', 'akane/saml-providers', input({ certificates }));
    expect((await save([fixture.key.certificate])).status).toBe(200);
    expect(await subjects()).toEqual(linked.toSorted());
    expect((await save([fixture.key.certificate, certificate])).status).toBe(200);
    expect(await subjects()).toEqual(['only', 'owner', 'privileged']);
    expect(await whoIs(peer, fixture.address)).toBeNull();
    expect(await whoIs(peer, fixture.otherAddress)).toBeNull();
    // Removing the old key adds nothing that a manager could sign with.
    expect((await save([fixture.key.certificate])).status).toBe(200);
    expect(await subjects()).toEqual(['only', 'owner', 'privileged']);
  });

  it('removes a provider with its linked accounts and sessions', async () => {
    await fixture.link(CARER, 'carer');
    const browser = await fixture.browser();
    expect((await fixture.signIn(browser, 'carer')).get('outcome')).toBe('signedIn');
    expect(
      (await send('owner@akane.example', 'akane/saml-providers/akane/remove', {})).status,
    ).toBe(204);
    expect(await whoIs(browser, fixture.address)).toBeNull();
    expect(await whoIs(browser, fixture.otherAddress)).toBeNull();
    const rows = await fixture.temporary.pool.query(
      `select 1 from auth_account where provider_id = 'saml.akane'`,
    );
    expect(rows.rowCount).toBe(0);
    for (const address of [fixture.address, fixture.otherAddress]) {
      expect(await (await browser.ask(`${address}/api/session`)).json()).toMatchObject({
        waysIn: { saml: false },
      });
    }
    const domain = await fixture.temporary.pool.query<{ data: object }>(
      `select data from documents where path = 'domain/akane'`,
    );
    expect(domain.rows[0]?.data).toMatchObject({
      samlProviderIds: [],
      signInMethods: ['email', 'line', 'google'],
    });
  });
});
