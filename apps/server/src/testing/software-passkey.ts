import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { PasskeyAssertion, PasskeyAttestation } from '@yamori/domain';

/** Parameters of a WebAuthn ceremony; tests can falsify each. */
export type PasskeyExchange = {
  readonly challenge: string;
  readonly origin?: string;
  readonly rpId?: string;
  /** Whether the device verified the user, by PIN or fingerprint. */
  readonly userVerified?: boolean;
  /** Signature counter; increases by one by default. */
  readonly counter?: number;
};

const PASSKEY_ORIGIN = 'http://localhost';

/** A software passkey: ES256, attestation `none`, as in WebAuthn's authenticator model. */
export type SoftwarePasskey = {
  readonly credentialId: string;
  readonly attest: (exchange: PasskeyExchange) => PasskeyAttestation;
  readonly assert: (exchange: PasskeyExchange) => PasskeyAssertion;
};

const FLAG = { userPresent: 0x01, userVerified: 0x04, attestedData: 0x40 };
const byteString = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0x59, bytes.length >> 8, bytes.length & 0xff]), bytes]);
const text = (words: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + words.length]), Buffer.from(words)]);

export function createSoftwarePasskey(): SoftwarePasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const credentialId = id.toString('base64url');
  const state = { counter: 0 };
  const nextCounter = (given: number | undefined): number => {
    state.counter = given ?? state.counter + 1;
    return state.counter;
  };
  const credential = {
    id: credentialId,
    rawId: credentialId,
    type: 'public-key' as const,
    clientExtensionResults: {},
  };

  return {
    credentialId,
    attest: (exchange) => {
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseKey(publicKey),
      ]);
      const data = Buffer.concat([
        authenticatorData(exchange, nextCounter(exchange.counter), FLAG.attestedData),
        attested,
      ]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        byteString(data),
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', exchange).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
        },
      };
    },
    assert: (exchange) => {
      const client = clientData('webauthn.get', exchange);
      const data = authenticatorData(exchange, nextCounter(exchange.counter), 0);
      const signature = sign(
        'sha256',
        Buffer.concat([data, createHash('sha256').update(client).digest()]),
        privateKey,
      );
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}

const clientData = (
  type: string,
  { challenge, origin = PASSKEY_ORIGIN }: PasskeyExchange,
): Buffer => Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

function authenticatorData(
  { rpId = 'localhost', userVerified = true }: PasskeyExchange,
  counter: number,
  flags: number,
): Buffer {
  const tail = Buffer.alloc(5);
  tail.writeUInt8(flags | FLAG.userPresent | (userVerified ? FLAG.userVerified : 0));
  tail.writeUInt32BE(counter, 1);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), tail]);
}

/** The public key as a COSE map: EC2, ES256, P-256, x, y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const coordinate = (label: number, value: string): Buffer =>
    Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(value, 'base64url')]);
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
    coordinate(0x21, x),
    coordinate(0x22, y),
  ]);
}
