import { inflateRawSync } from 'node:zlib';
import { ACCESS_LEVELS, type SamlProviderInput } from '@yamori/domain';
import { openFederationStage, type FederationStage } from './federation-stage.ts';
import { responseOf, type ResponseParts } from './forged-response.ts';
import { createSigningKey, type SigningKey } from './test-certificate.ts';
import type { Landing, SiteBrowser } from './site-browser.ts';
import { isOutcome, outcomeOf, startWay } from './way-journey.ts';

export const IDP_ORIGIN = 'https://idp.akane.example';
export const CARER = 'carer@akane.example';

/**
 * Two organisations, the second with one below it, an identity provider for `akane`, and somebody
 * in each.
 */
export type SamlStage = FederationStage & {
  readonly key: SigningKey;
  readonly userIds: Readonly<Record<string, string>>;
  readonly acsUrl: string;
  /**
   * A response of akane's provider to this request, or to none, in every part of which something
   * may be wrong.
   */
  readonly response: (
    subject: string,
    requestId: string | null,
    wrong?: Partial<ResponseParts>,
  ) => string;
  /** Begins a try in a browser; gives the id of the request, which the response has to answer. */
  readonly begin: (browser: SiteBrowser, way?: string) => Promise<string>;
  /** The identity provider's page posts a response; where that leads. */
  readonly post: (
    browser: SiteBrowser,
    response: string,
    more?: { acsUrl?: string; relayState?: string },
  ) => Promise<URLSearchParams>;
  /** Begins, posts and ends a try. */
  readonly signIn: (
    browser: SiteBrowser,
    subject: string,
    wrong?: Partial<ResponseParts>,
  ) => Promise<URLSearchParams>;
  /** Changes the provider of akane. */
  readonly setProvider: (fields?: Partial<SamlProviderInput>) => Promise<void>;
};

export async function openSamlStage(): Promise<SamlStage> {
  const stage = await openFederationStage();
  const key = createSigningKey();
  await stage.addDomain('akane');
  await stage.addDomain('akane-west', {
    parentDomainId: 'akane',
    rootDomainId: 'akane',
    ancestorIds: ['akane'],
    signInMethods: ['email', 'saml'],
    samlProviderIds: ['saml.akane'],
  });
  await stage.addDomain('mizuki', {
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
    userIds[email] = await stage.addMember(email, domain, level);

  const acsUrl = `${stage.address}/api/saml/akane/acs`;
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
      await stage.browser(email)
    ).ask(`${stage.address}/api/domains/akane/saml-providers`, { json: input });
    if (reply.status !== 200)
      throw new Error(`the provider was answered by ${reply.status} ${await reply.text()}`);
  };
  await save('owner@akane.example', {});

  const begin = async (browser: SiteBrowser, way = 'saml.akane'): Promise<string> =>
    requestIdOf(await startWay(browser, stage.address, way));
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
    return outcomeOf(landing);
  };
  const response: SamlStage['response'] = (subject, requestId, wrong) =>
    responseOf(
      {
        acsUrl,
        audience: `${stage.address}/api/saml/akane/metadata`,
        entityId: `${IDP_ORIGIN}/metadata`,
        requestId,
        subject,
        key,
        now: stage.clock.now(),
      },
      wrong,
    );
  return {
    ...stage,
    key,
    userIds,
    acsUrl,
    response,
    begin,
    post,
    setProvider: (fields = {}) => save('owner@akane.example', fields),
    signIn: async (browser, subject, wrong) =>
      post(browser, response(subject, await begin(browser), wrong)),
  };
}

/** The id of the request in the address that the browser is sent to. */
export function requestIdOf(address: string): string {
  const request = new URL(address).searchParams.get('SAMLRequest') ?? '';
  return (
    /\bID="([^"]+)"/.exec(inflateRawSync(Buffer.from(request, 'base64')).toString('utf8'))?.[1] ??
    ''
  );
}
