import { X509Certificate } from 'node:crypto';
import { refuse } from '@yamori/domain';

/** An organisation's identity provider. Its way in is called `saml.{id}`. */
export type SamlProvider = {
  readonly id: string;
  readonly domainId: string;
  readonly name: string;
  readonly entityId: string;
  readonly signInUrl: string;
  /** PEM; several while the provider changes its key. */
  readonly certificates: readonly string[];
  readonly allowIdpInitiated: boolean;
  /** Names of attributes; null: those that most providers use. */
  readonly emailAttribute: string | null;
  readonly nameAttribute: string | null;
  /** What somebody becomes who is no member yet; null: they are refused. */
  readonly joinLevel: number | null;
  /** The level of whoever registered it: nobody above is signed in by it. */
  readonly vouchesUpTo: number;
};

const LEAST_RSA_BITS = 2048;

/**
 * A certificate as PEM, given as PEM or as the bare base64 that metadata hold.
 * @throws ProblemError `saml-certificate-invalid`
 */
export function readCertificate(text: string): string {
  const bare = text.replace(/-----(BEGIN|END) CERTIFICATE-----/g, '').replace(/\s+/g, '');
  const key = publicKeyOf(bare);
  if (
    key?.asymmetricKeyType !== 'rsa' ||
    (key.asymmetricKeyDetails?.modulusLength ?? 0) < LEAST_RSA_BITS
  )
    throw refuse('saml-certificate-invalid', { place: 'certificates' });
  return `-----BEGIN CERTIFICATE-----\n${bare.replace(/(.{64})/g, '$1\n').trimEnd()}\n-----END CERTIFICATE-----\n`;
}

function publicKeyOf(base64: string): X509Certificate['publicKey'] | null {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).publicKey;
  } catch {
    return null;
  }
}

/** http is taken only where nothing travels over a network. */
export const isThisMachine = (address: string): boolean =>
  ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname);
