import { useMemo, type ReactNode } from 'react';
import { createAccountClient } from '../client/account-client.ts';
import { AccountContext } from '../features/account/account-context.tsx';
import { useSession } from '../features/session/session-context.tsx';

/** Hands the calls about one's own account to the screens that need them. */
export function AccountProvider({ children }: { children: ReactNode }) {
  const [, { refresh }] = useSession();
  const account = useMemo(
    () => ({
      client: createAccountClient({ fetch: (url, init) => globalThis.fetch(url, init) }),
      sessionChanged: refresh,
    }),
    [refresh],
  );
  return <AccountContext value={account}>{children}</AccountContext>;
}
