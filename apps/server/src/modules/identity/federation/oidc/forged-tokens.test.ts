import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_LEVELS } from '@yamori/domain';
import { openFederationStage, type FederationStage } from '../testing/federation-stage.ts';
import {
  openForgingProvider,
  signWithSecret,
  unsignedToken,
  type Forgery,
  type ForgingProvider,
} from '../testing/forging-provider.ts';
import { isOutcome, outcomeOf, startWay, whoIs } from '../testing/way-journey.ts';
import { googleWay, lineWay } from './oidc-way.ts';

const SUBJECT = 'U-forged-subject';

let line: ForgingProvider;
let google: ForgingProvider;
let stage: FederationStage;
let carer = '';
beforeAll(async () => {
  [line, google] = [await openForgingProvider('HS256'), await openForgingProvider('RS256')];
  stage = await openFederationStage({
    signUp: true,
    ways: () => [
      lineWay(line, { ...line, scope: 'openid' }),
      googleWay(google, { ...google, scope: 'openid email' }),
    ],
  });
  await stage.addDomain('akane');
  carer = await stage.addMember('carer@akane.example', 'akane', ACCESS_LEVELS.generalStaff);
});
afterAll(async () => {
  await stage.close();
  await line.close();
  await google.close();
});

/** Every way in which a token can lie; `reason` is what the log names. */
const LIES: readonly (readonly [name: string, forgery: Forgery, reason: string])[] = [
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
    'a token for several, without us',
    { claims: (usual) => ({ ...usual, aud: ['one', 'two'] }) },
    'claim-aud',
  ],
  [
    'a token for several that another asked for',
    { claims: (usual, { clientId }) => ({ ...usual, aud: [clientId, 'another'], azp: 'another' }) },
    'claim-azp',
  ],
  [
    'a token for us that another asked for',
    { claims: (usual) => ({ ...usual, azp: 'another' }) },
    'claim-azp',
  ],
  [
    'a token that has ended',
    { claims: (usual, { now }) => ({ ...usual, iat: now - 900, exp: now - 120 }) },
    'claim-exp',
  ],
  ['a token without an end', { claims: ({ exp: _exp, ...usual }) => usual }, 'invalid-response'],
  [
    'a token that begins later',
    { claims: (usual, { now }) => ({ ...usual, nbf: now + 600 }) },
    'claim-nbf',
  ],
  ['nobody', { claims: ({ sub: _sub, ...usual }) => usual }, 'invalid-response'],
  ['an empty name for somebody', { claims: (usual) => ({ ...usual, sub: '' }) }, 'claims'],
  [
    'a name too long to be one',
    { claims: (usual) => ({ ...usual, sub: 'x'.repeat(256) }) },
    'claims',
  ],
  [
    'no signature needed (alg none)',
    { sign: async (claims) => unsignedToken(claims) },
    'invalid-response',
  ],
  [
    'a signature that is missing',
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
  ['something that is no token', { sign: async () => 'no.token' }, ''],
  [
    'no token at all',
    { answer: { status: 200, body: { access_token: 'a', token_type: 'Bearer' } } },
    '',
  ],
  [
    'a code that was used or is too old',
    { answer: { status: 400, body: { error: 'invalid_grant' } } },
    'token-invalid-grant',
  ],
  [
    'the answer of another provider (mix-up)',
    { returned: { iss: 'https://accounts.example' } },
    '',
  ],
];

describe.each([['line'], ['google']])(
  '%s: a try is refused, makes nobody and signs nobody in, with',
  (way) => {
    it.each(LIES)('%s', async (_name, forgery, reason) => {
      await refused(way, forgery, reason);
    });
  },
);

describe('each provider is checked by its own algorithm and key', () => {
  it('LINE takes no token signed with a key', () =>
    refused(
      'line',
      {
        sign: (claims, { privateKey }) =>
          new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'forger' }).sign(privateKey),
      },
      'invalid-response',
    ));
  it("Google takes no token signed with the client's secret", () =>
    refused(
      'google',
      { sign: (claims, { clientSecret }) => signWithSecret(claims, clientSecret) },
      'invalid-response',
    ));
  it('Google takes no token signed with a key that is not among its keys', () =>
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

describe('to show again that it is they, somebody has signed in at LINE just now', () => {
  const confirm = async (claims: NonNullable<Forgery['claims']>) => {
    const browser = await stage.browser('carer@akane.example');
    line.forge({ claims });
    return outcomeOf(
      await browser.go(
        await startWay(browser, stage.address, 'line', { intent: 'confirm' }),
        isOutcome,
      ),
    );
  };

  it('and an hour ago is not now, nor is a token that does not say when', async () => {
    await stage.temporary.pool.query(
      `insert into auth_account (id, "accountId", "providerId", "userId", "updatedAt") values ('a', $1, 'line', $2, now())`,
      [SUBJECT, carer],
    );
    expect(
      (await confirm((usual, { now }) => ({ ...usual, auth_time: now - 3600 }))).get('code'),
    ).toBe('sign-in-proof-refused');
    expect((await confirm((usual) => usual)).get('code')).toBe('sign-in-proof-refused');
    expect(
      (await confirm((usual, { now }) => ({ ...usual, auth_time: now - 20 }))).get('outcome'),
    ).toBe('confirmed');
    await stage.temporary.pool.query(`delete from auth_account where id = 'a'`);
  });
});

describe('what makes the table above worth something', () => {
  it.each([['line'], ['google']])('%s signs in with the same token unforged', async (way) => {
    const browser = await stage.browser();
    (way === 'line' ? line : google).forge({});
    const outcome = outcomeOf(
      await browser.go(await startWay(browser, stage.address, way), isOutcome),
    );
    expect(outcome.get('outcome'), stage.logged()).toBe('signedIn');
    expect(await whoIs(browser, stage.address)).toMatchObject({
      providerId: way,
      loginProviders: [{ provider: way, uid: SUBJECT }],
    });
  });
});

async function refused(way: string, forgery: Forgery, reason: string): Promise<void> {
  const before = await stage.counts();
  const browser = await stage.browser();
  stage.forgetLog();
  (way === 'line' ? line : google).forge(forgery);
  const outcome = outcomeOf(
    await browser.go(await startWay(browser, stage.address, way), isOutcome),
  );
  expect(Object.fromEntries(outcome)).toEqual({
    outcome: 'refused',
    code: 'sign-in-proof-refused',
    way,
    flow: 'redirect',
    next: '/',
  });
  expect([await whoIs(browser, stage.address), await stage.counts()]).toEqual([null, before]);
  const log = stage.logged();
  expect(log).toMatch(reason === '' ? /"reason":"[a-z-]{3,}"/ : new RegExp(`"reason":"${reason}"`));
  // The reason names a check; who it was about and what they sent stays out of the log.
  expect(log).not.toMatch(/U-forged-subject|Forged Person|forged@person|a-code|eyJ|somebody-else/);
}
