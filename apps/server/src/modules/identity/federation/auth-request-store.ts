import { createHmac } from 'node:crypto';
import type { SignInFlow, SignInIntent } from '@yamori/domain';
import type { Database } from '../../../core/database/database.ts';
import { hashSecret, newSecret } from '../../../core/secrets/secret-store.ts';

/** An authorization request in progress. */
export type AuthRequest = {
  /** `line`, `google` or `saml.{id}`; a reply by another provider does not match. */
  readonly way: string;
  readonly intent: SignInIntent;
  readonly flow: SignInFlow;
  /** Tells the opener which of its popup windows reports. */
  readonly popupId: string | null;
  readonly nextPath: string;
  /** The user whose account is to be linked or confirmed; null for a sign-in. */
  readonly userId: string | null;
};

/** How the outcome gets back to the page that started the request. */
export type ReturnTarget = Pick<AuthRequest, 'flow' | 'popupId' | 'nextPath'>;

const LIFETIME_MS = 10 * 60 * 1000;

export type AuthRequestStore = ReturnType<typeof createAuthRequestStore>;

/**
 * Each request works once, within ten minutes, in the browser that started it and on any
 * server. `browserSecret` is the value of that browser's cookie.
 */
export function createAuthRequestStore(database: Database, now: () => Date) {
  return {
    /** Returns the state parameter. It begins with `_`, because SAML needs an XML name. */
    begin: async (authRequest: AuthRequest, browserSecret: string): Promise<string> => {
      const state = `_${newSecret()}`;
      await database.query({
        name: 'insert_auth_request',
        text: `insert into federation_transaction (state_hash, browser_hash, way, intent, flow, popup_id, next_path, user_id, expires_at)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        values: [
          hashSecret(state),
          hashSecret(browserSecret),
          authRequest.way,
          authRequest.intent,
          authRequest.flow,
          authRequest.popupId,
          authRequest.nextPath,
          authRequest.userId,
          new Date(now().getTime() + LIFETIME_MS),
        ],
      });
      return state;
    },

    /**
     * Consumes the request; null for another browser or provider, a second use or an expired
     * one. `stateHash`: `hashSecret` of the state.
     */
    finish: async (
      stateHash: string,
      browserSecret: string,
      way: string,
    ): Promise<AuthRequest | null> => {
      const [row] = await database.query<AuthRequest>({
        name: 'take_auth_request',
        text: `delete from federation_transaction where state_hash = $1 and browser_hash = $2 and way = $3 and expires_at > $4
          returning way, intent, flow, popup_id as "popupId", next_path as "nextPath", user_id as "userId"`,
        values: [stateHash, hashSecret(browserSecret), way, now()],
      });
      return row ?? null;
    },

    /** Reads an open request from any browser, enough to report a rejection to its window. */
    look: async (
      state: string,
      way: string,
    ): Promise<(ReturnTarget & Pick<AuthRequest, 'intent'>) | null> => {
      const [row] = await database.query<ReturnTarget & Pick<AuthRequest, 'intent'>>({
        name: 'find_auth_request',
        text: 'select intent, flow, popup_id as "popupId", next_path as "nextPath" from federation_transaction where state_hash = $1 and way = $2 and expires_at > $3',
        values: [hashSecret(state), way, now()],
      });
      return row ?? null;
    },
  };
}

/** Derives a request's secret from the browser's cookie; the database never stores it. */
export const deriveSecret = (
  browserSecret: string,
  purpose: 'nonce' | 'pkce',
  state: string,
): string => createHmac('sha256', browserSecret).update(`${purpose}:${state}`).digest('base64url');
