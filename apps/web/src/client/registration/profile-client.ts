import {
  deletionReply,
  profile,
  type ChangeProfileCall,
  type Language,
  type Profile,
} from '@yamori/domain';
import { callJson, sendFile, type HttpOptions } from '../http-call.ts';
import { NO_REPLY } from '../no-reply.ts';

/**
 * One's own profile. Each call rejects with a ProblemError, those of the address and of leaving
 * with `confirmation-required` too.
 */
export type ProfileClient = {
  readonly read: () => Promise<Profile>;
  readonly change: (call: ChangeProfileCall) => Promise<Profile>;
  readonly changeEmail: (email: string, language: Language) => Promise<void>;
  readonly putPhoto: (photo: Blob) => Promise<void>;
  readonly removePhoto: () => Promise<void>;
  /** The organisation that cannot do without this member, or null. */
  readonly lastOwnerOf: () => Promise<string | null>;
  readonly delete: () => Promise<void>;
};

export function createProfileClient(options: HttpOptions): ProfileClient {
  const tell = (path: string, body: unknown = {}): Promise<void> =>
    callJson(options, 'POST', path, body, NO_REPLY);
  return {
    read: () => callJson(options, 'GET', '/api/account/profile', undefined, profile),
    change: (call) => callJson(options, 'POST', '/api/account/profile', call, profile),
    changeEmail: (email, language) => tell('/api/account/email', { email, language }),
    putPhoto: (photo) => sendFile(options, '/api/account/photo', photo, NO_REPLY),
    removePhoto: () => tell('/api/account/photo/remove'),
    lastOwnerOf: async () =>
      (await callJson(options, 'GET', '/api/account/deletion', undefined, deletionReply))
        .lastOwnerOf,
    delete: () => tell('/api/account/delete'),
  };
}
