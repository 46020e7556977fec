import type { SamlProviderEntry, SamlProviderInput } from '@yamori/domain';

/**
 * What the form holds: texts as they are typed. `samlId` and not `id`, which as a field's name
 * would hide the form's own.
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

export const valuesOf = (entry: SamlProviderEntry | null): SamlValues => ({
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

/** `joinLevel`: what somebody becomes who joins. */
export const inputOf = (
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

/**
 * Each certificate in a text: in PEM one after the other, or one as the bare base64 that metadata
 * have.
 */
export function certificatesIn(text: string): string[] {
  const pem = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (pem !== null) return pem;
  const bare = text.replace(/\s+/g, '');
  return /^[A-Za-z0-9+/]{200,}={0,2}$/.test(bare) ? [bare] : [];
}
