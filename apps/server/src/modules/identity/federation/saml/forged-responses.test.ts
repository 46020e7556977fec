import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSigningKey } from '../testing/test-certificate.ts';
import type { ResponseParts } from '../testing/forged-response.ts';
import { CARER, openSamlStage, type SamlStage } from '../testing/saml-stage.ts';
import { whoIs } from '../testing/way-journey.ts';
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

let stage: SamlStage;
beforeAll(async () => {
  stage = await openSamlStage();
  // Both names are known, so that what is refused would have signed somebody in.
  for (const [email, subject] of [
    [CARER, SUBJECT],
    ['owner@akane.example', EVIL],
  ] as const) {
    const outcome = await stage.signIn(await stage.browser(), subject, {
      attributes: { mail: [email] },
    });
    expect(outcome.get('outcome'), stage.logged()).toBe('signedIn');
  }
});
afterAll(() => stage.close());

type Case = readonly [name: string, wrong: Partial<ResponseParts>, reason: string];

/** An assertion for somebody else that says what the signed one says, without its signature. */
const evilOf = (assertion: string): string =>
  assertion.replace(/<ds:Signature.*<\/ds:Signature>/s, '').replaceAll(SUBJECT, EVIL);
const evilWithOwnId = (assertion: string): string =>
  evilOf(assertion).replace(/ID="[^"]+"/, 'ID="_evil"');
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
    'a longer life',
    {
      afterSigning: (response) =>
        response.replace(/NotOnOrAfter="20(\d\d)/g, 'NotOnOrAfter="20$19'),
    },
    'signature',
  ],
  [
    'an attribute that was added',
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
    'a digest that fits and a signature that does not',
    { afterSigning: (response) => response.replace(/(<ds:SignatureValue>.)./, '$1A') },
    'signature',
  ],
  [
    'a signature by SHA-1',
    { signatureMethod: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' },
    'signature-algorithm',
  ],
  [
    'a digest by SHA-1',
    { digestMethod: 'http://www.w3.org/2000/09/xmldsig#sha1' },
    'digest-algorithm',
  ],
  [
    'a name of SHA-256 over a signature by SHA-1',
    {
      signatureMethod: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
      afterSigning: (response) =>
        response.replace('http://www.w3.org/2000/09/xmldsig#rsa-sha1', SIGNATURE_METHODS[0] ?? ''),
    },
    'signature',
  ],
  [
    'our certificate as a secret (HMAC)',
    { afterSigning: (response) => hmacSigned(response) },
    'signature-algorithm',
  ],
  ['no transforms', { transforms: [EXCLUSIVE_CANONICAL] }, 'transform'],
  [
    'a transform by XSLT',
    {
      afterSigning: (response) =>
        response.replace(ENVELOPED, 'http://www.w3.org/TR/1999/REC-xslt-19991116'),
    },
    'transform',
  ],
  [
    'a canonical form with comments',
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
    'another assertion before the signed one',
    {
      afterSigning: (response, assertion) =>
        response.replace(assertion, `${evilWithOwnId(assertion)}${assertion}`),
    },
    'structure',
  ],
  [
    'another assertion after the signed one',
    {
      afterSigning: (response, assertion) =>
        response.replace(assertion, `${assertion}${evilWithOwnId(assertion)}`),
    },
    'structure',
  ],
  [
    'the signed one among the extensions',
    {
      afterSigning: (response, assertion) =>
        inExtensions(response.replace(assertion, evilWithOwnId(assertion)), assertion),
    },
    'structure',
  ],
  [
    'the signed one inside another, with its signature in the other',
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
    "the signed one inside another's subject",
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
    "the signed one's ID on another",
    {
      afterSigning: (response, assertion) =>
        inExtensions(
          response.replace(
            assertion,
            evilOf(assertion).replace('</saml:Issuer>', `</saml:Issuer>${signatureIn(assertion)}`),
          ),
          assertion.replace(signatureIn(assertion), ''),
        ),
    },
    'structure',
  ],
  [
    "the signed one's ID on something else",
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
    'an assertion of no namespace beside it',
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
    'a whole signed response inside another',
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
    'another response around it',
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
    "an algorithm hidden in the key's description",
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
    'the assertion deeper than a child',
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
    'a comment inside a name',
    {
      afterSigning: (response) =>
        response.replace(`>${SUBJECT}<`, `>${SUBJECT.slice(0, 4)}<!-- -->${SUBJECT.slice(4)}<`),
    },
    'comment',
  ],
  [
    "a name that a comment would cut to another's",
    {
      subject: `${EVIL}.evil.example`,
      afterSigning: (response) => response.replace(`>${EVIL}.`, `>${EVIL}<!---->.`),
    },
    'comment',
  ],
  [
    'a character section',
    { afterSigning: (response) => response.replace(`>${SUBJECT}<`, `><![CDATA[${SUBJECT}]]><`) },
    'comment',
  ],
  [
    'an instruction',
    { afterSigning: (response) => response.replace('<samlp:Status>', '<?x y?><samlp:Status>') },
    'instruction',
  ],
  [
    'an element inside a name',
    { beforeSigning: (assertion) => assertion.replace(SUBJECT, `${SUBJECT}<saml:x/>`) },
    'subject',
  ],
  [
    'another encoding',
    { afterSigning: (response) => `<?xml version="1.0" encoding="UTF-16"?>${response}` },
    'encoding',
  ],
  ['a document that ends early', { afterSigning: (response) => response.slice(0, -20) }, 'xml'],
  [
    "an entity that is not XML's own",
    { afterSigning: (response) => response.replace('<samlp:Status>', '<samlp:Status>&nbsp;') },
    'xml',
  ],
  ['two documents', { afterSigning: (response) => `${response}${response}` }, ''],
  [
    'something else than a response',
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

const SAID: readonly Case[] = [
  ['a failure', { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }, 'status'],
  [
    'a failure within a success',
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
    'one audience of two that is not ours',
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
    'a condition that we do not know',
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
  ['an end that is past', { notOnOrAfter: -61 }, 'expired'],
  ['a confirmation that is past', { confirmationEnds: -61 }, 'expired'],
  ['a confirmation without an end', { confirmationEnds: null }, 'confirmation'],
  ['a session that is past', { sessionEnds: -61 }, 'session-ended'],
  ['a beginning to come', { notBefore: 120 }, 'not-yet-valid'],
  ['a sign-in to come', { signedInAt: 120 }, 'statement'],
  [
    'no sign-in',
    {
      beforeSigning: (assertion) =>
        assertion.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, ''),
    },
    'statement',
  ],
  [
    'a time in another zone',
    {
      beforeSigning: (assertion) =>
        assertion.replace(/NotBefore="([^"]+)Z"/, 'NotBefore="$1+09:00"'),
    },
    'time',
  ],
  [
    'a time that is none',
    {
      beforeSigning: (assertion) =>
        assertion.replace(/NotBefore="[^"]+"/, 'NotBefore="2026-99-99T00:00:00Z"'),
    },
    'time',
  ],
  ['a request that it does not answer', { confirmationRequestId: '_another' }, 'in-response-to'],
  ['no request in what is signed', { confirmationRequestId: null }, 'in-response-to'],
  [
    'another kind of confirmation',
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
  ['a name for one visit', { nameIdFormat: NAME_ID.transient }, 'subject-transient'],
  ['no name', { subject: '' }, 'subject'],
  ['a name too long to be one', { subject: 'x'.repeat(256) }, 'subject'],
];

describe.each([
  ['signed wrongly', SIGNING],
  ['wrapped', WRAPPING],
  ['not plain XML', XML],
  ['saying something wrong', SAID],
] as const)('a response %s is refused, makes nobody and signs nobody in', (_kind, cases) => {
  it.each(cases)('%s', async (_name, wrong, reason) => {
    const before = await stage.counts();
    const browser = await stage.browser();
    stage.forgetLog();
    const outcome = await stage.signIn(browser, SUBJECT, wrong);
    expect([outcome.get('outcome'), outcome.get('code')]).toEqual([
      'refused',
      'sign-in-proof-refused',
    ]);
    expect([await whoIs(browser, stage.address), await stage.counts()]).toEqual([null, before]);
    expect(stage.logged()).toMatch(
      reason === '' ? /"reason":"[a-z-]{3,}"/ : new RegExp(`"reason":"${reason}"`),
    );
    expect(stage.logged()).not.toMatch(/name-of-the|akane\.example|PHNhbWxw|SAMLResponse/);
  });
});

describe('what makes the tables above worth something', () => {
  it.each([
    ['as it is', {}],
    [
      'with a declaration of its encoding',
      { afterSigning: (response: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${response}` },
    ],
    ['without an issuer of the response', { responseIssuer: null }],
    [
      'with SHA-512',
      { signatureMethod: SIGNATURE_METHODS[1] ?? '', digestMethod: DIGEST_METHODS[1] ?? '' },
    ],
    ['a minute late', { notOnOrAfter: -55, confirmationEnds: -55 }],
    ['a minute early', { notBefore: 55 }],
    ['with a session to come to its end', { sessionEnds: 3600 }],
  ])('the same response %s signs in', async (_name, more) => {
    const browser = await stage.browser();
    expect((await stage.signIn(browser, SUBJECT, more)).get('outcome'), stage.logged()).toBe(
      'signedIn',
    );
    expect(await whoIs(browser, stage.address)).toMatchObject({ uid: stage.userIds[CARER] });
  });
});

/** Signed with the provider's own certificate as if it were a shared secret. */
function hmacSigned(response: string): string {
  const named = response.replace(
    SIGNATURE_METHODS[0] ?? '',
    'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
  );
  const info = /<ds:SignedInfo>.*<\/ds:SignedInfo>/s.exec(named)?.[0] ?? '';
  const value = createHmac('sha1', stage.key.certificate)
    .update(info.replace('<ds:SignedInfo>', `<ds:SignedInfo xmlns:ds="${NS.signature}">`))
    .digest('base64');
  return named.replace(/<ds:SignatureValue>[^<]*/, `<ds:SignatureValue>${value}`);
}
