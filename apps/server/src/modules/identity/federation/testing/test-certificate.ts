import { createSign, generateKeyPairSync } from 'node:crypto';

/** A signing key and its self-signed certificate, both PEM. */
export type SigningKey = { readonly privateKey: string; readonly certificate: string };

/** Creates an RSA key and a minimal X.509 version 1 certificate. */
export function createSigningKey(bits = 2048): SigningKey {
  const pair = generateKeyPairSync('rsa', { modulusLength: bits });
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'der' });
  const sha256WithRsa = sequence(
    Buffer.from('06092a864886f70d01010b', 'hex'),
    Buffer.from('0500', 'hex'),
  );
  const name = sequence(
    element(
      0x31,
      sequence(Buffer.from('0603550403', 'hex'), element(0x0c, Buffer.from('stand-in', 'utf8'))),
    ),
  );
  const validity = sequence(
    ...[0, 3650].map((days) => element(0x17, Buffer.from(utcTime(days), 'latin1'))),
  );
  const body = sequence(
    Buffer.from('020101', 'hex'),
    sha256WithRsa,
    name,
    validity,
    name,
    publicKey,
  );
  const signature = createSign('sha256').update(body).sign(pair.privateKey);
  const der = sequence(
    body,
    sha256WithRsa,
    element(0x03, Buffer.concat([Buffer.from([0]), signature])),
  );
  return {
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${der
      .toString('base64')
      .replace(/(.{64})/g, '$1\n')
      .trimEnd()}\n-----END CERTIFICATE-----\n`,
  };
}

const sequence = (...parts: readonly Buffer[]): Buffer => element(0x30, Buffer.concat(parts));

/** One DER element: tag, length, content. */
function element(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

/** The time `days` days after yesterday, as `YYMMDDhhmmssZ`. */
function utcTime(days: number): string {
  const at = new Date(Date.now() + (days - 1) * 24 * 60 * 60 * 1000).toISOString();
  return `${at.slice(2, 19).replace(/[-:T]/g, '')}Z`;
}
