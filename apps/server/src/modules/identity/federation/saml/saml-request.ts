import { deflateRawSync } from 'node:zlib';
import { NS, POST_BINDING } from './saml-names.ts';
import { escapeXml } from './xml-tree.ts';

export type SamlRequest = {
  /** Random, and an XML name: begins with `_`. */
  readonly id: string;
  readonly signInUrl: string;
  readonly audience: string;
  readonly acsUrl: string;
  readonly now: Date;
  /** Ask for the password again even when somebody is signed in there. */
  readonly anew: boolean;
};

/**
 * The address that sends somebody to their identity provider (HTTP-Redirect binding, unsigned as
 * our metadata says).
 */
export function samlRequestAddress(request: SamlRequest): string {
  const xml =
    `<samlp:AuthnRequest xmlns:samlp="${NS.protocol}" xmlns:saml="${NS.assertion}" ID="${escapeXml(request.id)}" Version="2.0"` +
    ` IssueInstant="${request.now.toISOString()}" Destination="${escapeXml(request.signInUrl)}" AssertionConsumerServiceURL="${escapeXml(request.acsUrl)}"` +
    ` ProtocolBinding="${POST_BINDING}"${request.anew ? ' ForceAuthn="true"' : ''}><saml:Issuer>${escapeXml(request.audience)}</saml:Issuer></samlp:AuthnRequest>`;
  const address = new URL(request.signInUrl);
  address.searchParams.set('SAMLRequest', deflateRawSync(xml).toString('base64'));
  return address.href;
}
