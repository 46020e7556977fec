import type { AccountSecurity } from '@yamori/domain';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { createContext, useCallback, useContext } from 'react';
import type { AccountClient } from '../../client/account-client.ts';
import { useSession } from '../session/session-context.tsx';

/** Calls about one's own account; the app hands them in. */
export const AccountContext = createContext<AccountClient | null>(null);

export function useAccount(): AccountClient {
  const client = useContext(AccountContext);
  if (client === null) throw new Error('AccountContext is missing');
  return client;
}

export const ACCOUNT_KEY = 'account';

export function useSecurity(): UseQueryResult<AccountSecurity> {
  const account = useAccount();
  return useQuery({ queryKey: [ACCOUNT_KEY, 'security'], queryFn: account.security });
}

/** Everything that is shown of the account is asked anew, the session too: what was changed may have changed both. */
export function useAccountChanged(): () => Promise<void> {
  const queries = useQueryClient();
  const [, session] = useSession();
  return useCallback(async () => {
    await Promise.all([queries.invalidateQueries({ queryKey: [ACCOUNT_KEY] }), session.refresh()]);
  }, [queries, session]);
}
