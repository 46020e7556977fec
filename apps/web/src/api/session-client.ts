import { ProblemError, SIGN_IN_PATHS, type SessionReply } from '@yamori/domain';
import { callJson, type HttpOptions } from './http-call.ts';
import { isPasskeyReply, isSessionReply } from './session-shape.ts';

export type SessionClient = {
  /** The current user; `user` is null when signed out. */
  readonly read: () => Promise<SessionReply>;
  /** Rejects with the server's problem, for example for a wrong password or too many attempts. */
  readonly signIn: (email: string, password: string) => Promise<SessionReply>;
  readonly signOut: () => Promise<void>;
  /** The current rights of the session; the server replaces its token if the level changed. */
  readonly refresh: () => Promise<SessionReply>;
  /**
   * Runs any other call that ends in a session or in a required second step: a second factor, a
   * passkey, a provider's proof.
   */
  readonly enter: (path: string, body: unknown) => Promise<SessionReply>;
  /** The options for a passkey prompt. */
  readonly passkeyRequest: (path: string) => Promise<PasskeyRequest>;
};

/** Passed unchanged to the browser. */
export type PasskeyRequest = { readonly challenge: string };

/**
 * Sign-in by e-mail and password, and the session (specification, sections 3 and 7). The server
 * manages the cookie: the client stores nothing about the session.
 */
export function createSessionClient(options: HttpOptions): SessionClient {
  return {
    read: () => callJson(options, 'GET', SIGN_IN_PATHS.read, undefined, sessionReply),
    signIn: (email, password) =>
      callJson(options, 'POST', SIGN_IN_PATHS.signIn, { email, password }, sessionReply),
    signOut: async () => {
      await callJson(options, 'POST', SIGN_IN_PATHS.signOut, {}, sessionReply);
    },
    refresh: () => callJson(options, 'POST', SIGN_IN_PATHS.refresh, {}, sessionReply),
    enter: (path, body) => callJson(options, 'POST', path, body, sessionReply),
    passkeyRequest: async (path) =>
      (await callJson(options, 'POST', path, {}, passkeyReply)).options,
  };
}

const sessionReply = {
  safeParse: (value: unknown): { success: true; data: SessionReply } | { success: false } =>
    isSessionReply(value) ? { success: true, data: value } : { success: false },
};

const passkeyReply = {
  safeParse: (
    value: unknown,
  ): { success: true; data: { options: PasskeyRequest } } | { success: false } =>
    isPasskeyReply(value) ? { success: true, data: value } : { success: false },
};

/**
 * For the live connection: whether its socket fails to open because the session has ended. No
 * answer means unknown.
 */
export const sessionRefusal =
  (options: HttpOptions) => async (): Promise<'session-ended' | null> => {
    try {
      return (await createSessionClient(options).read()).user === null ? 'session-ended' : null;
    } catch (error) {
      if (error instanceof ProblemError) return null;
      throw error;
    }
  };
