import { deflateRawSync } from 'node:zlib';
import { NS, POST_BINDING } from './saml-names.ts';
import { escapeXml } from './xml-tree.ts';

type SamlRequest = {
  /** Random, and a valid XML name (NCName): begins with `_`. */
  readonly id: string;
  readonly signInUrl: string;
  readonly audience: string;
  readonly acsUrl: string;
  readonly now: Date;
  /** Ask for the password even if the user is already signed in there (ForceAuthn). */
  readonly reauthenticate: boolean;
};

/** The URL of an AuthnRequest (HTTP-Redirect binding; unsigned, as our metadata declares). */
export function getSamlRequestUrl(request: SamlRequest): string {
  const xml =
    `<samlp:AuthnRequest xmlns:samlp="${NS.protocol}" xmlns:saml="${NS.assertion}"` +
    ` ID="${escapeXml(request.id)}" Version="2.0"` +
    ` IssueInstant="${request.now.toISOString()}"` +
    ` Destination="${escapeXml(request.signInUrl)}"` +
    ` AssertionConsumerServiceURL="${escapeXml(request.acsUrl)}"` +
    ` ProtocolBinding="${POST_BINDING}"${request.reauthenticate ? ' ForceAuthn="true"' : ''}>` +
    `<saml:Issuer>${escapeXml(request.audience)}</saml:Issuer></samlp:AuthnRequest>`;
  const address = new URL(request.signInUrl);
  address.searchParams.set('SAMLRequest', deflateRawSync(xml).toString('base64'));
  return address.href;
}
