import { describe, expect, it } from 'vitest';
import { sessionApi, sessionReply, SIGN_IN_OUTCOMES, userInfo } from './sessions.ts';

const credential = { id: 'QUJD', rawId: 'QUJD', type: 'public-key', clientExtensionResults: {} };
const assertion = {
  ...credential,
  response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'c2ln' },
};

describe('sessionApi.proveSecondFactor', () => {
  it('accepts a code, a backup code or a passkey, but no password', () => {
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

  it('rejects two proofs in one', () => {
    expect(
      sessionApi.proveSecondFactor.body.safeParse({ kind: 'totp', code: '123456', assertion })
        .success,
    ).toBe(false);
    expect(
      sessionApi.proveSecondFactor.body.safeParse({ kind: 'passkey', assertion, code: '123456' })
        .success,
    ).toBe(false);
  });

  it.each(['', '0'.repeat(33), 123_456, null, ['123456']])('rejects %j as a code', (code) => {
    expect(sessionApi.proveSecondFactor.body.safeParse({ kind: 'totp', code }).success).toBe(false);
  });

  it('accepts a password only to confirm the identity of a signed-in user', () => {
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

describe('the replies of sessionApi', () => {
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

  it('sessions appear without their tokens', () => {
    expect(sessionApi.list.reply.safeParse({ sessions: [session] }).success).toBe(true);
    expect(
      sessionApi.list.reply.safeParse({ sessions: [{ ...session, token: 'x' }] }).success,
    ).toBe(false);
  });

  it.each(SIGN_IN_OUTCOMES)('the outcome %s is known in the history', (outcome) => {
    const entry = { at: 'a', provider: 'line', outcome, address: '', userAgent: '' };
    expect(sessionApi.history.reply.safeParse({ signIns: [entry] }).success).toBe(true);
    expect(
      sessionApi.history.reply.safeParse({ signIns: [{ ...entry, password: 'x' }] }).success,
    ).toBe(false);
  });
});

describe('userInfo', () => {
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

  it('contains exactly the fields that section 3 lists', () => {
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

  it('the user is null without a session, even with a second factor pending', () => {
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
      hasOwnHome: false,
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
