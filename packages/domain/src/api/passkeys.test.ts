import { describe, expect, it } from 'vitest';
import { passkeyAssertion, passkeyAttestation } from './passkeys.ts';

const credential = { id: 'QUJD', rawId: 'QUJD', type: 'public-key', clientExtensionResults: {} };
const assertion = {
  ...credential,
  response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'c2ln' },
};

describe('passkeyAssertion', () => {
  it('accepts the fields that browsers add', () => {
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
    ['an unknown attachment', { authenticatorAttachment: 'usb' }],
  ])('rejects %s', (_, change) => {
    expect(passkeyAssertion.safeParse({ ...assertion, ...change }).success).toBe(false);
  });

  it('requires a signature; a new key requires an attestation', () => {
    expect(
      passkeyAssertion.safeParse({
        ...credential,
        response: { clientDataJSON: 'e30', authenticatorData: 'AAAA' },
      }).success,
    ).toBe(false);
    expect(passkeyAttestation.safeParse(assertion).success).toBe(false);
  });
});
