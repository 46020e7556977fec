import { X509Certificate } from 'node:crypto';
import { ProblemError } from '@yamori/domain';

/** An organisation's identity provider. Its sign-in method is `saml.{id}`. */
export type SamlProvider = {
  readonly id: string;
  readonly domainId: string;
  readonly name: string;
  readonly entityId: string;
  readonly signInUrl: string;
  /** PEM; several while the provider changes its key. */
  readonly certificates: readonly string[];
  readonly allowIdpInitiated: boolean;
  /** Attribute names; null for the common ones. */
  readonly emailAttribute: string | null;
  readonly nameAttribute: string | null;
  /** The level of new members; null rejects users who are not members yet. */
  readonly joinLevel: number | null;
  /** The level of the member who registered it. It cannot sign in members above that level. */
  readonly vouchesUpTo: number;
};

const MIN_RSA_BITS = 2048;

/** Normalises PEM, or the bare base64 of metadata, to PEM. Requires an RSA key. */
export function readCertificate(text: string): string {
  const bare = text.replace(/-----(BEGIN|END) CERTIFICATE-----/g, '').replace(/\s+/g, '');
  const key = readPublicKey(bare);
  if (
    key?.asymmetricKeyType !== 'rsa' ||
    (key.asymmetricKeyDetails?.modulusLength ?? 0) < MIN_RSA_BITS
  )
    throw new ProblemError('saml-certificate-invalid', { place: 'certificates' });
  return `-----BEGIN CERTIFICATE-----\n${bare.replace(/(.{64})/g, '$1\n').trimEnd()}\n-----END CERTIFICATE-----\n`;
}

function readPublicKey(base64: string): X509Certificate['publicKey'] | null {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).publicKey;
  } catch {
    return null;
  }
}

/** http is accepted for loopback hosts only. */
export const isThisMachine = (address: string): boolean =>
  ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname);
