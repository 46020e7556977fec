import { describe, expect, it } from 'vitest';
import { passkeyAssertion, passkeyAttestation } from './passkeys.ts';

const credential = { id: 'QUJD', rawId: 'QUJD', type: 'public-key', clientExtensionResults: {} };
const assertion = {
  ...credential,
  response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'c2ln' },
};

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
