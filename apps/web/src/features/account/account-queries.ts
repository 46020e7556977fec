import { accountApi, type AccountSecurity, profileApi, type Profile } from '@yamori/domain';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useHttp } from '../../api/http-context.ts';
import { useEntry } from '../../shared/registration/entry-context.tsx';

/** First part of the key of every query about the account. */
export const ACCOUNT_KEY = 'account';

export function useSecurity(): UseQueryResult<AccountSecurity> {
  const http = useHttp();
  return useQuery({
    queryKey: [ACCOUNT_KEY, 'security'],
    queryFn: () => http.call(accountApi.security),
  });
}

/** Reloads all account data, and the session: a change may affect both. */
export function useAccountChanged(): () => Promise<void> {
  const queries = useQueryClient();
  const { refresh } = useEntry();
  return useCallback(async () => {
    await Promise.all([queries.invalidateQueries({ queryKey: [ACCOUNT_KEY] }), refresh()]);
  }, [queries, refresh]);
}

export function useProfile(): UseQueryResult<Profile> {
  const http = useHttp();
  return useQuery({
    queryKey: [ACCOUNT_KEY, 'profile'],
    queryFn: () => http.call(profileApi.read),
  });
}
