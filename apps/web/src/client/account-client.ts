import {
  accountSecurity,
  backupCodesReply,
  factorAddedReply,
  passkeyOptionsReply,
  sessionListReply,
  signInHistoryReply,
  totpReply,
  type AccountSecurity,
  type ConfirmationProof,
  type SessionEntry,
  type SignInEntry,
} from '@yamori/domain';
import type { z } from 'zod';
import { callJson, type HttpOptions } from './http-call.ts';
import { NO_REPLY } from './no-reply.ts';
import type { PasskeyRequest } from './session-client.ts';

/**
 * A passkey's answer goes to the server as the browser gave it; what it has to look like is the
 * server's to check.
 */
type PasskeyProof = { readonly kind: 'passkey'; readonly assertion: object };
export type ShownAgain = Exclude<ConfirmationProof, { kind: 'passkey' }> | PasskeyProof;

/**
 * How one's account is kept safe. Each call rejects with a ProblemError, `confirmation-required`
 * among them.
 */
export type AccountClient = {
  readonly security: () => Promise<AccountSecurity>;
  readonly sessions: () => Promise<readonly SessionEntry[]>;
  readonly history: () => Promise<readonly SignInEntry[]>;
  readonly endSession: (sessionId: string) => Promise<void>;
  readonly endOtherSessions: () => Promise<void>;
  readonly endAllSessions: () => Promise<void>;
  readonly confirm: (proof: ShownAgain) => Promise<void>;
  readonly confirmRequest: () => Promise<PasskeyRequest>;
  /** `current` is null where the account has none yet. */
  readonly changePassword: (current: string | null, password: string) => Promise<void>;
  readonly beginTotp: () => Promise<z.infer<typeof totpReply>>;
  /** Backup codes come with the first factor. */
  readonly confirmTotp: (code: string) => Promise<readonly string[] | null>;
  readonly passkeyCreation: () => Promise<PasskeyRequest>;
  readonly addPasskey: (name: string, attestation: object) => Promise<readonly string[] | null>;
  readonly renamePasskey: (id: string, name: string) => Promise<void>;
  readonly removeFactor: (id: string) => Promise<void>;
  readonly renewBackupCodes: () => Promise<readonly string[]>;
};

export function createAccountClient(options: HttpOptions): AccountClient {
  const post = <Reply>(
    path: string,
    body: unknown,
    reply: Parameters<typeof callJson<Reply>>[4],
  ): Promise<Reply> => callJson(options, 'POST', path, body, reply);
  const tell = (path: string, body: unknown = {}): Promise<void> => post(path, body, NO_REPLY);
  return {
    security: () => callJson(options, 'GET', '/api/account/security', undefined, accountSecurity),
    sessions: async () =>
      (await callJson(options, 'GET', '/api/session/list', undefined, sessionListReply)).sessions,
    history: async () =>
      (await callJson(options, 'GET', '/api/session/history', undefined, signInHistoryReply))
        .signIns,
    endSession: (sessionId) => tell('/api/session/end', { sessionId }),
    endOtherSessions: () => tell('/api/session/end-others'),
    endAllSessions: () => tell('/api/session/end-all'),
    confirm: (proof) => tell('/api/session/confirm', proof),
    confirmRequest: async () =>
      (await post('/api/session/confirm/passkey-request', {}, passkeyOptionsReply)).options,
    changePassword: (current, password) => tell('/api/account/password', { current, password }),
    beginTotp: () => post('/api/account/totp', {}, totpReply),
    confirmTotp: async (code) =>
      (await post('/api/account/totp/confirm', { code }, factorAddedReply)).backupCodes,
    passkeyCreation: async () =>
      (await post('/api/account/passkeys/creation', {}, passkeyOptionsReply)).options,
    addPasskey: async (name, attestation) =>
      (await post('/api/account/passkeys', { name, attestation }, factorAddedReply)).backupCodes,
    renamePasskey: (id, name) => tell('/api/account/passkeys/rename', { id, name }),
    removeFactor: (id) => tell('/api/account/factors/remove', { id }),
    renewBackupCodes: async () =>
      (await post('/api/account/backup-codes', {}, backupCodesReply)).backupCodes,
  };
}
