import type { SamlProviderEntry, SamlProviderInput } from '@yamori/domain';

/**
 * The form's values as typed text. `samlId`, because a field named `id` would hide the form's own
 * id.
 */
type SamlValues = {
  readonly samlId: string;
  readonly name: string;
  readonly entityId: string;
  readonly signInUrl: string;
  readonly certificates: string;
  readonly allowIdpInitiated: boolean;
  readonly join: boolean;
  readonly emailAttribute: string;
  readonly nameAttribute: string;
};

export const toValues = (entry: SamlProviderEntry | null): SamlValues => ({
  samlId: entry?.id ?? '',
  name: entry?.name ?? '',
  entityId: entry?.entityId ?? '',
  signInUrl: entry?.signInUrl ?? '',
  certificates: entry?.certificates.join('\n') ?? '',
  allowIdpInitiated: entry?.allowIdpInitiated ?? false,
  join: entry !== null && entry.joinLevel !== null,
  emailAttribute: entry?.emailAttribute ?? '',
  nameAttribute: entry?.nameAttribute ?? '',
});

/** `joinLevel`: the level of new members. */
export const toInput = (
  { samlId, join, emailAttribute, nameAttribute, certificates, ...values }: SamlValues,
  joinLevel: NonNullable<SamlProviderInput['joinLevel']>,
): SamlProviderInput => ({
  ...values,
  id: samlId,
  certificates: certificatesIn(certificates),
  emailAttribute: textOrNull(emailAttribute),
  nameAttribute: textOrNull(nameAttribute),
  joinLevel: join ? joinLevel : null,
});

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** The certificates in a text: PEM blocks, or a single one as bare base64 from metadata. */
export function certificatesIn(text: string): string[] {
  const pem = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (pem !== null) return pem;
  const bare = text.replace(/\s+/g, '');
  return /^[A-Za-z0-9+/]{200,}={0,2}$/.test(bare) ? [bare] : [];
}
