import { describe, expect, it } from 'vitest';
import { accountApi } from './account.ts';

const { reply } = accountApi.security;

describe('the reply of accountApi.security', () => {
  const security = {
    hasPassword: true,
    leastPasswordLength: 15,
    mfaRequired: false,
    factors: [],
    backupCodesLeft: 0,
    passkeys: true,
    confirmationKinds: ['password'],
  };

  it('contains no secret of a factor', () => {
    const factor = { id: 'f', kind: 'totp', name: '', createdAt: 'a', lastUsedAt: null };
    expect(reply.safeParse({ ...security, factors: [factor] }).success).toBe(true);
    for (const secret of ['key', 'secret', 'publicKey'])
      expect(
        reply.safeParse({ ...security, factors: [{ ...factor, [secret]: 'x' }] }).success,
        secret,
      ).toBe(false);
    expect(reply.safeParse({ ...security, backupCodes: ['x'] }).success).toBe(false);
  });
});
