import { ProblemError, SIGN_IN_PATHS, type SessionReply } from '@yamori/domain';
import { callJson, type HttpOptions } from './http-call.ts';
import { isPasskeyReply, isSessionReply } from './session-shape.ts';

export type SessionClient = {
  /** Who is signed in; `user` is null when nobody is. */
  readonly read: () => Promise<SessionReply>;
  /**
   * @throws ProblemError with the server's code, for example when the password is wrong or too many
   * were tried
   */
  readonly signIn: (email: string, password: string) => Promise<SessionReply>;
  readonly signOut: () => Promise<void>;
  /** What the session may do by now; its token is exchanged when the level changed. */
  readonly refresh: () => Promise<SessionReply>;
  /**
   * Any other call that ends in a session or in what is still owed: a second factor, a passkey, a
   * proof from elsewhere.
   */
  readonly enter: (path: string, body: unknown) => Promise<SessionReply>;
  /** What a passkey is to be asked with. */
  readonly passkeyRequest: (path: string) => Promise<PasskeyRequest>;
};

/** Passed on to the browser as it came. */
export type PasskeyRequest = { readonly challenge: string };

/**
 * Sign-in by e-mail and password and the session (specification, sections 3 and 7). The cookie is
 * the server's business: nothing about the session is kept here.
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
 * For the live link: whether its socket is not opened because nobody is signed in any more. A
 * server that does not answer says nothing.
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
