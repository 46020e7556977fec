import {
  accountApi,
  federationApi,
  noticeApi,
  profileApi,
  sessionApi,
  type AccountSecurity,
  type EndpointCall,
  type ConfirmationProof,
  type NotificationChannels,
  type Profile,
  type SessionEntry,
  type SignInEntry,
  type ProfileChange,
} from '@yamori/domain';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import { apiHook, useHttp } from '../../api/http-context.ts';
import type { Http } from '../../api/http.ts';
import { useAuthConfig } from '../../shared/registration/entry-context.tsx';

const ACCOUNT_KEY = 'account';
const PROFILE_KEY = [ACCOUNT_KEY, 'profile'];

export const useSecurity = (): UseQueryResult<AccountSecurity> =>
  useAccountQuery('security', (http) => http.call(accountApi.security));

export const useProfile = (): UseQueryResult<Profile> =>
  useAccountQuery('profile', (http) => http.call(profileApi.read));

/** The organisation that would lose its last administrator with this account, or null. */
export const useOwnedOrganisation = (): UseQueryResult<string | null> =>
  useAccountQuery('deletion', async (http) => (await http.call(profileApi.deletion)).lastOwnerOf);

export const useNotificationChannels = (): UseQueryResult<NotificationChannels> =>
  useAccountQuery('notices', (http) => http.call(noticeApi.ways));

export const useSessions = (): UseQueryResult<SessionEntry[]> =>
  useAccountQuery('sessions', async (http) => (await http.call(sessionApi.list)).sessions);

export const useSignInHistory = (): UseQueryResult<SignInEntry[]> =>
  useAccountQuery('history', async (http) => (await http.call(sessionApi.history)).signIns);

/** Reloads all account data, and the session: a change may affect both. */
export function useAccountChanged(): () => Promise<void> {
  const queries = useQueryClient();
  const { refresh } = useAuthConfig();
  return useCallback(async () => {
    await Promise.all([queries.invalidateQueries({ queryKey: [ACCOUNT_KEY] }), refresh()]);
  }, [queries, refresh]);
}

/** Changes which notifications the member gets; the profile shows the server's answer. */
export function useChangeNotify(): (notify: Profile['notify']) => Promise<void> {
  const http = useHttp();
  const queries = useQueryClient();
  return async (notify) => {
    queries.setQueryData(PROFILE_KEY, await http.call(profileApi.change, { body: { notify } }));
  };
}

export const useProfileApi = apiHook((http) => ({
  change: (body: ProfileChange) => http.call(profileApi.change, { body }),
  changeEmail: (email: string, language: 'ja' | 'en') =>
    http.call(profileApi.changeEmail, { body: { email, language } }),
  putPhoto: (photo: Blob) => http.upload(profileApi.putPhoto, {}, photo),
  removePhoto: () => http.call(profileApi.removePhoto, { body: {} }),
  removeAccount: () => http.call(profileApi.remove, { body: {} }),
}));

export const useAccountApi = apiHook((http) => ({
  changePassword: (body: EndpointCall<typeof accountApi.changePassword>['body']) =>
    http.call(accountApi.changePassword, { body }),
  unlinkProvider: (provider: string) => http.call(federationApi.unlink, { body: { provider } }),
  beginTotp: () => http.call(accountApi.beginTotp),
  /** @returns the backup codes that come with a first factor */
  confirmTotp: async (code: string) =>
    (await http.call(accountApi.confirmTotp, { body: { code } })).backupCodes,
  passkeyCreation: async () => (await http.call(accountApi.passkeyCreation)).options,
  /** @returns the backup codes that come with a first factor */
  addPasskey: async (body: EndpointCall<typeof accountApi.addPasskey>['body']) =>
    (await http.call(accountApi.addPasskey, { body })).backupCodes,
  renamePasskey: (id: string, name: string) =>
    http.call(accountApi.renamePasskey, { body: { id, name } }),
  removeFactor: (id: string) => http.call(accountApi.removeFactor, { body: { id } }),
  renewBackupCodes: async () => (await http.call(accountApi.renewBackupCodes)).backupCodes,
}));

export const useSessionApi = apiHook((http) => ({
  /** Confirms the identity of the member who is signed in. */
  confirm: (proof: ConfirmationProof) => http.call(sessionApi.confirm, { body: proof }),
  confirmationOptions: async () => (await http.call(sessionApi.confirmRequest)).options,
  end: (sessionId: string) => http.call(sessionApi.end, { body: { sessionId } }),
  endOthers: () => http.call(sessionApi.endOthers),
  endAll: () => http.call(sessionApi.endAll),
}));

function useAccountQuery<Value>(
  key: string,
  read: (http: Http) => Promise<Value>,
): UseQueryResult<Value> {
  const http = useHttp();
  return useQuery({ queryKey: [ACCOUNT_KEY, key], queryFn: () => read(http) });
}
