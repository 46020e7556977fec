import { createHmac } from 'node:crypto';
import type { WayFlow, WayIntent } from '@yamori/domain';
import type { Database } from '../../../core/database/database.ts';
import { hashOfSecret, newSecret } from '../secrets.ts';

/** Somebody on the way to a provider and back. */
export type Transaction = {
  /** `line`, `google` or `saml.{id}`: what comes back by another way is not of this. */
  readonly way: string;
  readonly intent: WayIntent;
  readonly flow: WayFlow;
  /** Tells the opener of a popup which of its windows speaks. */
  readonly popupId: string | null;
  readonly nextPath: string;
  /** Whose account is to be linked or confirmed; null when signing in. */
  readonly userId: string | null;
};

/** How the answer finds its way back to the page that asked. */
export type TransactionFrame = Pick<Transaction, 'flow' | 'popupId' | 'nextPath'>;

const LASTS_MS = 10 * 60 * 1000;

export type TransactionStore = ReturnType<typeof createTransactionStore>;

/**
 * Each works once, in the browser that began it, for ten minutes, on whichever server.
 * `browserSecret` is what that browser's cookie holds.
 */
export function createTransactionStore(database: Database, now: () => Date) {
  return {
    /**
     * Gives the state, which travels through the provider. Begins with `_`, so that it is an XML
     * name too.
     */
    begin: async (transaction: Transaction, browserSecret: string): Promise<string> => {
      const state = `_${newSecret()}`;
      await database.query({
        name: 'federation-begin',
        text: `insert into federation_transaction (state_hash, browser_hash, way, intent, flow, popup_id, next_path, user_id, expires_at)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        values: [
          hashOfSecret(state),
          hashOfSecret(browserSecret),
          transaction.way,
          transaction.intent,
          transaction.flow,
          transaction.popupId,
          transaction.nextPath,
          transaction.userId,
          new Date(now().getTime() + LASTS_MS),
        ],
      });
      return state;
    },

    /**
     * The transaction, once; null for a foreign browser, a second time, another way, or too late.
     * `stateHash`: `hashOfSecret` of the state.
     */
    finish: async (
      stateHash: string,
      browserSecret: string,
      way: string,
    ): Promise<Transaction | null> => {
      const [row] = await database.query<Transaction>({
        name: 'federation-finish',
        text: `delete from federation_transaction where state_hash = $1 and browser_hash = $2 and way = $3 and expires_at > $4
          returning way, intent, flow, popup_id as "popupId", next_path as "nextPath", user_id as "userId"`,
        values: [stateHash, hashOfSecret(browserSecret), way, now()],
      });
      return row ?? null;
    },

    /**
     * What an open transaction is for, in whichever browser it was begun: enough to say to the
     * right window that it was refused.
     */
    look: async (
      state: string,
      way: string,
    ): Promise<(TransactionFrame & Pick<Transaction, 'intent'>) | null> => {
      const [row] = await database.query<TransactionFrame & Pick<Transaction, 'intent'>>({
        name: 'federation-look',
        text: 'select intent, flow, popup_id as "popupId", next_path as "nextPath" from federation_transaction where state_hash = $1 and way = $2 and expires_at > $3',
        values: [hashOfSecret(state), way, now()],
      });
      return row ?? null;
    },
  };
}

/**
 * A secret of one transaction that only the browser's cookie brings back; the database never has
 * it.
 */
export const derivedSecret = (
  browserSecret: string,
  purpose: 'nonce' | 'pkce',
  state: string,
): string => createHmac('sha256', browserSecret).update(`${purpose}:${state}`).digest('base64url');
