import { refuse } from '@yamori/domain';
import type { Visit } from '../proof.ts';
import type { Identity } from '../identity.ts';
import type { Session } from '../session.ts';
import type { LinkedAccounts, ProviderAccount } from './linked-accounts.ts';
import type { Outcome } from './outcome.ts';
import type { Transaction } from './transaction-store.ts';

/** Who is allowed through a way, and what happens to somebody whom it brings for the first time. */
export type WayRules = {
  /** @throws ProblemError when this way may not speak for the owner of the account */
  readonly assertMayVouch: (userId: string) => Promise<void>;
  /**
   * The account of somebody who comes by this way for the first time. @throws ProblemError when
   * there is none for them
   */
  readonly welcome: () => Promise<string>;
};

export type Door = Pick<Identity, 'admit' | 'announceChange' | 'confirmation'>;
export type Settled = { readonly outcome: Outcome; readonly setCookies: readonly string[] };
export type Proven = { readonly account: ProviderAccount; readonly rules: WayRules };

/**
 * Somebody has proved to own an account of a provider; what that does depends on what it was asked
 * for. With nobody signed in it signs in, through the door. With somebody it is linked, or shows
 * again that it is they.
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
  // Whoever began has to be whoever is signed in now, in the browser that began.
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
