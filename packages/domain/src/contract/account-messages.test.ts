import { describe, expect, it } from 'vitest';
import {
  accountSecurity,
  confirmationProof,
  passkeyAssertion,
  passkeyAttestation,
  secondFactorProof,
  sessionListReply,
  signInHistoryReply,
  SIGN_IN_OUTCOMES,
} from './account-messages.ts';
import { sessionReply, userInfo } from './session-messages.ts';
import { usageApi, VITAL_CLASSES, WEB_VITALS } from '../api/usage.ts';

const credential = { id: 'QUJD', rawId: 'QUJD', type: 'public-key', clientExtensionResults: {} };
const assertion = {
  ...credential,
  response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'c2ln' },
};

describe('proof of a second factor', () => {
  it('is a code, a backup code or a passkey, and never a password', () => {
    for (const kind of ['totp', 'backupCode'])
      expect(secondFactorProof.safeParse({ kind, code: '123456' }).success, kind).toBe(true);
    expect(secondFactorProof.safeParse({ kind: 'passkey', assertion }).success).toBe(true);
    expect(secondFactorProof.safeParse({ kind: 'password', password: 'quiet' }).success).toBe(
      false,
    );
  });

  it('is one thing, not two', () => {
    expect(secondFactorProof.safeParse({ kind: 'totp', code: '123456', assertion }).success).toBe(
      false,
    );
    expect(
      secondFactorProof.safeParse({ kind: 'passkey', assertion, code: '123456' }).success,
    ).toBe(false);
  });

  it.each(['', '0'.repeat(33), 123_456, null, ['123456']])(
    'is refused with %j as a code',
    (code) => {
      expect(secondFactorProof.safeParse({ kind: 'totp', code }).success).toBe(false);
    },
  );

  it('may be a password where somebody signed in shows again that it is they', () => {
    const taken = (password: unknown) =>
      confirmationProof.safeParse({ kind: 'password', password }).success;
    expect(['', 'x', 'x'.repeat(128), 'x'.repeat(129), null].map(taken)).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('what a passkey says', () => {
  it('is taken with what browsers add to it', () => {
    expect(
      passkeyAssertion.safeParse({
        ...assertion,
        authenticatorAttachment: 'platform',
        clientExtensionResults: { credProps: { rk: true } },
      }).success,
    ).toBe(true);
    expect(
      passkeyAttestation.safeParse({
        ...credential,
        response: {
          clientDataJSON: 'e30',
          attestationObject: 'AAAA',
          transports: ['internal', 'hybrid'],
        },
      }).success,
    ).toBe(true);
  });

  it.each([
    ['base64 of the other kind', { id: 'AB+/' }],
    ['padding', { rawId: 'QQ==' }],
    ['another type', { type: 'password' }],
    ['more bytes than a key has', { id: 'A'.repeat(16_385) }],
    ['an attachment of its own', { authenticatorAttachment: 'usb' }],
  ])('is refused with %s', (_, change) => {
    expect(passkeyAssertion.safeParse({ ...assertion, ...change }).success).toBe(false);
  });

  it('is no proof without a signature, and no new key without an attestation', () => {
    expect(
      passkeyAssertion.safeParse({
        ...credential,
        response: { clientDataJSON: 'e30', authenticatorData: 'AAAA' },
      }).success,
    ).toBe(false);
    expect(passkeyAttestation.safeParse(assertion).success).toBe(false);
  });
});

describe('what an account is told of itself', () => {
  const security = {
    hasPassword: true,
    leastPasswordLength: 15,
    mfaRequired: false,
    factors: [],
    backupCodesLeft: 0,
    passkeys: true,
    confirmationKinds: ['password'],
  };
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

  it('holds no secret of a factor', () => {
    const factor = { id: 'f', kind: 'totp', name: '', createdAt: 'a', lastUsedAt: null };
    expect(accountSecurity.safeParse({ ...security, factors: [factor] }).success).toBe(true);
    for (const secret of ['key', 'secret', 'publicKey'])
      expect(
        accountSecurity.safeParse({ ...security, factors: [{ ...factor, [secret]: 'x' }] }).success,
        secret,
      ).toBe(false);
    expect(accountSecurity.safeParse({ ...security, backupCodes: ['x'] }).success).toBe(false);
  });

  it('names sessions without their tokens', () => {
    expect(sessionListReply.safeParse({ sessions: [session] }).success).toBe(true);
    expect(sessionListReply.safeParse({ sessions: [{ ...session, token: 'x' }] }).success).toBe(
      false,
    );
  });

  it.each(SIGN_IN_OUTCOMES)('knows %s in its history', (outcome) => {
    const entry = { at: 'a', provider: 'line', outcome, address: '', userAgent: '' };
    expect(signInHistoryReply.safeParse({ signIns: [entry] }).success).toBe(true);
    expect(signInHistoryReply.safeParse({ signIns: [{ ...entry, password: 'x' }] }).success).toBe(
      false,
    );
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

describe('what a browser counts', () => {
  it('is screens by their ids, so that no address, person or room can be in it', () => {
    const taken = (routeId: string) =>
      usageApi.report.body.safeParse({ views: [{ routeId, count: 1 }], vitals: [] }).success;
    expect(
      ['index', 'room-sleep', '/room/201/sleep', 'room?x', '佐藤', '', 'x'.repeat(61)].map(taken),
    ).toEqual([true, true, false, false, false, false, false]);
  });

  it('is a bounded number of things', () => {
    const view = { routeId: 'index', count: 1 };
    expect(
      usageApi.report.body.safeParse({ views: Array.from({ length: 121 }, () => view), vitals: [] })
        .success,
    ).toBe(false);
    for (const count of [0, 1001, 0.5])
      expect(
        usageApi.report.body.safeParse({ views: [{ ...view, count }], vitals: [] }).success,
      ).toBe(false);
  });

  it.each(WEB_VITALS)('falls for %s into classes that grow', (vital) => {
    const classes = VITAL_CLASSES[vital];
    expect(classes.toSorted((a, b) => a - b)).toEqual(classes);
    expect(new Set(classes).size).toBe(classes.length);
    expect(
      usageApi.report.body.safeParse({
        views: [],
        vitals: [{ routeId: 'index', vital, value: Number.NaN }],
      }).success,
    ).toBe(false);
  });
});
