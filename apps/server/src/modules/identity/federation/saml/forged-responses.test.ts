import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSigningKey } from '../testing/test-certificate.ts';
import type { ResponseOptions } from '../testing/forged-response.ts';
import { CARER, startSamlFixture, type SamlFixture } from '../testing/saml-fixture.ts';
import { whoIs } from '../testing/provider-sign-in.ts';
import {
  DIGEST_METHODS,
  ENVELOPED,
  EXCLUSIVE_CANONICAL,
  NAME_ID,
  NS,
  SIGNATURE_METHODS,
} from './saml-names.ts';

const SUBJECT = 'name-of-the-carer';
const EVIL = 'name-of-the-owner';
const foreignKey = createSigningKey();

let fixture: SamlFixture;
beforeAll(async () => {
  fixture = await startSamlFixture();
  // Both subjects are linked, so that an accepted forgery would sign in.
  for (const [email, subject] of [
    [CARER, SUBJECT],
    ['owner@akane.example', EVIL],
  ] as const)
    await fixture.link(email, subject);
});
afterAll(() => fixture.close());

type Case = readonly [name: string, wrong: Partial<ResponseOptions>, reason: string];

/** The signed assertion without its signature, for another subject. */
const toForgery = (assertion: string): string =>
  assertion.replace(/<ds:Signature.*<\/ds:Signature>/s, '').replaceAll(SUBJECT, EVIL);
const evilWithOwnId = (assertion: string): string =>
  toForgery(assertion).replace(/ID="[^"]+"/, 'ID="_evil"');
const signatureIn = (assertion: string): string =>
  /<ds:Signature.*<\/ds:Signature>/s.exec(assertion)?.[0] ?? '';
const inExtensions = (response: string, content: string): string =>
  response.replace(
    '<samlp:Status>',
    `<samlp:Extensions>${content}</samlp:Extensions><samlp:Status>`,
  );

