import { refuse } from '@yamori/domain';
import type { Visit } from '../proof.ts';
import type { Identity } from '../identity.ts';
import type { Session } from '../session.ts';
import type { LinkedAccounts, ProviderAccount } from './linked-accounts.ts';
import type { Outcome } from './outcome.ts';
import type { Transaction } from './transaction-store.ts';

/** Whom a provider may sign in, and how users without a linked account are handled. */
export type WayRules = {
  /** Throws if this provider may not sign in the owner of the account. */
  readonly assertMayVouch: (userId: string) => Promise<void>;
  /** Returns the user of an account that is not linked yet. Throws if the provider allows none. */
  readonly welcome: () => Promise<string>;
};

export type Door = Pick<Identity, 'admit' | 'announceChange' | 'confirmation'>;
type Settled = { readonly outcome: Outcome; readonly setCookies: readonly string[] };
export type Proven = { readonly account: ProviderAccount; readonly rules: WayRules };

/**
 * Completes a provider sign-in according to its intent: signs in, links the account to the
 * session's user, or confirms their identity.
 */
export async function settleProof(
  door: Door,
  accounts: LinkedAccounts,
  proven: Proven,
  transaction: Transaction,
  session: Session | null,
  visit: Visit,
): Promise<Settled> {
  const { account, rules } = proven;
  const owner = await accounts.ownerOf(account);
  if (transaction.intent === 'signIn') {
    if (owner !== null) await rules.assertMayVouch(owner);
    const userId = owner ?? (await rules.welcome());
    const { kind, setCookies } = await door.admit(
      { userId, provider: account.way, factors: 1 },
      visit,
    );
    return { outcome: { kind, way: account.way }, setCookies };
  }
  // The session must belong to the user who started, in the same browser.
  if (session === null || session.actor.userId !== transaction.userId)
    throw refuse('sign-in-try-invalid');
  const { userId } = session.actor;
  if (transaction.intent === 'confirm' && owner !== userId) throw refuse('confirmation-failed');
  if (owner !== null && owner !== userId) throw refuse('provider-account-taken');
  await rules.assertMayVouch(userId);
  if (owner === userId) {
    await door.confirmation.give(session.sessionId);
    return { outcome: { kind: 'confirmed', way: account.way }, setCookies: [] };
  }
  await accounts.link(userId, account, session.sessionId);
  door.announceChange(userId);
  return { outcome: { kind: 'linked', way: account.way }, setCookies: [] };
}
