import { deletionReply, profile, type ChangeProfileCall, type Language, type Profile } from '@yamori/domain';
import { refuse } from '@yamori/domain';
import { callJson, type HttpOptions } from '../http-call.ts';

/** One's own profile. Each call rejects with a ProblemError, those of the address and of leaving with `confirmation-required` too. */
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

const nothing = { safeParse: (): { success: true; data: undefined } => ({ success: true, data: undefined }) };

export function createProfileClient(options: HttpOptions): ProfileClient {
  const tell = (path: string, body: unknown = {}): Promise<void> => callJson(options, 'POST', path, body, nothing);
  return {
    read: () => callJson(options, 'GET', '/api/account/profile', undefined, profile),
    change: (call) => callJson(options, 'POST', '/api/account/profile', call, profile),
    changeEmail: (email, language) => tell('/api/account/email', { email, language }),
    putPhoto: async (photo) => {
      const response = await sendBytes(options, '/api/account/photo', photo);
      if (response.ok) return;
      // Whatever was refused is told in the same words as by any other call.
      const answer: unknown = await response.json().catch(() => null);
      const code = typeof answer === 'object' && answer !== null && 'code' in answer && typeof answer.code === 'string' ? answer.code : `http-${response.status}`;
      throw refuse(code, { details: { limit: 200 } });
    },
    removePhoto: () => tell('/api/account/photo/remove'),
    lastOwnerOf: async () => (await callJson(options, 'GET', '/api/account/deletion', undefined, deletionReply)).lastOwnerOf,
    delete: () => tell('/api/account/delete'),
  };
}

async function sendBytes(options: HttpOptions, path: string, photo: Blob): Promise<Response> {
  try {
    return await options.fetch(`${options.baseUrl ?? ''}${path}`, { method: 'POST', headers: { 'content-type': photo.type, ...options.headers }, credentials: 'same-origin', body: photo });
  } catch {
    throw refuse('network-unreachable', { place: path });
  }
}
