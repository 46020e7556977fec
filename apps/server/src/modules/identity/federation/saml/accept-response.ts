import { newSecret } from '../../../../core/secrets/secrets.ts';
import { ownPath } from '../outcome.ts';
import { refuseProof } from '../proof-refusal.ts';
import type { Transaction, TransactionStore } from '../transaction-store.ts';
import type { createProofStore, SamlClaims } from './proof-store.ts';
import { readAssertion, type AssertionClaims } from './saml-assertion.ts';
import type { SamlAddresses } from './saml-metadata.ts';
import type { SamlProvider } from './saml-provider.ts';
import type { SamlProviderStore } from './saml-provider-store.ts';
import { signedAssertion, type OpenedResponse } from './saml-response.ts';

export type AcceptParts = {
  readonly transactions: TransactionStore;
  readonly proofs: ReturnType<typeof createProofStore>;
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
  parts: AcceptParts,
): Promise<string> {
  const way = `saml.${provider.id}`;
  const transaction = await findRequest(opened, provider, way, parts);
  const signed = signedAssertion(opened, {
    entityId: provider.entityId,
    certificates: provider.certificates,
    acsUrl: addresses.acsUrl,
  });
  const assertion = readAssertion(signed, {
    entityId: provider.entityId,
    ...addresses,
    requestId: opened.inResponseTo,
    now: parts.now(),
    ...(transaction?.intent === 'confirm'
      ? { signedInWithinSeconds: MAX_SIGN_IN_AGE_SECONDS }
      : {}),
  });
  if (!(await parts.providers.takeAssertion(provider.id, assertion.assertionId, assertion.endsAt)))
    throw refuseProof('replayed');
  const ticket = newSecret();
  await parts.proofs.keep(ticket, {
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
  parts: AcceptParts,
): Promise<Pick<Transaction, 'intent'> | null> {
  if (opened.inResponseTo === null) {
    if (!provider.allowIdpInitiated) throw refuseProof('unsolicited');
    return null;
  }
  const transaction = await parts.transactions.look(opened.inResponseTo, way);
  if (transaction === null) throw refuseProof('in-response-to');
  return transaction;
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
