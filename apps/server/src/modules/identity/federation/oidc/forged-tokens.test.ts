import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_LEVELS } from '@yamori/domain';
import { startFederationFixture, type FederationFixture } from '../testing/federation-fixture.ts';
import {
  openForgingProvider,
  signWithSecret,
  unsignedToken,
  type Forgery,
  type ForgingProvider,
} from '../testing/forging-provider.ts';
import { isOutcome, getOutcome, startProviderSignIn, whoIs } from '../testing/provider-sign-in.ts';
import { googleProvider, lineProvider } from './oidc-provider.ts';

const SUBJECT = 'U-forged-subject';

let line: ForgingProvider;
let google: ForgingProvider;
let fixture: FederationFixture;
let carer = '';
beforeAll(async () => {
  [line, google] = [await openForgingProvider('HS256'), await openForgingProvider('RS256')];
  fixture = await startFederationFixture({
    signUp: true,
    providers: () => [
      lineProvider(line, { ...line, scope: 'openid' }),
      googleProvider(google, { ...google, scope: 'openid email' }),
    ],
  });
  await fixture.addDomain('akane');
  carer = await fixture.addMember('carer@akane.example', 'akane', ACCESS_LEVELS.generalStaff);
});
afterAll(async () => {
  await fixture.close();
  await line.close();
  await google.close();
});

/** Invalid tokens and token responses; `reason` is the logged reason. */
const FORGERIES: readonly (readonly [name: string, forgery: Forgery, reason: string])[] = [
  ['another nonce', { claims: (usual) => ({ ...usual, nonce: 'of-another-try' }) }, 'claim-nonce'],
  ['no nonce', { claims: ({ nonce: _nonce, ...usual }) => usual }, 'invalid-response'],
  [
    'another issuer',
    { claims: (usual) => ({ ...usual, iss: 'https://accounts.example' }) },
    'claim-iss',
  ],
  [
    "another client's token",
    { claims: (usual) => ({ ...usual, aud: 'another-client' }) },
    'claim-aud',
  ],
  [
    'several audiences without ours',
    { claims: (usual) => ({ ...usual, aud: ['one', 'two'] }) },
    'claim-aud',
  ],
  [
    'several audiences with another authorized party',
    { claims: (usual, { clientId }) => ({ ...usual, aud: [clientId, 'another'], azp: 'another' }) },
    'claim-azp',
  ],
  [
    'our audience with another authorized party',
    { claims: (usual) => ({ ...usual, azp: 'another' }) },
    'claim-azp',
  ],
  [
    'an expired token',
    { claims: (usual, { now }) => ({ ...usual, iat: now - 900, exp: now - 120 }) },
    'claim-exp',
  ],
  ['a token without an expiry', { claims: ({ exp: _exp, ...usual }) => usual }, 'invalid-response'],
  [
    'a token that is not valid yet',
    { claims: (usual, { now }) => ({ ...usual, nbf: now + 600 }) },
    'claim-nbf',
  ],
  ['no subject', { claims: ({ sub: _sub, ...usual }) => usual }, 'invalid-response'],
  ['an empty subject', { claims: (usual) => ({ ...usual, sub: '' }) }, 'claims'],
  [
    'a subject of 256 characters',
    { claims: (usual) => ({ ...usual, sub: 'x'.repeat(256) }) },
    'claims',
  ],
  ['the algorithm "none"', { sign: async (claims) => unsignedToken(claims) }, 'invalid-response'],
  [
    'a missing signature',
    {
      sign: async (claims, keys) =>
        `${(await signWithSecret(claims, keys.clientSecret)).split('.').slice(0, 2).join('.')}.`,
    },
    '',
  ],
  [
    "another's secret",
    { sign: (claims) => signWithSecret(claims, 'a secret that is not the one of this client') },
    '',
  ],
  [
    "another's key",
    {
      sign: (claims, { foreignKey }) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'forger' }).sign(foreignKey),
    },
    '',
  ],
  [
    'the public key as a secret',
    { sign: (claims, { publicJwk }) => signWithSecret(claims, String(publicJwk.n)) },
    '',
  ],
  [
    'a changed claim',
    {
      sign: async (claims, keys) => {
        const [head = '', , signature = ''] = (
          await signWithSecret(claims, keys.clientSecret)
        ).split('.');
        return [
          head,
          Buffer.from(JSON.stringify({ ...claims, sub: 'somebody-else' })).toString('base64url'),
          signature,
        ].join('.');
      },
    },
    '',
  ],
  ['a malformed token', { sign: async () => 'no.token' }, ''],
  [
    'a response without an ID token',
    { answer: { status: 200, body: { access_token: 'a', token_type: 'Bearer' } } },
    '',
  ],
  [
    'a used or expired code',
    { answer: { status: 400, body: { error: 'invalid_grant' } } },
    'token-invalid-grant',
  ],
  ['a reply from another issuer (mix-up)', { returned: { iss: 'https://accounts.example' } }, ''],
];

