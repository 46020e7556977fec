import { describe, expect, it } from 'vitest';
import { sessionApi, sessionReply, SIGN_IN_OUTCOMES, userInfo } from './sessions.ts';

const credential = { id: 'QUJD', rawId: 'QUJD', type: 'public-key', clientExtensionResults: {} };
const assertion = {
  ...credential,
  response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'c2ln' },
};

describe('proof of a second factor', () => {
  it('is a code, a backup code or a passkey, and never a password', () => {
    for (const kind of ['totp', 'backupCode'])
      expect(
        sessionApi.proveSecondFactor.body.safeParse({ kind, code: '123456' }).success,
        kind,
      ).toBe(true);
    expect(
      sessionApi.proveSecondFactor.body.safeParse({ kind: 'passkey', assertion }).success,
    ).toBe(true);
    expect(
      sessionApi.proveSecondFactor.body.safeParse({ kind: 'password', password: 'quiet' }).success,
    ).toBe(false);
  });

  it('is one thing, not two', () => {
    expect(
      sessionApi.proveSecondFactor.body.safeParse({ kind: 'totp', code: '123456', assertion })
        .success,
    ).toBe(false);
    expect(
      sessionApi.proveSecondFactor.body.safeParse({ kind: 'passkey', assertion, code: '123456' })
        .success,
    ).toBe(false);
  });

  it.each(['', '0'.repeat(33), 123_456, null, ['123456']])(
    'is refused with %j as a code',
    (code) => {
      expect(sessionApi.proveSecondFactor.body.safeParse({ kind: 'totp', code }).success).toBe(
        false,
      );
    },
  );

  it('may be a password where somebody signed in shows again that it is they', () => {
    const taken = (password: unknown) =>
      sessionApi.confirm.body.safeParse({ kind: 'password', password }).success;
    expect(['', 'x', 'x'.repeat(128), 'x'.repeat(129), null].map(taken)).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('what an account is told of itself', () => {
  const session = {
    sessionId: 's',
    signedInAt: 'a',
    lastUsedAt: 'b',
    expiresAt: 'c',
    provider: 'email',
    address: null,
    userAgent: null,
    current: true,
    secondFactor: false,
  };

  it('names sessions without their tokens', () => {
    expect(sessionApi.list.reply.safeParse({ sessions: [session] }).success).toBe(true);
    expect(
      sessionApi.list.reply.safeParse({ sessions: [{ ...session, token: 'x' }] }).success,
    ).toBe(false);
  });

  it.each(SIGN_IN_OUTCOMES)('knows %s in its history', (outcome) => {
    const entry = { at: 'a', provider: 'line', outcome, address: '', userAgent: '' };
    expect(sessionApi.history.reply.safeParse({ signIns: [entry] }).success).toBe(true);
    expect(
      sessionApi.history.reply.safeParse({ signIns: [{ ...entry, password: 'x' }] }).success,
    ).toBe(false);
  });
});

describe('the user info of the specification', () => {
  const user = {
    providerId: 'email',
    displayName: '',
    email: null,
    phoneNumber: null,
    photoURL: null,
    uid: 'u',
    isEmailVerified: false,
    isAnonymous: true,
    loginProviders: [],
    accessLevel: 0,
    domainId: null,
    rootDomainId: null,
    singleTimeToken: null,
    mfas: [],
    signInTime: '2026-11-21T00:00:00.000Z',
  };

  it('has exactly the fields that section 3 lists', () => {
    expect(Object.keys(userInfo.shape).toSorted()).toEqual(Object.keys(user).toSorted());
    expect(userInfo.parse(user)).toEqual(user);
  });

  it.each([
    [0, true],
    [200, true],
    [-1, false],
    [201, false],
    [1.5, false],
    ['5', false],
    [null, false],
  ])('takes the level %s: %s', (accessLevel, taken) => {
    expect(userInfo.safeParse({ ...user, accessLevel }).success).toBe(taken);
  });

  it('is null for nobody, while somebody may owe a second factor', () => {
    const waysIn = {
      password: true,
      line: false,
      google: false,
      saml: false,
      passkey: true,
      anonymous: false,
      signUp: false,
      registerDomain: false,
      domainByMail: false,
      passwordReset: false,
    };
    const reply = {
      user: null,
      pending: { kinds: ['totp', 'passkey'], expiresAt: 'a' },
      ended: null,
      waysIn,
      reach: [],
      demonstrationAccounts: [],
    };
    expect(sessionReply.safeParse(reply).success).toBe(true);
    expect(
      sessionReply.safeParse({ ...reply, pending: { kinds: ['password'], expiresAt: 'a' } })
        .success,
    ).toBe(false);
    expect(
      sessionReply.safeParse({ ...reply, pending: { kinds: [], expiresAt: 'a', userId: 'u' } })
        .success,
    ).toBe(false);
    expect(
      sessionReply.safeParse({ ...reply, waysIn: { ...waysIn, telepathy: true } }).success,
    ).toBe(false);
  });
});
