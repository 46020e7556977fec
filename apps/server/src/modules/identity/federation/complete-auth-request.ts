import { ProblemError } from '@yamori/domain';
import type { ClientInfo, Session } from '../session.ts';
import type { Identity } from '../identity.ts';
import type { LinkedAccounts, ProviderAccount } from './linked-accounts.ts';
import type { Outcome } from './callback-result.ts';
import type { AuthRequest } from './auth-request-store.ts';

/** Which users a provider may sign in, and how users without a linked account are handled. */
export type ProviderRules = {
  /** Throws if this provider may not sign in the owner of the account. */
  readonly assertMaySignIn: (userId: string) => Promise<void>;
  /** Returns the user of an account that is not linked yet. Throws if the provider allows none. */
  readonly admitNewUser: () => Promise<string>;
};

export type SignInServices = Pick<Identity, 'completeSignIn' | 'announceChange' | 'confirmation'>;
type CompletedRequest = { readonly outcome: Outcome; readonly setCookies: readonly string[] };
export type VerifiedAccount = { readonly account: ProviderAccount; readonly rules: ProviderRules };

/**
 * Completes a provider sign-in according to its intent: signs in, links the account to the
 * session's user, or confirms their identity.
 */
export async function completeAuthRequest(
  identity: SignInServices,
  accounts: LinkedAccounts,
  verified: VerifiedAccount,
  authRequest: AuthRequest,
  session: Session | null,
  client: ClientInfo,
): Promise<CompletedRequest> {
  const { account, rules } = verified;
  const owner = await accounts.findOwner(account);
  if (authRequest.intent === 'signIn') {
    if (owner !== null) await rules.assertMaySignIn(owner);
    const userId = owner ?? (await rules.admitNewUser());
    const { kind, setCookies } = await identity.completeSignIn(
      { userId, provider: account.way, factors: 1 },
      client,
    );
    return { outcome: { kind, way: account.way }, setCookies };
  }
  // The session must belong to the user who started, in the same browser.
  if (session === null || session.actor.userId !== authRequest.userId)
    throw new ProblemError('sign-in-try-invalid');
  const { userId } = session.actor;
  if (authRequest.intent === 'confirm' && owner !== userId)
    throw new ProblemError('confirmation-failed');
  if (owner !== null && owner !== userId) throw new ProblemError('provider-account-taken');
  await rules.assertMaySignIn(userId);
  if (owner === userId) {
    await identity.confirmation.give(session.sessionId);
    return { outcome: { kind: 'confirmed', way: account.way }, setCookies: [] };
  }
  await accounts.link(userId, account, session.sessionId);
  identity.announceChange(userId);
  return { outcome: { kind: 'linked', way: account.way }, setCookies: [] };
}
