import { inflateRawSync } from 'node:zlib';
import { ACCESS_LEVELS, type SamlProviderInput } from '@yamori/domain';
import { startFederationFixture, type FederationFixture } from './federation-fixture.ts';
import { forgeResponse, type ResponseOptions } from './forged-response.ts';
import { createSigningKey, type SigningKey } from './test-certificate.ts';
import type { Landing, SiteBrowser } from './site-browser.ts';
import { isOutcome, getOutcome, startProviderSignIn } from './provider-sign-in.ts';

export const IDP_ORIGIN = 'https://idp.akane.example';
export const CARER = 'carer@akane.example';

/** Two organisations, the first with a branch and an identity provider, and members in each. */
export type SamlFixture = FederationFixture & {
  readonly key: SigningKey;
  readonly userIds: Readonly<Record<string, string>>;
  readonly acsUrl: string;
  /** A response from akane's provider to a request or to none, with optional faults. */
  readonly response: (
    subject: string,
    requestId: string | null,
    wrong?: Partial<ResponseOptions>,
  ) => string;
  /** Starts a sign-in; returns the id of the request. */
  readonly begin: (browser: SiteBrowser, way?: string) => Promise<string>;
  /** Posts a response as the identity provider's page does; returns the outcome. */
  readonly post: (
    browser: SiteBrowser,
    response: string,
    more?: { acsUrl?: string; relayState?: string },
  ) => Promise<URLSearchParams>;
  /** Starts a sign-in and posts the response. */
  readonly signIn: (
    browser: SiteBrowser,
    subject: string,
    wrong?: Partial<ResponseOptions>,
  ) => Promise<URLSearchParams>;
  /** Links akane's provider to the member with this address, in a session of that member. */
  readonly link: (email: string, subject: string) => Promise<void>;
  /** Saves akane's provider with these changes. */
  readonly setProvider: (fields?: Partial<SamlProviderInput>) => Promise<void>;
};

export async function startSamlFixture(): Promise<SamlFixture> {
  const fixture = await startFederationFixture();
  const key = createSigningKey();
  await fixture.addDomain('akane');
  await fixture.addDomain('akane-west', {
    parentDomainId: 'akane',
    rootDomainId: 'akane',
    ancestorIds: ['akane'],
    signInMethods: ['email', 'saml'],
    samlProviderIds: ['saml.akane'],
  });
  await fixture.addDomain('mizuki', {
    signInMethods: ['email', 'saml'],
    samlProviderIds: ['saml.akane'],
  });
  const userIds: Record<string, string> = {};
  for (const [email, domain, level] of [
    ['owner@akane.example', 'akane', ACCESS_LEVELS.ownerAdministrator],
    ['privileged@akane.example', 'akane', ACCESS_LEVELS.privilegeAdministrator],
    [CARER, 'akane', ACCESS_LEVELS.generalStaff],
    ['west@akane.example', 'akane-west', ACCESS_LEVELS.generalStaff],
    ['carer@mizuki.example', 'mizuki', ACCESS_LEVELS.generalStaff],
  ] as const)
    userIds[email] = await fixture.addMember(email, domain, level);

  const acsUrl = `${fixture.address}/api/saml/akane/acs`;
  const save = async (email: string, fields: Partial<SamlProviderInput>): Promise<void> => {
    const input: SamlProviderInput = {
      id: 'akane',
      name: '茜の家',
      entityId: `${IDP_ORIGIN}/metadata`,
      signInUrl: `${IDP_ORIGIN}/sso`,
      certificates: [key.certificate],
      allowIdpInitiated: false,
      emailAttribute: null,
      nameAttribute: null,
      joinLevel: null,
      ...fields,
    };
    const reply = await (
      await fixture.browser(email)
    ).ask(`${fixture.address}/api/domains/akane/saml-providers`, { json: input });
    if (reply.status !== 200)
      throw new Error(`the provider was not saved: ${reply.status} ${await reply.text()}`);
  };
  await save('owner@akane.example', {});

  const begin = async (browser: SiteBrowser, way = 'saml.akane'): Promise<string> =>
    getRequestId(await startProviderSignIn(browser, fixture.address, way));
  const post = async (
    browser: SiteBrowser,
    response: string,
    more: { acsUrl?: string; relayState?: string } = {},
  ): Promise<URLSearchParams> => {
    const form = {
      SAMLResponse: response,
      ...(more.relayState === undefined ? {} : { RelayState: more.relayState }),
    };
    const landing: Landing = await browser.go(more.acsUrl ?? acsUrl, isOutcome, {
      form,
      fromOtherSite: IDP_ORIGIN,
    });
    return getOutcome(landing);
  };
  const response: SamlFixture['response'] = (subject, requestId, wrong) =>
    forgeResponse(
      {
        acsUrl,
        audience: `${fixture.address}/api/saml/akane/metadata`,
        entityId: `${IDP_ORIGIN}/metadata`,
        requestId,
        subject,
        key,
        now: fixture.clock.now(),
      },
      wrong,
    );
  return {
    ...fixture,
    key,
    userIds,
    acsUrl,
    response,
    begin,
    post,
    link: async (email, subject) => {
      const browser = await fixture.browser(email);
      const start = await startProviderSignIn(browser, fixture.address, 'saml.akane', {
        intent: 'link',
      });
      const outcome = await post(browser, response(subject, getRequestId(start)));
      if (outcome.get('outcome') !== 'linked')
        throw new Error(`the provider was not linked: ${outcome.toString()} ${fixture.logged()}`);
    },
    setProvider: (fields = {}) => save('owner@akane.example', fields),
    signIn: async (browser, subject, wrong) =>
      post(browser, response(subject, await begin(browser), wrong)),
  };
}

/** The id of the AuthnRequest in the redirect URL. */
export function getRequestId(address: string): string {
  const request = new URL(address).searchParams.get('SAMLRequest') ?? '';
  return (
    /\bID="([^"]+)"/.exec(inflateRawSync(Buffer.from(request, 'base64')).toString('utf8'))?.[1] ??
    ''
  );
}
