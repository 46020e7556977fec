import type { AccountSecurity } from '@yamori/domain';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { createContext, useCallback, useContext } from 'react';
import type { AccountClient } from '../../client/account-client.ts';

/**
 * What the app hands in: calls about one's own account, and asking the session again after they
 * changed it.
 */
export type Account = {
  readonly client: AccountClient;
  readonly sessionChanged: () => Promise<unknown>;
};

export const AccountContext = createContext<Account | null>(null);

function useHandedIn(): Account {
  const account = useContext(AccountContext);
  if (account === null) throw new Error('AccountContext is missing');
  return account;
}

export const useAccount = (): AccountClient => useHandedIn().client;

/**
 * Names everything that is asked about the account, so that one word makes it all be asked anew.
 */
export const ACCOUNT_KEY = 'account';

export function useSecurity(): UseQueryResult<AccountSecurity> {
  const account = useAccount();
  return useQuery({ queryKey: [ACCOUNT_KEY, 'security'], queryFn: account.security });
}

/**
 * Everything that is shown of the account is asked anew, the session too: what was changed may have
 * changed both.
 */
export function useAccountChanged(): () => Promise<void> {
  const queries = useQueryClient();
  const { sessionChanged } = useHandedIn();
  return useCallback(async () => {
    await Promise.all([queries.invalidateQueries({ queryKey: [ACCOUNT_KEY] }), sessionChanged()]);
  }, [queries, sessionChanged]);
}