const SIGNING: readonly Case[] = [
  ['no signature', { signAssertion: false }, 'unsigned'],
  [
    'a signature around the response only',
    { signAssertion: false, signResponse: true },
    'unsigned',
  ],
  ["another's key", { key: foreignKey }, 'signature'],
  [
    "another's key, whose certificate the message brings along",
    { key: foreignKey, afterSigning: (response) => response },
    'signature',
  ],
  [
    'a changed subject',
    { afterSigning: (response) => response.replaceAll(SUBJECT, EVIL) },
    'signature',
  ],
  [
    'a changed audience',
    { afterSigning: (response) => response.replace('</saml:Audience>', '/x</saml:Audience>') },
    'signature',
  ],
  [
    'an extended lifetime',
    {
      afterSigning: (response) =>
        response.replace(/NotOnOrAfter="20(\d\d)/g, 'NotOnOrAfter="20$19'),
    },
    'signature',
  ],
  [
    'a changed attribute',
    {
      attributes: { mail: ['a@b.example'] },
      afterSigning: (response) => response.replace('a@b.example', 'owner@akane.example'),
    },
    'signature',
  ],
  [
    'an empty signature value',
    {
      afterSigning: (response) =>
        response.replace(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>'),
    },
    'signature',
  ],
  [
    'a valid digest with an invalid signature',
    { afterSigning: (response) => response.replace(/(<ds:SignatureValue>.)./, '$1A') },
    'signature',
  ],
  [
    'a SHA-1 signature',
    { signatureMethod: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' },
    'signature-algorithm',
  ],
  [
    'a SHA-1 digest',
    { digestMethod: 'http://www.w3.org/2000/09/xmldsig#sha1' },
    'digest-algorithm',
  ],
  [
    'a SHA-1 signature declared as SHA-256',
    {
      signatureMethod: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
      afterSigning: (response) =>
        response.replace('http://www.w3.org/2000/09/xmldsig#rsa-sha1', SIGNATURE_METHODS[0] ?? ''),
    },
    'signature',
  ],
  [
    'an HMAC with the certificate as secret',
    { afterSigning: (response) => hmacSigned(response) },
    'signature-algorithm',
  ],
  ['no transforms', { transforms: [EXCLUSIVE_CANONICAL] }, 'transform'],
  [
    'an XSLT transform',
    {
      afterSigning: (response) =>
        response.replace(ENVELOPED, 'http://www.w3.org/TR/1999/REC-xslt-19991116'),
    },
    'transform',
  ],
  [
    'canonicalization with comments',
    { canonicalization: `${EXCLUSIVE_CANONICAL}WithComments` },
    'canonicalization',
  ],
  [
    'a reference to the whole document',
    { afterSigning: (response) => response.replace(/URI="#[^"]+"/, 'URI=""') },
    'reference',
  ],
  [
    'a reference to nothing',
    { afterSigning: (response) => response.replace(/URI="#[^"]+"/, 'URI="#_elsewhere"') },
    'reference',
  ],
  [
    'a second reference',
    { afterSigning: (response) => response.replace(/(<ds:Reference .*<\/ds:Reference>)/s, '$1$1') },
    'structure',
  ],
  [
    'a second signature',
    {
      afterSigning: (response, assertion) =>
        response.replace(signatureIn(assertion), signatureIn(assertion).repeat(2)),
    },
    'structure',
  ],
  [
    'a broken signature around the response',
    {
      signResponse: true,
      afterSigning: (response) =>
        response
          .replace('<samlp:Status>', '<samlp:Status >')
          .replace('Version="2.0"', 'Version="2.0" Consent="x"'),
    },
    'signature',
  ],
];

const WRAPPING: readonly Case[] = [
  [
    'a forged assertion before the signed one',
    {
      afterSigning: (response, assertion) =>
        response.replace(assertion, `${evilWithOwnId(assertion)}${assertion}`),
    },
    'structure',
  ],
  [
    'a forged assertion after the signed one',
    {
      afterSigning: (response, assertion) =>
        response.replace(assertion, `${assertion}${evilWithOwnId(assertion)}`),
    },
    'structure',
  ],
  [
    'the signed assertion in the extensions',
    {
      afterSigning: (response, assertion) =>
        inExtensions(response.replace(assertion, evilWithOwnId(assertion)), assertion),
    },
    'structure',
  ],
  [
    "the signed assertion in an object of the forged one's signature",
    {
      afterSigning: (response, assertion) =>
        response.replace(
          assertion,
          evilWithOwnId(assertion).replace(
            '</saml:Issuer>',
            `</saml:Issuer>${signatureIn(assertion).replace('</ds:Signature>', `<ds:Object>${assertion.replace(signatureIn(assertion), '')}</ds:Object></ds:Signature>`)}`,
          ),
        ),
    },
    'structure',
  ],
  [
    'the signed assertion inside a forged one',
    {
      afterSigning: (response, assertion) =>
        response.replace(
          assertion,
          evilWithOwnId(assertion).replace(
            '<saml:SubjectConfirmation ',
            `<saml:Advice>${assertion}</saml:Advice><saml:SubjectConfirmation `,
          ),
        ),
    },
    'structure',
  ],
  [
    "the signed assertion's id on a forged one",
    {
      afterSigning: (response, assertion) =>
        inExtensions(
          response.replace(
            assertion,
            toForgery(assertion).replace(
              '</saml:Issuer>',
              `</saml:Issuer>${signatureIn(assertion)}`,
            ),
          ),
          assertion.replace(signatureIn(assertion), ''),
        ),
    },
    'structure',
  ],
  [
    "the signed assertion's id on another element",
    {
      afterSigning: (response, assertion) =>
        inExtensions(
          response,
          `<x xmlns="urn:x" Id="${/ID="([^"]+)"/.exec(assertion)?.[1] ?? ''}"/>`,
        ),
    },
    'duplicate-id',
  ],
  [
    'a second assertion in another namespace',
    {
      afterSigning: (response, assertion) =>
        inExtensions(
          response,
          evilWithOwnId(assertion)
            .replace(
              /<saml:Assertion xmlns:saml="[^"]+"/,
              '<Assertion xmlns="urn:x" xmlns:saml="urn:y"',
            )
            .replace('</saml:Assertion>', '</Assertion>'),
        ),
    },
    'structure',
  ],
  [
    'a signed response inside a forged one',
    {
      signResponse: true,
      afterSigning: (response, assertion) =>
        inExtensions(
          response.replace(/ID="_r/, 'ID="_evil').replace(assertion, evilWithOwnId(assertion)),
          response,
        ),
    },
    'structure',
  ],
  [
    'a forged response around the signed one',
    {
      afterSigning: (response) =>
        `<samlp:Response xmlns:samlp="${NS.protocol}" ID="_e" Version="2.0"><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${response}</samlp:Response>`,
    },
    'structure',
  ],
  [
    'a second SignedInfo',
    {
      afterSigning: (response) =>
        response.replace('</ds:SignedInfo>', '</ds:SignedInfo><ds:SignedInfo/>'),
    },
    'structure',
  ],
  [
    'an algorithm hidden in KeyInfo',
    {
      afterSigning: (response) =>
        response.replace(
          '<ds:KeyInfo>',
          `<ds:KeyInfo><ds:SignatureMethod Algorithm="${SIGNATURE_METHODS[0] ?? ''}"/>`,
        ),
    },
    'structure',
  ],
  [
    'an assertion that is not a direct child',
    {
      afterSigning: (response, assertion) =>
        response.replace(assertion, `<samlp:Extensions>${assertion}</samlp:Extensions>`),
    },
    'structure',
  ],
];

const XML: readonly Case[] = [
  [
    'a document type',
    { afterSigning: (response) => `<!DOCTYPE samlp:Response>${response}` },
    'doctype',
  ],
  [
    'an entity',
    {
      afterSigning: (response) =>
        `<!DOCTYPE x [<!ENTITY who "${EVIL}">]>${response.replaceAll(SUBJECT, '&who;')}`,
    },
    'doctype',
  ],
  [
    'a billion laughs',
    {
      afterSigning: (response) =>
        `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${response}`,
    },
    'doctype',
  ],
  [
    'a comment inside the subject',
    {
      afterSigning: (response) =>
        response.replace(`>${SUBJECT}<`, `>${SUBJECT.slice(0, 4)}<!-- -->${SUBJECT.slice(4)}<`),
    },
    'comment',
  ],
  [
    "a comment that truncates the subject to another user's",
    {
      subject: `${EVIL}.evil.example`,
      afterSigning: (response) => response.replace(`>${EVIL}.`, `>${EVIL}<!---->.`),
    },
    'comment',
  ],
  [
    'a CDATA section',
    { afterSigning: (response) => response.replace(`>${SUBJECT}<`, `><![CDATA[${SUBJECT}]]><`) },
    'comment',
  ],
  [
    'a processing instruction',
    { afterSigning: (response) => response.replace('<samlp:Status>', '<?x y?><samlp:Status>') },
    'instruction',
  ],
  [
    'an element inside the subject',
    { beforeSigning: (assertion) => assertion.replace(SUBJECT, `${SUBJECT}<saml:x/>`) },
    'subject',
  ],
  [
    'another encoding',
    { afterSigning: (response) => `<?xml version="1.0" encoding="UTF-16"?>${response}` },
    'encoding',
  ],
  ['a truncated document', { afterSigning: (response) => response.slice(0, -20) }, 'xml'],
  [
    'an undeclared entity',
    { afterSigning: (response) => response.replace('<samlp:Status>', '<samlp:Status>&nbsp;') },
    'xml',
  ],
  ['two documents', { afterSigning: (response) => `${response}${response}` }, ''],
  [
    'an assertion without a response',
    { afterSigning: (_response, assertion) => assertion },
    'structure',
  ],
  [
    'an encrypted assertion',
    {
      afterSigning: (response, assertion) =>
        response.replace(assertion, `<saml:EncryptedAssertion xmlns:saml="${NS.assertion}"/>`),
    },
    'encrypted',
  ],
  [
    'no assertion',
    { afterSigning: (response, assertion) => response.replace(assertion, '') },
    'structure',
  ],
];

const CONTENT: readonly Case[] = [
  ['a failure status', { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }, 'status'],
  [
    'two statuses',
    {
      afterSigning: (response) =>
        response.replace(
          '<samlp:Status>',
          '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Requester"/>',
        ),
    },
    'structure',
  ],
  ['another version', { version: '1.1' }, 'version'],
  ['another destination', { destination: 'https://elsewhere.example/acs' }, 'destination'],
  ['no destination', { destination: null }, 'destination'],
  ['another audience', { audience: 'https://elsewhere.example' }, 'audience'],
  ['no audience', { audience: null }, 'audience'],
  [
    'a second audience restriction that excludes us',
    {
      beforeSigning: (assertion) =>
        assertion.replace(
          '</saml:Conditions>',
          '<saml:AudienceRestriction><saml:Audience>x</saml:Audience></saml:AudienceRestriction></saml:Conditions>',
        ),
    },
    'audience',
  ],
  [
    'an unknown condition',
    {
      beforeSigning: (assertion) =>
        assertion.replace('</saml:Conditions>', '<saml:Condition/></saml:Conditions>'),
    },
    'conditions',
  ],
  [
    'no conditions',
    {
      beforeSigning: (assertion) => assertion.replace(/<saml:Conditions.*<\/saml:Conditions>/, ''),
    },
    'conditions',
  ],
  ['another recipient', { recipient: 'https://elsewhere.example/acs' }, 'recipient'],
  ['no recipient', { recipient: null }, 'recipient'],
  ['another issuer of the response', { responseIssuer: 'https://elsewhere.example' }, 'issuer'],
  ['another issuer of the assertion', { assertionIssuer: 'https://elsewhere.example' }, 'issuer'],
  ['an expired assertion', { notOnOrAfter: -61 }, 'expired'],
  ['an expired confirmation', { confirmationEnds: -61 }, 'expired'],
  ['a confirmation without an expiry', { confirmationEnds: null }, 'confirmation'],
  ['an expired session', { sessionEnds: -61 }, 'session-ended'],
  ['an assertion that is not valid yet', { notBefore: 120 }, 'not-yet-valid'],
  ['a sign-in in the future', { signedInAt: 120 }, 'statement'],
  [
    'no authentication statement',
    {
      beforeSigning: (assertion) =>
        assertion.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, ''),
    },
    'statement',
  ],
  [
    'a time that is not in UTC',
    {
      beforeSigning: (assertion) =>
        assertion.replace(/NotBefore="([^"]+)Z"/, 'NotBefore="$1+09:00"'),
    },
    'time',
  ],
  [
    'an invalid time',
    {
      beforeSigning: (assertion) =>
        assertion.replace(/NotBefore="[^"]+"/, 'NotBefore="2026-99-99T00:00:00Z"'),
    },
    'time',
  ],
  ['a confirmation for another request', { confirmationRequestId: '_another' }, 'in-response-to'],
  ['a confirmation without a request', { confirmationRequestId: null }, 'in-response-to'],
  [
    'another confirmation method',
    { method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' },
    'confirmation',
  ],
  [
    'two confirmations',
    {
      beforeSigning: (assertion) =>
        assertion.replace(/(<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>)/, '$1$1'),
    },
    'confirmation',
  ],
  ['a transient subject', { nameIdFormat: NAME_ID.transient }, 'subject-transient'],
  ['no subject', { subject: '' }, 'subject'],
  ['a subject of 256 characters', { subject: 'x'.repeat(256) }, 'subject'],
];

describe.each([
  ['signature', SIGNING],
  ['structure', WRAPPING],
  ['XML', XML],
  ['content', CONTENT],
] as const)('validation of a SAML response: %s', (_kind, cases) => {
  it.each(cases)('rejects %s', async (_name, wrong, reason) => {
    const before = await fixture.counts();
    const browser = await fixture.browser();
    fixture.forgetLog();
    const outcome = await fixture.signIn(browser, SUBJECT, wrong);
    expect([outcome.get('outcome'), outcome.get('code')]).toEqual([
      'refused',
      'sign-in-proof-refused',
    ]);
    expect([await whoIs(browser, fixture.address), await fixture.counts()]).toEqual([null, before]);
    expect(fixture.logged()).toMatch(
      reason === '' ? /"reason":"[a-z-]{3,}"/ : new RegExp(`"reason":"${reason}"`),
    );
    expect(fixture.logged()).not.toMatch(/name-of-the|akane\.example|PHNhbWxw|SAMLResponse/);
  });
});

describe('a valid SAML response', () => {
  it.each([
    ['without changes', {}],
    [
      'with an XML declaration',
      { afterSigning: (response: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${response}` },
    ],
    ['without an issuer of the response', { responseIssuer: null }],
    [
      'with SHA-512',
      { signatureMethod: SIGNATURE_METHODS[1] ?? '', digestMethod: DIGEST_METHODS[1] ?? '' },
    ],
    ['55 seconds late', { notOnOrAfter: -55, confirmationEnds: -55 }],
    ['55 seconds early', { notBefore: 55 }],
    ['with a session expiry', { sessionEnds: 3600 }],
  ])('signs in: %s', async (_name, more) => {
    const browser = await fixture.browser();
    expect((await fixture.signIn(browser, SUBJECT, more)).get('outcome'), fixture.logged()).toBe(
      'signedIn',
    );
    expect(await whoIs(browser, fixture.address)).toMatchObject({ uid: fixture.userIds[CARER] });
  });
});

/** Signed with the provider's certificate as if it were a shared secret. */
function hmacSigned(response: string): string {
  const named = response.replace(
    SIGNATURE_METHODS[0] ?? '',
    'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
  );
  const info = /<ds:SignedInfo>.*<\/ds:SignedInfo>/s.exec(named)?.[0] ?? '';
  const value = createHmac('sha1', fixture.key.certificate)
    .update(info.replace('<ds:SignedInfo>', `<ds:SignedInfo xmlns:ds="${NS.signature}">`))
    .digest('base64');
  return named.replace(/<ds:SignatureValue>[^<]*/, `<ds:SignatureValue>${value}`);
}
