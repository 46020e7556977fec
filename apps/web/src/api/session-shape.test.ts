import {
  sessionApi,
  problem,
  SESSION_END_REASONS,
  sessionReply,
  type SessionReply,
} from '@yamori/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPasskeyReply, isProblem, isSessionReply } from './session-shape.ts';

const signedIn: SessionReply = {
  user: {
    providerId: 'email',
    displayName: '夜勤 花子',
    email: 'a@b.example',
    phoneNumber: null,
    photoURL: null,
    uid: 'u',
    isEmailVerified: true,
    isAnonymous: false,
    loginProviders: [{ provider: 'email', uid: 'u' }],
    accessLevel: 3,
    domainId: 'home',
    rootDomainId: null,
    singleTimeToken: null,
    mfas: [{ id: 'm', kind: 'totp', name: '' }],
    signInTime: '2026-11-21T03:00:00+09:00',
  },
  pending: { kinds: ['totp', 'backupCode', 'passkey'], expiresAt: '2026-11-21T03:05:00+09:00' },
  ended: { reason: 'endedElsewhere', at: '2026-11-21T03:04:00+09:00' },
  waysIn: {
    password: true,
    line: true,
    google: false,
    saml: false,
    passkey: false,
    anonymous: false,
    signUp: false,
    registerDomain: false,
    domainByMail: false,
    passwordReset: false,
  },
  hasOwnHome: false,
  reach: ['home'],
  demonstrationAccounts: [{ email: 'a@b.example', password: 'p', accessLevel: 2 }],
};
const refusal = {
  code: 'limit-batch',
  place: 'writes',
  details: { limit: 500, unit: 'writes' },
  issues: [{ field: 'a', code: 'b', details: { limit: 3 } }],
  retryAfterSeconds: 3,
};

/** Every path of keys inside a value. */
function getPlaces(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([key, inner]) => getPlaces(inner, [...path, key])),
  ];
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  const removed = rest.length === 0 && by === REMOVED;
  if (Array.isArray(value))
    return value.flatMap((inner: unknown, index) =>
      String(index) !== key ? [inner] : removed ? [] : [replaced(inner, rest, by)],
    );
  return Object.fromEntries(
    Object.entries(value ?? {}).flatMap(([name, inner]) =>
      name !== key ? [[name, inner]] : removed ? [] : [[name, replaced(inner, rest, by)]],
    ),
  );
}

const REMOVED = Symbol('removed');
const strangers = fc.oneof(
  fc.constantFrom<unknown>(
    REMOVED,
    null,
    undefined,
    '',
    'everything',
    0,
    -1,
    200,
    201,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    true,
    [],
    {},
    [null],
    { code: 1 },
  ),
  fc.jsonValue(),
);

describe('replies parsed without the schema library', () => {
  it.each(SESSION_END_REASONS)('the shape knows why a session ended: %s', (reason) => {
    expect(
      isSessionReply({
        ...signedIn,
        user: null,
        ended: { reason, at: '2026-11-21T03:04:00+09:00' },
      }),
    ).toBe(true);
  });

  it('the samples are complete', () => {
    expect([
      isSessionReply(signedIn),
      isSessionReply({ ...signedIn, user: null, reach: 'everything' }),
      isProblem(refusal),
      isProblem({ code: 'x' }),
    ]).toEqual([true, true, true, true]);
  });

  it.each([
    ['a reply of the session', signedIn, isSessionReply, sessionReply],
    ['a problem', refusal, isProblem, problem],
    [
      'a passkey prompt',
      { options: { challenge: 'c', rpId: 'localhost', allowCredentials: [{ id: 'x' }] } },
      isPasskeyReply,
      sessionApi.passkeyRequest.reply,
    ],
  ])(
    'the shape of %s, damaged anywhere, accepts exactly what the contract accepts',
    (_name, whole, shape, schema) => {
      fc.assert(
        fc.property(fc.constantFrom(...getPlaces(whole)), strangers, (path, stranger) => {
          const damaged = replaced(whole, path, stranger);
          expect([shape(damaged), path]).toEqual([schema.safeParse(damaged).success, path]);
        }),
        { numRuns: 2000 },
      );
    },
  );

  it('the shape rejects a field outside the contract', () => {
    const more = { ...signedIn, more: 1 };
    expect([isSessionReply(more), sessionReply.safeParse(more).success]).toEqual([false, false]);
    expect([
      isProblem({ ...refusal, more: 1 }),
      problem.safeParse({ ...refusal, more: 1 }).success,
    ]).toEqual([true, true]);
  });
});
