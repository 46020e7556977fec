import { newSecret } from '../../../../core/secrets/secret-store.ts';
import { ownPath } from '../callback-result.ts';
import { rejectIdentity } from '../identity-problem.ts';
import type { AuthRequest, AuthRequestStore } from '../auth-request-store.ts';
import type { createClaimsStore, SamlClaims } from './claims-store.ts';
import { readAssertion, type AssertionClaims } from './saml-assertion.ts';
import type { SamlAddresses } from './saml-metadata.ts';
import type { SamlProvider } from './saml-provider.ts';
import type { SamlProviderStore } from './saml-provider-store.ts';
import { signedAssertion, type OpenedResponse } from './saml-response.ts';

export type ResponseContext = {
  readonly authRequests: AuthRequestStore;
  readonly pendingClaims: ReturnType<typeof createClaimsStore>;
  readonly providers: SamlProviderStore;
  readonly now: () => Date;
};

/** Maximum age of the provider's sign-in for a confirmation. */
const MAX_SIGN_IN_AGE_SECONDS = 300;

/**
 * Validates a response and stores its claims until the browser returns. The returned ticket is the
 * value of that browser's cookie.
 */
export async function acceptResponse(
  opened: OpenedResponse,
  relayState: string | null,
  provider: SamlProvider,
  addresses: SamlAddresses,
  context: ResponseContext,
): Promise<string> {
  const way = `saml.${provider.id}`;
  const authRequest = await findRequest(opened, provider, way, context);
  const signed = signedAssertion(opened, {
    entityId: provider.entityId,
    certificates: provider.certificates,
    acsUrl: addresses.acsUrl,
  });
  const assertion = readAssertion(signed, {
    entityId: provider.entityId,
    ...addresses,
    requestId: opened.inResponseTo,
    now: context.now(),
    ...(authRequest?.intent === 'confirm'
      ? { signedInWithinSeconds: MAX_SIGN_IN_AGE_SECONDS }
      : {}),
  });
  if (
    !(await context.providers.takeAssertion(provider.id, assertion.assertionId, assertion.endsAt))
  )
    throw rejectIdentity('replayed');
  const ticket = newSecret();
  await context.pendingClaims.save(ticket, {
    way,
    state: opened.inResponseTo,
    nextPath: ownPath(relayState),
    claims: toClaims(assertion, provider),
  });
  return ticket;
}

async function findRequest(
  opened: OpenedResponse,
  provider: SamlProvider,
  way: string,
  context: ResponseContext,
): Promise<Pick<AuthRequest, 'intent'> | null> {
  if (opened.inResponseTo === null) {
    if (!provider.allowIdpInitiated) throw rejectIdentity('unsolicited');
    return null;
  }
  const authRequest = await context.authRequests.look(opened.inResponseTo, way);
  if (authRequest === null) throw rejectIdentity('in-response-to');
  return authRequest;
}

const EMAIL_NAMES = [
  'email',
  'mail',
  'emailAddress',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
];
const NAME_NAMES = [
  'displayName',
  'name',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
  'urn:oid:2.16.840.1.113730.3.1.241',
];
const ADDRESS = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,190}$/;

function toClaims(
  { subject, subjectIsEmail, attributes }: AssertionClaims,
  provider: SamlProvider,
): SamlClaims {
  const one = (names: readonly string[]): string | null => {
    const values = names.flatMap((name) => attributes.get(name) ?? []);
    // Several different values are ambiguous.
    return new Set(values).size === 1 ? (values[0] ?? null) : null;
  };
  const email =
    one(provider.emailAttribute === null ? EMAIL_NAMES : [provider.emailAttribute]) ??
    (subjectIsEmail ? subject : null);
  return {
    subject,
    email: email !== null && ADDRESS.test(email) ? email.toLowerCase() : null,
    name: one(provider.nameAttribute === null ? NAME_NAMES : [provider.nameAttribute]),
  };
}
