import { randomBytes } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import {
  BEARER,
  DIGEST_METHODS,
  ENVELOPED,
  EXCLUSIVE_CANONICAL,
  NAME_ID,
  NS,
  SIGNATURE_METHODS,
  STATUS_SUCCESS,
} from '../saml/saml-names.ts';
import type { SigningKey } from './test-certificate.ts';

const SECONDS = 1000;

/** Everything that a response contains. Null omits the part. */
export type ResponseOptions = {
  readonly acsUrl: string;
  readonly audience: string | null;
  readonly entityId: string;
  readonly requestId: string | null;
  readonly subject: string;
  readonly now: Date;
  readonly key: SigningKey;
  readonly responseIssuer: string | null;
  readonly assertionIssuer: string;
  readonly destination: string | null;
  readonly recipient: string | null;
  readonly confirmationRequestId: string | null;
  readonly status: string;
  readonly version: string;
  readonly nameIdFormat: string;
  readonly method: string;
  /** Seconds from now. */
  readonly notBefore: number;
  readonly notOnOrAfter: number;
  readonly confirmationEnds: number | null;
  readonly sessionEnds: number | null;
  readonly signedInAt: number;
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  readonly assertionId: string;
  readonly signatureMethod: string;
  readonly digestMethod: string;
  readonly transforms: readonly string[];
  readonly canonicalization: string;
  readonly signAssertion: boolean;
  readonly signResponse: boolean;
  /** Edits before signing, and edits after signing as an attacker makes them. */
  readonly beforeSigning: (assertion: string) => string;
  readonly afterSigning: (response: string, assertion: string) => string;
};

type Needed = Pick<
  ResponseOptions,
  'acsUrl' | 'entityId' | 'requestId' | 'subject' | 'key' | 'now'
> & { readonly audience: string };

/** A valid response with optional faults, as the posted form field. */
export function forgeResponse(needed: Needed, wrong: Partial<ResponseOptions> = {}): string {
  const options: ResponseOptions = {
    responseIssuer: needed.entityId,
    assertionIssuer: needed.entityId,
    destination: needed.acsUrl,
    recipient: needed.acsUrl,
    confirmationRequestId: wrong.requestId === undefined ? needed.requestId : wrong.requestId,
    status: STATUS_SUCCESS,
    version: '2.0',
    nameIdFormat: NAME_ID.persistent,
    method: BEARER,
    notBefore: -30,
    notOnOrAfter: 300,
    confirmationEnds: 300,
    sessionEnds: null,
    signedInAt: -5,
    attributes: {},
    assertionId: `_a${randomBytes(16).toString('hex')}`,
    signatureMethod: SIGNATURE_METHODS[0] ?? '',
    digestMethod: DIGEST_METHODS[0] ?? '',
    transforms: [ENVELOPED, EXCLUSIVE_CANONICAL],
    canonicalization: EXCLUSIVE_CANONICAL,
    signAssertion: true,
    signResponse: false,
    beforeSigning: (assertion) => assertion,
    afterSigning: (response) => response,
    ...needed,
    ...wrong,
  };
  const plain = options.beforeSigning(assertionXml(options));
  const assertion = options.signAssertion ? signed(plain, 'Assertion', options) : plain;
  const response = responseXml(options, assertion);
  return Buffer.from(
    options.afterSigning(
      options.signResponse ? signed(response, 'Response', options) : response,
      assertion,
    ),
  ).toString('base64');
}

const at = ({ now }: ResponseOptions, seconds: number): string =>
  new Date(now.getTime() + seconds * SECONDS).toISOString();
const optional = (name: string, value: string | null): string =>
  value === null ? '' : ` ${name}="${value}"`;

const assertionXml = (options: ResponseOptions): string =>
  `<saml:Assertion xmlns:saml="${NS.assertion}" ID="${options.assertionId}" Version="${options.version}" IssueInstant="${at(options, 0)}"><saml:Issuer>${options.assertionIssuer}</saml:Issuer>` +
  `<saml:Subject><saml:NameID Format="${options.nameIdFormat}">${options.subject}</saml:NameID><saml:SubjectConfirmation Method="${options.method}">` +
  `<saml:SubjectConfirmationData${optional('Recipient', options.recipient)}${optional('InResponseTo', options.confirmationRequestId)}${optional('NotOnOrAfter', options.confirmationEnds === null ? null : at(options, options.confirmationEnds))}/>` +
  `</saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(options, options.notBefore)}" NotOnOrAfter="${at(options, options.notOnOrAfter)}">` +
  `${options.audience === null ? '' : `<saml:AudienceRestriction><saml:Audience>${options.audience}</saml:Audience></saml:AudienceRestriction>`}</saml:Conditions>` +
  `<saml:AuthnStatement AuthnInstant="${at(options, options.signedInAt)}"${optional('SessionNotOnOrAfter', options.sessionEnds === null ? null : at(options, options.sessionEnds))}>` +
  '<saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>' +
  `${attributesXml(options)}</saml:Assertion>`;

function attributesXml({ attributes }: ResponseOptions): string {
  const list = Object.entries(attributes).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
  );
  return list.length === 0
    ? ''
    : `<saml:AttributeStatement>${list.join('')}</saml:AttributeStatement>`;
}

const responseXml = (options: ResponseOptions, assertion: string): string =>
  `<samlp:Response xmlns:samlp="${NS.protocol}" ID="_r${randomBytes(16).toString('hex')}" Version="${options.version}" IssueInstant="${at(options, 0)}"` +
  `${optional('Destination', options.destination)}${optional('InResponseTo', options.requestId)}>` +
  `${options.responseIssuer === null ? '' : `<saml:Issuer xmlns:saml="${NS.assertion}">${options.responseIssuer}</saml:Issuer>`}` +
  `<samlp:Status><samlp:StatusCode Value="${options.status}"/></samlp:Status>${assertion}</samlp:Response>`;

function signed(xml: string, name: 'Assertion' | 'Response', options: ResponseOptions): string {
  const signer = new SignedXml({
    privateKey: options.key.privateKey,
    publicCert: options.key.certificate,
    signatureAlgorithm: options.signatureMethod,
    canonicalizationAlgorithm: options.canonicalization,
  });
  signer.addReference({
    xpath: `/*[local-name(.)='${name}']`,
    digestAlgorithm: options.digestMethod,
    transforms: [...options.transforms],
  });
  signer.computeSignature(xml, {
    prefix: 'ds',
    location: {
      reference: `/*[local-name(.)='${name}']/*[local-name(.)='Issuer']`,
      action: 'after',
    },
  });
  return signer.getSignedXml();
}