describe.each([['line'], ['google']])('the callback of %s', (way) => {
  it.each(FORGERIES)('rejects %s', async (_name, forgery, reason) => {
    await refused(way, forgery, reason);
  });
});

describe('signature verification', () => {
  it('rejects a LINE token that is signed with a key', () =>
    refused(
      'line',
      {
        sign: (claims, { privateKey }) =>
          new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'forger' }).sign(privateKey),
      },
      'invalid-response',
    ));
  it("rejects a Google token that is signed with the client's secret", () =>
    refused(
      'google',
      { sign: (claims, { clientSecret }) => signWithSecret(claims, clientSecret) },
      'invalid-response',
    ));
  it('rejects a Google token that is signed with an unknown key', () =>
    refused(
      'google',
      {
        sign: (claims, { foreignKey }) =>
          new SignJWT(claims)
            .setProtectedHeader({ alg: 'RS256', kid: 'unheard-of' })
            .sign(foreignKey),
      },
      'jwks-no-matching-key',
    ));
});

describe('a confirmation by LINE', () => {
  const confirm = async (claims: NonNullable<Forgery['claims']>) => {
    const browser = await fixture.browser('carer@akane.example');
    line.forge({ claims });
    return getOutcome(
      await browser.go(
        await startProviderSignIn(browser, fixture.address, 'line', { intent: 'confirm' }),
        isOutcome,
      ),
    );
  };

  it('requires a sign-in at LINE within the last five minutes', async () => {
    await fixture.temporary.pool.query(
      `insert into auth_account (id, account_id, provider_id, user_id, updated_at) values ('a', $1, 'line', $2, now())`,
      [SUBJECT, carer],
    );
    expect(
      (await confirm((usual, { now }) => ({ ...usual, auth_time: now - 3600 }))).get('code'),
    ).toBe('sign-in-proof-refused');
    expect((await confirm((usual) => usual)).get('code')).toBe('sign-in-proof-refused');
    expect(
      (await confirm((usual, { now }) => ({ ...usual, auth_time: now - 20 }))).get('outcome'),
    ).toBe('confirmed');
    await fixture.temporary.pool.query(`delete from auth_account where id = 'a'`);
  });
});

describe('a valid token', () => {
  it.each([['line'], ['google']])('signs in by %s', async (way) => {
    const browser = await fixture.browser();
    (way === 'line' ? line : google).forge({});
    const outcome = getOutcome(
      await browser.go(await startProviderSignIn(browser, fixture.address, way), isOutcome),
    );
    expect(outcome.get('outcome'), fixture.logged()).toBe('signedIn');
    expect(await whoIs(browser, fixture.address)).toMatchObject({
      providerId: way,
      loginProviders: [{ provider: way, uid: SUBJECT }],
    });
  });
});

async function refused(way: string, forgery: Forgery, reason: string): Promise<void> {
  const before = await fixture.counts();
  const browser = await fixture.browser();
  fixture.forgetLog();
  (way === 'line' ? line : google).forge(forgery);
  const outcome = getOutcome(
    await browser.go(await startProviderSignIn(browser, fixture.address, way), isOutcome),
  );
  expect(Object.fromEntries(outcome)).toEqual({
    outcome: 'refused',
    code: 'sign-in-proof-refused',
    way,
    flow: 'redirect',
    next: '/',
  });
  expect([await whoIs(browser, fixture.address), await fixture.counts()]).toEqual([null, before]);
  const log = fixture.logged();
  expect(log).toMatch(reason === '' ? /"reason":"[a-z-]{3,}"/ : new RegExp(`"reason":"${reason}"`));
  // The log names the check, but no user and nothing that was sent.
  expect(log).not.toMatch(/U-forged-subject|Forged Person|forged@person|a-code|eyJ|somebody-else/);
}
